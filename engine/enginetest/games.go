// Package enginetest holds what tests of titles share: random games, the check that no viewer is
// shown a secret, and the brute force for tariffs.
package enginetest

import (
	"math/rand/v2"
	"os"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/notation"
)

// ReadRecord reads a file that holds a record of a title, and returns its text too.
func ReadRecord(t *testing.T, file string, title engine.Title) (string, *notation.Record) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	find := func(id string) (engine.Title, bool) { return title, id == title.ID() }
	record, err := notation.ParseRecord(string(text), find)
	if err != nil {
		t.Fatalf("%s:%v", file, err)
	}
	return string(text), record
}

// Play plays game i of a series to its end by the named policy.
func Play(t TB, title engine.Title, policy string, series uint64, i, seats int) (*notation.Record,
	engine.Game,
) {
	t.Helper()
	return PlayBy(t, title, nil, series, i, seats, func(rng *rand.Rand) ai.Policy {
		return policyNamed(t, policy, rng)
	})
}

// PlayBy is Play with options, and a policy that the test makes from the game's generator.
func PlayBy(t TB, title engine.Title, options map[string]string, series uint64, i, seats int,
	policy func(*rand.Rand) ai.Policy,
) (*notation.Record, engine.Game) {
	t.Helper()
	setup, rng := ai.Simulated(series, i, seats)
	setup.Options = options
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := ai.Play(g, policy(rng), nil)
	record := &notation.Record{Title: title, Version: title.Version(), Setup: setup, Moves: moves}
	if err != nil {
		t.Fatalf("%v\n%s", err, record.Print())
	}
	return record, g
}

func policyNamed(t TB, name string, rng *rand.Rand) ai.Policy {
	t.Helper()
	p, err := ai.New(name, rng)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TB is what a test, a benchmark and rapid's tests have in common.
type TB interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// PlayRandomly makes a random legal move of a seat that can move.
func PlayRandomly(t TB, g engine.Game, rng *rand.Rand) (engine.Seat, engine.Move, []engine.Event) {
	t.Helper()
	seats := g.ToMove()
	seat := seats[rng.IntN(len(seats))]
	m, ok := policyNamed(t, "random", rng).Choose(g, seat)
	if !ok {
		t.Fatalf("ply %d: seat %d has no legal move", g.Ply(), seat)
	}
	events, err := g.Apply(seat, m)
	if err != nil {
		t.Fatalf("ply %d: legal move %+v of seat %d refused: %v", g.Ply(), m, seat, err)
	}
	return seat, m, events
}
