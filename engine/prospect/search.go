package prospect

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Limits of a search.
const (
	// parts of the map that one ticket joins; with more, the nearest are joined first
	maxExact  = 6
	maxLabels = 40_000 // partial ways; a search that needs more gives up
)

// edge is a route that the team can still claim, between two parts of its network.
type edge struct {
	route engine.RouteID
	far   engine.CityID // the part at its other end
	next  int16         // the next edge of the same part, as 1 + index
}

// search is the team's network as a graph. A node is a part that is already joined (mostly a single
// city), an edge a route that the team can still claim. A search joins a ticket's cities by a tree
// with the fewest spaces. It grows partial trees, smallest first, each labelled with the part where
// it can go on and with the terminals that it joins (Dreyfus and Wagner, in the order of Dijkstra).
type search struct {
	edges  []edge
	lead   [railmap.MaxCities + 1]int16 // by part: the first of its edges, as 1 + index
	labels []label
	queue  queue
	cities int    // of the map
	places []best // by place
}

// best is what is known about the partial trees at a place.
type best struct {
	first int32 // the newest finished label, as 1 + index
	least size  // without limits: the smallest size of those offered, as 1 + size
}

// place is where partial trees compete: a part, and the terminals that they join.
type place struct {
	part  engine.CityID
	joins uint8
}

func (s *search) at(p place) *best {
	return &s.places[int(p.joins)*s.cities+int(p.part)]
}

type label struct {
	place
	load
	next int32 // the finished label before it at its place, as 1 + index
	from int32 // the tree that it extends, as 1 + index; 0: it is a terminal
	with int32 // another tree, that it is joined to, as 1 + index; 0: it is extended by a route
	by   engine.RouteID
}

// size orders partial trees: by spaces, then by routes.
type size uint32

func (l *load) size() size { return size(l.spaces)<<8 | size(l.routes) }

// queue is a heap of labels by size, then by age. An entry is a label's size before its index.
type queue []uint64

func (q *queue) push(s size, index int) {
	*q = append(*q, uint64(s)<<32|uint64(index))
	h := *q
	for i := len(h) - 1; i > 0 && h[i] < h[(i-1)/2]; i = (i - 1) / 2 {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
	}
}

func (q *queue) pop() int32 {
	h := *q
	least, last := h[0], len(h)-1
	h[0] = h[last]
	*q, h = h[:last], h[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c+1 < last && h[c+1] < h[c] {
			c++
		}
		if c >= last || h[i] <= h[c] {
			return int32(uint32(least)) // the index, which is below 2*maxLabels
		}
		h[i], h[c] = h[c], h[i]
		i = c
	}
}

// contract prepares the table for searches.
func (t *table) contract() {
	t.routes = t.routes[:0]
	for r, s := range t.owner {
		if s != engine.Public && t.ours(s) {
			t.routes = append(t.routes, engine.RouteID(r)) // at most MaxRoutes
		}
	}
	t.network = t.m.Join(t.routes)
	if t.search == nil {
		t.search = &search{cities: len(t.m.Cities)}
	}
	s := t.search
	s.edges, s.lead = slices.Grow(s.edges[:0], 2*len(t.m.Routes)), [railmap.MaxCities + 1]int16{}
	// so that each part has its routes in the map's order
	for i := len(t.m.Routes) - 1; i >= 0; i-- {
		r := &t.m.Routes[i]
		// at most MaxRoutes
		id, a, b := engine.RouteID(i), t.network.Piece(r.A), t.network.Piece(r.B)
		if a == b || t.owner[id] != engine.Public || t.shut[id] {
			continue
		}
		s.add(a, edge{route: id, far: b})
		s.add(b, edge{route: id, far: a})
	}
}

func (s *search) add(part engine.CityID, e edge) {
	e.next = s.lead[part]
	s.edges = append(s.edges, e)
	s.lead[part] = int16(len(s.edges)) // at most 2*MaxRoutes
}

