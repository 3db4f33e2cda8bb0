// Package storage says what Konduktor keeps: games as their records, users, and the outbox.
// Packages sqlite and postgres implement Store; this package's tests say what every store must do.
package storage

import (
	"context"
	"errors"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Store keeps everything. All methods are safe for concurrent use by several goroutines and
// processes. A method that returns an error has changed nothing; a change that was made without an
// error survives a crash and a power cut.
//
// Each method may also return ErrFull (those that write), ErrDamaged, the context's error, or an
// error of the store's own. An error says what the store was doing, so callers return it as it is.
// No error contains a seed.
type Store interface {
	Changes
	Games
	Deadlines
	Plans
	Outbox
	Posts
	Users
	Maps
	Settings

	// The parts that single rooms need have interfaces of their own.

	ForDailies() Dailies
	ForRatings() Results
	ForBoxes() Attestations

	// Census counts what the store holds.
	Census(ctx context.Context) (Census, error)
	// Check reports whether the store can be read and written, for readiness and doctor. It writes
	// at most once in some seconds; in between it repeats its last result.
	Check(ctx context.Context) error
	// Close releases the store.
	Close() error
}

// Watcher is a store shared by several processes, which hear of each other's changes.
type Watcher interface {
	// Watch calls wake, until ctx ends, whenever another process may have left messages, deadlines or
	// plans to handle.
	Watch(ctx context.Context, wake func())
}

var (
	// ErrNotFound says that there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrStale says that the game has changed since it was read: it is in another position, or its
	// row has another revision.
	ErrStale = match.ErrStale
	// ErrRepeated says that this interaction was carried out before; Answer returns its answer.
	ErrRepeated = errors.New("interaction already carried out")
	// ErrExists says that there is a game with this ID, or a waiting message with this nonce.
	ErrExists = errors.New("exists already")
	// ErrFull says that the disk is full. Nothing was written; the same call can succeed later.
	ErrFull = errors.New("no room left to write")
	// ErrAway says that the database cannot be reached just now. The same call can succeed later.
	ErrAway = errors.New("the database is away")
	// ErrDamaged says that the stored data are not what was written. They are not used: restore a
	// backup.
	ErrDamaged = errors.New("stored data are damaged")
)

// Changes change games, each in one transaction with the messages that follow.
type Changes interface {
	// Create adds a game without moves, with the revision that it brings. ErrExists if there is a
	// game of this ID; ErrRepeated. The game's Map, if any, must have been saved.
	Create(ctx context.Context, g match.Game, why Origin, out []Message) error
	// Update replaces the row of a game whose revision is g.Rev and raises the revision. ErrStale if
	// the row has another one; ErrRepeated; ErrNotFound. It neither adds nor removes moves. Once there
	// are moves, everything they depend on stays: Title, Version, Options, Map, Seed and the number of
	// Seats. Create and Update compute the Head of a game without moves themselves.
	Update(ctx context.Context, g match.Game, why Origin, out []Message) error
	// Append adds a move and those of p.Then, and updates the game's row (design, step 4).
	// ErrRepeated; else ErrStale if the game is not running, its next ply is not m.Ply, its head is
	// not m.After, or p was made from another revision; ErrNotFound; ErrExists if a message with one
	// of the nonces waits. The seats get the Clocks of p; without any, and after the last move, theirs
	// are zero.
	Append(
		ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why Origin, out []Message,
	) error
	// TakeBack takes the moves from r.To on out of a running game, keeps them as Undone, raises the
	// game's Branch and ends its Undoing. The head is again what it was at that ply. ErrRepeated; else
	// ErrStale if the game is not running, its head is not r.From or its revision not p.Rev;
	// ErrNotFound; ErrExists as for Append. p says who can move then; the game stays running, and p
	// begins no tenure.
	TakeBack(
		ctx context.Context, id match.GameID, r match.Rollback, p match.RowUpdate, why Origin,
		out []Message,
	) error
	// Answer returns the answer to an interaction that was carried out, else ErrNotFound.
	Answer(ctx context.Context, interaction string) (string, error)
	// Unanswered returns the last interaction since a time that was Typed so and has not been
	// Answered, else ErrNotFound.
	Unanswered(ctx context.Context, typed string, since time.Time) (interaction string, err error)
	// Answered notes that the answer to a command that was typed until a moment has arrived. The
	// same one, typed later, has still to be answered.
	Answered(ctx context.Context, typed string, until time.Time) error
	// Forget removes answers to interactions carried out before a time (Discord repeats none after 15
	// minutes), and messages that are Held for games that ended HeldFor before that time.
	Forget(ctx context.Context, before time.Time) error
	// Purge removes up to n games that have ended and not changed since a time, with everything that
	// belongs to them, and returns how many: of one server, or of all if server is "".
	Purge(ctx context.Context, before time.Time, server match.ServerID, n int) (int, error)
}

// Origin is the interaction that causes a change; ErrRepeated if it has caused one before. Without
// Interaction, for the bot's own doing, nothing is a repetition. Its time is that of the change:
// the move's At, the game's Updated, or the plan's Made.
type Origin struct {
	Interaction string // its ID
	Answer      string // the answer to give to a repetition, for the bot to read
	Typed       string // names the command as it was typed, see Changes.Unanswered; "": a click
}

// Games finds games and what belongs to them.
type Games interface {
	// Game returns a game's row, ErrNotFound if there is none.
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	// Moves returns the first n moves of a game, all if n is negative or there are fewer. ErrNotFound
	// if there is no such game; ErrDamaged, naming game and ply, if a move was changed.
	Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error)
	// Undone returns the moves of a game that were taken back, by Branch and Ply. ErrNotFound if
	// there is no such game; ErrDamaged if a move was changed.
	Undone(ctx context.Context, id match.GameID) ([]match.Undone, error)
	// Tenures returns who has played the seats of a game, in the order in which that began. A tenure
	// ends when the next one of its seat begins.
	Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error)
	// GamesOf returns the games in which a user plays or has a seat, or which they host, in one of
	// the states (any, if none is named), last changed first.
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	// GamesAwaiting returns the running games in which a user is to move, last changed first.
	GamesAwaiting(ctx context.Context, user match.UserID) ([]match.Game, error)
	// GamesNaming returns all games whose row or tenures name a user anywhere, oldest first.
	GamesNaming(ctx context.Context, user match.UserID) ([]match.Game, error)
	// GamesAt returns the games whose table (or lobby, before the start) is in a channel or thread,
	// oldest first; none for "".
	GamesAt(ctx context.Context, channel match.ChannelID) ([]match.Game, error)
	// OpenGamesOn returns the lobbies and running games of a server, oldest first; none for "".
	OpenGamesOn(ctx context.Context, server match.ServerID) ([]match.Game, error)
	// OpenGamesUnder returns the lobbies and running games of a channel and its threads, oldest
	// first; none for "".
	OpenGamesUnder(ctx context.Context, channel match.ChannelID) ([]match.Game, error)
	// GamesIn returns all games in one of the states (any, if none is named), oldest first.
	GamesIn(ctx context.Context, states ...match.State) ([]match.Game, error)
}

