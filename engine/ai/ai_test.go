package ai

import (
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
)

// offered is a game that shows a player only the legal moves and their payments.
type offered struct {
	legal []engine.Move
	ways  int
}

func (o offered) AppendLegal(dst []engine.Move, _ engine.Seat) []engine.Move {
	return append(dst, o.legal...)
}

func (o offered) Payments(engine.Seat, engine.Move) iter.Seq[engine.Payment] {
	return func(yield func(engine.Payment) bool) {
		for i := range o.ways {
			if !yield(engine.Payment{Hand: engine.Cards{uint8(i + 1)}}) {
				return
			}
		}
	}
}

func (o offered) View(engine.Seat) engine.View { return engine.View{} }

// chosen counts what a random player chooses in n tries, by a name for each kind of move.
func chosen(t *testing.T, o offered, tries int, name func(*engine.Move) string) map[string]int {
	t.Helper()
	p, err := New("random", rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for range tries {
		m, ok := p.Choose(o, 1)
		if !ok {
			t.Fatal("nothing was chosen")
		}
		counts[name(&m)]++
	}
	return counts
}

// even reports whether all counts are near the number given.
func even(counts map[string]int, near int) bool {
	for _, n := range counts {
		if n < near*8/10 || n > near*12/10 {
			return false
		}
	}
	return true
}

func TestRandomCountsAnExchangeOnceForEachKind(t *testing.T) {
	o := offered{legal: []engine.Move{{Verb: engine.Draw}, {Verb: engine.Tickets}}}
	for n := range 10 {
		o.legal = append(o.legal, engine.Move{
			Verb: engine.Exchange, Pile: engine.Trains,
			N: uint8(n + 1),
		})
	}
	for n := range 5 {
		o.legal = append(o.legal, engine.Move{Verb: engine.Exchange, Pile: engine.Ships, N: uint8(n + 1)})
	}
	actions := chosen(t, o, 4000, func(m *engine.Move) string {
		return m.Verb.String() + string(rune('0'+m.Pile))
	})
	if len(actions) != 4 || !even(actions, 1000) {
		t.Errorf("draw, tickets, exchange of trains and of ships are chosen %v times, want 1000 each",
			actions)
	}
	numbers := chosen(t, o, 20000, func(m *engine.Move) string {
		if m.Pile != engine.Trains {
			return "other"
		}
		return string(rune('0' + m.N))
	})
	delete(numbers, "other")
	if len(numbers) != 10 || !even(numbers, 500) {
		t.Errorf("1 to 10 trains are given up %v times, want 500 each", numbers)
	}
}

func TestRandomChoosesAmongAllOtherMovesAndTheirPayments(t *testing.T) {
	o := offered{ways: 4, legal: []engine.Move{
		{Verb: engine.Draw},
		{Verb: engine.Claim, Route: 1},
		{Verb: engine.Port, City: 2},
	}}
	got := chosen(t, o, 6000, func(m *engine.Move) string { return m.Verb.String() })
	if len(got) != 3 || !even(got, 2000) {
		t.Errorf("chosen %v times, want 2000 each", got)
	}
	ways := chosen(t, o, 6000, func(m *engine.Move) string {
		return string(rune('0' + m.Payment.Hand[0]))
	})
	delete(ways, "0") // a draw is not paid for
	if len(ways) != 4 || !even(ways, 1000) {
		t.Errorf("payments are chosen %v times, want 1000 each", ways)
	}
}

func TestExchangesOfOneKindAreEquallyLikely(t *testing.T) {
	o := offered{legal: []engine.Move{
		{Verb: engine.Exchange, Pile: engine.Ships, N: 1},
		{Verb: engine.Exchange, Pile: engine.Ships, N: 2},
	}}
	got := chosen(t, o, 2000, func(m *engine.Move) string { return string(rune('0' + m.N)) })
	if diff := cmp.Diff(2, len(got)); diff != "" || !even(got, 1000) {
		t.Errorf("one and two ships are given up %v times, want 1000 each", got)
	}
}
