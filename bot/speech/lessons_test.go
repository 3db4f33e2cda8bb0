package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// An explanation's statements about the turn and wilds hold in its position, in any title.
func TestExplanationsFitThePosition(t *testing.T) {
	for _, title := range titles.All() {
		s := New(texts(t, "en"), titles.Map(title.ID()))
		limited := false
		playThrough(t, title, title.SeatCounts()[0], 3,
			func(g engine.Game, _ engine.Seat, _ []engine.Event) {
				if g.Over() {
					return
				}
				v := g.View(g.ToMove()[0])
				wild := v.Lexicon().Wild()
				drawn := false
				for _, m := range legalOf(&v, engine.Draw) {
					drawn = drawn || m.Slot > 0 && v.Market[m.Slot-1] == wild
				}
				switch v.Owes {
				case engine.OwesTurn:
					said := strings.Join(s.lessonLines(&v, []string{"turn"}), "\n")
					for _, verb := range kindsOfTurn {
						if word := s.say("panel.can-" + verb.String()); len(legalOf(&v, verb)) > 0 &&
							!strings.Contains(said, word) {
							t.Fatalf("%s, ply %d: one can %s, got %q", title.ID(), v.Ply, word, said)
						}
					}
				case engine.OwesSecond:
					open := slices.Contains(v.Market, wild)
					if list := s.Lessons(&v); slices.Contains(list, "second-wild") != (open && !drawn) {
						t.Fatalf("%s, ply %d: a wild open: %t, to be drawn: %t, got %q",
							title.ID(), v.Ply, open, drawn, list)
					}
					limited = limited || open && !drawn
				}
			})
		if !limited && title.ID() == "amsterdam" {
			t.Error("no wild was ever barred: this looks at nothing")
		}
	}
}

// The reader of the example sees the menu below it: the example is a route that the menu stars, if
// it stars any.
func TestExampleOfAClaimServesTheReadersTicket(t *testing.T) {
	for _, title := range titles.All() {
		s := New(texts(t, "en"), titles.Map(title.ID()))
		starred, others := 0, 0
		playThrough(t, title, title.SeatCounts()[0], 4,
			func(g engine.Game, _ engine.Seat, _ []engine.Event) {
				if g.Over() || g.Ply()%3 > 0 {
					return
				}
				v := g.View(g.ToMove()[0])
				list := s.claims(&v)
				if v.Owes != engine.OwesTurn || len(list) == 0 {
					return
				}
				said := strings.Join(s.lessonLines(&v, []string{"claim"}), "\n")
				want := s.RouteEnds(list[0].Route)
				if !strings.Contains(said, want) {
					t.Fatalf("%s, ply %d: want the example %s, got %q", title.ID(), v.Ply, want, said)
				}
				if star := len(list[0].step.Nearer)+len(list[0].step.Completes) > 0; star {
					starred++
				} else {
					others++
				}
			})
		if len(titles.Map(title.ID()).Routes) > 0 && (starred == 0 || others == 0) {
			t.Errorf("%s: %d examples for a ticket, %d others: this looks at too little", title.ID(),
				starred, others)
		}
	}
}

// Declaring is explained to those who have to, and to nobody else (K8).
func TestDeclaringIsExplainedToSeatsThatDeclare(t *testing.T) {
	told := 0
	for _, title := range titles.All() {
		s := New(texts(t, "en"), titles.Map(title.ID()))
		playWith(t, title, engine.UsualOptions(title), title.SeatCounts()[0], 3,
			func(g engine.Game, _ engine.Seat, _ []engine.Event) {
				for _, seat := range g.ToMove() {
					v := g.View(seat)
					got, want := slices.Contains(s.Lessons(&v), "declare"), owes(&v) == engine.OwesDeclare
					if got != want {
						t.Fatalf("%s, ply %d: explained %t, want %t", title.ID(), v.Ply, got, want)
					}
					if got {
						told++
					}
				}
			})
	}
	if told == 0 {
		t.Error("nobody declared: this looks at nothing")
	}
}
