package handlers

import (
	"cmp"
	"context"
	"time"
	"unicode/utf8"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/render/raster"
	"konduktor/storage"
)

func readHints(value string) (wish, error) {
	return func(h *match.Habits, _ time.Time) error { h.Unaided = value != "true"; return nil }, nil
}

func readRated(value string) (wish, error) {
	return func(h *match.Habits, _ time.Time) error { h.Rated = value == "true"; return nil }, nil
}

func readExplanations(value string) (wish, error) {
	return func(h *match.Habits, _ time.Time) error {
		h.Lessons = match.Lessons{Off: value != "true"}
		return nil
	}, nil
}

// square is how a person calls match.Square.
const square = "square"

func readPictures(value string) (wish, error) {
	shape := match.Pictures(value)
	switch {
	case value == square:
		shape = match.Square
	case shape != match.Wide && shape != match.NoPicture:
		return nil, route.Fail("no-such-pictures")
	}
	return func(h *match.Habits, _ time.Time) error { h.Pictures = shape; return nil }, nil
}

// enough ends the explanations for newcomers: the button below them.
func (h *Handlers) enough(ctx context.Context, r *route.Request, id match.GameID,
) (route.Reply, error) {
	err := storage.ChangeHabits(ctx, h.Store, r.User.ID, func(habits *match.Habits) error {
		habits.Lessons.Off = true
		return nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return h.unexplained(ctx, r, id)
}

// unexplained takes the explanations out of the clicked panel. One whose turn is over has no menus
// that could be kept.
func (h *Handlers) unexplained(ctx context.Context, r *route.Request, id match.GameID,
) (route.Reply, error) {
	ended := r.Texts.Say("lesson.ended")
	t, seat, err := h.Games.Seated(ctx, r.By(), id, r.TakeFound(id))
	if err != nil {
		return route.Reply{}, err
	}
	if !t.Game.WaitsFor(r.User.ID) {
		return route.Whisper(ended), nil
	}
	m, err := h.Panels.Text(ctx, r.Texts, message.Request{
		Game: t.Game, Seat: seat, Ply: t.Ply, Here: r.Channel, News: []string{ended},
	})
	if err != nil {
		return route.Reply{}, err
	}
	m.KeepFiles = true
	return route.Reply{Update: &m}, nil
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

// appearanceLines say how a person wants to see games and be shown in them.
func appearanceLines(texts *locale.Texts, h match.Habits) []string {
	lines := []string{texts.Say("me.hints-on")}
	if h.Unaided {
		lines[0] = texts.Say("me.hints-off")
	}
	if h.Lessons.Off {
		lines = append(lines, texts.Say("me.explanations-off"))
	} else {
		lines = append(lines, texts.Say("me.explanations-on"))
	}
	lines = append(lines, texts.Say("me.pictures-"+cmp.Or(string(h.Pictures), square)))
	if h.Drawn == "" {
		return append(lines, texts.Say("me.not-drawn"))
	}
	return append(lines, texts.Say("me.drawn", "Name", discord.Plain(h.Drawn)))
}
