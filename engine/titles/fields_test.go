package titles_test

import (
	"testing"

	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
)

// The checks of secrets and of imagined games prove nothing about a field that no game fills.
func TestEveryFieldOfAViewIsMetInRandomGames(t *testing.T) {
	fields := enginetest.Fields{}
	for _, title := range titles.All() {
		for _, seats := range title.SeatCounts() {
			setup, rng := ai.Simulated(18, 1, seats)
			setup.Options = map[string]string{}
			for _, o := range title.Options() {
				setup.Options[o.Key] = o.Values[len(o.Values)-1]
			}
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			for !g.Over() {
				enginetest.PlayRandomly(t, g, rng)
				v, all := g.View(1), g.Unveiled()
				fields.Note(&v)
				fields.Note(&all)
			}
		}
	}
	if missing := fields.Missing(); len(missing) > 0 {
		t.Errorf("never filled: %v", missing)
	}
}
