// Package storage says what Konduktor keeps: games as their records, users, and the outbox of messages to be sent.
// sqlite implements it; storagetest holds the behaviour that every store must show.
package storage

import (
	"context"
	"errors"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

var (
	// ErrNotFound says that there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrStale says that the game has changed since it was read: it is in another position, or its row has another revision.
	ErrStale = errors.New("the game has moved on")
	// ErrRepeated says that this interaction has been carried out before; Answer returns what it was answered.
	ErrRepeated = errors.New("interaction already carried out")
	// ErrExists says that there is already a game with this id, or that a message with this nonce is waiting.
	ErrExists = errors.New("exists already")
	// ErrFull says that the disk is full. Nothing was written; the same call can succeed once there is room again.
	ErrFull = errors.New("no room left to write")
	// ErrDamaged says that the stored data are not what was written. They are not used: restore a backup.
	ErrDamaged = errors.New("stored data are damaged")
)

// Cause is the interaction that causes a change. A Cause without Interaction (the bot's own doing) is never a
// repetition. Its time is that of the change: the move's At, the game's Updated, or the plan's Made.
type Origin struct {
	Interaction string // its id
	Answer      string // the answer to give to a repetition, in a form for the bot to read
}

// Kind says what a message is about; package tell has the kinds.
type Kind string

// Message describes a message to be sent. Its text is built from a View when it is sent. A message whose Due lies in the
// future holds up its whole lane: a message that need not wait for it belongs in another lane.
type Message struct {
	ID       int64  // set by the store, ascending
	Lane     string // messages of one lane are sent one after the other, in the order written
	Kind     Kind
	Game     match.GameID
	Ply      engine.Ply // with Head: the position to be shown
	Head     match.Link
	Seat     engine.Seat
	User     match.UserID // receiver of a DM
	Body     string       // further details, for the bot to read; never a secret
	Nonce    string       // makes a retry harmless (design D8); unique among the messages that wait, unless it is ""
	Due      time.Time
	Attempts int // failed ones
}

// HeldFor is how long a message stays Held after the end of its game.
const HeldFor = 7 * 24 * time.Hour

// Held is the Due of a message that waits for something other than a time: Release makes it due.
var Held = time.Date(2500, 1, 1, 0, 0, 0, 0, time.UTC)

// Dropped is a message that was not sent, and the reason.
type Dropped struct {
	Message
	Why string
}

// Post is a message that was sent and may have to be found again. Channel and Message identify it.
type Post struct {
	Game    match.GameID
	Kind    Kind
	Seat    engine.Seat // of a DM, or whom it is about
	Ply     engine.Ply  // with Head: the position that it shows
	Head    match.Link
	About   string // what else its kind has to know, such as the users whom it called
	Channel match.ChannelID
	Message match.MessageID
}

// User holds what is known about a Discord user.
type User struct {
	ID     match.UserID
	Name   string
	Locale string          // "en", "pl"; "" not yet known
	DM     match.ChannelID // id of the DM channel, "" not opened
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

// Store keeps everything. All methods are safe for concurrent use by several goroutines and processes. A method that
// returns an error has changed nothing; a change that was made without an error survives a crash and a power cut.
//
// Each method may also return ErrFull (those that write), ErrDamaged, the context's error, or an error of the store's
// own. No error holds a seed.
type Store interface {
	// Create adds a game without moves, with the revision that it brings, and its messages, in one transaction. ErrExists
	// if there is a game of this id; ErrRepeated if the interaction has been carried out before. The game's Map, where it
	// has one, must have been saved.
	Create(ctx context.Context, g match.Game, why Origin, out []Message) error
	// Update replaces the row of a game whose revision is g.Rev, raises the revision, and adds messages, in one
	// transaction. ErrStale if the row has another revision; ErrRepeated; ErrNotFound. It takes no moves away and adds
	// none. Once there are moves, what they rest on stays as well: Title, Version, Options, Map, Seed and the number of
	// Seats. Create and Update set the Head of a game without moves, whatever they are given.
	Update(ctx context.Context, g match.Game, why Origin, out []Message) error
	// Append adds a move and those of p.Then, updates the game's row and adds messages in one transaction (design, step 4). ErrRepeated if the
	// interaction has been carried out before; else ErrStale if the game is not running, its next ply is not m.Ply or its
	// head is not m.After, or if p was made from another revision; ErrNotFound; ErrExists if a message with the nonce of one
	// of these waits. All seats get the Clocks of p; without any, and if the game is over, theirs are zero.
	Append(ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why Origin, out []Message) error
	// TakeBack takes the moves from r.To on out of a running game, keeps them as Undone, raises the game's Branch, ends what is
	// Undoing, and adds messages, in one transaction. The head is again what it was at that ply. ErrRepeated; else ErrStale if
	// the game is not running, its head is not r.From or its revision not p.Rev; ErrNotFound; ErrExists as for Append. p says who
	// is to move then; a game that goes back is running, and no tenure begins with that.
	TakeBack(ctx context.Context, id match.GameID, r match.Rollback, p match.RowUpdate, why Origin, out []Message) error
	// Undone returns the moves of a game that were taken back, by Branch and Ply. ErrNotFound if there is no such game;
	// ErrDamaged if a move is not the one that was made.
	Undone(ctx context.Context, id match.GameID) ([]match.Undone, error)
	// Answer returns what an interaction was answered when it was carried out, ErrNotFound if it was not.
	Answer(ctx context.Context, interaction string) (string, error)
	// Forget removes answers to interactions carried out before a time: Discord repeats none after 15 minutes. It also removes
	// messages that are Held, of games that ended HeldFor before that time.
	Forget(ctx context.Context, before time.Time) error

	// Game returns a game's row, ErrNotFound if there is none.
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	// Moves returns the first n moves of a game, all if n is negative or there are fewer. ErrNotFound if there is no such
	// game; ErrDamaged, naming game and ply, if a move is not the one that was appended.
	Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error)
	// Tenures returns who has played the seats of a game, in the order in which that began. A tenure ends when the next one
	// of its seat begins.
	Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error)
	// GamesOf returns the games in which a user plays or has a seat, or which they host, in one of the states (in any, if none
	// is named), last changed first.
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	// GamesNaming returns the games whose row or tenures name a user in any way, whatever their state, oldest first.
	GamesNaming(ctx context.Context, user match.UserID) ([]match.Game, error)
	// GamesAt returns the games whose table (or, in the lobby, whose lobby) is in a channel or thread, oldest first. None
	// are at "".
	GamesAt(ctx context.Context, channel match.ChannelID) ([]match.Game, error)
	// OpenGamesOn returns the lobbies and running games of a server, oldest first. None are on "".
	OpenGamesOn(ctx context.Context, server match.ServerID) ([]match.Game, error)
	// OpenGamesUnder returns the lobbies and running games of a channel and its threads, oldest first. None are under "".
	OpenGamesUnder(ctx context.Context, channel match.ChannelID) ([]match.Game, error)
	// GamesIn returns all games in one of the states (in any, if none is named), oldest first.
	GamesIn(ctx context.Context, states ...match.State) ([]match.Game, error)

	// Overdue returns up to n deadlines of running games that have passed at a time, the longest passed first.
	Overdue(ctx context.Context, now time.Time, n int) ([]match.Deadline, error)
	// NextDeadline returns when the next deadline of a running game passes, ErrNotFound if there is none.
	NextDeadline(ctx context.Context) (time.Time, error)
	// PutOff replaces a deadline by a later one, or removes it if due is zero, and raises the revision of the game's row.
	// ErrStale if the seat no longer has this deadline.
	PutOff(ctx context.Context, d match.Deadline, due time.Time) error

	// Plan returns the plan of a seat, ErrNotFound if there is none.
	Plan(ctx context.Context, id match.GameID, seat engine.Seat) (match.Plan, error)
	// SavePlan adds or replaces the plan of a seat, if its revision is still p.Rev and the game is running and has come to the
	// position that head names; else ErrStale. It raises the revision. ErrRepeated if why has caused a change before; its
	// time is p.Made.
	SavePlan(ctx context.Context, p match.Plan, head match.Link, why Origin) error
	// EndPlan removes a plan and adds messages, in one transaction. ErrStale if there is no plan of the revision p.Rev; ErrExists.
	EndPlan(ctx context.Context, p match.Plan, out []Message) error
	// ReadyPlans returns up to n plans that need to be looked at, those first whose game was changed first: its user can move or
	// has moved since, it has begun, somebody else sits there, moves were taken back, or the game is not running.
	ReadyPlans(ctx context.Context, n int) ([]match.Plan, error)

	// Due returns up to n messages that are to be sent by now, the longest due first: of each lane only the first unsent one.
	// A message is due until Sent or Drop, so two callers can get the same one: its nonce keeps them from sending it twice.
	Due(ctx context.Context, now time.Time, n int) ([]Message, error)
	// NextDue returns when the next message is due, ErrNotFound if none waits.
	NextDue(ctx context.Context) (time.Time, error)
	// Sent takes a message out of the outbox and remembers the posts that came of it, in one transaction. A post that is
	// remembered already is replaced. It is no error if the message was taken out before.
	Sent(ctx context.Context, id int64, posts []Post) error
	// Retry postpones a message, and so its lane, after a failed attempt. ErrNotFound if it is no longer waiting.
	Retry(ctx context.Context, id int64, due time.Time, why string) error
	// Delay postpones a message like Retry, but counts no failed attempt: the fault was Discord's.
	Delay(ctx context.Context, id int64, due time.Time, why string) error
	// Release makes the messages of a lane due that are Held, and has the caller's process send all that wait in it, where several
	// divide the work. It is no error if there are none.
	Release(ctx context.Context, lane string, now time.Time) error
	// Drop takes a message out of the outbox unsent and keeps the reason. ErrNotFound if it is no longer waiting.
	Drop(ctx context.Context, id int64, why string) error
	// Dropped returns up to n of the messages dropped last, the last first. A store keeps only some hundreds.
	Dropped(ctx context.Context, n int) ([]Dropped, error)
	// Enqueue adds messages without another change, all or none. ErrExists if one with such a nonce is waiting.
	Enqueue(ctx context.Context, out []Message) error

	// Posts returns a game's remembered posts of a kind, oldest first.
	Posts(ctx context.Context, id match.GameID, kind Kind) ([]Post, error)
	// SavePost remembers a post, or replaces what is known of it.
	SavePost(ctx context.Context, p Post) error
	// Unpost forgets the post with p's Channel and Message; it is no error if there is none.
	Unpost(ctx context.Context, p Post) error
	// Repost replaces what is known of a post, was, by is, which names the same message of the same game. If is is nil, it forgets the
	// post. ErrStale if by now something else is known of it, or nothing.
	Repost(ctx context.Context, was Post, is *Post) error

	// User returns what is known of a user, ErrNotFound if nothing.
	User(ctx context.Context, id match.UserID) (User, error)
	// SaveUser adds or replaces a user.
	SaveUser(ctx context.Context, u User) error

	// Erase forgets a user: what is known of them and what they have set, plans, messages for them and where those stand, and their
	// ID and name in all games, where their seats get that name instead. ErrStale, and nothing is changed, while they have a seat
	// in a game that is open, or host a lobby. Moves stay, and so does what rests on them. A game that is damaged keeps its row as it is,
	// which is logged: it is shown to nobody, and must not keep a user from being forgotten.
	Erase(ctx context.Context, user match.UserID, name string) error

	// Habits returns what a user has set, the zero value with the user's ID if nothing.
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	// SaveHabits replaces what a user has set, if its revision is still h.Rev, and raises the revision; else ErrStale.
	SaveHabits(ctx context.Context, h match.Habits) error
	// Digests returns up to n users whose daily digest is due at a time, the longest due first.
	Digests(ctx context.Context, now time.Time, n int) ([]match.UserID, error)

	// SaveMap keeps the text of a user's own map for good, so that its games outlast its file, and returns the name by which
	// Map finds it: its SHA-256 in hex. Saving a text again changes nothing.
	SaveMap(ctx context.Context, text []byte) (string, error)
	// Map returns the text of a map by its SHA-256, ErrNotFound if it was never saved, ErrDamaged if it is not what was
	// saved.
	Map(ctx context.Context, sum string) ([]byte, error)

	// Setting returns a value of the bot's own, ErrNotFound if it was never set.
	Setting(ctx context.Context, key string) (string, error)
	// SetSetting sets it.
	SetSetting(ctx context.Context, key, value string) error
	// SwapSetting sets it if it is still before, "" also standing for a value that was never set; else ErrStale.
	SwapSetting(ctx context.Context, key, before, value string) error

	// Census counts what the store holds.
	Census(ctx context.Context) (Census, error)
	// Check says whether the store can be read and written, for readiness and doctor. It writes, but at most once in some
	// seconds; in between it repeats its last result.
	Check(ctx context.Context) error
	// Close releases the store.
	Close() error
}
