package scenario

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
)

// Judge says in what a finished game differs from what its record alone, read by a referee of the title, comes to; ""
// if in nothing.
type Judge func(r *engine.Record, finished engine.Game) string

// RunGames replays every finished game of a folder: it comes to the result that it was recorded with, and the judge
// agrees.
func RunGames(t *testing.T, dir string, find func(string) (engine.Title, bool), judge Judge) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.rec"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no games in %s (%v)", dir, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			record, err := engine.ParseRecord(string(text), find)
			if err != nil {
				t.Fatalf("%s:%v", file, err)
			}
			g, err := record.Replay(-1)
			if err != nil {
				t.Fatalf("%s:%v", file, err)
			}
			v := g.View(engine.Public)
			if !g.Over() || !strings.HasSuffix(string(text), "\n"+v.ResultLines()) {
				t.Errorf("over: %v, the result is now\n%s", g.Over(), v.ResultLines())
			}
			if diff := judge(record, g); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// RunSimulated plays so many games by every number of seats and every policy, and hears the judge on each.
func RunSimulated(t *testing.T, title engine.Title, games int, judge Judge) {
	t.Helper()
	for _, policy := range ai.Policies() {
		for _, seats := range title.SeatCounts() {
			for i := range games {
				record, g := simulate(t, title, policy, seats, i)
				if diff := judge(record, g); diff != "" {
					t.Fatalf("%s\n%s", diff, record.Print())
				}
			}
		}
	}
}

// simulate plays game i of the tests' series.
func simulate(t *testing.T, title engine.Title, policy string, seats, i int) (*engine.Record, engine.Game) {
	t.Helper()
	setup, rng := ai.Simulated(7, i, seats)
	p, err := ai.New(policy, rng)
	if err != nil {
		t.Fatal(err)
	}
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := ai.Play(g, p, nil)
	record := &engine.Record{Title: title, Version: title.Version(), Setup: setup, Moves: moves}
	if err != nil {
		t.Fatalf("%v\n%s", err, record.Print())
	}
	return record, g
}
