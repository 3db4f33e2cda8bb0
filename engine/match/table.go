// Package match is one table from lobby to result: who sits where, whose clock runs, what was
// agreed on, and every decision about it. A decision is a function of the table, a command and a
// moment: Rules.Decide returns a Change, which is committed whole, or a *Refusal. What happened is
// noted as events. The package knows no Discord, no SQL, no texts and has no clock of its own.
//
// # Clocks
//
// A row keeps what the last event left of each seat's clock: an amount of time at one moment, and
// the moment from which it runs. Clock.Left computes the rest from that, the player's calendar and
// the present, so looking at a clock changes nothing. When a seat's time is up for the first time,
// the house plays the seat until its player moves or takes it back. A game in which the house plays
// every seat rests: no move is made, and after a week it is cancelled. While nobody can be heard,
// because the host or Discord is away, clocks stand still (Outage).
//
// # Seats
//
// A seat belongs to its holder; its player is the holder, a stand-in, or the house. Each change is
// one function of tenure.go and records a tenure. Somebody who has played a seat knows its secrets
// and can play no other of that game (MayPlay). Votes belong to the holders.
//
// # Undo
//
// Taking back goes to the position before the asker's last move. It is impossible once somebody has
// seen what was hidden (engine.Event.Discloses), free while nobody else has moved, and otherwise
// needs the consent of everybody who has moved or was told anything since. One No, or twelve hours
// of silence, is a No. A choice that all make at once and in secret (C2, K8) goes back alone and
// freely until the last one is in. The branch counts how often moves were taken back, so no
// position is mistaken for the one before. An undo gives no time and costs none.
//
// # Plans
//
// A plan lists steps for a seat's next turn; the first possible one is made (Intention). It ends
// when the position it was made in is taken back, somebody else plays the seat, its player moves by
// hand, or an event happens that it names. Whatever a planned move leads to is asked of the player.
package match

