package clock

import (
	"cmp"
	"context"
	"log/slog"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/play"
	"konduktor/bot/customid"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Shelf is what the desk needs of the store.
type Shelf interface {
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	SaveHabits(ctx context.Context, h match.Habits) error
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
}

// Panels builds a player's private message about a game.
type Panels interface {
	Text(ctx context.Context, texts *locale.Texts, want panel.Request) (discord.Message, error)
}

// Desk carries out what people say about clocks. All fields must be set.
type Desk struct {
	Store   Shelf
	Games   Games
	Teller  Messages
	Panels  Panels
	Catalog *locale.Catalog
	Log     *slog.Logger
}

// Register adds the routes of this room. named makes a handler that finds the game which a command is about.
func (d *Desk) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	t.Slash("game pause", named(d.pause))
	t.Slash("game resume", named(d.resume))
	t.Click(customid.Pause, route.Pressed(d.pause))
	t.Click(customid.Resume, route.Pressed(d.resume))
	t.Click(customid.More, route.Pressed(d.more))
	t.Click(customid.Nudge, route.Pressed(d.nudge))
	t.Click(customid.Enough, route.Pressed(d.enough))
	t.Slash("me", d.me)
	t.Complete("me", suggestZone)
}

// seated changes the row of a running game with clocks at the wish of one of its players.
func (d *Desk) seated(ctx context.Context, r *route.Request, id match.GameID,
	change func(g *match.Game, seat engine.Seat, calendars play.Calendars) ([]storage.Message, error),
) (match.Game, error) {
	return d.playing(ctx, r, id, func(g *match.Game, seat engine.Seat, calendars play.Calendars) ([]storage.Message, error) {
		if g.Pace == "" {
			return nil, route.Fail("no-clocks", "Game", string(g.ID))
		}
		return change(g, seat, calendars)
	})
}

// playing is seated for a game with clocks or without. Both the owner of a seat and who plays it are its players here.
func (d *Desk) playing(ctx context.Context, r *route.Request, id match.GameID,
	change func(g *match.Game, seat engine.Seat, calendars play.Calendars) ([]storage.Message, error),
) (match.Game, error) {
	return d.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		seat := cmp.Or(g.SeatOf(r.User.ID), g.SeatHeldBy(r.User.ID))
		switch {
		case seat == engine.Public:
			return nil, play.NotSeated(*g, r)
		case g.State == match.Lobby:
			return nil, route.Fail("not-started", "Game", string(g.ID))
		case g.State == match.Cancelled:
			return nil, route.Fail("game-cancelled", "Game", string(g.ID))
		case g.State != match.Running:
			return nil, route.Fail("game-finished", "Game", string(g.ID))
		}
		calendars, err := d.Games.Calendars(ctx, *g)
		if err != nil {
			return nil, err
		}
		return change(g, seat, calendars)
	})
}