// Deadlines are the Due times of the clocks of running games.
type Deadlines interface {
	// Overdue returns up to n deadlines that have passed at a time, the earliest first.
	Overdue(ctx context.Context, now time.Time, n int) ([]match.Deadline, error)
	// NextDeadline returns when the next deadline passes, ErrNotFound if there is none.
	NextDeadline(ctx context.Context) (time.Time, error)
	// PutOff replaces a deadline by a later one, or removes it if due is zero, and raises the revision
	// of the game's row. ErrStale if the seat no longer has this deadline.
	PutOff(ctx context.Context, d match.Deadline, due time.Time) error
}

// Plans are the plans of seats for their next turns, at most one a seat.
type Plans interface {
	// Plan returns the plan of a seat, ErrNotFound if there is none.
	Plan(ctx context.Context, id match.GameID, seat engine.Seat) (match.Plan, error)
	// SavePlan adds or replaces the plan of a seat and raises its revision. ErrStale if that is not
	// p.Rev, the game is not running, or its position is not the one that head names; ErrRepeated.
	SavePlan(ctx context.Context, p match.Plan, head match.Link, why Origin) error
	// EndPlan removes a plan and adds messages as Enqueue does, in one transaction. ErrStale if there
	// is no plan of the revision p.Rev.
	EndPlan(ctx context.Context, p match.Plan, out []Message) error
	// ReadyPlans returns up to n plans that need attention, those of the games changed first first:
	// their user can move or has moved since, they have begun, somebody else plays the seat, the game
	// is not running, or the branch has changed though no move was taken back.
	ReadyPlans(ctx context.Context, n int) ([]match.Plan, error)
}