// shortest returns an open way with the fewest spaces that joins all cities; false: provably none.
func (t *table) shortest(cities []engine.CityID) (Way, bool) {
	terminals := t.terminals(cities)
	if len(terminals) > maxExact {
		return t.nearest(terminals)
	}
	found, _ := t.join(terminals, nil)
	if found == nil {
		return Way{}, false
	}
	by := t.limits()
	if x, ok := t.fits(found, &by); ok {
		return t.way(found, &x), true
	}
	better, complete := t.join(terminals, &by)
	if better == nil {
		return t.way(found, nil), !complete && !t.over
	}
	x, _ := t.fits(better, &by)
	return t.way(better, &x), true
}

// terminals are the parts that contain the cities, in order.
func (t *table) terminals(cities []engine.CityID) []engine.CityID {
	var list []engine.CityID
	for _, c := range cities {
		part, known := t.network.Piece(c), false
		for _, o := range list {
			known = known || o == part
		}
		if !known {
			list = append(list, part)
		}
	}
	return list
}

// way describes routes. x is their load; nil if the team cannot take them on.
func (t *table) way(routes []engine.RouteID, x *load) Way {
	w := Way{Routes: routes}
	for _, r := range routes {
		w.Spaces += t.m.Routes[r].Length
	}
	for i := range t.team {
		if x != nil {
			n, _ := t.team[i].exchange(x.pieces[i])
			w.Exchange += n
		}
	}
	return w
}

// Exchange is how many pieces the viewer must exchange before some routes can be built (W11); 0
// also if they cannot.
func Exchange(v *engine.View, m *railmap.Map, routes []engine.RouteID) int {
	t := newTable(v, m, v.Viewer)
	by := t.limits()
	x, fits := t.fits(routes, &by)
	if !fits {
		return 0
	}
	w := t.way(routes, &x)
	return w.Exchange
}

// fits divides routes among the team, so that all are within the limits.
func (t *table) fits(routes []engine.RouteID, by *limits) (load, bool) {
	return t.divide(routes, load{}, by)
}

func (t *table) divide(routes []engine.RouteID, x load, by *limits) (load, bool) {
	if !by.allow(&x) {
		return x, false
	}
	if len(routes) == 0 {
		return x, true
	}
	for i := range t.team {
		if !t.canClaim(&t.team[i], routes[0]) {
			continue
		}
		if all, ok := t.divide(routes[1:], t.add(x, i, routes[0]), by); ok {
			return all, true
		}
	}
	return x, false
}

func (t *table) add(x load, member int, r engine.RouteID) load {
	return x.with(member, t.facts.Kinds[r], t.m.Routes[r].Length)
}

// join returns the routes of a tree with the fewest spaces that joins the terminals; nil: there is
// none. With limits it finds the smallest allowed one. complete is false if it gave up.
func (t *table) join(terminals []engine.CityID, by *limits) (routes []engine.RouteID,
	complete bool,
) {
	s := t.search
	s.labels, s.queue = s.labels[:0], s.queue[:0]
	size := len(t.m.Cities) << (len(terminals) - 1)
	s.places = slices.Grow(s.places[:0], size)[:size]
	clear(s.places)
	all := uint8(1)<<(len(terminals)-1) - 1 // the first terminal is the root of the tree
	for i, part := range terminals[1:] {
		s.offer(&label{place: place{part, 1 << i}}, by)
	}
	for len(s.queue) > 0 {
		if len(s.labels) > maxLabels {
			return nil, false
		}
		i := s.queue.pop()
		x := &s.labels[i]
		if s.beaten(x, by) {
			continue
		}
		if x.part == terminals[0] && x.joins == all {
			return s.trace(nil, i), true
		}
		first := &s.at(x.place).first
		x.next, *first = *first, i+1
		t.extend(i, by)
		s.merge(i, all, by)
	}
	return nil, true
}

