package cardgame_test

import (
	"fmt"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/cardgame"
)

// BenchmarkRandomGame plays whole random games, with the scoring of their passes.
func BenchmarkRandomGame(b *testing.B) {
	for _, seats := range cardgame.Title.SeatCounts() {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			b.ReportAllocs()
			var moves []engine.RecordedMove
			played := 0
			for i := 0; b.Loop(); i++ {
				moves = playWhole(b, i, seats, "random", moves[:0])
				played += len(moves)
			}
			b.ReportMetric(float64(played)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

func playWhole(b *testing.B, i, seats int, policy string, moves []engine.RecordedMove) []engine.RecordedMove {
	b.Helper()
	setup, rng := ai.Simulated(1, i, seats)
	p, err := ai.New(policy, rng)
	if err != nil {
		b.Fatal(err)
	}
	g, err := cardgame.Title.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	if moves, err = ai.Play(g, p, moves); err != nil {
		b.Fatal(err)
	}
	return moves
}

// BenchmarkReplay replays a random game by four.
func BenchmarkReplay(b *testing.B) {
	setup, _ := ai.Simulated(1, 0, 4)
	record := &engine.Record{Title: cardgame.Title, Version: 1, Setup: setup, Moves: playWhole(b, 0, 4, "random", nil)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := record.Replay(-1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(record.Moves)), "moves")
}

// BenchmarkView shows a game in its middle to a seat.
func BenchmarkView(b *testing.B) {
	setup, _ := ai.Simulated(1, 0, 4)
	record := &engine.Record{Title: cardgame.Title, Version: 1, Setup: setup, Moves: playWhole(b, 0, 4, "random", nil)}
	g, err := record.Replay(len(record.Moves) / 2)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		_ = g.View(1)
	}
}