// Dailies are tries at the deal of a day. Create begins one with a game that has a Daily, and
// returns ErrExists if its host has had theirs.
type Dailies interface {
	// Try returns a user's try at a day's deal, ErrNotFound if there is none.
	Try(ctx context.Context, day match.Day, user match.UserID) (Try, error)
	// EndTry notes what the game of a try has brought its player. It is no error if that was noted
	// before, or the game is no try.
	EndTry(ctx context.Context, game match.GameID, points int) error
	// Place compares the result of a finished try with all those of its day against the same version
	// of the computers.
	Place(ctx context.Context, try Try) (match.Place, error)
	// Tries returns up to n tries that a user has finished, the last day first.
	Tries(ctx context.Context, user match.UserID, n int) ([]Try, error)
	// ShowDaily puts a user on the table of a server, or takes them off; off all tables if server
	// is "".
	ShowDaily(ctx context.Context, server match.ServerID, user match.UserID, on bool) error
	// DailyServers returns the servers on whose tables a user is.
	DailyServers(ctx context.Context, user match.UserID) ([]match.ServerID, error)
	// DailyResults returns the results from one day to another of those who are on the table of a
	// server, by day, the best first.
	DailyResults(ctx context.Context, server match.ServerID, from, to match.Day,
	) ([]match.DailyResult, error)
}

// Try is the one try that a user has at a day's deal.
type Try struct {
	Day    match.Day
	User   match.UserID
	Game   match.GameID
	Ended  bool
	Points int // once it has Ended
	// Computers is the version of the computers that it is played against.
	Computers int
}

// Results are how finished games ended for those who played in them, and the ratings that follow.
type Results interface {
	// EndGame keeps the results of a game. Nothing changes if there are some: an event can be heard
	// twice. Those of an owner who was forgotten meanwhile are those of an unknown person.
	EndGame(ctx context.Context, game match.GameID, results []match.Result) error
	// JudgeGame notes what a review of a game says, by seat. It is no error if there are no results.
	JudgeGame(ctx context.Context, game match.GameID, judged []match.Judged) error
	// UnrateGame notes which seats of a game are out of the ratings; all others no longer are. It is
	// no error if there are no results.
	UnrateGame(ctx context.Context, game match.GameID, seats []engine.Seat) error
	// Results returns the results of games, by end, game and seat.
	Results(ctx context.Context, games ...match.GameID) ([]match.Result, error)
	// ResultsOn returns those of a server's games that ended from a moment on, before another.
	ResultsOn(ctx context.Context, server match.ServerID, from, until time.Time,
	) ([]match.Result, error)
	// ResultsOf returns those of a user, as a stand-in too, in games that ended from a moment on.
	ResultsOf(ctx context.Context, user match.UserID, from time.Time) ([]match.Result, error)
	// Finished returns up to n finished games without the first skip, the one that ended last first.
	Finished(ctx context.Context, of Finished, skip, n int) ([]match.GameID, error)
	// Lasted returns how long the last games of a title, at a pace, with a number of people took that
	// had finished by a moment: from the first move to the last, at most fifty.
	Lasted(ctx context.Context, title, pace string, people int, by time.Time,
	) ([]time.Duration, error)
	// Leagues returns the servers that have results or ratings.
	Leagues(ctx context.Context) ([]match.ServerID, error)
	// Ratings returns the ratings on a server in a title ("": in all), by user.
	Ratings(ctx context.Context, server match.ServerID, title string) ([]Rating, error)
	// RatingsOf returns the ratings of a user.
	RatingsOf(ctx context.Context, user match.UserID) ([]Rating, error)
	// SaveRatings replaces all ratings on a server. Name and TakesPart are not saved.
	SaveRatings(ctx context.Context, server match.ServerID, ratings []Rating) error
}

