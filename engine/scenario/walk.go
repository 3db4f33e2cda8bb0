package scenario

import (
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Reaches follows every path over some routes from one city to another: the dull way to ask what railmap.Network answers,
// for referees.
func Reaches(m *railmap.Map, routes []engine.RouteID, from, to engine.CityID) bool {
	return reaches(m, routes, from, to, nil)
}

func reaches(m *railmap.Map, routes []engine.RouteID, from, to engine.CityID, been []engine.CityID) bool {
	if from == to {
		return true
	}
	for _, id := range routes {
		r := &m.Routes[id]
		for _, way := range [][2]engine.CityID{{r.A, r.B}, {r.B, r.A}} {
			if way[0] == from && !slices.Contains(been, way[1]) && reaches(m, routes, way[1], to, append(been, from)) {
				return true
			}
		}
	}
	return false
}

// LongestTrail goes every way over some routes that uses none twice, and returns the length of the longest: the dull
// counterpart of railmap's Longest. whole is false if it gave up after so many steps; the true one may then be longer.
func LongestTrail(m *railmap.Map, routes []engine.RouteID, steps int) (length int, whole bool) {
	h := hiker{m: m, routes: routes, used: make([]bool, len(routes)), steps: steps}
	for _, id := range routes {
		h.goOn(m.Routes[id].A, 0)
		h.goOn(m.Routes[id].B, 0)
	}
	return h.best, h.steps > 0
}

type hiker struct {
	m      *railmap.Map
	routes []engine.RouteID
	used   []bool
	best   int
	steps  int // left
}

func (h *hiker) goOn(from engine.CityID, length int) {
	h.best = max(h.best, length)
	for i, id := range h.routes {
		r := &h.m.Routes[id]
		if h.used[i] || from != r.A && from != r.B || h.steps <= 0 {
			continue
		}
		h.steps--
		h.used[i] = true
		h.goOn(r.A+r.B-from, length+r.Length)
		h.used[i] = false
	}
}

// WalkInOrder goes every way over some routes that uses none twice, and says whether one begins at the first city and meets
// the others in the order given: the dull counterpart of railmap's InOrder. whole is false if it gave up after so many
// steps; there may then be one all the same.
func WalkInOrder(m *railmap.Map, routes []engine.RouteID, tour []engine.CityID, steps int) (found, whole bool) {
	h := hiker{m: m, routes: routes, used: make([]bool, len(routes)), steps: steps}
	return h.meets(tour[0], tour[1:]), h.steps > 0
}

func (h *hiker) meets(from engine.CityID, rest []engine.CityID) bool {
	if len(rest) > 0 && from == rest[0] {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return true
	}
	for i, id := range h.routes {
		r := &h.m.Routes[id]
		if h.used[i] || from != r.A && from != r.B || h.steps <= 0 {
			continue
		}
		h.steps--
		h.used[i] = true
		met := h.meets(r.A+r.B-from, rest)
		h.used[i] = false
		if met {
			return true
		}
	}
	return false
}
