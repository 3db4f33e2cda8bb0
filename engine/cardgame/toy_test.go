package cardgame

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
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

// playRandomly makes a random legal move of a seat that can move.
func playRandomly(t *testing.T, g *Game, rng *rand.Rand) (engine.Seat, engine.Move, []engine.Event) {
	t.Helper()
	policy, err := ai.New("random", rng)
	if err != nil {
		t.Fatal(err)
	}
	seats := g.ToMove()
	seat := seats[rng.IntN(len(seats))]
	m, _ := policy.Choose(g, seat)
	return seat, m, apply(t, g, seat, m)
}

func apply(t *testing.T, g *Game, s engine.Seat, m engine.Move) []engine.Event {
	t.Helper()
	events, err := g.Apply(s, m)
	if err != nil {
		t.Fatalf("seat %d, %s: %v", s, Title.Lexicon().PrintMove(m), err)
	}
	return events
}

// printed is a value as JSON.
func printed(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
