package speech

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
)

// promised plays a game with any legal moves and calls see before each declaration. People press
// the first set.
func promised(t *testing.T, series uint64, i, seats int,
	see func(v *engine.View, set []engine.TicketID),
) engine.View {
	t.Helper()
	title, _ := titles.Find("cardgame")
	setup, rng := ai.Simulated(series, i, seats)
	setup.Options = engine.UsualOptions(title)
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for !g.Over() {
		seat := g.ToMove()[0]
		v := g.View(seat)
		m := v.Legal()[rng.IntN(len(v.Legal()))]
		if v.Propose(&m); v.Phase == engine.InDeclare {
			see(&v, m.Tickets)
		}
		if _, err := g.Apply(seat, m); err != nil {
			t.Fatal(err)
		}
	}
	return g.View(engine.Public)
}

// K10: where all declare at once nobody knows what the others complete.
func TestDeclarationBringsWhatItPromised(t *testing.T) {
	t.Parallel()
	s := New(texts(t, "en"), titles.Map("cardgame"))
	for _, seats := range []int{2, 3, 4} {
		n, diff := 0, 0.
		for i := range enginetest.Size(500, 2000) {
			expected := map[engine.Seat]float64{}
			end := promised(t, 10, i, seats, func(v *engine.View, set []engine.TicketID) {
				if v.Pass == v.Passes {
					expected[v.Viewer] = s.promise(v, set).expected + float64(v.Own().Score)
				}
			})
			for seat, points := range expected {
				n++
				diff += points - float64(end.Seat(seat).Final.Total)
			}
		}
		if mean := diff / float64(n); math.Abs(mean) > 1 || n < 100 {
			t.Errorf("%d seats: %d declarations promise %.2f points more than come", seats, n, mean)
		} else {
			t.Logf("%d seats: %d declarations, %.2f points too many", seats, n, mean)
		}
	}
}

func TestSetsAreALineEachSortedByWhatIsExpected(t *testing.T) {
	t.Parallel()
	s := New(texts(t, "en"), titles.Map("cardgame"))
	unsure := 0
	for i := range 40 {
		promised(t, 11, i, 2, func(v *engine.View, _ []engine.TicketID) {
			sets, _ := firstSets(v)
			lines := s.setLines(v)
			if len(lines) < len(sets) || len(lines) > len(sets)+1 {
				t.Fatalf("%d lines for %d sets: %q", len(lines), len(sets), lines)
			}
			var all []float64
			for _, set := range sets {
				p := s.promise(v, set)
				all = append(all, -math.Round(1e6*p.expected))
				if strings.Contains(p.parts, "sure, up to") {
					unsure++
				}
			}
			if !slices.IsSorted(all) {
				t.Errorf("expected: %v", all)
			}
		})
	}
	if unsure == 0 {
		t.Error("no set has a chance of more: the test proves little")
	}
}

// A card is sure only if the others cannot complete more, whatever they hold.
func TestASureSetNeverBringsLess(t *testing.T) {
	t.Parallel()
	board, sure := titles.Map("cardgame"), 0
	for i := range 200 {
		cards := map[engine.Seat][]string{}
		end := promised(t, 12, i, 2+rand.New(rand.NewPCG(12, uint64(i))).IntN(3),
			func(v *engine.View, set []engine.TicketID) {
				for _, c := range v.Stakes(set) {
					if c.Sure {
						sure++
						cards[v.Viewer] = append(cards[v.Viewer], board.Cities[c.City].ID)
					}
					if c.Sure && c.Chance < 1 {
						t.Errorf("game %d: a sure card has a chance of %v", i, c.Chance)
					}
				}
			})
		for seat, list := range cards {
			for _, id := range list {
				if !slices.ContainsFunc(end.Seat(seat).Final.Bonuses,
					func(b engine.Bonus) bool { return b.Name == id }) {
					t.Errorf("game %d: seat %d was sure of %s and did not get it", i, seat, id)
				}
			}
		}
	}
	if sure == 0 {
		t.Error("no card was sure: the test proves little")
	}
}