import (
	"errors"
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// Table is a game's row with everything else that a decision about it needs. It shows the game only
// through View.
type Table struct {
	Game
	title engine.Title
	play  engine.Game // nil until the cards are dealt
	known Knowledge
}

// Knowledge is what some decisions about a table need beside its row and position; Reads says which
// ones.
type Knowledge struct {
	// Habits are those of everybody who has, plays or may come to play a seat.
	Habits  map[UserID]Habits
	Tenures []Tenure // who has played the seats so far
	// Moves are all moves of the game, History is what happened in them, and Undone are the moves
	// that were taken back.
	Moves   []Move
	Undone  []Undone
	History *History
}

// Load returns the table of a row; title is the edition on the game's map. position is the game at
// the row's ply; nil: it is replayed from moves, which must be as many as the row says.
func Load(row Game, title engine.Title, position engine.Game, moves []Move) (*Table, error) {
	t := &Table{Game: row, title: title, play: position}
	if position != nil || !row.Begun() {
		return t, nil
	}
	if len(moves) != int(row.Ply) {
		return nil, fmt.Errorf("game %s has %d moves, its row says %d", row.ID, len(moves), row.Ply)
	}
	var err error
	t.play, err = Replay(title, row, moves, nil)
	return t, err
}

// Knowing tells the table what the next decision needs.
func (t *Table) Knowing(k Knowledge) { t.known = k }

// Edition is the title on the game's map.
func (t *Table) Edition() engine.Title { return t.title }

// Position returns a copy of the game, nil before the deal. It knows every secret: only caches and
// what replays a game may hold it.
func (t *Table) Position() engine.Game {
	if t.play == nil {
		return nil
	}
	return t.play.Clone()
}

// Dealt reports whether the table has its cards.
func (t *Table) Dealt() bool { return t.play != nil }

func (g Game) Begun() bool { return g.Seed != engine.Seed{} }

// View returns what a seat may know; before the deal, a view that only names the title.
func (t *Table) View(seat engine.Seat) engine.View {
	if t.play == nil {
		return engine.View{Title: t.Title}
	}
	return t.shown(t.play.View(seat))
}

// shown has a view call the seats as people see them; the game itself has the names of the deal.
func (t *Table) shown(v engine.View) engine.View {
	for i, name := range t.ShownNames() {
		v.Seats[i].Name = name
	}
	return v
}

// Illegal is a rule's reason against a move.
type Illegal struct {
	*engine.Refusal
	View engine.View // of the seat that wanted the move, before it
}

func (e *Illegal) Unwrap() error { return e.Refusal }

// Refuses returns why a move would be illegal now: *Illegal, or nil. Nothing is changed.
func (t *Table) Refuses(seat engine.Seat, m engine.Move) error {
	_, err := t.play.Clone().Apply(seat, m)
	return t.illegal(seat, err)
}

func (t *Table) illegal(seat engine.Seat, err error) error {
	if reason, ok := errors.AsType[*engine.Refusal](err); ok {
		return &Illegal{reason, t.View(seat)}
	}
	if err != nil {
		return fmt.Errorf("apply a move to game %s: %w", t.ID, err)
	}
	return nil
}

// Planned is engine.Game.Planned; *Illegal if the seat cannot plan now, or one of the moves would
// be illegal.
func (t *Table) Planned(seat engine.Seat, made ...engine.Move) (engine.View, error) {
	if t.play == nil {
		return engine.View{}, fmt.Errorf("game %s has not begun", t.ID)
	}
	v, err := t.play.Planned(seat, made...)
	if err != nil {
		return v, t.illegal(seat, err)
	}
	return t.shown(v), nil
}

// Rewound returns the table as it was after the first moves of its game.
func (t *Table) Rewound(moves []Move) (*Table, error) {
	position, err := Replay(t.title, t.Game, moves, nil)
	if err != nil {
		return nil, err
	}
	earlier := t.copied()
	earlier.play = position
	earlier.follow(HeadAfter(t.Game, moves))
	earlier.State = Running
	return &earlier, nil
}

// follow brings the row up to the game; head is the last link of its moves.
func (t *Table) follow(head Link) {
	t.Ply, t.Head = t.play.Ply(), head
	t.ToMove = t.UsersOf(t.play.ToMove())
	if t.play.Over() {
		t.State = Finished
	}
}

func Deal(title engine.Title, row Game) (engine.Game, error) {
	if title.Version() != row.Version {
		return nil, fmt.Errorf("game %s is played by version %d of %s, this is version %d",
			row.ID, row.Version, row.Title, title.Version())
	}
	setup := engine.Setup{Names: Names(row.Seats), Seed: row.Seed, Options: row.Options}
	game, err := title.New(setup)
	if err != nil {
		return nil, fmt.Errorf("deal game %s: %w", row.ID, err)
	}
	return game, nil
}

// Replay rebuilds a game from its moves. after, which may be nil, is called after each move with
// its index; the events are valid only during the call.
func Replay(title engine.Title, row Game, moves []Move,
	after func(int, engine.Game, []engine.Event),
) (engine.Game, error) {
	game, err := Deal(title, row)
	if err != nil {
		return nil, err
	}
	return game, Continue(game, title, row, moves, after)
}

// Continue makes moves in a game, as Replay does.
func Continue(game engine.Game, title engine.Title, row Game, moves []Move,
	after func(int, engine.Game, []engine.Event),
) error {
	for i, m := range moves {
		events, err := remake(game, title, row.ID, m)
		if err != nil {
			return err
		}
		if after != nil {
			after(i, game, events)
		}
	}
	return nil
}

func remake(game engine.Game, title engine.Title, id GameID, m Move) ([]engine.Event, error) {
	move, err := notation.ParseMove(title.Lexicon(), m.Text)
	if err != nil {
		return nil, fmt.Errorf("parse move %d of game %s: %w", m.Ply, id, err)
	}
	events, err := game.Apply(m.Seat, move)
	if err != nil {
		return nil, fmt.Errorf("replay move %d of game %s: %w", m.Ply, id, err)
	}
	return events, nil
}

// HeadAfter returns the head of a game after its first moves.
func HeadAfter(row Game, moves []Move) Link {
	if len(moves) == 0 {
		return FirstLink(row)
	}
	return moves[len(moves)-1].Head()
}

// calendar returns the calendar of a seat's present player, by seat from 0.
func (t *Table) calendar(i int) Calendar {
	return CalendarOf(t.known.Habits[t.Seats[i].User], t.Game)
}

func (t *Table) calendars() []Calendar {
	list := make([]Calendar, len(t.Seats))
	for i := range t.Seats {
		list[i] = t.calendar(i)
	}
	return list
}

func (t *Table) arrange() { t.Arrange(t.calendar) }

func (t *Table) paced() (Pace, bool) { return FindPace(t.Pace) }

// Needs says which parts of a Knowledge a decision may need.
type Needs struct {
	Habits, Tenures bool
	Past            bool // Moves, Undone and History
}

// Reads says what a decision about a game may need.
func Reads(g Game, wanted Command) Needs {
	_, paced := FindPace(g.Pace)
	n := Needs{Habits: paced}
	switch w := wanted.(type) {
	case Nudge:
		n.Habits = true
	case Start:
		n.Habits = paced || w.Rated
	case Oust, CountOust:
		n.Habits, n.Tenures = true, true
	case AskStandIn, AnswerStandIn, Take, Pardon, Unrate:
		n.Tenures = true
	case PassDeadline:
		n.Tenures = g.Seats[w.Deadline.Seat-1].StandIn != ""
	case AskUndo, AnswerUndo:
		n.Past = g.State == Running
	}
	return n
}

// People lists everybody whose habits a decision about a row may need.
func (g Game) People(by UserID) []UserID {
	list := []UserID{by}
	for _, s := range g.Seats {
		list = append(list, s.User, s.Owner, s.StandIn, s.Asked)
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(u UserID) bool { return u == "" })
}

func (g Game) clocks() []Clock {
	list := make([]Clock, len(g.Seats))
	some := false
	for i, s := range g.Seats {
		list[i] = s.Clock
		some = some || s.Clock != Clock{}
	}
	if !some {
		return nil
	}
	return list
}

// copied returns a table whose seats can be changed without changing those of t.
func (t *Table) copied() Table {
	c := *t
	c.Seats, c.NewTenures, c.Opening = slices.Clone(t.Seats), nil, nil
	return c
}
