package handlers

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

// Hints tell a player what a computer player would consider in their place: /hint.

// Hints answer those who ask for a hint. All fields must be set.
type Hints struct {
	Games   *play.Service
	Adviser *play.Bench // thinks for a seat, and knows no more than its player
}

// Register adds the routes. named makes a handler that finds the game that a command is about.
func (h *Hints) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	t.Slash("hint", named(h.hint))
	t.Click(customid.Hint, route.Pressed(h.hint))
}

// hint shows a player, and nobody else, the moves that a computer player would consider now. The
// thinking begins after the interaction has been acknowledged.
func (h *Hints) hint(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, seat, err := h.Games.Seated(ctx, r.By(), id, r.TakeFound(id))
	if err != nil {
		return nil, err
	}
	v := t.View(seat)
	switch {
	case t.State != match.Running:
		return nil, route.Fail("game-finished", "Game", string(id))
	case t.Daily != "":
		return nil, route.Fail("daily-advice")
	case !t.Advises():
		return nil, route.Fail("no-advice", "Game", string(id))
	case !v.Moves(seat):
		return nil, route.Fail("advice-waits", "Who", message.Speaker(r.Texts, t).Waits(&v))
	}
	later := route.LaterPrivate
	if r.Kind == discord.Click { // back from a question
		later = route.Later
	}
	reply := later(r, func(ctx context.Context) (discord.Message, error) {
		c, err := h.Games.Chronicle(ctx, t.Game, t.Ply, seat)
		if err != nil {
			return discord.Message{}, err
		}
		list, err := h.Adviser.Advise(ctx, play.BenchSeat{
			Game: string(id), Edition: t.Edition(), View: &v, Told: c.Events(),
		})
		switch {
		case errors.Is(err, play.ErrBusy):
			return discord.Message{}, route.Fail("advice-busy")
		case err != nil:
			return discord.Message{}, fmt.Errorf("think about a hint in game %s: %w", id, err)
		}
		return message.Speaker(r.Texts, t).Advice(speech.Panel{
			Place: speech.Place{
				Game: string(id), At: customid.Of(t.Game), Menus: speech.Menus{Hinted: true},
			}, View: &v,
		}, list), nil
	})
	reply.Panel = message.Of(t.Game, seat)
	reply.Panel.Hint = true
	return reply, nil
}
