// Package lobby opens, fills, starts, cancels and repeats games, and gives a game whose table is gone a new one: all that
// changes a game's row other than a move.
package lobby

import (
	"context"
	"io"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what this room needs of the store.
type Store interface {
	Create(ctx context.Context, g match.Game, why storage.Origin, out []storage.Message) error
	Answer(ctx context.Context, interaction string) (string, error)
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	OpenGamesOn(ctx context.Context, server match.ServerID) ([]match.Game, error)
	OpenGamesUnder(ctx context.Context, channel match.ChannelID) ([]match.Game, error)
	SavePost(ctx context.Context, p storage.Post) error
}

// Policy is what the people who manage a server have decided about games there.
type Policy interface {
	// MayOpen refuses a request to open a game in a channel of a server (*route.Problem).
	MayOpen(ctx context.Context, r *route.Request, guild match.ServerID, channel match.ChannelID) error
	// Language returns the language of a server's tables, "" if nothing is decided.
	Language(ctx context.Context, guild match.ServerID) (string, error)
}

// Messages makes messages for the outbox.
type Messages interface {
	ToPlayer(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message
	AboutRow(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message
	Retitle(g match.Game) storage.Message
	ToOne(g match.Game, kind storage.Kind, seat engine.Seat, body string) storage.Message
	ToEverybody(g match.Game, kind storage.Kind) []storage.Message
	// Unseat makes the message that tells a user who has no seat in a lobby any more.
	Unseat(g match.Game, user match.UserID) storage.Message
	// Knock makes the message that tells a host who asks to be let in.
	Knock(g match.Game, guest match.UserID) storage.Message
	// Seated makes the message that tells a guest who was let in.
	Seated(g match.Game, user match.UserID) storage.Message
	// Invitation makes the message that calls somebody who was invited later than the others.
	Invitation(g match.Game, user match.UserID) storage.Message
	// Stands reports whether the table of a game can be written to; with the same nonce it is written to once.
	Stands(ctx context.Context, g match.Game, nonce string) bool
}

// Options are what a lobby needs. All fields must be set.
type Options struct {
	Store    Store
	Atlas    *atlas.Atlas
	Games    *play.Games
	People   *people.People
	Teller   Messages
	Policy   Policy
	Rand     io.Reader     // of seeds and game IDs
	Language func() string // of tables, where the server's own is none of ours
	Wake     func()        // there may be something to send
	// Leave answers the wish to leave a running game.
	Leave func(r *route.Request, g match.Game) (route.Reply, error)
}

// Lobby changes games' rows. Its methods can be called from any goroutine.
type Lobby struct{ Options }

// New returns a lobby.
func New(o Options) *Lobby { return &Lobby{o} }

// Register adds the routes of this room. named makes a handler that finds the game which a command is about.
func (l *Lobby) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	t.Slash("game new", l.newGame)
	t.Complete("game new", l.complete)
	for path, h := range map[string]route.GameHandler{
		"join": l.join, "leave": l.leave, "start": l.start, "cancel": l.cancel, "move-here": l.moveHere,
		"rename": l.rename, "invite": l.invite,
	} {
		t.Slash("game "+path, named(h))
	}
	for action, h := range map[customid.Action]route.GameHandler{
		customid.Join: l.join, customid.Leave: l.leave, customid.Start: l.start, customid.Cancel: l.cancel,
		customid.Partner: l.sitWith, customid.Pair: l.agreeToPair, customid.Apart: l.declineToPair, customid.Mix: l.mixTeams, customid.Stop: l.agreeToStop, customid.Rematch: l.rematch, customid.Stay: l.stay,
		customid.Decline: l.decline, customid.Admit: l.admit, customid.Solo: l.solo, customid.Computer: l.computers,
	} {
		t.Click(action, route.Pressed(h))
	}
}

// complete suggests the operator's maps, and the variants of the title that was chosen.
func (l *Lobby) complete(_ context.Context, r *route.Request) (route.Reply, error) {
	if r.Focused().Name == "variant" {
		return route.Reply{Choices: l.Atlas.SuggestVariants(r.Texts, r.Option("title"), r.Focused().Value)}, nil
	}
	return route.Reply{Choices: l.Atlas.Suggest(r.Texts, r.Option("title"), r.Focused().Value)}, nil
}
