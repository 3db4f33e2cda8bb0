package match_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

// newTable returns a running game of Amsterdam in which ola, bo and cy sit in this order and the
// game waits for ola; everybody has chosen tickets.
func newTable(t *testing.T, pace string) *week {
	t.Helper()
	title, _ := titles.Find("amsterdam")
	w := dealt(t, title, pace, 3)
	for range 3 {
		w.move()
	}
	if w.table.ToMove[0] != "ola" {
		t.Fatalf("%v begin, want ola", w.table.ToMove)
	}
	return w
}

// dealt returns a table of the first people, at which all have still to choose.
func dealt(t *testing.T, title engine.Title, pace string, seats int) *week {
	t.Helper()
	w := &week{
		TB: t, counts: map[string]int{}, habits: map[match.UserID]match.Habits{},
		now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC),
	}
	row := match.Game{
		ID: "aaaaa", Title: title.ID(), Version: title.Version(), Guild: "g", Channel: "c",
		Thread: "t", Pace: pace, Terms: match.Terms{InOrder: true},
	}
	change := match.Open(row, w.actor("ola"), w.now)
	var err error
	if w.table, err = match.Load(change.Table.Game, title, nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, p := range people[1:seats] {
		w.must("join", p, match.Join{})
	}
	w.must("start", "ola", match.Start{Seed: engine.Seed{1}})
	return w
}

// move makes the first legal move for the seat that the game waits for.
func (w *week) move() {
	w.Helper()
	w.moveOf(w.table.View(engine.Public).ToMove[0])
}

// moveOf makes the first legal move of a seat.
func (w *week) moveOf(seat engine.Seat) {
	w.Helper()
	v := w.table.View(seat)
	m := v.Legal()[0]
	for m.Payment = range v.Payments(m) {
		break
	}
	w.must("a move", w.table.Seats[seat-1].Player(), match.MakeMove{Seat: seat, Move: m})
}

// turn makes moves until the game waits for somebody else.
func (w *week) turn() {
	w.Helper()
	for before := w.table.ToMove[0]; w.table.ToMove[0] == before; {
		w.move()
	}
}

// wait lets time pass, and does what the deadlines mean that pass with it.
func (w *week) wait(d time.Duration) {
	w.Helper()
	end := w.now.Add(d)
	for {
		due, ok := w.nextDue()
		if !ok || due.Due.After(end) {
			w.now = end
			return
		}
		if due.Due.After(w.now) {
			w.now = due.Due
		}
		w.pass(due)
	}
}

// refused wants a command to be refused with a code.
func (w *week) refused(by match.UserID, wanted match.Command, code string) {
	w.Helper()
	err := w.do(by, wanted)
	if refusal, ok := errors.AsType[*match.Refusal](err); !ok || refusal.Code != code {
		w.Errorf("%s does %T: %v, want %s", by, wanted, err, code)
	}
}

func TestPresentPlayerCannotBeVotedOut(t *testing.T) {
	oust := match.Oust{Player: "ola"}
	for name, c := range map[string]struct {
		pace   string
		before func(w *week)
		code   string
	}{
		"a minute into the turn": {
			"daily", func(w *week) { w.now = w.now.Add(time.Minute) },
			"vote-early",
		},
		"without clocks, after two days": {"", func(w *week) { w.wait(47 * time.Hour) }, "vote-early"},
		"it is not her turn, for a month": {
			"", func(w *week) { w.turn(); w.wait(700 * time.Hour) },
			"vote-early",
		},
		"the clocks stand still": {"relaxed", func(w *week) {
			w.wait(80 * time.Hour)
			w.must("a vote", "bo", match.Pause{})
			w.must("a vote", "cy", match.Pause{})
		}, "vote-rests"},
		"she is on vacation": {"", func(w *week) {
			away := match.Span{From: w.now, Until: w.now.Add(240 * time.Hour)}
			w.habits["ola"] = match.Habits{Vacations: []match.Span{away}}
			w.wait(200 * time.Hour)
		}, "vote-rests"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTable(t, c.pace)
			w.table.Knowing(w.knowledge())
			c.before(w)
			w.refused("bo", oust, c.code)
			if votes := w.table.Seats[0].Ousting; len(votes) != 0 {
				t.Errorf("the votes of %v are noted", votes)
			}
		})
	}
}

