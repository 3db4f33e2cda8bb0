package play

import (
	"context"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what this room needs of the store.
type Store interface {
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error)
	Append(ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why storage.Origin, out []storage.Message) error
	TakeBack(ctx context.Context, id match.GameID, r match.Rollback, p match.RowUpdate, why storage.Origin, out []storage.Message) error
	Undone(ctx context.Context, id match.GameID) ([]match.Undone, error)
	Update(ctx context.Context, g match.Game, why storage.Origin, out []storage.Message) error
	Answer(ctx context.Context, interaction string) (string, error)
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error)
}

// Editions finds the title of a game, on the map that it was opened on, and that map's text if it is the operator's.
type Editions interface {
	Edition(ctx context.Context, g match.Game) (engine.Title, error)
	Text(ctx context.Context, g match.Game) ([]byte, error)
}

// Options are what Games needs. All fields must be set.
type Options struct {
	Store    Store
	Editions Editions
	// Announce lists what is to be told of a move; it is committed together with the move.
	Announce func(Made, Occasion) []storage.Message
	// Retold lists what is to be told of moves that were taken back; it is committed together with that.
	Retold func(TakenBack, Occasion) []storage.Message
	// Amended is called when a game's row was changed other than by a move: there may be something to send.
	Amended  func()
	Cached   int           // games kept rebuilt in memory
	Patience time.Duration // until a seat that does not answer its tunnel withdraws, in a game without clocks
}

// Games are all games. Its methods can be called from any goroutine.
type Games struct {
	store     Store
	editions  Editions
	announce  func(Made, Occasion) []storage.Message
	retold    func(TakenBack, Occasion) []storage.Message
	amended   func()
	cache     *cache
	histories histories
	patience  time.Duration
}

// New returns the games of a store.
func New(o Options) *Games {
	return &Games{
		store: o.Store, editions: o.Editions, announce: o.Announce, retold: o.Retold, amended: o.Amended, patience: o.Patience,
		cache: newCache(o.Cached),
	}
}
