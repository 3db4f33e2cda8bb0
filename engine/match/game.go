package match

import (
	"fmt"
	"maps"
	"strconv"
	"time"

	"konduktor/engine"
)

// GameID names a game: 4 to 12 letters and digits, lower case.
type GameID string

// State is where a game is in its life.
type State string

// The states. A game goes from Lobby to Running to Finished; a lobby or a running game can be
// Cancelled.
const (
	Lobby     State = "lobby"
	Running   State = "running"
	Finished  State = "finished"
	Cancelled State = "cancelled"
)

// Game is a game's row: all of its record except the moves, and where it is played. Times are kept
// in UTC to the microsecond; an empty list or map comes back nil.
type Game struct {
	ID      GameID
	Rev     int // revision of the row; every change raises it by one
	State   State
	Title   string
	Version int // of the title's rules, pinned at the start (docs/notation.md, tag Rules)
	Options map[string]string
	// SHA-256, in hex, of the text of the user's own map; "": the title's map
	Map     string
	Seed    engine.Seed // secret until Finished; zero in the lobby
	Host    UserID      // who opened the game
	Wanted  int         // number of seats; 0: everybody who has joined when it starts
	Seats   []Seat      // lobby: in the order of joining; later: in turn order
	Invited []UserID
	Leaving []UserID // those who want the running game cancelled
	Pausing []UserID // those who want the clocks stopped, or, if Paused, to run again
	Paused  bool     // the clocks of all seats stand still
	// PauseEnds is until when they stand still at the latest; zero if not Paused.
	PauseEnds time.Time
	Pace      string // ID of its Pace; "": nobody has a clock
	// Weekends are free: on Saturday and Sunday no clock runs.
	Weekends bool
	Locale   string // language of the table's public messages: "en", "pl"
	Terms           // what was agreed on at the table; no move rests on it

	Guild   ServerID   // "" for a game without a server
	Channel ChannelID  // where the lobby was opened; of a post or a thread, the channel above it
	Lobby   MessageID  // the lobby's message; "" before it was posted
	Thread  ChannelID  // the table; "": not opened yet, or homeless (AtTable: also of a lobby)
	Ply     engine.Ply // number of moves
	Head    Link       // last link of the chain of moves; zero until the deal
	// how often moves were taken back, and after a restore more (Restore); with Ply it names a
	// position without Head
	Branch  int
	Undoing Undoing  // a wish to take moves back; without User: none
	ToMove  []UserID // users who can move now
	Created time.Time
	Updated time.Time // of the last move or lobby change
	Warned  time.Time // when its people were told that it ends soon; zero: never
	// NewTenures begin with a change of the row: Create and Update record them. It comes back nil.
	NewTenures []Tenure
	// Opening are moves that the game begins with: the Update that deals the cards records them. It
	// comes back nil.
	Opening []Move
}

// NewGame returns the row of a new game of a title, under its present rules: with the options in
// chosen, and those that are usual among people for the rest. All games begin with it, except one
// that goes on from a position, which keeps the rules of its game (Trial).
func NewGame(title engine.Title, chosen map[string]string) Game {
	options := engine.UsualOptions(title)
	if options == nil && len(chosen) > 0 {
		options = map[string]string{}
	}
	maps.Copy(options, chosen)
	return Game{Title: title.ID(), Version: title.Version(), Options: options}
}

// Mark distinguishes positions at the same ply in places that people can see: "" until moves were
// taken back. It says nothing about the moves.
func (g Game) Mark() string {
	if g.Branch == 0 {
		return ""
	}
	return strconv.Itoa(g.Branch)
}

// Seat is a player's place in a game. User plays it, unless Clock.Automated is set.
type Seat struct {
	// its player, or a stand-in; "": nobody's or a computer's, and the house plays it
	User UserID
	Name string // display name of its player when they joined; hostile text; see ShownNames
	// Level is the level of a computer that owns the seat; "": it is a person's.
	Level string
	// Owner owns the seat while User stands in for them; else "".
	Owner UserID
	// who has agreed to play the seat when its player cannot; "": the house does
	StandIn UserID
	Asked   UserID    // who is asked to stand in; "": nobody is
	AtOnce  bool      // Asked begins at once
	Ousting []UserID  // those who want the seat given up
	Called  time.Time // until when somebody is sought for the vacant seat; zero: nobody is
	Nudged  time.Time // when another player last asked its player to move; zero: never
	Clock
}

// Tenure is a time in which one person, or the house, plays a seat.
type Tenure struct {
	Seat  engine.Seat
	User  UserID // "": the house
	Why   string // how it began: Dealt, TimeUp, ...
	From  time.Time
	Until time.Time // zero: it goes on
}

// Deadline is the Due of one seat's clock.
type Deadline struct {
	Game GameID
	Seat engine.Seat
	Due  time.Time
}

// Move is a stored move, in notation.
type Move struct {
	Ply   engine.Ply // 0 for the first
	Seat  engine.Seat
	Text  string // notation without the seat: "draw 3"
	At    time.Time
	After Link // the game's head before the move
}

func (m Move) Head() Link { return m.After.Next(m.Ply, m.Seat, m.At, m.Text) }

// RowUpdate is what a move changes in its game's row.
type RowUpdate struct {
	State  State
	ToMove []UserID
	Clocks []Clock // by seat, after the move; nil: all are zero
	// Rev is the row's revision that the move was made from: clocks and seats can change meanwhile.
	// 0 without Clocks: it does not count.
	Rev int
	// Tenures begin with the move. They end what was agreed on with the seats' former players
	// (Asked, AtOnce, Ousting).
	Tenures []Tenure
	// Here are the seats whose players have moved during a vote to give them up: it ends.
	Here []engine.Seat
	// Then are moves added together with the first. The other fields say how the row is after the
	// last.
	Then []Move
}

// Line returns a move and those added with it, and the head after them. An error if one does not
// follow the one before.
func (p RowUpdate) Line(first Move) ([]Move, Link, error) {
	line, head := append([]Move{first}, p.Then...), first.Head()
	for i, m := range p.Then {
		if m.Ply != line[i].Ply+1 || m.After != head {
			return nil, Link{}, fmt.Errorf("move %d does not follow move %d", m.Ply, line[i].Ply)
		}
		head = m.Head()
	}
	return line, head, nil
}
