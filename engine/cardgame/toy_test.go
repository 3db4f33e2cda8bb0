package cardgame

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/notation"
)

// dealtGame deals game i of the tests' series.
func dealtGame(t *testing.T, i, seats int, options map[string]string) *Game {
	t.Helper()
	setup, _ := ai.Simulated(15, i, seats)
	setup.Options = options
	g, err := Title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

func apply(t *testing.T, g *Game, s engine.Seat, m engine.Move) []engine.Event {
	t.Helper()
	events, err := g.Apply(s, m)
	if err != nil {
		t.Fatalf("seat %d, %s: %v", s, notation.PrintMove(Title.Lexicon(), m), err)
	}
	return events
}
