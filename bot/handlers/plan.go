package handlers

import (
	"context"
	"errors"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// draft is a player's plan in the present position of a game.
type draft struct {
	*match.Draft
	table   *play.Table
	speaker *speech.Speaker
}

// draftPlan loads a player's plan. *play.Refused if the player cannot plan now.
func (h *Handlers) draftPlan(ctx context.Context, r *route.Request, id match.GameID,
) (*draft, error) {
	t, seat, err := h.Games.Seated(ctx, r.By(), id, r.TakeFound(id))
	if err != nil {
		return nil, err
	}
	kept, err := h.plan(ctx, id, seat)
	if err == nil && kept != nil {
		err = h.Games.Rebase(ctx, t, kept)
	}
	if err != nil {
		return nil, err
	}
	one, err := t.DraftPlan(r.By(), kept, r.Now)
	return &draft{one, t, message.Speaker(r.Texts, t)}, t.Refused(err)
}

// plan returns the plan that is kept of a seat, nil if there is none.
func (h *Handlers) plan(ctx context.Context, id match.GameID, seat engine.Seat,
) (*match.Plan, error) {
	kept, err := h.Store.Plan(ctx, id, seat)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	return &kept, err
}

func (a *draft) panel(clicked customid.ID, news ...string) speech.Panel {
	p := speech.Panel{View: &a.View, News: news, Place: speech.Place{
		Game: string(a.table.ID), At: customid.Of(a.table.Game), Planning: speech.PlansTurn,
		Menus: speech.Menus{Page: clicked.Page, Again: clicked.Again},
	}}
	if len(a.Plan.Steps) > 0 {
		p.Offers = []customid.Action{customid.PlanBack}
	}
	return p
}

func (a *draft) overview(news ...string) discord.Message {
	p := a.panel(customid.ID{}, news...)
	shown := a.steps()
	if after, err := a.Last(); err == nil {
		p.View, shown.GoesOn = &after, len(after.Legal()) > 0
	}
	return a.speaker.Plan(p, shown)
}

func (a *draft) shown(news ...string) discord.Message {
	if len(a.Plan.Steps) > 0 {
		return a.overview(news...)
	}
	return a.speaker.PlanChoice(a.panel(customid.ID{}, news...))
}

func (a *draft) answer(m discord.Message) *route.Reply {
	m.KeepFiles = true
	return &route.Reply{Update: &m, Panel: a.post()}
}

func (a *draft) post() *route.Panel {
	return &route.Panel{Game: a.table.Game, Seat: a.Row.Seat, Plan: true}
}

// showPlan shows a player's plan, or asks for its first step: /plan, and the button on panels.
func (h *Handlers) showPlan(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	a, err := h.draftPlan(ctx, r, id)
	if err != nil {
		return nil, err
	}
	reply := route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		c, err := h.Games.Chronicle(ctx, a.table.Game, a.table.Ply, a.Row.Seat)
		if err != nil {
			return discord.Message{}, err
		}
		m := a.shown()
		m.Files = h.Panels.Picture(ctx, r.Texts, c, message.Request{Seat: a.Row.Seat})
		return m, nil
	})
	reply.Panel = a.post()
	return reply, nil
}

func (h *Handlers) drafting(
	do func(context.Context, *route.Request, *draft) (*route.Reply, error),
) route.GameHandler {
	return func(ctx context.Context, r *route.Request, id match.GameID) (*route.Reply, error) {
		a, err := h.draftPlan(ctx, r, id)
		if err != nil {
			return nil, err
		}
		return do(ctx, r, a)
	}
}

func backToPlan(_ context.Context, _ *route.Request, a *draft) (*route.Reply, error) {
	return a.answer(a.shown()), nil
}

func planElse(_ context.Context, r *route.Request, a *draft) (*route.Reply, error) {
	if a.Full() {
		return a.full(r), nil
	}
	return a.answer(a.speaker.PlanChoice(a.panel(customid.ID{}))), nil
}

func planPage(_ context.Context, r *route.Request, a *draft) (*route.Reply, error) {
	return a.answer(a.speaker.PlanChoice(a.panel(r.Pressed))), nil
}

// picking makes a handler of what is done with a move, read from a custom ID and the options picked
// from its menu. A click of a past position might mean something else now: it shows the plan.
func (h *Handlers) picking(
	do func(context.Context, *route.Request, *draft, engine.Move) (*route.Reply, error),
) route.GameHandler {
	return h.drafting(func(ctx context.Context, r *route.Request, a *draft) (*route.Reply, error) {
		if r.Pressed.At != customid.Of(a.table.Game) {
			return a.answer(a.shown(r.Texts.Say("plan.fresh"))), nil
		}
		var picks []string
		if r.Pressed.Action != customid.PlanNarrow {
			picks = r.Values
		}
		m, ok := r.Pressed.Chosen(a.View.Lexicon(), picks)
		if !ok {
			return nil, route.Fail("unknown-button")
		}
		return do(ctx, r, a, m)
	})
}

func (h *Handlers) planAsk(ctx context.Context, r *route.Request, a *draft, m engine.Move,
) (*route.Reply, error) {
	proposed := a.speaker.Proposed(&a.View, m, nil)
	if !speech.Asks(&a.View, m) {
		return h.addStep(ctx, r, a, match.Step{
			Moves: []match.Wish{match.WishFor(&a.View, proposed)}, Toll: match.AskToll,
		})
	}
	if _, err := a.table.Planned(a.Row.Seat, proposed); err != nil {
		return nil, err
	}
	return a.answer(a.speaker.Question(a.panel(r.Pressed), m, nil)), nil
}

