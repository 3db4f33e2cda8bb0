package cardgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/cardgame/assign"
	"konduktor/engine/enginetest"
)

// dueGame plays a game of rapid's choice until tickets are declared, in either pass.
func dueGame(t *rapid.T) *Game {
	seats := rapid.IntRange(2, 4).Draw(t, "seats")
	setup, rng := ai.Simulated(rapid.Uint64().Draw(t, "series"), 0, seats)
	setup.Options = engine.UsualOptions(Title)
	game, err := Title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	greedy, err := ai.New("greedy", rng)
	if err != nil {
		t.Fatal(err)
	}
	for skip := rng.IntN(4); !game.Over(); {
		if game.View(engine.Public).Phase == engine.InDeclare {
			if skip--; skip < 0 {
				break
			}
		}
		m, _ := greedy.Choose(game, game.ToMove()[0])
		if _, err := game.Apply(game.ToMove()[0], m); err != nil {
			t.Fatal(err)
		}
	}
	return game.(*Game)
}

func TestK8TheProposalsAreTheBestOfAllSets(t *testing.T) {
	t.Parallel()
	compared, later := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := dueGame(t)
		for _, s := range g.ToMove() {
			if g.owedBy(s) != engine.OwesDeclare {
				continue
			}
			d := g.declarer(s)
			sets := slices.Collect(g.edition.tickets.Maximal(&d.track, d.open, nil))
			var worths []int
			for _, set := range sets {
				worths = append(worths, -d.worth(set))
			}
			slices.Sort(worths)
			best := d.best()
			if len(best) != min(bestShown, len(sets)) {
				t.Fatalf("seat %d: %d proposals of %d sets", s, len(best), len(sets))
			}
			for i, c := range best {
				if c.worth != -worths[i] || !slices.Contains(sets, c.set) {
					t.Errorf("seat %d: proposal %d is worth %v, the best such set %v", s, i, c.worth, -worths[i])
				}
			}
			if g.pass < passes(g.N) {
				later++
			}
			compared++
		}
	})
	if compared < 20 || later == 0 {
		t.Errorf("%d declarations compared, %d of them with a pass to come", compared, later)
	}
}

// A declaration is in the record in the map file's order, and so are all that are proposed, each
// once.
func TestK8DeclarationsAreAllMaximalSetsInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := dueGame(t)
		for _, s := range g.ToMove() {
			v := g.View(s)
			met := map[assign.Set]bool{}
			for tickets := range v.Declarations() {
				var set assign.Set
				for _, id := range tickets {
					set = set.With(id)
				}
				if met[set] || !slices.IsSorted(tickets) {
					t.Fatalf("seat %d: %v is listed twice or out of order", s, tickets)
				}
				met[set] = true
				c := g.Clone()
				if _, err := c.Apply(s, engine.Move{Verb: engine.Declare, Tickets: tickets}); err != nil {
					t.Fatalf("seat %d, %v: %v", s, tickets, err)
				}
			}
			if g.Phase == engine.InDeclare && len(met) < 2 {
				t.Fatalf("seat %d is asked, and has %d sets", s, len(met))
			}
		}
	})
}

// TestK8SeatsHaveNoChoiceUntilAsked compares who declares with the sets of each seat.
func TestK8SeatsHaveNoChoiceUntilAsked(t *testing.T) {
	t.Parallel()
	asked, spared := 0, 0
	for i := range enginetest.Size(40, 200) {
		g, rng := dealtGame(t, i, 2+i%3, engine.UsualOptions(Title)), rand.New(rand.NewPCG(8, uint64(i)))
		for g.Phase != engine.InDeclare && !g.Over() {
			enginetest.PlayRandomly(t, g, rng)
		}
		for s := engine.Seat(1); int(s) <= g.N && !g.Over(); s++ {
			seat, sets := g.seat(s), 0
			for range g.edition.tickets.Maximal(&seat.track, seat.open(), nil) {
				if sets++; sets == 2 {
					break
				}
			}
			due := g.owedBy(s) == engine.OwesDeclare
			if due != (sets > 1) {
				t.Fatalf("game %d: seat %d has %d sets, is asked: %v", i, s, sets, due)
			}
			if due {
				asked++
			} else {
				spared++
			}
		}
	}
	if asked < 10 || spared < 10 {
		t.Errorf("%d were asked and %d were not: the test proves little", asked, spared)
	}
}
