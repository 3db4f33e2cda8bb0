package railmap

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"konduktor/engine"
)

// reach is the dull way: it walks on until it finds nothing new.
func reach(m *Map, from engine.CityID) map[engine.CityID]bool {
	seen := map[engine.CityID]bool{from: true}
	for before := 0; before != len(seen); {
		before = len(seen)
		for _, r := range m.Routes {
			if seen[r.A] || seen[r.B] {
				seen[r.A], seen[r.B] = true, true
			}
		}
	}
	return seen
}

func TestNetworkMatchesAWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawNetwork(t, 20, 30, 1)
		n := m.Join(everyRoute(m))
		for a := range engine.CityID(20) {
			from := reach(m, a)
			for b := range engine.CityID(20) {
				joins, same := n.Joins(a, b), n.Piece(a) == n.Piece(b)
				if joins != from[b] || same != from[b] || m.Connected(everyRoute(m), a, b) != from[b] {
					t.Fatalf("cities %d and %d: Joins %v, same piece %v, want %v: %v",
						a, b, joins, same, from[b], m.Routes)
				}
			}
		}
	})
}

func TestNetwork(t *testing.T) {
	m := network(Route{A: 0, B: 1}, Route{A: 2, B: 3}, Route{A: 1, B: 2})
	n := m.Join([]engine.RouteID{0, 1})
	t.Run("C10 a tour needs all its cities joined", func(t *testing.T) {
		if n.Joins(0, 1, 2) {
			t.Error("a tour over two pieces is joined")
		}
	})
	t.Run("C10 one more route joins two pieces", func(t *testing.T) {
		more := n
		more.Add(&m.Routes[2])
		if !more.Joins(0, 1, 2, 3) || n.Joins(0, 3) {
			t.Error("the route did not join the pieces, or changed the network it was copied from")
		}
	})
	t.Run("joining and asking allocate nothing", func(t *testing.T) {
		all := everyRoute(m)
		got := testing.AllocsPerRun(10, func() {
			n := m.Join(all)
			n.Joins(m.Routes[0].A, m.Routes[1].B)
		})
		if got != 0 {
			t.Errorf("%v allocations, want none", got)
		}
	})
}

// indexed adds the lists of routes by city, as reading a file does.
func indexed(m *Map, cities int) *Map {
	m.Cities = make([]City, cities)
	m.Index()
	return m
}

func TestShortestMatchesRelaxingEveryRoute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := indexed(drawNetwork(t, 12, 25, 6), 12)
		// 1 is blocked, 2 is free
		cost := func(r engine.RouteID) int { return m.Routes[r].Length - 2 }
		want := relax(m, 0, cost)
		var w Ways
		w.Search(m, 0, cost)
		for c := range engine.CityID(12) {
			if w.Cost(c) != want[c] {
				t.Fatalf("way to city %d costs %d, want %d: %v", c, w.Cost(c), want[c], m.Routes)
			}
			sum, at := 0, engine.CityID(0)
			for _, r := range w.Append(nil, c) {
				sum, at = sum+cost(r), m.Routes[r].Far(at)
			}
			if want[c] != Blocked && (sum != want[c] || at != c) {
				t.Fatalf("the way to city %d costs %d and ends in %d, want %d", c, sum, at, want[c])
			}
		}
	})
}

// relax is the dull way: it goes over all routes until nothing gets cheaper.
func relax(m *Map, from engine.CityID, cost func(engine.RouteID) int) []int {
	best := make([]int, len(m.Cities))
	for c := range best {
		best[c] = Blocked
	}
	best[from] = 0
	for range m.Cities {
		for i := range m.Routes {
			r, k := &m.Routes[i], cost(engine.RouteID(i))
			for _, way := range [][2]engine.CityID{{r.A, r.B}, {r.B, r.A}} {
				here, there := best[way[0]], best[way[1]]
				if k >= 0 && here != Blocked && (there == Blocked || here+k < there) {
					best[way[1]] = here + k
				}
			}
		}
	}
	return best
}

func TestWaysAreTheCheapest(t *testing.T) {
	m := indexed(network(
		Route{A: 0, B: 1, Length: 2}, Route{A: 1, B: 2, Length: 2}, Route{A: 2, B: 0, Length: 5},
		Route{A: 3, B: 4, Length: 1},
	), 5)
	length := func(r engine.RouteID) int { return m.Routes[r].Length }
	shortest := func(a, b engine.CityID) ([]engine.RouteID, int) {
		var w Ways
		w.Search(m, a, length)
		return w.Append(nil, b), w.Cost(b)
	}
	ways, cost := shortest(2, 0)
	if diff := cmp.Diff([]engine.RouteID{1, 0}, ways); diff != "" || cost != 4 {
		t.Errorf("cost %d, want 4; routes from the start on (-want +got):\n%s", cost, diff)
	}
	ways, cost = shortest(0, 3)
	if len(ways) != 0 || cost != Blocked {
		t.Errorf("a way to another piece: %v for %d, want none and Blocked", ways, cost)
	}
	ways, cost = shortest(1, 1)
	if len(ways) != 0 || cost != 0 {
		t.Errorf("the way to where one is: %v for %d, want none for 0", ways, cost)
	}
}

func BenchmarkJoin(b *testing.B) {
	m := grid(5, 5, func() int { return 1 })
	all := everyRoute(m)
	b.ReportAllocs()
	for b.Loop() {
		n := m.Join(all)
		n.Joins(0, 24)
	}
}

func BenchmarkWays(b *testing.B) {
	m := grid(6, 6, func() int { return 1 })
	m = indexed(m, 36)
	cost := func(engine.RouteID) int { return 1 }
	var w Ways
	b.ReportAllocs()
	for b.Loop() {
		w.Search(m, 0, cost)
	}
}
