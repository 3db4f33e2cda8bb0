// Package storage says what Konduktor keeps: games as their records, users, and the outbox of messages to be sent.
// sqlite implements it; storagetest holds the behaviour that every store must show.
package storage

import (
	"context"
	"errors"
	"time"

	"github.com/konduktor-bot/konduktor/engine"
)

var (
	// ErrNotFound says that there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrStale says that the game has moved on since it was read: another move has this ply, or the row another revision.
	ErrStale = errors.New("the game has moved on")
	// ErrRepeated says that this interaction has been carried out before; Answer tells what it was answered.
	ErrRepeated = errors.New("interaction already carried out")
)

// GameID names a game in commands, custom ids and messages: 4 to 12 letters and digits, lower case.
type GameID string

// State is where a game is in its life.
type State string

// The states. A game goes from Lobby to Running to Finished; a lobby or a running game can be Cancelled.
const (
	Lobby     State = "lobby"
	Running   State = "running"
	Finished  State = "finished"
	Cancelled State = "cancelled"
)

// Game is a game's row: all that its record needs but the moves, and where it is played.
type Game struct {
	ID      GameID
	Rev     int // revision of the row; every change raises it by one
	State   State
	Title   string
	Version int // of the title's rules, pinned at the start (docs/notation.md, tag Rules)
	Options map[string]string
	Seed    engine.Seed // secret until Finished; zero in the lobby
	Host    string      // user id of who opened the game
	Wanted  int         // number of seats asked for; 0: whoever has joined when it starts
	Seats   []Seat      // lobby: in the order of joining; later: in turn order
	Invited []string    // user ids
	Locale  string      // language of the table's public messages: "en", "pl"

	Guild   string     // "" for a game without a server
	Channel string     // where the lobby was opened
	Lobby   string     // id of the lobby's message; "" before it was posted
	Thread  string     // the table; "" before it was opened, or while the game is homeless
	Ply     engine.Ply // number of moves
	ToMove  []string   // user ids of who can move now
	Created time.Time
	Updated time.Time // of the last move or lobby change
}

// Seat is who sits where.
type Seat struct {
	User string // user id
	Name string // display name when they joined; hostile text
}

// Move is a move as it is kept: in notation.
type Move struct {
	Ply  engine.Ply // 0 for the first
	Seat engine.Seat
	Text string // notation without the seat: "draw 3"
	At   time.Time
}

// Progress is what a move changes in its game's row.
type Progress struct {
	State  State
	ToMove []string
}

// Cause is the interaction that brings a change about. The zero Cause (the bot's own doing) is never a repetition.
type Cause struct {
	Interaction string // its id
	Answer      string // what a repetition is to be answered with, for the bot to read
}

// Message is something that is to be said, described, not rendered: it is built from a View when it is sent.
type Message struct {
	ID       int64  // set by the store, ascending
	Lane     string // messages of one lane are sent one after the other, in the order written
	Kind     string
	Game     GameID
	Ply      engine.Ply // the state to be shown
	Seat     engine.Seat
	User     string // receiver of a DM
	Body     string // further particulars, for the bot to read; never a secret
	Nonce    string // makes a retry harmless (design D8); unique
	Due      time.Time
	Attempts int
}

// Post is a message that was sent and may have to be found again.
type Post struct {
	Game    GameID
	Kind    string
	Seat    engine.Seat // of a DM
	Ply     engine.Ply
	Channel string
	Message string
}

// User is what is known of a Discord user.
type User struct {
	ID     string
	Name   string
	Locale string // "en", "pl"; "" not yet known
	DM     string // id of the DM channel, "" not opened
	DMs    DMState
}

// DMState says whether direct messages reach a user.
type DMState string

// The states.
const (
	DMUnknown DMState = ""
	DMOpen    DMState = "open"
	DMClosed  DMState = "closed"
)

// Store keeps everything. All methods are safe for concurrent use by several goroutines and processes.
type Store interface {
	// Create adds a game and its messages in one transaction.
	Create(ctx context.Context, g Game, why Cause, out []Message) error
	// Update replaces the row of a game whose revision is g.Rev, and adds messages, in one transaction. ErrStale if the
	// row has another revision. Ply and Seed of a game with moves cannot be changed so.
	Update(ctx context.Context, g Game, why Cause, out []Message) error
	// Append adds a move, updates the game's row and adds messages in one transaction (design, step 4). ErrStale if the
	// game's next ply is not m.Ply or it is not running; ErrRepeated if the interaction has been carried out before.
	Append(ctx context.Context, id GameID, m Move, p Progress, why Cause, out []Message) error
	// Answer returns what an interaction was answered when it was carried out, ErrNotFound if it was not.
	Answer(ctx context.Context, interaction string) (string, error)
	// Forget removes answers to interactions carried out before a time: Discord repeats none after 15 minutes.
	Forget(ctx context.Context, before time.Time) error

	// Game returns a game's row.
	Game(ctx context.Context, id GameID) (Game, error)
	// Moves returns the first n moves of a game, all if n is negative.
	Moves(ctx context.Context, id GameID, n int) ([]Move, error)
	// GamesOf returns the games in which a user sits or which they host, in any of the states, last changed first.
	GamesOf(ctx context.Context, user string, states ...State) ([]Game, error)
	// GamesAt returns the games whose table (or, in the lobby, whose lobby) is in a channel or thread.
	GamesAt(ctx context.Context, channel string) ([]Game, error)
	// GamesIn returns all games in the states, oldest first.
	GamesIn(ctx context.Context, states ...State) ([]Game, error)

	// Due returns up to n messages to be sent at a time: of each lane only the first that is unsent.
	Due(ctx context.Context, now time.Time, n int) ([]Message, error)
	// NextDue returns when the next message is due, ErrNotFound if none waits.
	NextDue(ctx context.Context) (time.Time, error)
	// Sent takes a message out of the outbox and remembers the posts that came of it, in one transaction.
	Sent(ctx context.Context, id int64, posts []Post) error
	// Retry puts a message off after a failed attempt.
	Retry(ctx context.Context, id int64, due time.Time, why string) error
	// Drop takes a message out of the outbox unsent and keeps the reason.
	Drop(ctx context.Context, id int64, why string) error
	// Enqueue adds messages on their own.
	Enqueue(ctx context.Context, out []Message) error

	// Posts returns a game's remembered posts of a kind, oldest first.
	Posts(ctx context.Context, id GameID, kind string) ([]Post, error)
	// Unpost forgets a post.
	Unpost(ctx context.Context, p Post) error

	// User returns what is known of a user, ErrNotFound if nothing.
	User(ctx context.Context, id string) (User, error)
	// SaveUser adds or replaces a user.
	SaveUser(ctx context.Context, u User) error

	// Setting returns a value of the bot's own, ErrNotFound if it was never set.
	Setting(ctx context.Context, key string) (string, error)
	// SetSetting sets it.
	SetSetting(ctx context.Context, key, value string) error

	// Check says whether the store can be read and written, for readiness and doctor.
	Check(ctx context.Context) error
	// Close releases the store.
	Close() error
}
