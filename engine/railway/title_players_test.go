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

// secrets deals games of a title from a series of deals, and scrambles what a seat may not know.
func secrets(title *railway.Title, series uint64) enginetest.Leaks {
	return enginetest.Leaks{
		Deal: func(t *testing.T, i int) engine.Game {
			t.Helper()
			setup, _ := ai.Simulated(series, i, title.SeatCounts()[i%len(title.SeatCounts())])
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			return g
		},
		Games: 4, Scramble: railway.Scramble,
	}
}

// TestC15ComputerPlayersKnowNoSecrets scrambles what they may not know.
func TestC15ComputerPlayersKnowNoSecrets(t *testing.T) {
	for _, title := range []*railway.Title{amsterdam.Title, nordic.Title, asia.Title, world.Title} {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			secrets(title, 17).CheckPlayers(t, title)
		})
	}
}

func TestC15ReviewJudgesAMoveByItsPlayersKnowledge(t *testing.T) {
	// random games are long, but in one
	paces := map[*railway.Title]int{
		amsterdam.Title: 17, nordic.Title: 53, asia.Title: 53,
		world.Title: 53,
	}
	for title, pace := range paces {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			l := secrets(title, 17)
			l.Games = 2 // worlds are dear
			l.CheckReviews(t, title, pace)
		})
	}
}
