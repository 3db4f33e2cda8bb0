package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"konduktor/engine"
)

var (
	// ErrStale says that the game has changed since the command was given or the table loaded.
	ErrStale = errors.New("the game has moved on")
	// ErrUnchanged says that a command finds nothing to do.
	ErrUnchanged = errors.New("nothing to change")
)

// Command is what somebody, or the passing of time, wants of a table.
type Command interface {
	// decide changes c.Table and notes what happened. After an error (a *Refusal, ErrStale,
	// ErrUnchanged or *Illegal) c is of no more use.
	decide(c *Change) error
}

// Actor is who gives a command, and where. The zero value is the bot itself.
type Actor struct {
	User    UserID
	Name    string // display name; hostile text
	Server  ServerID
	Channel ChannelID
}

// Change is what a command makes of a table. It is committed whole.
type Change struct {
	Table    Table  // after the command
	Before   *Table // as it was loaded
	By       Actor
	Now      time.Time
	Patience time.Duration // see Rules
	Heard    time.Time     // see Rules
	Events   []Noted
	Moves    []Move         // that were made
	Told     []engine.Event // of the moves, as the seat that made them may know them
	Back     *Rollback      // the moves that were taken back; nil: none
	tenures  []Tenure       // that began with the moves
	present  []engine.Seat  // whose players have ended a vote with their move
}

// Noted is an event with the row as it was then.
type Noted struct {
	Event Event
	Row   Game
}

// Rules are what the operator decides about all tables.
type Rules struct {
	// Patience is how long a tunnel is waited for in a game without clocks (N6).
	Patience time.Duration
	// Heard is since when people could be heard; zero: always. See Grace.
	Heard time.Time
}

// Decide carries out a command on a copy of a table. The errors are those of Command.
func (r Rules) Decide(t *Table, by Actor, now time.Time, wanted Command) (*Change, error) {
	c := &Change{Table: t.copied(), Before: t, By: by, Now: now, Patience: r.Patience, Heard: r.Heard}
	var err error
	switch {
	case by.User == "":
	case t.Daily != "":
		err = c.mayInDaily(wanted)
	case t.Duplicate():
		err = c.mayInEvening(wanted)
	}
	if err == nil {
		err = wanted.decide(c)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Change) happened(e Event) {
	row := c.Table.Game
	row.Seats = slices.Clone(row.Seats)
	c.Events = append(c.Events, Noted{e, row})
}

// Update returns what the change's moves, or taking moves back, do to the row.
func (c *Change) Update() RowUpdate {
	u := RowUpdate{
		State: c.Table.State, ToMove: c.Table.ToMove, Clocks: c.Table.clocks(),
		Rev: c.Before.Rev, Tenures: c.tenures, Here: c.present,
	}
	if len(c.Moves) > 1 {
		u.Then = c.Moves[1:]
	}
	return u
}

// Refusal is why a command cannot be carried out. Its sentence is in the locale files, under
// "problem." and the code.
type Refusal struct {
	Code string
	// Args are keys and values in turn; a value is a number, a string, a time, a user, a channel or a
	// Hostile name.
	Args []any
}

// Hostile is text that a person chose. It must be made harmless before it is shown.
type Hostile string

// Refuse returns a refusal; args are keys and values in turn.
func Refuse(code string, args ...any) *Refusal { return &Refusal{Code: code, Args: args} }

// refuse is Refuse with the game as an argument.
func (g Game) refuse(code string, args ...any) *Refusal {
	return Refuse(code, append([]any{"Game", g.ID}, args...)...)
}

// Error returns the code and its arguments, for logs and tests.
func (r *Refusal) Error() string {
	if len(r.Args) == 0 {
		return r.Code
	}
	return strings.TrimSuffix(fmt.Sprintln(append([]any{r.Code + ":"}, r.Args...)...), "\n")
}

// IsAt reports whether somebody is where a game is played, and so may know of it.
func (g Game) IsAt(a Actor) bool {
	if g.Guild == "" {
		return g.Channel != "" && g.Channel == a.Channel
	}
	return g.Guild == a.Server
}

// Seated returns the seat that somebody plays or owns; a *Refusal for anybody else. To a stranger
// elsewhere the game does not exist; an owner with a stand-in hears how to take the seat back.
func (g Game) Seated(a Actor) (engine.Seat, error) {
	if seat := g.SeatOf(a.User); seat != engine.Public {
		return seat, nil
	}
	if seat := g.SeatHeldBy(a.User); seat != engine.Public {
		return 0, g.refuse("stood-in", "Player", g.Seats[seat-1].User)
	}
	return 0, g.stranger(a)
}

func (g Game) stranger(a Actor) error {
	if !g.IsAt(a) {
		return Refuse("game-unknown")
	}
	return g.refuse("not-seated")
}

// Voter returns the seat that somebody owns; owners decide what becomes of a game. A *Refusal for
// anybody else.
func (g Game) Voter(a Actor) (engine.Seat, error) {
	if seat := g.SeatHeldBy(a.User); seat != engine.Public {
		return seat, nil
	}
	if s, ok := g.StandsInFor(a.User); ok && g.SeatOf(a.User) != engine.Public {
		return 0, g.refuse("stand-in-vote", "Who", Hostile(s.Name))
	}
	_, err := g.Seated(a)
	return 0, err
}

// IsRunning refuses a game that is not under way.
func (g Game) IsRunning() error {
	switch g.State {
	case Lobby:
		return g.refuse("not-started")
	case Cancelled:
		return g.refuse("game-cancelled")
	case Finished:
		return g.refuse("game-finished")
	}
	return nil
}

// IsLobby refuses a game whose cards have been dealt, or that is over.
func (g Game) IsLobby() error {
	if g.State == Running {
		return g.refuse("game-running")
	}
	if g.State == Lobby {
		return nil
	}
	return g.IsRunning()
}
