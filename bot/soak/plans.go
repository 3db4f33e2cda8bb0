package soak

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/storage"
)

// planners of a hundred people plan their next turn when they look at a game while others play.
const planners = 50

// offered is what somebody can choose from in a view.
type offered struct{ view *engine.View }

// AppendLegal appends what can be chosen.
func (o offered) AppendLegal(dst []engine.Move, _ engine.Seat) []engine.Move {
	return append(dst, o.view.Legal()...)
}

// Payments yields the ways to pay for a move.
func (o offered) Payments(_ engine.Seat, m engine.Move) iter.Seq[engine.Payment] {
	return o.view.Payments(m)
}

// View returns what is chosen from.
func (o offered) View(engine.Seat) engine.View { return *o.view }

// glance lets a person who waits give somebody else more time, and plan the next turn by clicks: a turn like any other, or else two
// cards from the deck.
func (p *correspondence) glance(ctx context.Context, one *person) error {
	one.looks, one.looked = time.Time{}, true
	if err := p.g.follow(ctx, p.m); err != nil {
		return err
	}
	seat := p.g.row.SeatOf(one.id)
	if err := p.mayGive(ctx, seat); err != nil {
		return err
	}
	if p.NoPlans {
		return nil
	}
	v, err := p.g.copy.Planned(seat)
	if err != nil {
		return nil // no turn is left to plan, or it has begun
	}
	move, ok := p.g.policy.Choose(offered{&v}, seat)
	if !ok {
		return nil
	}
	click := func(customID string) { p.m.handle(ctx, p.m.click(p.g.user(seat), customID)) }
	if err := p.g.planTurn(seat, move, click); err != nil {
		return err
	}
	for _, m := range v.Legal() {
		if m.Verb == engine.Draw && m.Slot == 0 {
			if err := p.g.planTurn(seat, m, click); err != nil {
				return err
			}
			break
		}
	}
	if _, err := p.m.store.Plan(ctx, p.g.row.ID, seat); errors.Is(err, storage.ErrNotFound) {
		return fmt.Errorf("the plan %+v was not kept; %s", move, p.m.lastFault())
	}
	p.count("plans", 1)
	return nil
}

// planTurn plans a step by clicks: a move and, if it is a first card, what follows. A tunnel may cost two cards more. click is called
// with the custom IDs, one after the other.
func (g *game) planTurn(seat engine.Seat, move engine.Move, click func(customID string)) error {
	const toll = 2
	id := customid.ID{Action: customid.PlanDo, Game: string(g.row.ID), At: customid.Position{Ply: g.copy.Ply(), Mark: g.row.Mark()}, Move: move}
	if move.Verb == engine.Claim {
		id.Toll = toll + 1
	}
	made := []engine.Move{move}
	for {
		click(id.Print())
		after, err := g.copy.Planned(seat, made...)
		if err != nil {
			return err
		}
		next, ok := g.policy.Choose(offered{&after}, seat)
		if !ok {
			return nil
		}
		made = append(made, next)
		id.Action, id.Move, id.Toll = customid.PlanMore, next, 0
	}
}

// pass does what has become due by now: for clocks, then for plans.
func (p *correspondence) pass(ctx context.Context) error {
	if err := p.m.bot.KeepClocks(ctx); err != nil {
		return err
	}
	if err := p.g.follow(ctx, p.m); err != nil {
		return err
	}
	before := p.g.row.Ply
	if err := p.m.bot.KeepPlans(ctx); err != nil {
		return err
	}
	if err := p.g.follow(ctx, p.m); err != nil {
		return err
	}
	if p.g.row.Ply > before {
		p.count("planned", 1)
	}
	return nil
}
