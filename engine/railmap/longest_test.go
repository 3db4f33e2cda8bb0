package railmap

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"konduktor/engine"
)

// network makes a map of nothing but routes.
func network(routes ...Route) *Map {
	return &Map{Routes: routes}
}

func everyRoute(m *Map) []engine.RouteID {
	all := make([]engine.RouteID, len(m.Routes))
	for i := range all {
		all[i] = engine.RouteID(i)
	}
	return all
}

func TestLongest(t *testing.T) {
	line := func(a, b engine.CityID, length int) Route { return Route{A: a, B: b, Length: length} }
	for _, c := range []struct {
		name   string
		routes []Route
		want   int
	}{
		{"C14 no routes make no path", nil, 0},
		{"C14 a path counts spaces, not routes", []Route{line(0, 1, 6), line(2, 3, 1), line(3, 4, 1)}, 6},
		{
			"C14 a fork gives its two longest arms",
			[]Route{line(0, 1, 4), line(0, 2, 3), line(0, 3, 2)},
			7,
		},
		{"C14 a city can be passed again", []Route{
			line(0, 1, 1), line(1, 2, 1), line(2, 0, 1), line(0, 3, 1), line(3, 4, 1), line(4, 0, 1),
		}, 6},
		{
			"C14 two lanes of one connection are two routes",
			[]Route{line(0, 1, 3), line(0, 1, 3), line(1, 2, 2)},
			8,
		},
		{"C14 three circles on a star leave the smallest out", []Route{
			line(0, 1, 1), line(0, 2, 1), line(0, 3, 1),
			line(1, 4, 2), line(4, 5, 2), line(5, 1, 2),
			line(2, 6, 3), line(6, 7, 3), line(7, 2, 3),
			line(3, 8, 4), line(8, 9, 4), line(9, 3, 4),
		}, 23},
		{"C14 the bridges of Königsberg leave two out", []Route{
			line(0, 1, 1), line(0, 1, 1), line(0, 2, 1), line(0, 2, 1), line(0, 3, 1), line(1, 3, 1),
			line(2, 3, 1),
		}, 6},
		{"C14 dead ends at a circle are used once at either end", []Route{
			line(0, 1, 1), line(1, 2, 1), line(2, 0, 1), line(0, 3, 5), line(0, 4, 4), line(1, 5, 3),
		}, 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := network(c.routes...)
			if got := m.Longest(everyRoute(m)); got != c.want {
				t.Errorf("longest path is %d, want %d", got, c.want)
			}
		})
	}
}

// walker is the dull way: it goes every path from a city, remembering where it has been with the
// same routes used.
type walker struct {
	m    *Map
	been map[[2]int]int
}

func (w *walker) walk(from engine.CityID, used int) int {
	key := [2]int{int(from), used}
	if best, ok := w.been[key]; ok {
		return best
	}
	best := 0
	for i, r := range w.m.Routes {
		if used>>i&1 == 0 && (r.A == from || r.B == from) {
			best = max(best, r.Length+w.walk(r.A^r.B^from, used|1<<i))
		}
	}
	w.been[key] = best
	return best
}

func walkAll(m *Map) int {
	w := walker{m, map[[2]int]int{}}
	best := 0
	for _, r := range m.Routes {
		best = max(best, w.walk(r.A, 0), w.walk(r.B, 0))
	}
	return best
}

func drawNetwork(t *rapid.T, cities, routes, length int) *Map {
	m := network()
	for range rapid.IntRange(0, routes).Draw(t, "routes") {
		a := rapid.IntRange(0, cities-1).Draw(t, "a")
		b := (a + rapid.IntRange(1, cities-1).Draw(t, "step")) % cities
		m.Routes = append(m.Routes, Route{
			A: engine.CityID(a), B: engine.CityID(b), Length: rapid.IntRange(1, length).Draw(t, "length"),
		})
	}
	return m
}

func TestLongestMatchesAnExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawNetwork(t, rapid.IntRange(2, 12).Draw(t, "cities"), 12, 6)
		if got, want := m.Longest(everyRoute(m)), walkAll(m); got != want {
			t.Errorf("longest path is %d, want %d: %v", got, want, m.Routes)
		}
	})
}

func TestLongestCountsADuplicateRouteOnce(t *testing.T) {
	m := network(Route{A: 0, B: 1, Length: 4})
	if got := m.Longest([]engine.RouteID{0, 0}); got != 4 {
		t.Errorf("longest path is %d, want 4", got)
	}
}

func TestLongestUsesEveryWordOfABitSet(t *testing.T) {
	m := network()
	// a ring of two lanes, 300 routes: every city is even, so one path takes all
	for c := range 150 {
		for range 2 {
			m.Routes = append(m.Routes, Route{
				A: engine.CityID(c), B: engine.CityID((c + 1) % 150),
				Length: 1,
			})
		}
	}
	if got := m.Longest(everyRoute(m)); got != 300 {
		t.Errorf("longest path is %d, want 300", got)
	}
}

// grid makes a map of streets and avenues, which has more circles than any seat's network.
func grid(wide, high int, length func() int) *Map {
	m := network()
	for c := range wide * high {
		if c%wide+1 < wide {
			m.Routes = append(m.Routes, Route{
				A: engine.CityID(c), B: engine.CityID(c + 1),
				Length: length(),
			})
		}
		if c+wide < wide*high {
			m.Routes = append(m.Routes, Route{
				A: engine.CityID(c), B: engine.CityID(c + wide),
				Length: length(),
			})
		}
	}
	return m
}

func TestLongestAllocatesNothing(t *testing.T) {
	m := grid(4, 4, func() int { return 2 })
	all := everyRoute(m)
	if n := testing.AllocsPerRun(10, func() { m.Longest(all) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkLongest(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2)) // the same grid every time
	for _, c := range []struct {
		wide, high, length int
	}{{4, 4, 3}, {5, 5, 1}, {5, 5, 3}, {6, 5, 1}} {
		m := grid(c.wide, c.high, func() int { return 1 + rng.IntN(c.length) })
		all := everyRoute(m)
		b.Run(fmt.Sprintf("%d routes up to %d", len(all), c.length), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Longest(all)
			}
		})
	}
}
