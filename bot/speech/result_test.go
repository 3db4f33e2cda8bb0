package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// A result that is too long says which tickets were complete, but no longer what paid for them
// (K8): the final sheet's picture and the record have that.
func TestALongResultStillNamesEverySeatsTotalAndTickets(t *testing.T) {
	title, _ := titles.Find("cardgame")
	s := New(texts(t, "pl"), titles.Map("cardgame"))
	playThrough(t, title, 4, 41, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
		if !g.Over() {
			return
		}
		v := g.View(engine.Public)
		for i := range v.Seats {
			f := v.Seats[i].Final
			for id := engine.TicketID(0); len(f.Completed) < 11; id++ { // as many as good players complete
				f.Completed, f.Earned, f.Spent = append(f.Completed, id), append(f.Earned, 9), append(f.Spent,
					engine.Cards{1, 1, 1, 1})
			}
		}
		text := s.Result(&v, false)
		if got, want := strings.Count(text, s.say("render.sheet-total")+" "), 4; got != want {
			t.Errorf("got %d totals, want %d, in %q", got, want, text)
		}
		if got, want := strings.Count(text, "\n+ "), 4; got != want {
			t.Errorf("got %d lines of complete tickets, want %d, in %q", got, want, text)
		}
		if short := s.Result(&v, true); strings.Count(short,
			s.say("render.sheet-total")+" ") != 4 || strings.Contains(short, "\n+ ") {
			t.Errorf("beside a picture that says all, got %q", short)
		}
		if strings.HasSuffix(text, "…") {
			t.Errorf("it is cut: %q", text)
		}
	})
}

func TestTheWinnerIsNamedWithWhoPlayedTheSeatToTheEnd(t *testing.T) {
	s, v := reviewed(t)
	s.PlayedAtLast(1, Stint{First: 5, Last: 20})
	won := ended(v, 1, engine.Final{Total: 38}, engine.Final{Total: 37})
	if got, want := s.Margin(won), "Ola (the conductor from turn 5) won by 1 point."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMarginIsInPointsOrTheTieBreak(t *testing.T) {
	s, v := reviewed(t)
	for want, two := range map[string][2]engine.Final{
		"Ola won by 1 point.":   {{Total: 38}, {Total: 37}},
		"Ola won by 12 points.": {{Total: 5}, {Total: -7}},
		"Ola won on the tie-break: completed tickets, 2 to 1.": {
			{Completed: make([]engine.TicketID, 2)}, {Completed: make([]engine.TicketID, 1)},
		},
		"Ola won on the tie-break: the longest path, 9 to 7.": {{Longest: 9}, {Longest: 7}},
	} {
		if got := s.Margin(ended(v, 1, two[0], two[1])); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	shared := ended(v, 1, engine.Final{Total: 3}, engine.Final{Total: 3})
	if shared.Winners = []engine.Seat{1, 2}; s.Margin(shared) != "" {
		t.Errorf("of a shared victory it says %q", s.Margin(shared))
	}
}

func TestTheOutcomeIsASentenceAndThePointsByPlace(t *testing.T) {
	s, v := reviewed(t)
	course := func(scores ...[2]int) (turns []engine.Turn) {
		for _, two := range scores {
			at := engine.Turn{View: v}
			at.View.Seats = slices.Clone(v.Seats)
			at.View.Seats[0].Score, at.View.Seats[1].Score = two[0], two[1]
			turns = append(turns, at)
		}
		return turns
	}
	won := ended(v, 1, engine.Final{Total: 38, Routes: 20}, engine.Final{Total: 26, Routes: 22})
	won.Seats[0].Final.Tickets, won.Seats[0].Final.Earned = 18, []int{18}
	won.Seats[0].Final.Completed = make([]engine.TicketID, 1)
	level := ended(v, 1, engine.Final{Total: 7, Longest: 9}, engine.Final{Total: 7, Longest: 4})
	shared := ended(v, 1, engine.Final{Total: 3}, engine.Final{Total: 3})
	shared.Winners = []engine.Seat{1, 2}
	for name, c := range map[string]struct {
		v     *engine.View
		turns []engine.Turn
		want  string
	}{
		"ahead all the way": {
			won, course([2]int{}, [2]int{3, 0}, [2]int{9, 4}),
			"Ola won by 12 points: Tickets completed +18 (18 to 0).\n" + `38 points · 2\. Bo 26`,
		},
		"changes": {
			won, course([2]int{}, [2]int{3, 0}, [2]int{3, 4}, [2]int{9, 4}),
			"Ola won by 12 points: Tickets completed +18 (18 to 0); the lead changed 2 times.\n" +
				`38 points · 2\. Bo 26`,
		},
		"overtaken at the end": {
			won, course([2]int{}, [2]int{0, 2}),
			"Ola won by 12 points: Tickets completed +18 (18 to 0); Bo was ahead until the final " +
				"count.\n" + `38 points · 2\. Bo 26`,
		},
		"a tie-break": {
			level, course([2]int{}, [2]int{3, 0}),
			"Ola won on the tie-break: the longest path, 9 to 4.\n" + `7 points · 2\. Bo 7`,
		},
		"shared": {
			shared, course([2]int{}, [2]int{3, 0}, [2]int{3, 4}),
			"Shared victory: Ola, Bo; the lead changed once.\n" + `3 points`,
		},
	} {
		if got := s.Outcome(c.v, c.turns); got != c.want {
			t.Errorf("%s: got %q\nwant %q", name, got, c.want)
		}
	}
}
