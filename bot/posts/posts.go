// Package posts keeps what stands on Discord equal to what the store holds. A post is a message
// that follows the table: a panel, a lobby, a vote, the buttons under the newest message of a
// table. What it shows is a function of the game's row, its moves and the position since which it
// stands (kinds.go); nothing remembers what a message still has. Run compares and edits, and can be
// repeated at any time, by any process: the next run finds nothing to do.
package posts

import (
	"context"
	"log/slog"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what this room needs of the store.
type Store interface {
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	OpenGamesOn(ctx context.Context, server match.ServerID) ([]match.Game, error)
	ForRatings() storage.Results
	storage.SettingReader
	NextDue(ctx context.Context) (time.Time, error)
	Enqueue(ctx context.Context, out []storage.Message) error
	Plan(ctx context.Context, id match.GameID, seat engine.Seat) (match.Plan, error)
	storage.Posts
}

// Options are what Posts needs. All fields must be set.
type Options struct {
	Store     Store
	API       *discord.Courier
	Catalog   *locale.Catalog
	Plain     *locale.Catalog // the same without signs: by it fingerprints are taken
	Atlas     *message.Atlas
	Games     *play.Service
	People    *people.People
	Panels    *message.Panels
	Pictures  *message.Pictures
	Answers   *route.Answers
	Seasons   Seasons
	Now       func() time.Time
	Forums    *hall.Forums
	After     func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it
	Log       *slog.Logger
	Wake      func() // there may be something to send
	EmojiLost func() // Discord has refused an emoji
}

// Seasons say what the posts of seasons and evenings show; over: and will from now on.
type Seasons interface {
	Shown(ctx context.Context, in func(language string) *locale.Texts, subject string,
	) (m discord.Message, over bool, err error)
}

// Posts brings posts up to date. Its methods can be called from any goroutine.
type Posts struct {
	Options
	// running has the runs of a game in this process follow one another: two would edit the same
	// post. For other processes see scene.settle.
	running *route.Turns
}

// New returns posts that do nothing until they are asked to.
func New(o Options) *Posts { return &Posts{o, route.NewTurns()} }

// WithoutSigns returns the same posts in texts without signs.
func (p *Posts) WithoutSigns() *Posts {
	plain := *p
	plain.Catalog = p.Plain
	return &plain
}
