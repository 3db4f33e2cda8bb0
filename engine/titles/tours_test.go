package titles_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/world"
)

// tours are the tickets of more than two cities.
func tours(m *railmap.Map) []*railmap.Ticket {
	var list []*railmap.Ticket
	for i := range m.Tickets {
		if len(m.Tickets[i].Cities) > 2 {
			list = append(list, &m.Tickets[i])
		}
	}
	return list
}

// TestW9ToursOfGrownNetworksMatchAnExhaustiveSearch compares the search with going every way, on
// networks that a seat could have, for the title's tours and for others.
func TestW9ToursOfGrownNetworksMatchAnExhaustiveSearch(t *testing.T) {
	t.Parallel()
	m := world.Title.Map()
	rng := rand.New(rand.NewPCG(9, 1))
	met := map[bool]int{}
	for range 1500 {
		routes := grow(m, 20+rng.IntN(41), 1, func(open []engine.RouteID) engine.RouteID {
			return open[rng.IntN(len(open))]
		})
		var cities []engine.CityID
		for _, r := range routes {
			for _, c := range []engine.CityID{m.Routes[r].A, m.Routes[r].B} {
				if !slices.Contains(cities, c) {
					cities = append(cities, c)
				}
			}
		}
		rng.Shuffle(len(cities), func(i, j int) { cities[i], cities[j] = cities[j], cities[i] })
		asked := [][]engine.CityID{cities[:min(len(cities), 3+rng.IntN(3))]}
		for _, k := range tours(m) {
			asked = append(asked, k.Cities)
		}
		for _, tour := range asked {
			got := m.InOrder(routes, tour)
			want, complete := walkInOrder(m, routes, tour)
			if complete && got != want {
				t.Fatalf("tour %v over %v is in order: %v, want %v", tour, routes, got, want)
			}
			met[got]++
		}
	}
	if met[true] < 300 {
		t.Errorf("only %d tours were in order: the comparison proves little", met[true])
	}
}

// BenchmarkToursOfAFullNetwork asks for all tours on a network of sixty pieces in one piece, grown
// over the shortest routes first: the more routes, the harder.
func BenchmarkToursOfAFullNetwork(b *testing.B) {
	m := world.Title.Map()
	routes := grow(m, 60, 1, func(open []engine.RouteID) engine.RouteID {
		return slices.MinFunc(open, func(x, y engine.RouteID) int {
			return m.Routes[x].Length - m.Routes[y].Length
		})
	})
	list := tours(m)
	b.ReportAllocs()
	for b.Loop() {
		for _, k := range list {
			_ = m.InOrder(routes, k.Cities)
		}
	}
	b.ReportMetric(float64(len(routes)), "routes")
}

// BenchmarkToursOfTheWholeMap does so with a lane of every connection of the map, far more than any
// seat has.
func BenchmarkToursOfTheWholeMap(b *testing.B) {
	m := world.Title.Map()
	routes := grow(m, 1000, 1, func(open []engine.RouteID) engine.RouteID {
		return open[0]
	})
	rng := rand.New(rand.NewPCG(9, 2))
	for b.Loop() {
		var tour []engine.CityID
		for _, c := range rng.Perm(len(m.Cities))[:5] {
			tour = append(tour, engine.CityID(c))
		}
		_ = m.InOrder(routes, tour)
	}
	b.ReportMetric(float64(len(routes)), "routes")
}
