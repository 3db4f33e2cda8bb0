package enginetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// CheckImagined plays random games and imagines each again from a seat's view and the true secrets,
// as hiddenOf tells them. The imagined game must look the same to everybody, and go on alike until
// cards are shuffled.
func CheckImagined(t *testing.T, title engine.Title, games int,
	hiddenOf func(engine.Game) engine.Hidden,
) {
	t.Helper()
	imaginer := title.(engine.Imaginer)
	rng := rand.New(rand.NewPCG(16, 0))
	// a field that says something new is imagined at once
	met, fields := map[engine.Owes]int{}, Fields{}
	for i := range fifth(games) {
		setup, _ := ai.Simulated(16, i, title.SeatCounts()[i%len(title.SeatCounts())])
		setup.Options = engine.UsualOptions(title)
		g, err := title.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		for !g.Over() {
			v := g.View(g.ToMove()[0])
			if fields.Note(&v) || rng.IntN(30) == 0 || met[g.View(engine.Public).Owes] < 8 {
				h := hiddenOf(g)
				same, err := imaginer.Imagine(&v, &h)
				if err != nil {
					t.Fatalf("game %d, ply %d: %v", i, g.Ply(), err)
				}
				goOnAlike(t, g.Clone(), same, rng)
			}
			met[g.View(engine.Public).Owes]++
			PlayRandomly(t, g, rng)
		}
	}
	if met[engine.OwesTurn] < fifth(100) || met[engine.OwesKeep] < fifth(10) {
		t.Errorf("hardly anything was imagined: %v", met)
	}
}

// goOnAlike plays both games by a few of the same random moves, or until cards are shuffled.
func goOnAlike(t *testing.T, g, same engine.Game, rng *rand.Rand) {
	t.Helper()
	for n := 0; ; n++ {
		if g.Over() {
			endAlike(t, g, same)
			return
		}
		for s := engine.Public; n%4 == 0 && int(s) <= len(g.View(engine.Public).Seats); s++ {
			if diff := cmp.Diff(shown(t, g, s), shown(t, same, s)); diff != "" {
				t.Fatalf("ply %d, viewer %d (-game +imagined):\n%s", g.Ply(), s, diff)
			}
		}
		if n == 8 {
			return
		}
		seat, m, events := PlayRandomly(t, g, rng)
		again, err := same.Apply(seat, m)
		if err != nil {
			t.Fatalf("ply %d: %+v in the imagined game: %v", g.Ply(), m, err)
		}
		v := g.View(engine.Public)
		shuffled := func(e engine.Event) bool {
			mixed := e.Kind == engine.EventBegan && v.Uses(engine.UsesYards) // the tickets (K2)
			return e.Kind == engine.EventShuffled || e.Kind == engine.EventDealtAnew || mixed
		}
		if slices.ContainsFunc(events, shuffled) || slices.ContainsFunc(again, shuffled) {
			return
		}
	}
}

// endAlike compares the results. The order of a seat's tickets may differ.
func endAlike(t *testing.T, g, same engine.Game) {
	t.Helper()
	v, w := g.View(engine.Public), same.View(engine.Public)
	for i := range v.Seats {
		if a, b := v.Seats[i].Final.Total, w.Seats[i].Final.Total; a != b {
			t.Fatalf("seat %d ends with %d points, in the imagined game with %d", i+1, a, b)
		}
	}
	if diff := cmp.Diff(v.Winners, w.Winners); diff != "" {
		t.Fatalf("the winners differ (-game +imagined):\n%s", diff)
	}
}
