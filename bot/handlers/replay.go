package handlers

import (
	"context"
	"slices"
	"strconv"

	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/match"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// lastTurn stands for the end of a game.
const lastTurn = 9999

// replayGame shows a finished game turn by turn: /game replay.
func (h *Looks) replayGame(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, err := h.finished(ctx, r, id, stillPlayed(id))
	if err != nil {
		return nil, err
	}
	turn, err := strconv.Atoi(r.Option("turn"))
	if err != nil { // left out
		turn = lastTurn
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		return h.replayPage(ctx, r, t, turn)
	}), nil
}

func stillPlayed(id match.GameID) error { return route.Fail("replay-not-over", "Game", string(id)) }

func (h *Looks) turnReplay(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, err := h.finished(ctx, r, id, stillPlayed(id))
	if err != nil {
		return nil, err
	}
	turn := r.Pressed.Turn
	if picked, err := strconv.Atoi(r.Value()); err == nil && len(r.Values) > 0 {
		turn = picked
	}
	return route.Later(r, func(ctx context.Context) (discord.Message, error) {
		return h.replayPage(ctx, r, t, turn)
	}), nil
}

// replayPage is a finished game after a turn, as the user's seat saw it. The hands of all may be
// shown: with the record everybody has them.
func (h *Looks) replayPage(ctx context.Context, r *route.Request, t *play.Table, turn int,
) (discord.Message, error) {
	seat := t.SeatOf(r.User.ID)
	whole, err := h.Games.Chronicle(ctx, t.Game, play.AnyPly, seat)
	if err != nil {
		return discord.Message{}, err
	}
	p := speech.Replay{Game: string(t.ID), Reviewable: !t.Unreviewed}
	_, p.Last = whole.AfterTurn(0)
	p.Turn = min(max(turn, 0), p.Last)
	ply, _ := whole.AfterTurn(p.Turn)
	then, err := h.Games.Chronicle(ctx, t.Game, ply, seat)
	if err != nil {
		return discord.Message{}, err
	}
	p.View = then.Table.View(seat)
	if p.Turn > 0 {
		before, _ := whole.AfterTurn(p.Turn - 1)
		p.Events = then.EventsSince(before)
	}
	if r.Pressed.Hands {
		for i := range t.Seats {
			p.All = append(p.All, then.Table.View(engine.Seat(i+1)))
		}
	}
	if r.Pressed.Judged && p.Reviewable {
		found, err := h.Reviews.Of(ctx, t.Game)
		if err != nil {
			return discord.Message{}, err
		}
		p.Review = &found
	}
	m := message.Speaker(r.Texts, t).Replay(p)
	v, news := p.View, p.Events
	if c := p.Costly(); c != nil {
		v, news = withBetter(v, news, c, titles.MapOf(t.Edition()))
	}
	m.Files = h.Pictures.Board(ctx, t, v, r.Texts, news, "")
	return m, nil
}

// withBetter shows the better move of a choice as made, and it alone as new, if it can be seen on a
// board.
func withBetter(v engine.View, news []engine.Event, c *review.Choice, board *railmap.Map,
) (engine.View, []engine.Event) {
	if !speech.Drawn(c.Better) {
		return v, news
	}
	v.Seats = slices.Clone(v.Seats)
	own := v.Seat(c.Seat)
	if c.Better.Verb == engine.Port {
		own.Ports = append(slices.Clip(own.Ports), c.Better.City)
		return v, []engine.Event{{Kind: engine.EventBuilt, Seat: c.Seat, City: c.Better.City}}
	}
	own.Routes = append(slices.Clip(own.Routes), c.Better.Route)
	return v, []engine.Event{{
		Kind: engine.EventClaimed, Seat: c.Seat, Route: c.Better.Route,
		N: railmap.Points(board.Routes[c.Better.Route].Length),
	}}
}
