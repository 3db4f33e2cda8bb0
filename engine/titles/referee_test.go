package titles_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// referee recounts a finished game by the rules. It uses no code of the machines.
type referee interface {
	// SetupMoves is how many moves each seat makes before the first turn.
	SetupMoves() int
	// Move follows a recorded move; withdrawn: it claims a tunnel that the next move gives up (N6).
	Move(m *notation.RecordedMove, withdrawn bool)
	// LastTurns is called after each turn until the last round begins, and returns how many turns
	// that has; 0: not yet (C11).
	LastTurns() int
	// TurnsRunOut is called after the last turn; next is the index of the next seat. It reports
	// whether the game is over, or goes on with a new pass (K9).
	TurnsRunOut(next int) bool
	// TurnBegins is called with its seat's index at the beginning of each turn but the first.
	TurnBegins(seat int)
	// Sheets returns each seat's result without its total. It takes from the finished view only
	// what would take too long to work out.
	Sheets(v *engine.View) []sheet
	// TieBreaks returns what decides equal totals, in order.
	TieBreaks(s *sheet) []int
}

// appoint returns the referee of a game; it reports faults to the recount.
type appoint func(*recount) referee

// sheet is the result of a seat.
type sheet struct {
	Routes, Tickets   int               // points
	Completed, Failed []engine.TicketID // ascending
	Longest, Ports    int               // only where the title counts them
	Bonuses           map[string]int    // points by name; no zero ones
	Total             int
}

// recount reads the record of a finished game turn by turn.
type recount struct {
	Title engine.Title
	Seats int
	// Options of the game.
	Options map[string]string
	Turn    int // index of the seat whose turn it is

	turnsLeft int // from the next turn on; -1 before the last round
	idle      int // turns in a row without progress (C12)
	passes    int // passes in a row (C12)
	over      bool
	faults    []string
}

// judge recounts a finished game from its record. It returns the differences from the machine's
// result and the moves that break a rule.
func judge(r *notation.Record, g engine.Game, appoint appoint) string {
	c := &recount{
		Title: r.Title, Seats: len(r.Setup.Names), Options: r.Setup.Options, turnsLeft: -1,
	}
	referee := appoint(c)
	c.read(r, referee)
	v := g.View(engine.Public)
	want := referee.Sheets(&v)
	if len(c.faults) > 0 {
		return strings.Join(c.faults, "\n")
	}
	for i := range want {
		want[i].finish()
	}
	if diff := cmp.Diff(want, sheetsOf(&v), cmpopts.EquateEmpty()); diff != "" {
		return "final scores (-referee +machine):\n" + diff
	}
	if diff := cmp.Diff(winners(want, referee), v.Winners); diff != "" {
		return "winners (-referee +machine):\n" + diff
	}
	return ""
}

// Fault notes that a recorded move breaks a rule.
func (c *recount) Fault(m *notation.RecordedMove, what string) {
	c.Faultf("seat %d, %s: %s", m.Seat, notation.PrintMove(c.Title.Lexicon(), m.Move), what)
}

// Faultf notes anything else that is wrong.
func (c *recount) Faultf(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// read goes through the moves. A turn is a run of moves of one seat. What is declared (K8) follows
// a pass's last turn and is read with it.
func (c *recount) read(r *notation.Record, referee referee) {
	for i := range r.Moves {
		m, next := &r.Moves[i], &notation.RecordedMove{}
		if m.Move.Verb == engine.Declare {
			continue
		}
		if i+1 < len(r.Moves) {
			next = &r.Moves[i+1]
		}
		setup := i < referee.SetupMoves()*c.Seats
		if !setup && int(m.Seat) != c.Turn+1 {
			c.Fault(m, "out of turn")
		}
		if c.over {
			c.Fault(m, "after the end")
		}
		referee.Move(m, next.Move.Verb == engine.Withdraw)
		if !setup && (next.Seat != m.Seat || next.Move.Verb == engine.Declare) {
			for k := i + 1; k < len(r.Moves) && r.Moves[k].Move.Verb == engine.Declare; k++ {
				referee.Move(&r.Moves[k], false)
			}
			c.endTurn(&m.Move, referee)
		}
	}
	if !c.over {
		c.Faultf("the record ends before the game does")
	}
}

// endTurn counts the last turns (C11) and those without progress (C12).
func (c *recount) endTurn(last *engine.Move, referee referee) {
	c.idle++
	c.passes++
	if last.Verb != engine.Pass {
		c.passes = 0
	}
	if !idleTurn(last) {
		c.idle = 0
	}
	if c.turnsLeft > 0 {
		c.turnsLeft--
	} else {
		c.turnsLeft = lastTurns(referee)
	}
	c.Turn = (c.Turn + 1) % c.Seats
	if c.turnsLeft == 0 || c.idle == 3*c.Seats || c.passes == c.Seats {
		c.over = referee.TurnsRunOut(c.Turn)
		c.idle, c.passes, c.turnsLeft = 0, 0, lastTurns(referee)
		return
	}
	referee.TurnBegins(c.Turn)
}

// idleTurn reports whether a turn that ended with this move made no progress (C12).
func idleTurn(last *engine.Move) bool {
	switch last.Verb {
	case engine.Pass, engine.Exchange, engine.Withdraw:
		return true
	case engine.Keep:
		return len(last.Tickets) == 0
	}
	return false
}

func lastTurns(referee referee) int {
	if n := referee.LastTurns(); n > 0 {
		return n
	}
	return -1
}

// finish adds up the total and brings the sheet into a comparable form.
func (s *sheet) finish() {
	slices.Sort(s.Completed)
	slices.Sort(s.Failed)
	s.Total = s.Routes + s.Tickets
	for name, points := range s.Bonuses {
		s.Total += points
		if points == 0 {
			delete(s.Bonuses, name)
		}
	}
}

func sheetsOf(v *engine.View) []sheet {
	var sheets []sheet
	for i := range v.Seats {
		f := v.Seats[i].Final
		s := sheet{
			Routes: f.Routes, Tickets: f.Tickets, Total: f.Total, Longest: f.Longest, Ports: f.Ports,
			Completed: slices.Sorted(slices.Values(f.Completed)),
			Failed:    slices.Sorted(slices.Values(f.Failed)),
			Bonuses:   map[string]int{},
		}
		for _, b := range f.Bonuses {
			s.Bonuses[b.Name] += b.Points
		}
		sheets = append(sheets, s)
	}
	return sheets
}

func winners(sheets []sheet, referee referee) []engine.Seat {
	rank := func(s *sheet) []int { return append([]int{s.Total}, referee.TieBreaks(s)...) }
	var seats []engine.Seat
	for i := range sheets {
		beaten := slices.ContainsFunc(sheets, func(o sheet) bool {
			return slices.Compare(rank(&o), rank(&sheets[i])) > 0
		})
		if !beaten {
			seats = append(seats, engine.Seat(i+1))
		}
	}
	return seats
}

// award gives a bonus to the seats with the most of something, if not none (C13).
func award(sheets []sheet, name string, points int, measure func(*sheet) int) {
	most := 1
	for i := range sheets {
		most = max(most, measure(&sheets[i]))
	}
	for i := range sheets {
		if measure(&sheets[i]) == most {
			sheets[i].Bonuses[name] = points
		}
	}
}
