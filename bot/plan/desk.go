package plan

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Tables loads games for their players.
type Tables interface {
	Seated(ctx context.Context, r *route.Request, id match.GameID) (*play.Table, engine.Seat, error)
}

// Panels answer with a player's private message about a game.
type Panels interface {
	Painted(ctx context.Context, texts *locale.Texts, want panel.Request) (discord.Message, error)
}

// Desk lets players make plans, with the menus of a turn, and give them up. All fields must be set.
type Desk struct {
	Store  Store
	Games  Tables
	Panels Panels
	Teller Messages
	Tell   func() // there may be something to send
}

// Register adds the routes of this room. named makes a handler that finds the game which a command is about.
func (d *Desk) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	t.Slash("plan", named(d.show))
	t.Click(customid.Plan, route.Pressed(d.show))
	t.Click(customid.PlanBack, route.Pressed(d.back))
	t.Click(customid.PlanElse, route.Pressed(d.orElse))
	t.Click(customid.PlanPage, route.Pressed(d.page))
	t.Click(customid.PlanAsk, route.Pressed(d.ask))
	t.Click(customid.PlanNarrow, route.Pressed(d.narrow))
	t.Click(customid.PlanDo, route.Pressed(d.add))
	t.Click(customid.PlanMore, route.Pressed(d.more))
	t.Click(customid.PlanTaken, route.Pressed(d.change(func(p *plan) { p.taken = !p.taken })))
	t.Click(customid.PlanLast, route.Pressed(d.change(func(p *plan) { p.lastRound = !p.lastRound })))
	t.Click(customid.PlanDrop, route.Pressed(d.drop))
}

// draft is a player's plan in the present position of a game.
type draft struct {
	*play.Table
	seat    engine.Seat
	row     match.Plan // Rev 0: there is none yet
	plan    plan
	view    engine.View // what the player would see if it were the seat's turn
	speaker *speech.Speaker
}

// draft loads a player's plan. *play.Refused if the player cannot plan now.
func (d *Desk) draft(ctx context.Context, r *route.Request, id match.GameID) (*draft, error) {
	t, seat, err := d.Games.Seated(ctx, r, id)
	if err != nil {
		return nil, err
	}
	if t.State != match.Running {
		return nil, route.Fail("game-finished", "Game", string(id))
	}
	one := &draft{Table: t, seat: seat, speaker: t.Speaker(r.Texts)}
	if one.view, err = t.Planned(seat); err != nil {
		return nil, err
	}
	one.row, err = d.Store.Plan(ctx, id, seat)
	if errors.Is(err, storage.ErrNotFound) || err == nil && (one.row.User != r.User.ID || one.row.Branch != t.Branch) {
		one.row = match.Plan{Game: id, Seat: seat, User: r.User.ID, Ply: t.Ply, Branch: t.Branch, Made: r.Now, Rev: one.row.Rev}
		return one, nil
	}
	if err != nil {
		return nil, fmt.Errorf("load a plan of game %s: %w", id, err)
	}
	if one.row.Begun {
		return nil, route.Fail("plan-waits")
	}
	one.plan, err = read(one.row, t.Edition().Lexicon())
	return one, err
}

// panel is the draft in the form in which its player is shown it.
func (a *draft) panel(page int, news ...string) speech.Panel {
	return speech.Panel{
		Game: string(a.ID), At: a.At(), View: &a.view, News: news, Page: page, Planning: speech.PlansTurn, Planned: len(a.plan.steps),
	}
}

// overview shows the plan, with what can follow the first card of its last step.
func (a *draft) overview(news ...string) discord.Message {
	p := a.panel(0, news...)
	shown := a.plan.shown()
	if after, err := a.Planned(a.seat, a.plan.steps[len(a.plan.steps)-1].made()...); err == nil { // an event since can forbid it
		p.View, shown.GoesOn = &after, len(after.Legal()) > 0
	}
	return a.speaker.Plan(p, shown)
}

// shown is the plan, or the question for its first step.
func (a *draft) shown(news ...string) discord.Message {
	if len(a.plan.steps) > 0 {
		return a.overview(news...)
	}
	return a.speaker.PlanChoice(a.panel(0, news...))
}

