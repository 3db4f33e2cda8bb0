package titles_test

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// These searches try every path: slow, but plainly correct. They give up after some steps; the
// referee then trusts the machine.
const (
	trailSteps = 100_000
	walkSteps  = 200_000
)

// reaches reports whether routes lead from one city to another without a visited one.
func reaches(m *railmap.Map, routes []engine.RouteID, from, to engine.CityID,
	visited []engine.CityID,
) bool {
	if from == to {
		return true
	}
	for _, id := range routes {
		r := &m.Routes[id]
		for _, way := range [][2]engine.CityID{{r.A, r.B}, {r.B, r.A}} {
			if way[0] == from && !slices.Contains(visited, way[1]) &&
				reaches(m, routes, way[1], to, append(visited, from)) {
				return true
			}
		}
	}
	return false
}

// longestTrail returns the length of the longest way over routes that uses none twice; complete is
// false if it gave up.
func longestTrail(m *railmap.Map, routes []engine.RouteID) (length int, complete bool) {
	w := walker{m: m, routes: routes, used: make([]bool, len(routes)), steps: trailSteps}
	for _, id := range routes {
		w.walk(m.Routes[id].A, 0)
		w.walk(m.Routes[id].B, 0)
	}
	return w.best, w.steps > 0
}

// walker goes every way over some routes that uses none twice.
type walker struct {
	m      *railmap.Map
	routes []engine.RouteID
	used   []bool
	best   int
	steps  int // left before it gives up
}

func (w *walker) walk(from engine.CityID, length int) {
	w.best = max(w.best, length)
	for i, id := range w.routes {
		r := &w.m.Routes[id]
		if w.used[i] || from != r.A && from != r.B || w.steps <= 0 {
			continue
		}
		w.steps--
		w.used[i] = true
		w.walk(r.A+r.B-from, length+r.Length)
		w.used[i] = false
	}
}

// walkInOrder reports whether a way that uses no route twice begins at a tour's first city and
// visits the others in order; complete is false if it gave up.
func walkInOrder(m *railmap.Map, routes []engine.RouteID, tour []engine.CityID) (found,
	complete bool,
) {
	w := walker{m: m, routes: routes, used: make([]bool, len(routes)), steps: walkSteps}
	return w.visits(tour[0], tour[1:]), w.steps > 0
}

func (w *walker) visits(from engine.CityID, rest []engine.CityID) bool {
	if len(rest) > 0 && from == rest[0] {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return true
	}
	for i, id := range w.routes {
		r := &w.m.Routes[id]
		if w.used[i] || from != r.A && from != r.B || w.steps <= 0 {
			continue
		}
		w.steps--
		w.used[i] = true
		visited := w.visits(r.A+r.B-from, rest)
		w.used[i] = false
		if visited {
			return true
		}
	}
	return false
}

// grow makes a connected network within a number of pieces and of lanes per connection. pick
// chooses among the routes that touch it.
func grow(m *railmap.Map, pieces, lanes int,
	pick func(open []engine.RouteID) engine.RouteID,
) []engine.RouteID {
	var list []engine.RouteID
	cities, taken := map[engine.CityID]bool{}, map[int]int{}
	for {
		var open []engine.RouteID
		for i := range m.Routes {
			r := &m.Routes[i]
			touches := len(list) == 0 || cities[r.A] || cities[r.B]
			if touches && taken[r.Group] < lanes && r.Length <= pieces &&
				!slices.Contains(list, engine.RouteID(i)) {
				open = append(open, engine.RouteID(i))
			}
		}
		if len(open) == 0 {
			return list
		}
		id := pick(open)
		r := &m.Routes[id]
		list, pieces = append(list, id), pieces-r.Length
		cities[r.A], cities[r.B] = true, true
		taken[r.Group]++
	}
}
