// Package rendertest has helpers for tests of pictures: games to draw, texts, golden files.
package rendertest

import (
	"slices"
	"sync"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/amsterdam"
	"konduktor/engine/railway"
	"konduktor/engine/titles"
)

// Finished is a finished game of four as seat 1 sees it.
var Finished = sync.OnceValue(func() engine.View {
	setup, rng := ai.Simulated(7, 3, 4)
	g, err := amsterdam.Title.New(setup)
	if err != nil {
		panic(err)
	}
	policy, err := ai.New("greedy", rng)
	if err != nil {
		panic(err)
	}
	if _, err := ai.Play(g, policy, nil); err != nil {
		panic(err)
	}
	return g.View(1)
})

// Titles are the titles with a board, by ID.
var Titles = func() map[string]*railway.Title {
	all := map[string]*railway.Title{}
	for _, t := range titles.All() {
		if t, ok := t.(*railway.Title); ok {
			all[t.ID()] = t
		}
	}
	return all
}()

// AmsterdamGame is Simulated for Amsterdam.
func AmsterdamGame(t testing.TB, seats, plies int) (engine.Game, []engine.RouteID) {
	t.Helper()
	return Simulated(t, amsterdam.Title, seats, plies, "")
}

// Begun is a new game and a computer player for all seats. It is deterministic.
func Begun(t testing.TB, title engine.Title, seats int) (engine.Game, ai.Policy) {
	t.Helper()
	setup, rng := ai.Simulated(7, 3, seats)
	setup.Names = []string{"Ala", "Bartek", "Celina", "Dorota", "Edward", "Franciszka"}[:seats]
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := ai.New("greedy", rng)
	if err != nil {
		t.Fatal(err)
	}
	return g, policy
}

// Simulated is a game of computer players after some plies or, if owes is not "", as soon after as
// somebody owes that, with the last two routes claimed. It is deterministic.
func Simulated(t testing.TB, title *railway.Title, seats, plies int,
	owes engine.Owes,
) (engine.Game, []engine.RouteID) {
	t.Helper()
	g, policy := Begun(t, title, seats)
	var tried []engine.RouteID
	for i := 0; !g.Over() && (i < plies || owes != "" && owed(g) != owes); i++ {
		seat := g.ToMove()[0]
		m, _ := policy.Choose(g, seat)
		if _, err := g.Apply(seat, m); err != nil {
			t.Fatal(err)
		}
		if m.Verb == engine.Claim {
			tried = append(tried, m.Route)
		}
	}
	v := g.View(engine.Public)
	// a tunnel can fail
	claimed := slices.DeleteFunc(tried, func(r engine.RouteID) bool {
		return v.Owner(r) == engine.Public
	})
	return g, claimed[max(0, len(claimed)-2):]
}

// Course is a whole game of computer players. It is deterministic.
func Course(t testing.TB, title engine.Title, seats int) []engine.Turn {
	t.Helper()
	g, policy := Begun(t, title, seats)
	var c engine.Course
	for !g.Over() {
		seat := g.ToMove()[0]
		m, _ := policy.Choose(g, seat)
		events, err := g.Apply(seat, m)
		if err != nil {
			t.Fatal(err)
		}
		c.Add(g, seat, events)
	}
	return c.Turns
}

func owed(g engine.Game) engine.Owes {
	v := g.View(engine.Public)
	return v.Owes
}

// Ref returns a pointer to a view.
func Ref(v engine.View) *engine.View { return &v }
