package railmap

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"konduktor/engine"
)

// lines makes a map of routes of one space between the cities named.
func lines(ends ...[2]engine.CityID) *Map {
	m := network()
	for _, e := range ends {
		m.Routes = append(m.Routes, Route{A: e[0], B: e[1], Length: 1})
	}
	return m
}

func TestInOrder(t *testing.T) {
	type net = [][2]engine.CityID
	ladder := net{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}}
	for _, c := range []struct {
		name   string
		routes net
		tour   []engine.CityID
		want   bool
	}{
		{
			"W9 a line is walked in its order",
			net{{0, 1}, {1, 2}, {2, 3}},
			[]engine.CityID{0, 1, 2, 3},
			true,
		},
		{"W9 reversed is the same walk", net{{0, 1}, {1, 2}, {2, 3}}, []engine.CityID{3, 2, 1, 0}, true},
		{
			"W9 a line cannot be walked to and fro",
			net{{0, 1}, {1, 2}, {2, 3}},
			[]engine.CityID{1, 0, 2},
			false,
		},
		{
			"W9 cities in between are allowed",
			net{{0, 7}, {7, 1}, {1, 8}, {8, 9}, {9, 2}},
			[]engine.CityID{0, 1, 2},
			true,
		},
		{
			"W9 on the ring A-C-B-A the tour A, B, C is in order",
			net{{0, 2}, {2, 1}, {1, 0}},
			[]engine.CityID{0, 1, 2},
			true,
		},
		{
			"W9 on a star with its centre elsewhere no tour of three is",
			net{{9, 0}, {9, 1}, {9, 2}},
			[]engine.CityID{0, 1, 2},
			false,
		},
		{
			"W9 on a star the centre can be the second city",
			net{{9, 0}, {9, 1}, {9, 2}},
			[]engine.CityID{0, 9, 1},
			true,
		},
		{
			"W9 a city of the tour may be passed out of turn",
			net{{0, 2}, {2, 1}, {1, 3}, {3, 2}},
			[]engine.CityID{0, 1, 2},
			true,
		},
		{
			"W9 a ring is left by one way only",
			net{{0, 1}, {1, 2}, {2, 0}, {2, 3}},
			[]engine.CityID{0, 3, 1},
			false,
		},
		{
			"W9 two rings at one city",
			net{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}},
			[]engine.CityID{0, 3, 1},
			true,
		},
		{"W9 two lanes serve to and fro", net{{0, 1}, {0, 1}, {0, 2}}, []engine.CityID{1, 0, 2}, true},
		{
			"W9 two lanes lead to a city and back again",
			net{{9, 0}, {9, 1}, {9, 1}, {9, 2}},
			[]engine.CityID{0, 1, 2},
			true,
		},
		{
			"W9 the road between two neighbours can be left for another way", ladder,
			[]engine.CityID{0, 1, 4, 3, 5},
			false,
		},
		{"W9 a ladder has room for three ways", ladder, []engine.CityID{0, 1, 4, 2}, true},
		{"W9 cities apart from each other", net{{0, 1}, {2, 3}}, []engine.CityID{0, 1, 2}, false},
		{"W9 no routes at all", nil, []engine.CityID{0, 1, 2}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := lines(c.routes...)
			if got := m.InOrder(everyRoute(m), c.tour); got != c.want {
				t.Errorf("tour %v over %v is in order: %v, want %v", c.tour, c.routes, got, c.want)
			}
		})
	}
}

// tourist is the dull way: it goes every walk from the first city, remembering where it has been
// with the same routes used.
type tourist struct {
	m    *Map
	tour []engine.CityID
	been map[[3]int]bool
}

// goOn says whether the cities from next on can still be met in order.
func (w *tourist) goOn(from engine.CityID, next, used int) bool {
	if from == w.tour[next] {
		next++
	}
	key := [3]int{int(from), next, used}
	if next == len(w.tour) || w.been[key] {
		return next == len(w.tour)
	}
	w.been[key] = true
	for i, r := range w.m.Routes {
		if used>>i&1 == 0 && (r.A == from || r.B == from) && w.goOn(r.A^r.B^from, next, used|1<<i) {
			return true
		}
	}
	return false
}

func goEveryWalk(m *Map, tour []engine.CityID) bool {
	w := tourist{m, tour, map[[3]int]bool{}}
	return w.goOn(tour[0], 0, 0)
}

// drawTour draws n different cities.
func drawTour(t *rapid.T, cities int) []engine.CityID {
	var all []engine.CityID
	for c := range engine.CityID(cities) {
		all = append(all, c)
	}
	return rapid.Permutation(all).Draw(t, "tour")[:rapid.IntRange(2, min(6, cities)).Draw(t, "stops")]
}

func TestInOrderMatchesAnExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cities := rapid.IntRange(2, 9).Draw(t, "cities")
		m := drawNetwork(t, cities, 14, 1)
		tour := drawTour(t, cities)
		if got, want := m.InOrder(everyRoute(m), tour), goEveryWalk(m, tour); got != want {
			t.Errorf("tour %v is in order: %v, want %v: %v", tour, got, want, m.Routes)
		}
	})
}

// TestInOrderMatchesWhereBothAnswersAreCommon makes sure that the comparison above is about
// something: in networks with a few more routes than cities either answer is frequent.
func TestInOrderMatchesWhereBothAnswersAreCommon(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	met := map[bool]int{}
	for range 3000 {
		m := network()
		for c := range 6 { // a line of 7 cities and 6 more routes
			m.Routes = append(m.Routes, Route{A: engine.CityID(c), B: engine.CityID(c + 1)})
			a := rng.IntN(7)
			m.Routes = append(m.Routes, Route{
				A: engine.CityID(a),
				B: engine.CityID((a + 1 + rng.IntN(6)) % 7),
			})
		}
		var tour []engine.CityID
		for _, c := range rng.Perm(7)[:5] {
			tour = append(tour, engine.CityID(c))
		}
		got, want := m.InOrder(everyRoute(m), tour), goEveryWalk(m, tour)
		if got != want {
			t.Fatalf("tour %v is in order: %v, want %v: %v", tour, got, want, m.Routes)
		}
		met[got]++
	}
	if min(met[true], met[false]) < 300 {
		t.Errorf("%d tours in order, %d not: one answer is hardly met", met[true], met[false])
	}
}

func TestInOrderCountsADuplicateRouteOnce(t *testing.T) {
	m := lines([2]engine.CityID{0, 1}, [2]engine.CityID{0, 2})
	if m.InOrder([]engine.RouteID{0, 0, 1}, []engine.CityID{0, 1, 2}) {
		t.Error("a route named twice was used twice")
	}
}

// BenchmarkInOrderOnAGrid asks for random tours of five cities on a network that is far denser than
// any board's.
func BenchmarkInOrderOnAGrid(b *testing.B) {
	m := grid(6, 6, func() int { return 1 })
	all := everyRoute(m)
	rng := rand.New(rand.NewPCG(6, 6))
	b.ReportAllocs()
	found := 0
	n := 0
	for b.Loop() {
		var tour []engine.CityID
		for _, c := range rng.Perm(36)[:5] {
			tour = append(tour, engine.CityID(c))
		}
		if m.InOrder(all, tour) {
			found++
		}
		n++
	}
	b.ReportMetric(float64(found)/float64(n), "found")
}
