package titles_test

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/titles"
)

// A view counts turns, not moves: one more whenever somebody's turn has ended, however many moves
// it took.
func TestAViewCountsTurns(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			setup, rng := ai.Simulated(7, 3, slices.Min(title.SeatCounts()))
			setup.Options = engine.UsualOptions(title)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			policy, err := ai.New("random", rng)
			if err != nil {
				t.Fatal(err)
			}
			turns, playing := 0, false
			for plies := 0; !g.Over() && plies < 150; plies++ {
				seat := g.ToMove()[0]
				m, _ := policy.Choose(g, seat)
				if _, err := g.Apply(seat, m); err != nil {
					t.Fatal(err)
				}
				v := g.View(engine.Public)
				if playing && (v.Phase != engine.InPlay || v.Owes == engine.OwesTurn) {
					turns++
				}
				playing = v.Phase == engine.InPlay
				if v.Turns != turns {
					t.Fatalf("after %d moves: got %d turns, want %d", plies+1, v.Turns, turns)
				}
			}
			if turns == 0 {
				t.Error("no turn was played")
			}
		})
	}
}
