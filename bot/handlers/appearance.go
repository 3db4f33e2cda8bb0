package handlers

import (
	"context"
	"time"
	"unicode/utf8"

	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/render/raster"
	"konduktor/storage"
)

// enough ends the explanations for newcomers: the button below them.
func (h *Handlers) enough(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	err := storage.ChangeHabits(ctx, h.Store, r.User.ID, func(habits *match.Habits) error {
		habits.Lessons.Off = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	return h.unexplained(ctx, r, id)
}

// unexplained takes the explanations out of the clicked panel. One whose turn is over has no menus
// that could be kept.
func (h *Handlers) unexplained(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	ended := r.Texts.Say("lesson.ended")
	t, seat, err := h.Games.Seated(ctx, r.By(), id, r.TakeFound(id))
	if err != nil {
		return nil, err
	}
	if !t.Game.WaitsFor(r.User.ID) {
		return route.Whisper(ended), nil
	}
	m, err := h.Panels.Text(ctx, r.Texts, message.Request{
		Game: t.Game, Seat: seat, Ply: t.Ply, Here: r.Channel, News: []string{ended},
	})
	if err != nil {
		return nil, err
	}
	m.KeepFiles = true
	return &route.Reply{Update: &m}, nil
}

// mostDrawn is how many letters a name in pictures can have: as many as Discord's names.
const mostDrawn = 32

// readDrawnName reads a name for pictures, and keeps the letters that the typefaces have.
func readDrawnName(value string) (wish, error) {
	if value == off {
		value = ""
	} else if value = raster.Plain(value); value == "" ||
		utf8.RuneCountInString(value) > mostDrawn {
		return nil, route.Fail("no-such-name", "Most", mostDrawn)
	}
	return func(h *match.Habits, _ time.Time) error { h.Drawn = value; return nil }, nil
}