// Finished says which finished games are meant: those of a user, with another one, on a server.
// User or Server must be set.
type Finished struct {
	User, With match.UserID   // "": anybody
	Server     match.ServerID // "": anywhere
}

// Rating is what a server's last fit knows of a person.
type Rating struct {
	Server    match.ServerID
	User      match.UserID
	Title     string    // "": in all
	Day       match.Day // at whose midnight the fit was made
	Name      string    // of the user
	TakesPart bool      // still
	Rated
}

// Rated are the numbers of a Rating.
type Rated struct {
	S     float64      `json:"s"`
	Error float64      `json:"error"`
	Games int          `json:"games"`
	Met   int          `json:"met,omitempty"` // people, as opponents
	Last  match.GameID `json:"last"`          // the last rated game
}

// Outbox holds the messages to be sent.
type Outbox interface {
	// Due returns up to n messages to be sent by now, the longest due first: of each lane only the
	// first unsent one. A message is due until Sent or Drop, so two callers can get the same one: its
	// nonce prevents sending it twice.
	Due(ctx context.Context, now time.Time, n int) ([]Message, error)
	// NextDue returns when the next message is due, ErrNotFound if none waits.
	NextDue(ctx context.Context) (time.Time, error)
	// Sent takes a message out of the outbox and saves the posts that came of it, in one transaction.
	// It is no error if the message was taken out before.
	Sent(ctx context.Context, id int64, posts []Post) error
	// Expand takes an event out of the outbox and puts the messages that follow from it in its place
	// as Enqueue does, in one transaction. It is no error if the event was taken out before.
	Expand(ctx context.Context, id int64, out []Message) error
	// Postpone puts a message, and so its lane, off. ErrNotFound if it is no longer waiting.
	Postpone(ctx context.Context, id int64, to Postponed) error
	// Suspect notes that whatever waits may have been sent by a process that has died since.
	Suspect(ctx context.Context) error
	// Release makes the Held messages of a lane due. Where processes divide the work, the caller's
	// sends everything that waits in the lane. It is no error if there are none.
	Release(ctx context.Context, lane string, now time.Time) error
	// Drop takes a message out of the outbox unsent and keeps the reason. ErrNotFound if it is no
	// longer waiting.
	Drop(ctx context.Context, id int64, why string) error
	// Dropped returns up to n of the messages dropped last, the last first. A store keeps only some
	// hundreds.
	Dropped(ctx context.Context, n int) ([]Dropped, error)
	// Waiting returns the first n messages in the outbox, oldest first, and claims none.
	Waiting(ctx context.Context, n int) ([]Message, error)
	// Enqueue adds messages without another change. One whose nonce waits already is left out.
	Enqueue(ctx context.Context, out []Message) error
}

// Kind says what a message is about; package notify has the kinds.
type Kind string

// Message describes a message to be sent. Its text is built from a View when it is sent. A message
// whose Due lies in the future holds up its whole lane: one that should not belongs in another
// lane.
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
	Nonce    string       // makes a retry harmless (design D8); unique among waiting messages, or ""
	Cause    string       // the interaction that it follows from, for the log; "": none
	Due      time.Time
	Attempts int    // failed ones
	Trouble  string // why the last attempt failed; set by the store
	// Doubt says that an earlier attempt may have brought it to Discord; set by the store.
	Doubt bool
}

