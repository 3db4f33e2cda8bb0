package amsterdam_test

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/amsterdam"
)

// game is a finished game by four, its record, and the game in its middle.
func game(b *testing.B) (*engine.Record, engine.Game) {
	b.Helper()
	setup, rng := ai.Simulated(1, 0, 4)
	policy, err := ai.New("random", rng)
	if err != nil {
		b.Fatal(err)
	}
	g, err := amsterdam.Title.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	moves, err := ai.Play(g, policy, nil)
	if err != nil {
		b.Fatal(err)
	}
	record := &engine.Record{Title: amsterdam.Title, Version: 1, Setup: setup, Moves: moves}
	middle, err := record.Replay(len(moves) / 2)
	if err != nil {
		b.Fatal(err)
	}
	return record, middle
}

func BenchmarkReplay(b *testing.B) {
	record, _ := game(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := record.Replay(-1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(record.Moves)), "moves/op")
}

func BenchmarkParseRecord(b *testing.B) {
	record, _ := game(b)
	text := record.Print()
	find := func(string) (engine.Title, bool) { return amsterdam.Title, true }
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.ParseRecord(text, find); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLegal(b *testing.B) {
	_, g := game(b)
	seat := g.ToMove()[0]
	var buffer []engine.Move
	b.ReportAllocs()
	for b.Loop() {
		buffer = g.AppendLegal(buffer[:0], seat)
	}
}

func BenchmarkView(b *testing.B) {
	_, g := game(b)
	b.ReportAllocs()
	for b.Loop() {
		_ = g.View(1)
	}
}

func BenchmarkClone(b *testing.B) {
	_, g := game(b)
	b.ReportAllocs()
	for b.Loop() {
		_ = g.Clone()
	}
}