// offer queues a partial tree, unless the limits forbid it or another is as good.
func (s *search) offer(x *label, by *limits) {
	if by == nil {
		least := &s.at(x.place).least
		if *least > 0 && *least <= x.size()+1 {
			return
		}
		*least = x.size() + 1
	} else if !by.allow(&x.load) || s.beaten(x, by) {
		return
	}
	s.queue.push(x.size(), len(s.labels))
	s.labels = append(s.labels, *x)
}

// beaten reports whether a finished tree at the same place is as good; without limits any is, since
// the smallest come first.
func (s *search) beaten(x *label, by *limits) bool {
	for i := s.at(x.place).first; i > 0; i = s.labels[i-1].next {
		if by == nil || s.labels[i-1].dominates(&x.load, by) {
			return true
		}
	}
	return false
}

// extend grows a tree by each route that leads on.
func (t *table) extend(i int32, by *limits) {
	s := t.search
	from := s.labels[i]
	x := label{place: place{joins: from.joins}, from: i + 1}
	for k := s.lead[from.part]; k > 0; k = s.edges[k-1].next {
		e := &s.edges[k-1]
		x.part, x.by = e.far, e.route
		if by == nil {
			// at most MaxLength
			x.load = load{spaces: from.spaces + int16(t.m.Routes[e.route].Length), routes: from.routes + 1}
			s.offer(&x, nil)
			continue
		}
		for member := range t.team {
			if t.canClaim(&t.team[member], e.route) {
				x.load = t.add(from.load, member, e.route)
				s.offer(&x, by)
			}
		}
	}
}

// merge joins a tree with those at the same part that join other terminals.
func (s *search) merge(i int32, all uint8, by *limits) {
	one := s.labels[i]
	rest := all &^ one.joins
	for joins := rest; joins > 0; joins = (joins - 1) & rest {
		for k := s.at(place{one.part, joins}).first; k > 0; k = s.labels[k-1].next {
			x := label{place: place{one.part, one.joins | joins}, from: i + 1, with: k}
			if other := &s.labels[k-1]; by == nil {
				x.load = load{spaces: one.spaces + other.spaces, routes: one.routes + other.routes}
			} else {
				x.load = one.plus(&other.load)
			}
			s.offer(&x, by)
		}
	}
}

// trace lists the routes of a tree, newest first.
func (s *search) trace(routes []engine.RouteID, i int32) []engine.RouteID {
	x := &s.labels[i]
	switch {
	case x.from == 0:
		return routes
	case x.with > 0:
		return s.trace(s.trace(routes, x.from-1), x.with-1)
	}
	return s.trace(append(routes, x.by), x.from-1)
}

// nearest joins many terminals one by one, each time the nearest, where there are too many for the
// exact search. False only if some two cannot be joined.
func (t *table) nearest(terminals []engine.CityID) (Way, bool) {
	var routes []engine.RouteID
	taken := make([]bool, len(t.m.Routes))
	cost := func(r engine.RouteID) int {
		switch {
		case taken[r] || t.owner[r] != engine.Public && t.ours(t.owner[r]):
			return 0
		case t.owner[r] != engine.Public || t.shut[r]:
			return railmap.Blocked
		}
		return t.m.Routes[r].Length
	}
	by := t.limits()
	var ways railmap.Ways
	for left := terminals[1:]; len(left) > 0; {
		ways.Search(t.m, terminals[0], cost)
		best := 0
		for i, c := range left {
			if ways.Cost(c) == railmap.Blocked {
				return Way{}, false
			}
			if ways.Cost(c) < ways.Cost(left[best]) {
				best = i
			}
		}
		for _, r := range ways.Append(nil, left[best]) {
			if cost(r) > 0 {
				taken[r] = true
				routes = append(routes, r)
			}
		}
		left = append(append([]engine.CityID(nil), left[:best]...), left[best+1:]...)
	}
	x, ok := t.fits(routes, &by)
	if !ok {
		return t.way(routes, nil), !t.over
	}
	return t.way(routes, &x), true
}
