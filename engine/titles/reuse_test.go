package titles_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// One view is filled over and over, for another seat and another game each time: nothing of its
// earlier contents may remain.
func TestReusedViewEqualsANewOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 0))
	for _, title := range titles.All() {
		var old engine.View
		for i, seats := range title.SeatCounts() {
			setup, _ := ai.Simulated(21, i, seats)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			again, ok := g.(interface {
				ViewInto(*engine.View, engine.Seat)
			})
			for ok && !g.Over() {
				for s := range seats + 1 {
					again.ViewInto(&old, engine.Seat(s))
					if anew := g.View(engine.Seat(s)); g.Ply()%7 == 0 || g.Over() {
						sameView(t, &anew, &old)
					}
				}
				enginetest.PlayRandomly(t, g, rng)
			}
		}
	}
}

func sameView(t *testing.T, want, got *engine.View) {
	t.Helper()
	a, errA := notation.MarshalView(want)
	b, errB := notation.MarshalView(got)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if diff := cmp.Diff(string(a), string(b)); diff != "" {
		t.Fatalf("%s, ply %d, seat %d (-new +old memory):\n%s", want.Title, want.Ply, want.Viewer, diff)
	}
	if len(want.Legal()) != len(got.Legal()) {
		t.Fatalf("%s, ply %d, seat %d: %d legal moves, in old memory %d", want.Title, want.Ply,
			want.Viewer, len(want.Legal()), len(got.Legal()))
	}
	for i, m := range want.Legal() {
		if !m.Equal(&got.Legal()[i]) {
			t.Fatalf("%s, ply %d, seat %d: move %d is %+v, in old memory %+v", want.Title, want.Ply,
				want.Viewer, i, m, got.Legal()[i])
		}
	}
}