// answer shows a message in place of the clicked one, beside the pictures of that one.
func answer(m discord.Message) route.Reply {
	m.KeepFiles = true
	return route.Reply{Update: &m}
}

// show shows a player's plan, or asks for its first step: /plan, and the button on panels.
func (d *Desk) show(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	a, err := d.draft(ctx, r, id)
	if err != nil {
		return route.Reply{}, err
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		return d.Panels.Painted(ctx, r.Texts, panel.Request{
			Game: a.Game, Seat: a.seat, Ply: a.Ply, Here: r.Channel, About: func(*speech.Speaker, speech.Panel) discord.Message { return a.shown() },
		})
	}), nil
}

// back shows a player's plan again.
func (d *Desk) back(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	a, err := d.draft(ctx, r, id)
	if err != nil {
		return route.Reply{}, err
	}
	return answer(a.shown()), nil
}

// orElse asks for one more step.
func (d *Desk) orElse(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	a, err := d.draft(ctx, r, id)
	if err != nil {
		return route.Reply{}, err
	}
	if len(a.plan.steps) >= maxSteps {
		return answer(a.overview(r.Texts.Say("plan.full", "Count", maxSteps))), nil
	}
	return answer(a.speaker.PlanChoice(a.panel(0))), nil
}

// page asks for a step again, with another page of routes.
func (d *Desk) page(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	a, err := d.draft(ctx, r, id)
	if err != nil {
		return route.Reply{}, err
	}
	page := r.Pressed.Page
	if n, err := strconv.Atoi(r.Value()); err == nil { // picked from the menu of pages
		page = max(n, 0)
	}
	return answer(a.speaker.PlanChoice(a.panel(page))), nil
}

// picked reads a move from a custom ID and the options picked from its menu. stale answers a click in a position that has passed:
// what it offered need not be what it would mean now.
func (d *Desk) picked(ctx context.Context, r *route.Request, id match.GameID) (a *draft, m engine.Move, stale *route.Reply, err error) {
	if a, err = d.draft(ctx, r, id); err != nil {
		return nil, m, nil, err
	}
	if r.Pressed.At != a.At() {
		reply := answer(a.shown(r.Texts.Say("plan.fresh")))
		return a, m, &reply, nil
	}
	var picks []string
	if r.Pressed.Action != customid.PlanNarrow {
		picks = r.Values
	}
	m, ok := r.Pressed.Chosen(a.view.Lexicon(), picks)
	if !ok {
		return nil, m, nil, route.Fail("unknown-button")
	}
	return a, m, nil, nil
}

// ask asks what is still to be chosen of a move, or whether to plan it.
func (d *Desk) ask(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	a, m, stale, err := d.picked(ctx, r, id)
	if err != nil || stale != nil {
		return orStale(stale, err)
	}
	proposed := a.speaker.Proposed(&a.view, m, nil)
	if !speech.Asks(&a.view, m) {
		return d.addStep(ctx, r, a, step{moves: []wish{wishFor(&a.view, proposed)}, toll: askToll})
	}
	if _, err := a.Planned(a.seat, proposed); err != nil {
		return route.Reply{}, err
	}
	return answer(a.speaker.Question(a.panel(r.Pressed.Page), m, nil)), nil
}

// narrow asks about a move again, with only some of the ways to pay.
func (d *Desk) narrow(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	a, m, stale, err := d.picked(ctx, r, id)
	if err != nil || stale != nil {
		return orStale(stale, err)
	}
	ways, ok := customid.ParseWays(r.Value())
	if !ok || !m.Verb.Paid() && m.Verb != engine.Lay {
		return route.Reply{}, route.Fail("unknown-button")
	}
	if _, err := a.Planned(a.seat, a.speaker.Proposed(&a.view, m, nil)); err != nil {
		return route.Reply{}, err
	}
	return answer(a.speaker.Question(a.panel(r.Pressed.Page), m, ways)), nil
}

func orStale(stale *route.Reply, err error) (route.Reply, error) {
	if err != nil {
		return route.Reply{}, err
	}
	return *stale, nil
}

