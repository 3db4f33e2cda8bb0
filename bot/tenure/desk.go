// Package tenure changes who plays a seat of a running game: stand-ins, players who are back, who leave or are voted out, and
// those who take a seat over. What such a change means to a row is in package seating, to its clocks in package play.
package tenure

import (
	"context"
	"fmt"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what this room needs of the store.
type Store interface {
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error)
}

// Games changes games' rows.
type Games interface {
	Amend(ctx context.Context, id match.GameID, why storage.Origin, change play.Change) (match.Game, error)
	CarriedOut(ctx context.Context, r *route.Request) (bool, error)
	AmendOnce(ctx context.Context, r *route.Request, id match.GameID, change play.Change) (match.Game, error)
	HandOver(ctx context.Context, row *match.Game, seat engine.Seat, now time.Time, change func(*match.Game)) error
	Calendars(ctx context.Context, row match.Game) (play.Calendars, error)
	Meanwhile(ctx context.Context, row match.Game, seat engine.Seat, user match.UserID) (*play.Table, []engine.Event, error)
}

// Messages makes messages for the outbox.
type Messages interface {
	AboutRow(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message
	Retitle(g match.Game) storage.Message
	ToEverybody(g match.Game, kind storage.Kind) []storage.Message
	Handed(before, after match.Game, seat engine.Seat, why string) []storage.Message
	ToUser(g match.Game, kind storage.Kind, seat engine.Seat, user match.UserID) storage.Message
}

// People write to users.
type People interface {
	Greet(ctx context.Context, r *route.Request, m discord.Message) (storage.Post, error)
}

// Names names games.
type Names interface {
	NameOf(ctx context.Context, texts *locale.Texts, g match.Game) string
}

// Desk carries out what people say about who plays a seat. All fields must be set.
type Desk struct {
	Store  Store
	Games  Games
	Teller Messages
	People People
	Atlas  Names
}

// Register adds the routes of this room. named makes a handler that finds the game which a command is about.
func (d *Desk) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	for path, h := range map[string]route.GameHandler{
		"stand-in": d.askFriend, "return": d.giveBack, "vote-out": d.proposeVote, "seat": d.seek,
	} {
		t.Slash("game "+path, named(h))
	}
	for action, h := range map[customid.Action]route.GameHandler{
		customid.Return: d.giveBack, customid.Quit: d.quit, customid.Seek: d.seek, customid.Stand: d.accept, customid.Refuse: d.decline,
		customid.Oust: d.agreeToVote, customid.Board: d.askToTake, customid.Take: d.take,
	} {
		t.Click(action, route.Pressed(h))
	}
}

// running changes the row of a running game once for a request.
func (d *Desk) running(ctx context.Context, r *route.Request, id match.GameID,
	change func(g *match.Game) ([]storage.Message, error),
) (match.Game, error) {
	return d.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		if err := isRunning(*g, r); err != nil {
			return nil, err
		}
		return change(g)
	})
}

// isRunning says why a game cannot be changed here: to strangers elsewhere it does not exist.
func isRunning(g match.Game, r *route.Request) error {
	switch {
	case !g.Concerns(r.User.ID) && !play.IsThere(g, r):
		return route.Fail("game-unknown")
	case g.State == match.Lobby:
		return route.Fail("not-started", "Game", string(g.ID))
	case g.State == match.Cancelled:
		return route.Fail("game-cancelled", "Game", string(g.ID))
	case g.State != match.Running:
		return route.Fail("game-finished", "Game", string(g.ID))
	}
	return nil
}

// handOver changes who plays a seat, and returns what is to be told of it.
func (d *Desk) handOver(ctx context.Context, now time.Time, g *match.Game, seat engine.Seat, why string, change func(*match.Game)) ([]storage.Message, error) {
	before := *g
	if err := d.Games.HandOver(ctx, g, seat, now, change); err != nil {
		return nil, err
	}
	return d.Teller.Handed(before, *g, seat, why), nil
}

// pressedSeat is the seat that a clicked button is about; a *route.Problem if the game has none of that number.
func pressedSeat(g match.Game, r *route.Request) (engine.Seat, error) {
	if n := int(r.Pressed.Seat); n >= 1 && n <= len(g.Seats) {
		return engine.Seat(n), nil
	}
	return engine.Public, route.Fail("unknown-button")
}

// eligible says why a user cannot play a seat, nil if they can. asks is the ID of who is told so; to the user it is said differently.
func (d *Desk) eligible(ctx context.Context, g match.Game, user discord.User, seat engine.Seat, asks match.UserID) error {
	if user.Bot {
		return route.Fail("no-bots")
	}
	tenures, err := d.Store.Tenures(ctx, g.ID)
	if err != nil {
		return fmt.Errorf("load the tenures of game %s: %w", g.ID, err)
	}
	why := g.MayPlay(tenures, user.ID, seat)
	switch {
	case why == match.HasSeat && user.ID == asks:
		return route.Fail("has-seat-you")
	case why == match.KnowsSecret && user.ID == asks:
		return route.Fail("knows-secret-you")
	case why == match.HasSeat:
		return route.Fail("has-seat", "Player", discord.MentionUsers([]match.UserID{user.ID}))
	case why == match.KnowsSecret:
		return route.Fail("knows-secret", "Player", discord.MentionUsers([]match.UserID{user.ID}))
	}
	return nil
}

// greet answers somebody who has just taken a seat over, and tries out whether direct messages reach them.
func (d *Desk) greet(r *route.Request, id match.GameID, said string) route.Reply {
	return route.Reply{Ephemeral: true, Later: func(ctx context.Context) (discord.Message, error) {
		g, err := d.Store.Game(ctx, id)
		if err != nil {
			return discord.Message{}, fmt.Errorf("load game %s: %w", id, err)
		}
		args := []any{"Game", string(g.ID), "Title", d.Atlas.NameOf(ctx, r.Texts, g), "Mark", speech.Mark(r.Texts, string(g.ID), g.Sign)}
		hello := r.Texts.Say("direct.hello", args...)
		if s, ok := g.StandsInFor(r.User.ID); ok {
			who := strings.Join(discord.PlainAll(match.Names([]match.Seat{s})), "")
			hello = r.Texts.Say("direct.hello-stand-in", append(args, "Who", who)...)
		}
		_, err = d.People.Greet(ctx, r, discord.Message{Content: hello, Nonce: "hi" + r.ID})
		return discord.Message{Content: said}, err
	}}
}