// Postponed says until when a message is put off, and why.
type Postponed struct {
	Due    time.Time
	Why    string
	Failed bool // it counts as a failed attempt: the fault was not Discord's
	Doubt  bool // Discord may have taken the message all the same
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

// Posts are the messages that stand on Discord: package posts has their kinds.
type Posts interface {
	// Posts returns what stands about a game, and about its server (without a Game), oldest first.
	Posts(ctx context.Context, id match.GameID) ([]Post, error)
	// PostsOn returns what stands about a server and no single game, oldest first.
	PostsOn(ctx context.Context, server match.ServerID) ([]Post, error)
	// Posted returns the games and the servers that have posts, running games first.
	Posted(ctx context.Context) ([]match.GameID, []match.ServerID, error)
	// PostAt returns the post that a message is, whichever game it is about; ErrNotFound.
	PostAt(ctx context.Context, channel match.ChannelID, message match.MessageID) (Post, error)
	// SwapPost replaces the post was by is, which names the same message. Without was it adds a post,
	// without is it removes one. ErrStale if the stored post is not was, or there is one already.
	SwapPost(ctx context.Context, was, is *Post) error
}

// Post is a message that stands on Discord. Channel and Message identify it; a thread whose name is
// meant has no Message.
type Post struct {
	Game    match.GameID
	Server  match.ServerID // that it is about, without a Game
	Kind    Kind
	Seat    engine.Seat  // whose it is, or whom it is about; Public: the whole game
	User    match.UserID // its reader, in direct messages
	Ply     engine.Ply   // with Head: the position since which it stands
	Head    match.Link
	Subject string // which of several it is about: a user, the number of a wish, why a move was made
	Called  string // the users that it called, separated by spaces
	Channel match.ChannelID
	Message match.MessageID
	Shown   string // a fingerprint of what it shows; "": not known
	Rev     int    // the revision of the game that a new post shows; not stored
}

// Users are people on Discord and what they have set.
type Users interface {
	// User returns what is known of a user, ErrNotFound if nothing.
	User(ctx context.Context, id match.UserID) (User, error)
	// SaveUser adds or replaces a user.
	SaveUser(ctx context.Context, u User) error
	Habits
	// Digests returns up to n users whose daily digest is due at a time, the longest due first.
	Digests(ctx context.Context, now time.Time, n int) ([]match.UserID, error)
	// Erase forgets a user: what is known of them, their settings and plans, messages for them and
	// where those stand, and their ID and name in all games, where their seats get that name instead.
	// ErrStale while they have a seat in an open game, or host a lobby. Moves stay, and so does what
	// they depend on. A damaged game keeps its row, which is logged: it is shown to nobody and must
	// not keep a user from being forgotten.
	Erase(ctx context.Context, user match.UserID, name string) error
}

// User is what is known about a Discord user.
type User struct {
	ID     match.UserID
	Name   string
	Locale string          // "en", "pl"; "" not yet known
	DM     match.ChannelID // "" not opened
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

// Maps are the texts of users' own maps.
type Maps interface {
	// SaveMap keeps the text of a map for good, so that its games outlast its file, and returns its
	// SHA-256 in hex. Saving a text again changes nothing.
	SaveMap(ctx context.Context, text []byte) (string, error)
	// Map returns the text of a map by its SHA-256, ErrNotFound if it was never saved, ErrDamaged if
	// it was changed.
	Map(ctx context.Context, sum string) ([]byte, error)
}

// EmojiKey is the setting that holds the list of the bot's own emoji, as package discord writes it.
const EmojiKey = "emoji"

// SettingReader reads values of the bot's own.
type SettingReader interface {
	// Setting returns a value, ErrNotFound if it was never set.
	Setting(ctx context.Context, key string) (string, error)
}

// Settings are values of the bot's own.
type Settings interface {
	SettingReader
	// SwapSetting sets a value if it is still before; "" also stands for a value that was never set.
	// Else ErrStale. The messages are added with it, in one transaction; ErrExists if a message with
	// one of the nonces waits.
	SwapSetting(ctx context.Context, key, before, value string, out ...Message) error
}

// Census says how much a store holds.
type Census struct {
	Games   []Kept // by title, then by state; without zeros
	Waiting int    // messages in the outbox
}

// Kept is a number of games.
type Kept struct {
	Title string
	State match.State
	N     int
}