// planNarrow asks about a move again, with only some of the ways to pay.
func planNarrow(_ context.Context, r *route.Request, a *draft, m engine.Move,
) (*route.Reply, error) {
	ways, ok := customid.ParseWays(r.Value())
	if !ok || !m.Verb.Paid() && m.Verb != engine.Lay {
		return nil, route.Fail("unknown-button")
	}
	proposed := a.speaker.Proposed(&a.View, m, nil)
	if _, err := a.table.Planned(a.Row.Seat, proposed); err != nil {
		return nil, err
	}
	return a.answer(a.speaker.Question(a.panel(r.Pressed), m, ways)), nil
}

func (h *Handlers) planDo(ctx context.Context, r *route.Request, a *draft, m engine.Move,
) (*route.Reply, error) {
	s := match.Step{Moves: []match.Wish{match.WishFor(&a.View, m)}, Toll: match.AskToll}
	if r.Pressed.Toll > 0 {
		s.Toll = r.Pressed.Toll - 1
	}
	return h.addStep(ctx, r, a, s)
}

func (a *draft) full(r *route.Request) *route.Reply {
	return a.answer(a.overview(r.Texts.Say("plan.full", "Count", match.MaxSteps)))
}

func (h *Handlers) addStep(ctx context.Context, r *route.Request, a *draft, s match.Step,
) (*route.Reply, error) {
	switch err := a.Add(s); {
	case errors.Is(err, match.ErrPlanFull):
		return a.full(r), nil
	case err != nil:
		return nil, a.table.Refused(err)
	}
	return h.savePlan(ctx, r, a)
}

func (h *Handlers) planMore(ctx context.Context, r *route.Request, a *draft, m engine.Move,
) (*route.Reply, error) {
	if len(a.Plan.Steps) == 0 {
		return a.answer(a.shown()), nil
	}
	after, err := a.Last()
	if err != nil {
		return nil, a.table.Refused(err)
	}
	if speech.Asks(&after, m) { // which deck fills the slot (W3)
		p := a.panel(customid.ID{})
		p.View, p.Planning = &after, speech.PlansAfter
		return a.answer(a.speaker.Question(p, m, nil)), nil
	}
	wish := match.WishFor(&after, a.speaker.Proposed(&after, m, nil))
	if err := a.Extend(wish); err != nil {
		return nil, a.table.Refused(err)
	}
	return h.savePlan(ctx, r, a)
}

func (h *Handlers) changePlan(to func(*match.Intention)) route.GameHandler {
	return h.drafting(func(ctx context.Context, r *route.Request, a *draft) (*route.Reply, error) {
		if len(a.Plan.Steps) == 0 {
			return a.answer(a.shown()), nil
		}
		to(&a.Plan)
		return h.savePlan(ctx, r, a)
	})
}

// savePlan keeps a plan for the position that its player saw. If somebody was faster, or Discord
// delivers the click again, it shows the plan as it is now.
func (h *Handlers) savePlan(ctx context.Context, r *route.Request, a *draft) (*route.Reply, error) {
	err := h.Store.SavePlan(ctx, a.Write(r.Now), a.table.Head, storage.Origin{
		Interaction: r.ID, Answer: "planned",
	})
	var news []string
	switch {
	case err == nil:
		return a.answer(a.overview()), nil
	case errors.Is(err, storage.ErrStale):
		news = []string{r.Texts.Say("plan.fresh")}
	case !errors.Is(err, storage.ErrRepeated):
		return nil, err
	}
	if a, err = h.draftPlan(ctx, r, a.table.ID); err != nil {
		return nil, err
	}
	return a.answer(a.shown(news...)), nil
}

// planDrop gives a plan up. If its turn has begun, its player is called now, since they were not
// before.
func (h *Handlers) planDrop(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, seat, err := h.Games.Seated(ctx, r.By(), id, r.TakeFound(id))
	if err != nil {
		return nil, err
	}
	kept, err := h.plan(ctx, id, seat)
	if err != nil {
		return nil, err
	}
	drops, err := t.Drops(r.By(), kept)
	if drops {
		err = h.Store.EndPlan(ctx, *kept, []storage.Message{
			h.Messages.AboutPlan(t.Game, seat, match.PlanSilent),
		})
		h.Wake()
	}
	if err != nil && !errors.Is(err, storage.ErrStale) { // stale: it has just gone
		return nil, err
	}
	return &route.Reply{Update: &discord.Message{
		Content: r.Texts.Say("plan.dropped"), KeepFiles: true,
	}}, nil
}

func (a *draft) steps() speech.PlanShown {
	shown := speech.PlanShown{Taken: a.Plan.Taken, LastRound: a.Plan.LastRound, Full: a.Full()}
	for _, s := range a.Plan.Steps {
		one := speech.PlanStep{Toll: s.Toll}
		for _, w := range s.Moves {
			one.Moves, one.Cards = append(one.Moves, w.Move), append(one.Cards, w.Card)
		}
		shown.Steps = append(shown.Steps, one)
	}
	return shown
}
