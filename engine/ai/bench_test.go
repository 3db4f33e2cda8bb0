package ai_test

import (
	"testing"

	"konduktor/engine/ai"
	"konduktor/engine/titles"
)

// BenchmarkStrong plays whole games of strong against steady at the smallest tables and reports
// what a choice of strong takes.
func BenchmarkStrong(b *testing.B) {
	for _, title := range titles.All() {
		b.Run(title.ID(), func(b *testing.B) {
			seats, moves := title.SeatCounts()[0], 0
			for deal := 0; b.Loop(); deal++ {
				setup, _ := ai.Simulated(77, deal, seats)
				players := make([]ai.Player, seats)
				for s := range players {
					level := "steady"
					if s == 0 {
						level = "strong"
					}
					p, err := ai.NewPlayer(level, title, uint64(s))
					if err != nil {
						b.Fatal(err)
					}
					players[s] = p
				}
				g, err := ai.PlayOut(b.Context(), title, setup, players)
				if err != nil {
					b.Fatal(err)
				}
				moves += g.Moves / seats
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(moves), "ms/choice")
		})
	}
}