func TestSilentPlayerIsVotedOut(t *testing.T) {
	for name, c := range map[string]struct {
		pace   string
		before func(w *week)
	}{
		"after a missed deadline":        {"brisk", func(w *week) { w.wait(30 * time.Hour) }},
		"after three days, with a clock": {"relaxed", func(w *week) { w.wait(73 * time.Hour) }},
		"after three days, without one":  {"", func(w *week) { w.wait(73 * time.Hour) }},
		"the house has played for days": {"", func(w *week) {
			w.must("leave it to the house", "ola", match.AskStandIn{House: true, AtOnce: true})
			w.wait(73 * time.Hour)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTable(t, c.pace)
			c.before(w)
			w.must("the first vote", "bo", match.Oust{Player: "ola"})
			w.must("the second vote", "cy", match.Oust{Player: "ola"})
			if got := w.table.Seats[0]; got.User == "" {
				t.Error("she had no time to answer")
			}
			w.now = w.now.Add(24 * time.Hour)
			w.must("the end", "", match.CountOust{Seat: 1})
			if got := w.table.Seats[0]; got.User != "" {
				t.Errorf("got %+v, want nobody's seat", got)
			}
		})
	}
}

func TestAbsentPlayerCannotVoteAnybodyOut(t *testing.T) {
	w := newTable(t, "")
	w.must("leave it to the house", "bo", match.AskStandIn{House: true, AtOnce: true})
	w.wait(73 * time.Hour)
	w.refused("bo", match.Oust{Player: "ola"}, "vote-away")
	if votes := w.table.Seats[0].Ousting; len(votes) != 0 {
		t.Errorf("the votes of %v are noted", votes)
	}
}

func TestVoteEndsWhenThePlayerReturns(t *testing.T) {
	for name, here := range map[string]func(w *week){
		"by saying so": func(w *week) { w.must("I am here", "ola", match.Return{}) },
		"by a move":    func(w *week) { w.move() },
	} {
		t.Run(name, func(t *testing.T) {
			w := newTable(t, "")
			w.wait(73 * time.Hour)
			w.must("a vote", "bo", match.Oust{Player: "ola"})
			asked := w.told[len(w.told)-1].Event
			if asked != match.Event(match.OustAsked{Seat: 1, First: true}) {
				t.Errorf("got %+v, want that the first vote is told", asked)
			}
			here(w)
			if votes := w.table.Seats[0].Ousting; len(votes) != 0 {
				t.Errorf("the votes of %v are left", votes)
			}
			w.now = w.now.Add(24 * time.Hour)
			if err := w.do("", match.CountOust{Seat: 1}); !errors.Is(err, match.ErrUnchanged) {
				t.Errorf("after the vote: %v", err)
			}
		})
	}
}

func TestReturnedPlayerIsNotAskedAgainTheSameDay(t *testing.T) {
	w := newTable(t, "")
	w.wait(73 * time.Hour)
	w.must("a vote", "bo", match.Oust{Player: "ola"})
	w.must("I am here", "ola", match.Return{})
	w.refused("bo", match.Oust{Player: "ola"}, "asked-lately")
	w.refused("cy", match.Oust{Player: "ola"}, "asked-lately")
	w.now = w.now.Add(24 * time.Hour)
	w.must("a vote the day after", "bo", match.Oust{Player: "ola"})
}

