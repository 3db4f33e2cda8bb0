package railmap

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"konduktor/engine"
)

// everyNetwork is the dull way: it counts the circuits of each choice of routes that is connected
// and paid for.
func everyNetwork(m *Map, spaces int) int {
	most := 0
	for chosen := uint(1); chosen < 1<<len(m.Routes); chosen++ {
		n, length, cities, pieces := newNetwork(), 0, map[engine.CityID]bool{}, 0
		for i, r := range m.Routes {
			if chosen>>i&1 == 0 {
				continue
			}
			length += r.Length
			for _, c := range []engine.CityID{r.A, r.B} {
				if !cities[c] {
					cities[c] = true
					pieces++
				}
			}
			if !n.Joins(r.A, r.B) {
				pieces--
			}
			n.Add(&r)
		}
		if length <= spaces && pieces == 1 {
			most = max(most, bits.OnesCount(chosen)-len(cities)+1)
		}
	}
	return most
}

// apart gives each route a connection of its own and indexes the map.
func apart(m *Map, cities int) *Map {
	for i := range m.Routes {
		m.Routes[i].Group = i
	}
	return indexed(m, cities)
}

func TestCircuitsAreNeverUndercounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := apart(drawNetwork(t, rapid.IntRange(2, 6).Draw(t, "cities"), 11, 3), 6)
		spaces := rapid.IntRange(1, 20).Draw(t, "spaces")
		if got, least := m.Circuits(spaces), everyNetwork(m, spaces); got < least {
			t.Errorf("at most %d circuits, but a network has %d: %v", got, least, m.Routes)
		}
	})
}

func TestCircuits(t *testing.T) {
	ring := apart(lines([2]engine.CityID{0, 1}, [2]engine.CityID{1, 2}, [2]engine.CityID{2, 0}), 3)
	twice := apart(lines([2]engine.CityID{0, 1}, [2]engine.CityID{0, 1}), 2)
	lanes := apart(lines([2]engine.CityID{0, 1}, [2]engine.CityID{1, 2}, [2]engine.CityID{2, 0},
		[2]engine.CityID{0, 1}), 3)
	lanes.Routes[3].Group = 0
	lanes.Index()
	streets := apart(grid(6, 6, func() int { return 1 }), 36)
	for _, c := range []struct {
		name         string
		m            *Map
		spaces, want int
	}{
		{"a ring is one", ring, 3, 1},
		{"two routes between two cities are one", twice, 2, 1},
		{"a second lane makes no more (C8)", lanes, 4, 1},
		{"streets that can all be paid for", streets, 60, 25},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.m.Circuits(c.spaces); got != c.want {
				t.Errorf("%d circuits, want %d", got, c.want)
			}
		})
	}
}

// tangle draws a connected network of routes of one space with 15 circuits, whose cities have equal
// numbers of routes, or one more. With 28 cities these are three, which is hardest to search.
func tangle(rng *rand.Rand, cities int) *Map {
	const circuits = 15
	for {
		ends := make([]engine.CityID, 2*(cities+circuits-1))
		for i := range ends {
			ends[i] = engine.CityID(i % cities)
		}
		rng.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
		var routes [][2]engine.CityID
		for i := 0; i < len(ends) && ends[i] != ends[i+1]; i += 2 {
			routes = append(routes, [2]engine.CityID{ends[i], ends[i+1]})
		}
		if m := lines(routes...); len(routes) == len(ends)/2 && len(reach(m, 0)) == cities {
			return apart(m, cities)
		}
	}
}

// TestSearchesOfTheMostCircuitsAreShort counts what both searches do in networks with 15 circuits,
// which is the most that railway allows on a user's map. The search for the longest path alone
// would take more than 200,000 steps in some.
func TestSearchesOfTheMostCircuitsAreShort(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 15))
	steps, choices, swept := 0, 0, 0
	for i := range 80 {
		cities := []int{28, 28, 22, 16, 12}[i%5]
		m := tangle(rng, cities)
		if got := m.Circuits(60); got != 15 {
			t.Fatalf("%d circuits, want 15", got)
		}
		var tour []engine.CityID
		for _, c := range rng.Perm(cities)[:3+i%(MaxStops-2)] {
			tour = append(tour, engine.CityID(c))
		}
		walk := newTouring(m, everyRoute(m))
		walk.search(tour)
		steps = max(steps, walk.steps)
		var path search
		path.longest(m, everyRoute(m))
		choices = max(choices, path.swept)
		if path.swept > 0 {
			swept++
		}
	}
	t.Logf("a tour took %d steps, a longest path %d choices, in %d networks", steps, choices, swept)
	if steps > 5_000 || choices > 50_000 || swept == 0 {
		t.Errorf("a tour took %d steps, a longest path %d choices in %d networks; "+
			"want at most 5,000 and 50,000 in some",
			steps, choices, swept)
	}
}

func TestSweepMatchesTheSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawNetwork(t, rapid.IntRange(2, 12).Draw(t, "cities"), 18, 6)
		var s search
		s.load(m, everyRoute(m))
		s.cutBack()
		s.regrow()
		deadEnds := s.best
		s.apart(s.all())
		want := s.best
		s.best = deadEnds
		if got, _ := s.sweep(); got != want {
			t.Errorf("a sweep finds %d, a search %d: %v", got, want, m.Routes)
		}
	})
}
