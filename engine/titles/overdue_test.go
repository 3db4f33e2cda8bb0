package titles_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// mostDefaults bounds the moves of a game that goes on by defaults alone.
const mostDefaults = 2000

// TestEveryStateHasADefault plays at random up to some state, with a default in between, and lets
// everybody default from there: each default is legal, a seat that cannot move has none, and the
// game ends.
func TestEveryStateHasADefault(t *testing.T) {
	for _, title := range titles.All() {
		for _, seats := range title.SeatCounts() {
			t.Run(fmt.Sprintf("%s by %d", title.ID(), seats), func(t *testing.T) {
				t.Parallel()
				for i := range enginetest.Size(10, 30) {
					defaults(t, title, seats, i)
				}
			})
		}
	}
}

// defaults plays the i-th game.
func defaults(t *testing.T, title engine.Title, seats, i int) {
	t.Helper()
	setup, rng := ai.Simulated(53, i, seats)
	setup.Options = engine.UsualOptions(title)
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	record := notation.Record{Title: title, Version: title.Version(), Setup: setup}
	for left := rng.IntN(60 * seats); left > 0 && !g.Over(); left-- {
		if rng.IntN(10) == 0 {
			overdue(t, g, &record, rng)
			continue
		}
		seat, m, _ := enginetest.PlayRandomly(t, g, rng)
		record.Moves = append(record.Moves, notation.RecordedMove{Seat: seat, Move: m})
	}
	for n := 0; !g.Over(); n++ {
		if n == mostDefaults {
			t.Fatalf("%d defaults do not end the game:\n%s", n, record.Print())
		}
		overdue(t, g, &record, rng)
	}
}

// overdue makes the default move of a seat that can move.
func overdue(t *testing.T, g engine.Game, record *notation.Record, rng *rand.Rand) {
	t.Helper()
	movers := g.ToMove()
	seat := movers[rng.IntN(len(movers))]
	v := g.View(seat)
	m, ok := v.Overdue()
	if !ok {
		t.Fatalf("ply %d: seat %d has no default\n%s", g.Ply(), seat, record.Print())
	}
	if other := engine.Seat(1 + rng.IntN(len(v.Seats))); !v.Moves(other) {
		idle := g.View(other)
		if m, ok := idle.Overdue(); ok {
			t.Fatalf("ply %d: seat %d cannot move and has the default %+v\n%s", g.Ply(), other, m,
				record.Print())
		}
	}
	if _, err := g.Apply(seat, m); err != nil {
		t.Fatalf("ply %d, seat %d: default %+v refused: %v\n%s", g.Ply(), seat, m, err, record.Print())
	}
	record.Moves = append(record.Moves, notation.RecordedMove{Seat: seat, Move: m})
}

// TestDefaultsCommitToLittle looks at each default of games that are played at random.
func TestDefaultsCommitToLittle(t *testing.T) {
	seen := map[engine.Verb]int{}
	for _, title := range titles.All() {
		for i := range 3 {
			setup, rng := ai.Simulated(31, i, title.SeatCounts()[0])
			setup.Options = engine.UsualOptions(title)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			for !g.Over() {
				v := g.View(g.ToMove()[0])
				m, _ := v.Overdue()
				seen[m.Verb]++
				commitsLeast(t, &v, m)
				enginetest.PlayRandomly(t, g, rng)
			}
		}
	}
	for _, verb := range []engine.Verb{
		engine.Keep, engine.Pieces, engine.Share, engine.Draw,
		engine.Place, engine.Withdraw,
	} {
		if seen[verb] == 0 {
			t.Errorf("no default was to %s: nothing was checked", verb)
		}
	}
}

// commitsLeast checks that no legal move would commit the seat to less.
func commitsLeast(t *testing.T, v *engine.View, got engine.Move) {
	t.Helper()
	stake := func(m engine.Move) (sum int) {
		for _, id := range m.Tickets {
			sum += v.Lexicon().Stakes[id]
		}
		return sum
	}
	for _, m := range v.Legal() {
		switch {
		case m.Verb == engine.Withdraw && got.Verb != engine.Withdraw,
			m.Verb == engine.Draw && got.Verb != engine.Draw,
			m.Verb == engine.Draw && m.Slot == 0 && got.Slot != 0,
			m.Verb == engine.Keep && len(m.Tickets) < len(got.Tickets),
			m.Verb == engine.Keep && len(m.Tickets) == len(got.Tickets) && stake(m) < stake(got):
			t.Errorf("%s ply %d: default %+v, but %+v is legal", v.Title, v.Ply, got, m)
		}
	}
}
