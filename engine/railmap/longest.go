package railmap

import (
	"math/bits"

	"konduktor/engine"
)

// Longest returns the length of the longest continuous path over some routes (C14): each route at
// most once, cities any number of times. It is exact, and allocates nothing for an ordinary
// network.
//
// A path is a connected choice of routes in which at most two cities, its ends, have an odd number
// of routes. So the search looks for the cheapest routes to leave out: at a city with an odd
// number, either one of its routes goes or the path ends there. Dead ends are cut back first, which
// solves networks without cycles.
func (m *Map) Longest(routes []engine.RouteID) int {
	var s search
	s.longest(m, routes)
	return s.best
}

// maxSteps is when a sweep takes over from the search. Ordinary networks need fewer than 1,000.
const maxSteps = 5_000

// longest searches for the path, or sweeps for it.
func (s *search) longest(m *Map, routes []engine.RouteID) {
	s.load(m, routes)
	s.cutBack()
	s.regrow()
	if s.edges == 0 {
		return
	}
	s.apart(s.all())
	if s.steps > maxSteps {
		s.best, s.swept = s.sweep()
	}
}

// search is the working memory of one search. Its fixed size keeps it on the stack.
type search struct {
	best   int
	cities int // cities and ends of tails in use
	edges  int
	words  int // words of a set that are in use
	steps  int // parts measured so far
	swept  int // choices that a sweep kept, 0 if none was needed
	edge   [MaxRoutes]edge
	at     [MaxCities + 1]set    // edges at a city
	tail   [MaxCities + 1][2]int // the two longest dead ends that begin at a city
}

// edge is a route, or a dead end as one piece.
type edge struct {
	a, b   engine.CityID
	length int
}

type set [(MaxRoutes + 63) / 64]uint64

func (s *set) add(e int)      { s[e>>6] |= 1 << (e & 63) }
func (s *set) del(e int)      { s[e>>6] &^= 1 << (e & 63) }
func (s *set) has(e int) bool { return s[e>>6]>>(e&63)&1 == 1 }

func (x *edge) far(c engine.CityID) engine.CityID { return x.a ^ x.b ^ c }

// load takes each route once and renumbers the cities in use.
func (s *search) load(m *Map, routes []engine.RouteID) {
	var seen set
	var number [MaxCities + 1]int // 0: not yet numbered
	name := func(c engine.CityID) engine.CityID {
		if number[c] == 0 {
			s.cities++
			number[c] = s.cities
		}
		return engine.CityID(number[c] - 1) // at most MaxCities
	}
	for _, r := range routes {
		if seen.has(int(r)) {
			continue
		}
		seen.add(int(r))
		route := &m.Routes[r]
		s.put(edge{name(route.A), name(route.B), route.Length})
	}
}

func (s *search) put(e edge) {
	s.edge[s.edges] = e
	s.at[e.a].add(s.edges)
	s.at[e.b].add(s.edges)
	s.edges++
	s.words = (s.edges + 63) / 64
}

// cutBack removes the dead ends, leaf by leaf, and notes the two longest at each city: a path goes
// into no more. Paths of dead ends only are settled here.
func (s *search) cutBack() {
	var leaves [MaxCities + 1]engine.CityID
	n := 0
	for c := range s.cities {
		if s.count(&s.at[c]) == 1 {
			leaves[n] = engine.CityID(c) // at most MaxCities
			n++
		}
	}
	for n > 0 {
		n--
		leaf := leaves[n]
		e, ok := s.first(&s.at[leaf])
		if !ok {
			continue // both ends of the last route were leaves
		}
		root := s.edge[e].far(leaf)
		s.at[leaf].del(e)
		s.at[root].del(e)
		s.grow(root, s.tail[leaf][0]+s.edge[e].length)
		if s.count(&s.at[root]) == 1 {
			leaves[n] = root
			n++
		}
	}
}