func TestVoteEndsWhenItsPlayersVacationBegins(t *testing.T) {
	w := newTable(t, "")
	w.wait(73 * time.Hour)
	w.must("a vote", "bo", match.Oust{Player: "ola"})
	w.must("a vote", "cy", match.Oust{Player: "ola"})
	away := match.Span{From: w.now, Until: w.now.Add(240 * time.Hour)}
	w.habits["ola"] = match.Habits{Vacations: []match.Span{away}}
	w.now = w.now.Add(24 * time.Hour)
	w.must("the count", "", match.CountOust{Seat: 1})
	if s := w.table.Seats[0]; s.User != "ola" || len(s.Ousting) != 0 {
		t.Errorf("the seat is %q's, with votes of %v; want hers, without votes", s.User, s.Ousting)
	}
}

func TestAMissedDeadlineEndsNoVote(t *testing.T) {
	w := newTable(t, "relaxed")
	w.wait(80 * time.Hour)
	w.must("a vote", "bo", match.Oust{Player: "ola"})
	w.wait(400 * time.Hour)
	if s := w.table.Seats[0]; !s.Automated || len(s.Ousting) != 1 {
		t.Errorf("the house plays: %t, votes: %v; want the vote to go on", s.Automated, s.Ousting)
	}
}

func TestManagersGiveAVotedOutSeatBack(t *testing.T) {
	w := newTable(t, "")
	w.wait(73 * time.Hour)
	w.must("a vote", "bo", match.Oust{Player: "ola"})
	w.now = w.now.Add(24 * time.Hour)
	w.must("a vote", "cy", match.Oust{Player: "ola"})
	w.must("seek", "bo", match.Seek{})
	w.refused("ola", match.Take{Seat: 1}, "voted-out")
	w.must("restore", "mia", match.Pardon{User: "ola"})
	got := w.table.Seats[0]
	if got.Player() != "ola" || !got.Called.IsZero() || !slices.Contains(w.table.ToMove, "ola") {
		t.Errorf("got %+v, %v to move; want ola in her seat", got, w.table.ToMove)
	}
	w.refused("mia", match.Pardon{User: "di"}, "no-seat-of-theirs")
}

func TestForgottenPlayerCannotRetakeASeatTheyWereVotedOutOf(t *testing.T) {
	w := newTable(t, "")
	w.wait(73 * time.Hour)
	w.must("a vote", "bo", match.Oust{Player: "ola"})
	w.now = w.now.Add(24 * time.Hour)
	w.must("a vote", "cy", match.Oust{Player: "ola"})
	w.must("seek", "bo", match.Seek{})
	for i := range w.tenures { // as storage forgets a user
		if w.tenures[i].User == "ola" {
			w.tenures[i].User = w.table.FormerHere("ola")
		}
	}
	w.refused("ola", match.Take{Seat: 1}, "voted-out")
	w.must("somebody else", "di", match.Take{Seat: 1})
}

// All others but one must want a seat given up, never one alone while its player still plays.
func TestVotesNeededToGiveASeatUp(t *testing.T) {
	for _, c := range []struct {
		others, houses, needed int
		away, possible         bool
	}{
		{others: 1},
		{others: 1, away: true, needed: 1, possible: true},
		{others: 2, needed: 2, possible: true},
		{others: 2, away: true, needed: 1, possible: true},
		{others: 3, needed: 2, possible: true},
		{others: 4, needed: 3, possible: true},
		{others: 4, away: true, needed: 3, possible: true},
		{others: 3, houses: 1, needed: 2, possible: true},
		{others: 1, houses: 3},
	} {
		g := match.Game{Seats: []match.Seat{{User: "ola"}}}
		g.Seats[0].Automated = c.away
		for i := range c.others + c.houses {
			s := match.Seat{User: match.UserID(rune('a' + i))}
			s.Automated = i >= c.others
			g.Seats = append(g.Seats, s)
		}
		if needed, possible := g.QuorumToOust(1); possible != c.possible ||
			possible && needed != c.needed {
			t.Errorf("%+v: %d votes are needed, possible: %t", c, needed, possible)
		}
	}
}
