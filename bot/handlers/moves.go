package handlers

import (
	"context"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// Register adds the routes. named makes a handler that finds the game that a command is about.
func (h *Turns) Register(router *route.Router, named func(route.GameHandler) route.Handler) {
	for command, verb := range verbs {
		router.Slash(command, named(h.typed(verb)))
		if len(speech.Options(verb)) > 0 {
			router.Complete(command, h.complete)
		}
	}
	router.Complete("board", h.complete)
	router.Click(customid.Ask, route.Pressed(h.askPicked))
	router.Click(customid.Narrow, route.Pressed(h.narrow))
	router.Click(customid.Do, route.Pressed(h.do))
	router.Click(customid.Page, route.Pressed(h.turnPage))
	router.Click(customid.Back, route.Pressed(h.goBack))
}

func (h *Turns) typed(verb engine.Verb) route.GameHandler {
	return func(ctx context.Context, r *route.Request, id match.GameID) (*route.Reply, error) {
		p, err := h.position(ctx, r, id)
		if err != nil {
			return nil, err
		}
		if isExplanation(r) {
			if err := p.refused(r, verb); err != nil {
				return nil, err
			}
			return nil, route.Fail("only-explained")
		}
		m, err := p.typed(r, verb)
		if err != nil {
			return nil, err
		}
		return h.ask(ctx, r, p, m)
	}
}

func (h *Turns) askPicked(
	ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	p, m, err := h.picked(ctx, r, id, r.Values)
	if err != nil {
		return nil, err
	}
	return h.ask(ctx, r, p, m)
}

// ask asks for what a move still lacks, or for confirmation, or says why it is not possible. It
// makes a move that needs no question.
func (h *Turns) ask(
	ctx context.Context, r *route.Request, p *sitting, m engine.Move,
) (*route.Reply, error) {
	proposed := p.speaker.Proposed(&p.View, m, nil)
	if !speech.Asks(&p.View, m) {
		return h.moveFrom(ctx, r, p, proposed)
	}
	if err := p.refusal(proposed); err != nil {
		return nil, err
	}
	hasty := p.Table.Habits(p.Seat).Hasty
	if r.Kind == discord.Click && p.speaker.AtOnce(&p.View, m, hasty, p.Table.Alone()) {
		return h.moveFrom(ctx, r, p, proposed)
	}
	if r.Kind == discord.Click && !message.Shows(m) {
		return h.questionBelow(r, p, m, nil), nil
	}
	reply := route.Later(r, func(ctx context.Context) (discord.Message, error) {
		want := p.request(r)
		want.Move = m
		return h.panels.Painted(ctx, r.Texts, want)
	})
	if r.Kind == discord.Click {
		reply.Panel = message.Of(p.Table.Game, p.Seat)
	}
	return reply, nil
}

func (h *Turns) questionBelow(
	r *route.Request, p *sitting, m engine.Move, ways customid.Ways,
) *route.Reply {
	asked := p.speaker.Question(p.panel(r.Pressed), m, ways)
	asked.KeepFiles = true
	return &route.Reply{Update: &asked, Panel: message.Of(p.Table.Game, p.Seat)}
}

func (h *Turns) narrow(
	ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	p, m, err := h.picked(ctx, r, id, nil)
	if err != nil {
		return nil, err
	}
	ways, ok := customid.ParseWays(r.Value())
	if !ok || !m.Verb.Paid() && m.Verb != engine.Lay {
		return nil, route.Fail("unknown-button")
	}
	if err := p.refusal(p.speaker.Proposed(&p.View, m, nil)); err != nil {
		return nil, err
	}
	return h.questionBelow(r, p, m, ways), nil
}

func (h *Turns) do(ctx context.Context, r *route.Request, id match.GameID) (*route.Reply, error) {
	p, m, err := h.picked(ctx, r, id, r.Values)
	if err != nil {
		return nil, err
	}
	return h.moveFrom(ctx, r, p, m)
}

func (h *Turns) picked(
	ctx context.Context, r *route.Request, id match.GameID, picks []string,
) (*sitting, engine.Move, error) {
	p, err := h.position(ctx, r, id)
	if err != nil {
		return nil, engine.Move{}, err
	}
	m, ok := r.Pressed.Chosen(p.View.Lexicon(), picks)
	if !ok {
		return nil, m, route.Fail("unknown-button")
	}
	return p, m, nil
}

func (h *Turns) turnPage(
	ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	p, err := h.position(ctx, r, id)
	if err != nil {
		return nil, err
	}
	shown, err := h.panels.Text(ctx, r.Texts, p.request(r))
	if err != nil {
		return nil, err
	}
	shown.KeepFiles = true
	return &route.Reply{Update: &shown, Panel: message.Of(p.Table.Game, p.Seat)}, nil
}

func (h *Turns) goBack(
	ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	p, err := h.position(ctx, r, id)
	if err != nil {
		return nil, err
	}
	reply := route.Later(r, func(ctx context.Context) (discord.Message, error) {
		return h.panels.Painted(ctx, r.Texts, p.request(r))
	})
	reply.Panel = message.Of(p.Table.Game, p.Seat)
	return reply, nil
}

// moveFrom makes a move that was chosen in a position. Why a typed one is not possible is said at
// once.
func (h *Turns) moveFrom(
	ctx context.Context, r *route.Request, p *sitting, m engine.Move,
) (*route.Reply, error) {
	if r.Kind == discord.Slash {
		if err := p.refusal(m); err != nil {
			return nil, err
		}
	}
	return route.Acting(ctx, r, func(ctx context.Context) (*route.Reply, error) {
		done, err := h.play(ctx, r, p, m)
		if err != nil {
			return nil, err
		}
		return h.panels.AfterMove(r, done), nil
	})
}
