package speech

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
	"konduktor/render/caption"
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
		text := s.Result(&v, nil, false)
		if got, want := strings.Count(text, s.say("render.sheet-total")+" "), 4; got != want {
			t.Errorf("got %d totals, want %d, in %q", got, want, text)
		}
		if got, want := strings.Count(text, "\n+ "), 4; got != want {
			t.Errorf("got %d lines of complete tickets, want %d, in %q", got, want, text)
		}
		if short := s.Result(&v, nil, true); strings.Count(short,
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
	final := func(total, routes int, earned ...int) engine.Final {
		return engine.Final{
			Total: total, Routes: routes, Tickets: total - routes, Earned: earned,
			Completed: make([]engine.TicketID, len(earned)),
		}
	}
	clear := ended(v, 1, final(38, 20, 9, 9), final(26, 22))
	close := ended(v, 1, final(38, 20, 18), final(26, 22))
	level := ended(v, 1, engine.Final{Total: 7, Longest: 9}, engine.Final{Total: 7, Longest: 4})
	shared := ended(v, 1, engine.Final{Total: 3}, engine.Final{Total: 3})
	shared.Winners = []engine.Seat{1, 2}
	ticket := s.Of(&v).TicketCities(0)
	for name, c := range map[string]struct {
		v     *engine.View
		turns []engine.Turn
		want  string
	}{
		"ahead all the way": {
			clear, course([2]int{}, [2]int{3, 0}, [2]int{9, 4}),
			"Ola won by 12 points: Tickets completed +18 (18 to 0).\n" + `38 points · 2\. Bo 26`,
		},
		"a ticket": {
			close, course([2]int{}, [2]int{0, 2}),
			"Ola won by 12 points: the ticket " + ticket + " (+18) made the difference.\n" +
				`38 points · 2\. Bo 26`,
		},
		"changes": {
			clear, course([2]int{}, [2]int{3, 0}, [2]int{3, 4}, [2]int{9, 4}, [2]int{9, 10}, [2]int{11, 10}),
			"Ola won by 12 points: the lead changed 4 times.\n" + `38 points · 2\. Bo 26`,
		},
		"overtaken at the end": {
			clear, course([2]int{}, [2]int{0, 2}),
			"Ola won by 12 points: Bo was ahead until the final count.\n" + `38 points · 2\. Bo 26`,
		},
		"a comeback": {
			close, course([2]int{}, [2]int{0, 2}, [2]int{1, 11}, [2]int{20, 12}),
			"Ola won by 12 points: 10 points behind in turn 2, and ahead in the end.\n" +
				`38 points · 2\. Bo 26`,
		},
		"a robbery": {
			close, robbed(course([2]int{}, [2]int{0, 2}), 5),
			"Ola won by 12 points: Bo was robbed of a train of 5 cards.\n" + `38 points · 2\. Bo 26`,
		},
		"a tie-break": {
			level, course([2]int{}, [2]int{3, 0}),
			"Ola won on the tie-break: the longest path, 9 to 4.\n" + `7 points · 2\. Bo 7`,
		},
		"shared": {
			shared, course([2]int{}, [2]int{3, 0}, [2]int{3, 4}),
			"Shared victory: Ola, Bo.\n" + `3 points`,
		},
	} {
		if got := s.Outcome(c.v, c.turns); got != c.want {
			t.Errorf("%s: got %q\nwant %q", name, got, c.want)
		}
	}
}

func robbed(turns []engine.Turn, cards int) []engine.Turn {
	turns[1].Events = []engine.Event{{Kind: engine.EventRobbed, Seat: 1, Victim: 2, N: cards}}
	return turns
}

// Whatever a story gives as the reason is so in the standing, in games of all titles and tables.
func TestAStoryIsNeverDeniedByTheStanding(t *testing.T) {
	told := map[string]int{}
	for _, title := range titles.All() {
		for _, seats := range title.SeatCounts() {
			for seed := range uint64(3) {
				var c engine.Course
				note := func(g engine.Game, mover engine.Seat, events []engine.Event) {
					c.Add(g, mover, events)
					if g.Over() {
						v := g.View(engine.Public)
						s := New(texts(t, "en"), titles.Map(title.ID()))
						told[denied(t, s, &v, c.Turns)]++
					}
				}
				playThrough(t, title, seats, 100+seed, note)
			}
		}
	}
	if told["ticket"] == 0 || told["behind"] == 0 || len(told) < 4 {
		t.Errorf("the games tell too few kinds of reasons: %v", told)
	}
}

// denied checks the reason for a victory by itself, and returns what kind it is.
func denied(t *testing.T, s *Speaker, v *engine.View, turns []engine.Turn) string {
	t.Helper()
	ranking := caption.Ranking(v)
	if len(ranking) < 2 || caption.Won(v, ranking[1][0]) {
		return "shared"
	}
	why, won := s.because(v, turns), ranking[0]
	first, second := v.Seat(won[0]).Final, v.Seat(ranking[1][0]).Final
	holds, kind := false, "part"
	switch {
	case strings.HasPrefix(why, "the ticket "):
		kind = "ticket"
		for i, id := range first.Completed {
			holds = holds || strings.Contains(why, s.Of(v).TicketCities(id)) &&
				first.Total-first.Earned[i] < second.Total
		}
	case strings.Contains(why, " behind in turn "):
		kind = "behind"
		var points, turn int
		if _, err := fmt.Sscanf(why, "%d points behind in turn %d", &points, &turn); err != nil {
			t.Fatal(err)
		}
		at := &turns[turn].View
		for _, side := range ranking[1:] {
			holds = holds || at.Seat(side[0]).Score-at.Seat(won[0]).Score == points
		}
	case strings.Contains(why, " was ahead until "):
		kind = "overtaken"
		at := &turns[len(turns)-1].View
		for _, side := range ranking[1:] {
			holds = holds || strings.HasPrefix(why, s.Of(v).SideName(side)) &&
				at.Seat(side[0]).Score > at.Seat(won[0]).Score
		}
	case strings.Contains(why, " was robbed "):
		kind = "robbed"
		for _, turn := range turns {
			for _, e := range turn.Events {
				holds = holds || e.Kind == engine.EventRobbed && e.Seat == won[0] &&
					strings.HasPrefix(why, s.Seat(v, e.Victim))
			}
		}
	case strings.HasPrefix(why, "the lead changed "):
		c := caption.CourseOf(turns)
		kind, holds = "lead", strings.Contains(why, fmt.Sprint(c.Changes()))
	default:
		holds = why == "" || slices.ContainsFunc(s.gaps(v, first, second), func(g gap) bool {
			return g.points > 0 && why == s.gap(g)
		})
	}
	if !holds {
		t.Errorf("%s, %d seats: it was not so that %q", v.Title, len(v.Seats), why)
	}
	return kind
}
