package railway_test

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/amsterdam"
	"konduktor/engine/asia"
	"konduktor/engine/enginetest"
	"konduktor/engine/nordic"
	"konduktor/engine/railway"
	"konduktor/engine/world"
)

// TestC15ComputerPlayersKnowNoSecrets scrambles what they may not know.
func TestC15ComputerPlayersKnowNoSecrets(t *testing.T) {
	for _, title := range []*railway.Title{amsterdam.Title, nordic.Title, asia.Title, world.Title} {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			enginetest.Leaks{
				Deal: func(t *testing.T, i int) engine.Game {
					t.Helper()
					setup, _ := ai.Simulated(17, i, title.SeatCounts()[i%len(title.SeatCounts())])
					g, err := title.New(setup)
					if err != nil {
						t.Fatal(err)
					}
					return g
				},
				Games: 4, Scramble: railway.Scramble,
			}.CheckPlayers(t, title, map[string]int{"easy": 2, "steady": 2, "strong": 61})
		})
	}
}
