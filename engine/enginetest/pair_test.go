package enginetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// TestGamesOfAPairTurnUpTheSameCards makes the pairs of Nordic Countries of some seeds, in which a
// tunnel once turned up the same cards in another order, asked for nothing, and was gone from the
// views (N6): everybody had seen the difference.
func TestGamesOfAPairTurnUpTheSameCards(t *testing.T) {
	title, _ := titles.Find("nordic")
	for _, seed := range []uint64{1511, 1960, 3117} {
		p, ok := NewPair(title, rand.New(rand.NewPCG(seed, 0)))
		if !ok {
			continue // it can no longer be told apart by anybody
		}
		var seen [2][]engine.Card
		for i := range seen {
			g, err := p.deal(p.Stacks[i])
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range p.Steps {
				events, err := g.Apply(s.Seat, s.Moves[i])
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range events {
					seen[i] = append(seen[i], e.Shown...)
				}
			}
		}
		if !slices.Equal(seen[0], seen[1]) {
			t.Errorf("seed %d: tunnels turn up %v in one game and %v in the other", seed, seen[0], seen[1])
		}
	}
}
