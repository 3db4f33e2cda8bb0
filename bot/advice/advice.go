// Package advice tells a player what a computer player would consider in their place: /hint.
package advice

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/opponent"
	"konduktor/bot/panel"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
)

// Games loads and replays games.
type Games interface {
	Seated(ctx context.Context, by match.Actor, id match.GameID, row *match.Game,
	) (*play.Table, engine.Seat, error)
	Chronicle(ctx context.Context, row match.Game, upTo engine.Ply, viewer engine.Seat,
	) (*play.Chronicle, error)
}

// Adviser thinks for a seat, and knows no more than its player.
type Adviser interface {
	Advise(ctx context.Context, s opponent.Seat) ([]ai.Advice, error)
}

// Handlers answer those who ask for a hint. All fields must be set.
type Handlers struct {
	Games   Games
	Adviser Adviser
}

// Register adds the route of this package. named makes a handler that finds the game that a command
// is about.
func (h *Handlers) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	t.Slash("hint", named(h.hint))
}

// hint shows a player, and nobody else, the moves that a computer player would consider now. The
// thinking begins after the interaction has been acknowledged.
func (h *Handlers) hint(ctx context.Context, r *route.Request, id match.GameID,
) (route.Reply, error) {
	t, seat, err := h.Games.Seated(ctx, r.By(), id, r.TakeFound(id))
	if err != nil {
		return route.Reply{}, err
	}
	v := t.View(seat)
	switch {
	case t.State != match.Running:
		return route.Reply{}, route.Fail("game-finished", "Game", string(id))
	case t.Daily != "":
		return route.Reply{}, route.Fail("daily-advice")
	case !t.Advises():
		return route.Reply{}, route.Fail("no-advice", "Game", string(id))
	case !v.Moves(seat):
		return route.Reply{}, route.Fail("advice-waits", "Who", atlas.Speaker(r.Texts, t).Waits(&v))
	}
	reply := route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		c, err := h.Games.Chronicle(ctx, t.Game, t.Ply, seat)
		if err != nil {
			return discord.Message{}, err
		}
		list, err := h.Adviser.Advise(ctx, opponent.Seat{
			Game: string(id), Edition: t.Edition(), View: &v, Told: c.Events(),
		})
		switch {
		case errors.Is(err, opponent.ErrBusy):
			return discord.Message{}, route.Fail("advice-busy")
		case err != nil:
			return discord.Message{}, fmt.Errorf("think about a hint in game %s: %w", id, err)
		}
		return atlas.Speaker(r.Texts, t).Advice(speech.Panel{
			Place: speech.Place{Game: string(id), At: customid.Of(t.Game)}, View: &v,
		}, list), nil
	})
	reply.Panel = panel.Of(t.Game, seat)
	reply.Panel.Hint = true
	return reply, nil
}