// add adds a step to the plan.
func (d *Desk) add(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	a, m, stale, err := d.picked(ctx, r, id)
	if err != nil || stale != nil {
		return orStale(stale, err)
	}
	s := step{moves: []wish{wishFor(&a.view, m)}, toll: askToll}
	if r.Pressed.Toll > 0 {
		s.toll = r.Pressed.Toll - 1
	}
	return d.addStep(ctx, r, a, s)
}

// addStep saves a plan with one more step, which must be possible as far as anybody knows.
func (d *Desk) addStep(ctx context.Context, r *route.Request, a *draft, s step) (route.Reply, error) {
	if _, err := a.Planned(a.seat, s.made()...); err != nil {
		return route.Reply{}, err
	}
	if len(a.plan.steps) >= maxSteps {
		return answer(a.overview(r.Texts.Say("plan.full", "Count", maxSteps))), nil
	}
	a.plan.steps = append(a.plan.steps, s)
	return d.save(ctx, r, a)
}

// more adds to the last step what follows its first card.
func (d *Desk) more(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	a, m, stale, err := d.picked(ctx, r, id)
	if err != nil || stale != nil {
		return orStale(stale, err)
	}
	if len(a.plan.steps) == 0 {
		return answer(a.shown()), nil
	}
	last := &a.plan.steps[len(a.plan.steps)-1]
	after, err := a.Planned(a.seat, last.made()...)
	if err != nil {
		return route.Reply{}, err
	}
	if speech.Asks(&after, m) { // which deck fills the slot (W3)
		p := a.panel(0)
		p.View, p.Planning = &after, speech.PlansAfter
		return answer(a.speaker.Question(p, m, nil)), nil
	}
	last.moves = append(last.moves, wishFor(&after, a.speaker.Proposed(&after, m, nil)))
	if _, err := a.Planned(a.seat, last.made()...); err != nil {
		return route.Reply{}, err
	}
	return d.save(ctx, r, a)
}

// change makes a handler that changes a plan.
func (d *Desk) change(to func(*plan)) route.GameHandler {
	return func(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
		a, err := d.draft(ctx, r, id)
		if err != nil {
			return route.Reply{}, err
		}
		if len(a.plan.steps) == 0 {
			return answer(a.shown()), nil
		}
		to(&a.plan)
		return d.save(ctx, r, a)
	}
}

// save keeps a plan in the position in which its player saw it. If somebody was faster, the player is shown what there is now; so
// they are if Discord delivers their click again.
func (d *Desk) save(ctx context.Context, r *route.Request, a *draft) (route.Reply, error) {
	a.plan.store(&a.row, a.view.Lexicon())
	a.row.Made = r.Now
	err := d.Store.SavePlan(ctx, a.row, a.Head, storage.Origin{Interaction: r.ID, Answer: "planned"})
	if errors.Is(err, storage.ErrRepeated) {
		if a, err = d.draft(ctx, r, a.ID); err != nil {
			return route.Reply{}, err
		}
		return answer(a.shown()), nil
	}
	if errors.Is(err, storage.ErrStale) {
		if a, err = d.draft(ctx, r, a.ID); err != nil {
			return route.Reply{}, err
		}
		return answer(a.shown(r.Texts.Say("plan.fresh"))), nil
	}
	if err != nil {
		return route.Reply{}, fmt.Errorf("save a plan of game %s: %w", a.ID, err)
	}
	return answer(a.overview()), nil
}

// drop gives a plan up. If its turn has begun by then, its player is called to it, since nobody has called them.
func (d *Desk) drop(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	t, seat, err := d.Games.Seated(ctx, r, id)
	if err != nil {
		return route.Reply{}, err
	}
	row, err := d.Store.Plan(ctx, id, seat)
	if err == nil && row.User == r.User.ID {
		if row.Begun {
			return route.Reply{}, route.Fail("plan-waits")
		}
		err = finish(ctx, d.Store, row, []storage.Message{d.Teller.ToPlayer(t.Game, tell.Plan, seat)})
		d.Tell()
	}
	if err != nil && !errors.Is(err, storage.ErrNotFound) && !errors.Is(err, storage.ErrStale) {
		return route.Reply{}, fmt.Errorf("end a plan of game %s: %w", id, err)
	}
	return answer(discord.Message{Content: r.Texts.Say("plan.dropped")}), nil
}
