package railmap

import (
	"slices"

	"konduktor/engine"
)

// share is the number of parts into which Circuits divides a route and a city.
const share = 60

// Circuits returns an upper bound on the independent circuits (routes less cities, plus one) of any
// connected network with at most this many spaces and one lane per connection.
//
// If each space has a price, no affordable network is worth more than the best one of any size,
// less its price, plus the price of all spaces. The best one of any size follows from a flow: each
// route hands its worth to its two cities, each city takes one route's worth, and the rest is what
// routes are worth beyond their cities. This holds for any price, so the lowest sum counts.
func (m *Map) Circuits(spaces int) int {
	least := share * MaxRoutes
	for price := 0; price <= share; price += 2 {
		least = min(least, m.surplus(price)+price*spaces)
	}
	return least/share + 1
}

// supply is a flow from routes to cities.
type supply struct {
	m       *Map
	given   [][2]int // by route: to its two cities
	taken   []int    // by city
	reached []step   // by city: how the search came there
}

// step is how a search reached a city: over a route from its other city, or at the start from the
// route itself.
type step struct {
	by    engine.RouteID
	known bool
	first bool
}

// surplus is what the routes are worth beyond what the cities take, with each space at a price.
func (m *Map) surplus(price int) int {
	f := supply{m: m, given: make([][2]int, len(m.Routes)), taken: make([]int, len(m.Cities))}
	left := 0
	for _, lanes := range m.groups {
		if len(lanes) == 0 {
			continue
		}
		shortest := slices.MinFunc(lanes, func(a, b engine.RouteID) int {
			return m.Routes[a].Length - m.Routes[b].Length
		})
		worth := max(0, share-price*m.Routes[shortest].Length)
		for worth > 0 {
			n := f.push(shortest, worth)
			if n == 0 {
				break
			}
			worth -= n
		}
		left += worth
	}
	return left
}

// push hands part of a route to a city with room, maybe over others; 0: none has room.
func (f *supply) push(r engine.RouteID, most int) int {
	to, ok := f.findRoom(r)
	if !ok {
		return 0
	}
	amount := min(most, share-f.taken[to])
	for c := to; !f.reached[c].first; {
		by := f.reached[c].by
		c = f.m.Routes[by].Far(c)
		amount = min(amount, f.given[by][f.m.side(by, c)])
	}
	f.taken[to] += amount
	for c := to; ; {
		by := f.reached[c].by
		f.given[by][f.m.side(by, c)] += amount
		if f.reached[c].first {
			return amount
		}
		c = f.m.Routes[by].Far(c)
		f.given[by][f.m.side(by, c)] -= amount
	}
}

// side is 0 for the city A of a route, 1 for B.
func (m *Map) side(r engine.RouteID, c engine.CityID) int {
	if m.Routes[r].A == c {
		return 0
	}
	return 1
}

// findRoom searches breadth first for a city with room, from a route's cities. A city without room
// hands a route that it has taken to the route's other city.
func (f *supply) findRoom(r engine.RouteID) (engine.CityID, bool) {
	f.reached = make([]step, len(f.m.Cities))
	queue := []engine.CityID{f.m.Routes[r].A, f.m.Routes[r].B}
	for _, c := range queue {
		f.reached[c] = step{r, true, true}
	}
	for i := 0; i < len(queue); i++ {
		c := queue[i]
		if f.taken[c] < share {
			return c, true
		}
		for _, by := range f.m.At(c) {
			if far := f.m.Routes[by].Far(c); f.given[by][f.m.side(by, c)] > 0 && !f.reached[far].known {
				f.reached[far] = step{by, true, false}
				queue = append(queue, far)
			}
		}
	}
	return 0, false
}
