package railmap

import (
	"slices"

	"konduktor/engine"
)

// Blocked is the cost of a route that cannot be used.
const Blocked = -1

// Ways are the cheapest ways from one city to all others. The zero value is ready; reuse it, which
// allocates nothing.
type Ways struct {
	m    *Map
	from engine.CityID
	cost [MaxCities]int            // of the way to a city, Blocked if there is none
	by   [MaxCities]engine.RouteID // the last route of the way
}

// Search finds the ways from a city. cost returns a route's cost: at least 0, or Blocked. Of
// equally cheap ways the first by the order of cities and routes counts.
func (w *Ways) Search(m *Map, from engine.CityID, cost func(engine.RouteID) int) {
	w.m, w.from = m, from
	var done [MaxCities]bool
	for c := range w.cost {
		w.cost[c] = Blocked
	}
	w.cost[from] = 0
	for {
		here := -1
		for c := range m.Cities {
			if !done[c] && w.cost[c] != Blocked && (here < 0 || w.cost[c] < w.cost[here]) {
				here = c
			}
		}
		if here < 0 {
			return
		}
		done[here] = true
		for _, r := range m.byCity[here] {
			far := m.Routes[r].Far(engine.CityID(here)) // at most MaxCities
			if done[far] {
				continue
			}
			k := cost(r)
			if k >= 0 && (w.cost[far] == Blocked || w.cost[here]+k < w.cost[far]) {
				w.cost[far], w.by[far] = w.cost[here]+k, r
			}
		}
	}
}

// Cost returns what the way to a city costs, Blocked if there is none.
func (w *Ways) Cost(to engine.CityID) int { return w.cost[to] }

// Append adds the routes of the way to a city, if there is one, in order from the start.
func (w *Ways) Append(dst []engine.RouteID, to engine.CityID) []engine.RouteID {
	if w.cost[to] == Blocked {
		return dst
	}
	begin := len(dst)
	for to != w.from {
		dst = append(dst, w.by[to])
		to = w.m.Routes[w.by[to]].Far(to)
	}
	slices.Reverse(dst[begin:])
	return dst
}