// grow notes a dead end that begins at a city.
func (s *search) grow(c engine.CityID, length int) {
	t := &s.tail[c]
	switch {
	case length > t[0]:
		t[0], t[1] = length, t[0]
	case length > t[1]:
		t[1] = length
	}
	s.best = max(s.best, t[0]+t[1])
}

// regrow renumbers the rest; each dead end that was cut back becomes one edge.
func (s *search) regrow() {
	old := *s
	s.cities, s.edges, s.words = 0, 0, 0
	clear(s.at[:old.cities])
	var number [MaxCities + 1]engine.CityID
	for c := range old.cities {
		if old.count(&old.at[c]) > 0 {
			number[c] = engine.CityID(s.cities) // at most MaxCities
			s.cities++
		}
	}
	for c := range old.cities {
		here := old.at[c]
		if old.count(&here) == 0 {
			continue
		}
		for e, ok := old.first(&here); ok; e, ok = old.first(&here) {
			here.del(e)
			if x := old.edge[e]; int(x.a) == c {
				s.put(edge{number[x.a], number[x.b], x.length})
			}
		}
		for _, length := range old.tail[c] {
			if length > 0 { // each dead end freed a city, so there are enough numbers
				s.put(edge{number[c], engine.CityID(s.cities), length}) // at most MaxCities
				s.cities++
			}
		}
	}
}

func (s *search) all() set {
	var all set
	for e := range s.edges {
		all.add(e)
	}
	return all
}

func (s *search) count(x *set) int {
	n := 0
	for w := range s.words {
		n += bits.OnesCount64(x[w])
	}
	return n
}

func (s *search) first(x *set) (int, bool) {
	for w := range s.words {
		if x[w] != 0 {
			return w<<6 + bits.TrailingZeros64(x[w]), true
		}
	}
	return 0, false
}

// apart searches each part of a choice of edges that may have fallen apart.
func (s *search) apart(edges set) {
	for e, ok := s.first(&edges); ok; e, ok = s.first(&edges) {
		part := s.part(&edges, e)
		for w := range s.words {
			edges[w] &^= part[w]
		}
		s.leaveOut(part, set{})
	}
}

// part is the part of a choice of edges that is connected with edge e.
func (s *search) part(edges *set, e int) set {
	var part set
	var seen [MaxCities + 1]bool
	var stack [MaxCities + 1]engine.CityID
	stack[0], seen[s.edge[e].a] = s.edge[e].a, true
	for n := 1; n > 0; {
		n--
		c := stack[n]
		for w := range s.words {
			here := s.at[c][w] & edges[w] &^ part[w]
			part[w] |= here
			for ; here != 0; here &= here - 1 {
				x := &s.edge[w<<6+bits.TrailingZeros64(here)]
				if far := x.far(c); !seen[far] {
					seen[far] = true
					stack[n] = far
					n++
				}
			}
		}
	}
	return part
}

// leaveOut finds the best path through a part that uses all kept edges.
func (s *search) leaveOut(part, kept set) {
	if s.steps++; s.steps > maxSteps {
		return
	}
	st := s.measure(&part, &kept)
	if st.odd <= 2 {
		s.best = max(s.best, st.length)
		return
	}
	if st.length-st.loss <= s.best || st.ends > 2 {
		return
	}
	for {
		e, ok := s.cheapest(&part, &kept, st.city)
		if !ok {
			break
		}
		rest := part
		rest.del(e)
		s.without(rest, kept)
		kept.add(e)
	}
	s.leaveOut(part, kept) // the path ends in this city
}

// without continues with a part without one of its edges.
func (s *search) without(part, kept set) {
	e, ok := s.first(&kept)
	if !ok {
		s.apart(part)
		return
	}
	whole := s.part(&part, e)
	for w := range s.words {
		if kept[w]&^whole[w] != 0 {
			return // no path has all kept edges
		}
	}
	s.leaveOut(whole, kept)
}
