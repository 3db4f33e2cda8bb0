package guess_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/guess"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// shown is what a viewer sees, except its own track, which it can remember (K3).
func shown(t *testing.T, v engine.View) string {
	t.Helper()
	for i := range v.Seats {
		v.Seats[i].Track.Known, v.Seats[i].Track.Cards = false, engine.Cards{}
	}
	text, err := notation.MarshalView(&v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestGuessedGameLooksLikeTheRealOne(t *testing.T) {
	for _, title := range titles.All() {
		m := title.(interface{ Map() *railmap.Map }).Map()
		rng := rand.New(rand.NewPCG(18, 0))
		for i := range 2 * len(title.SeatCounts()) {
			seats := title.SeatCounts()[i%len(title.SeatCounts())]
			setup, _ := ai.Simulated(18, i, seats)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			told, differ := make([][]engine.Event, seats), false
			for !g.Over() {
				v := g.View(g.ToMove()[0])
				if v.Phase == engine.InPlay && g.Ply()%9 == 0 {
					h, err := guess.New(title, m, &v, told[v.Viewer-1], rng).Next()
					if err != nil {
						t.Fatalf("%s, game %d, ply %d: %v", title.ID(), i, g.Ply(), err)
					}
					guessed, err := title.(engine.Imaginer).Imagine(&v, &h)
					if err != nil {
						t.Fatalf("%s, game %d, ply %d: %v", title.ID(), i, g.Ply(), err)
					}
					if diff := cmp.Diff(shown(t, v), shown(t, guessed.View(v.Viewer))); diff != "" {
						t.Fatalf("%s, game %d, ply %d (-real +guessed):\n%s", title.ID(), i, g.Ply(), diff)
					}
					differ = differ || shown(t, g.Unveiled()) != shown(t, guessed.Unveiled())
				}
				_, _, events := enginetest.PlayRandomly(t, g, rng)
				for k := range told {
					for _, e := range events {
						told[k] = append(told[k], e.For(engine.Seat(k+1)))
					}
				}
			}
			if !differ {
				t.Errorf("%s, game %d: every guess was the truth", title.ID(), i)
			}
		}
	}
}
