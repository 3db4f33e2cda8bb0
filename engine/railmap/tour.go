package railmap

import (
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// InOrder reports whether some routes, each of which may be given more than once and counts once, have a walk that begins at
// the first city and meets the others in the order given, no route used twice (W9). Cities in between are allowed, also
// those of the tour out of turn. It is exact.
//
// Such a walk is a way from each city to the next, no two of which share a route. Where a network hangs together by single
// cities only, each of its blocks can be looked at alone: which blocks a way must cross, and between which two of their
// cities, is settled. So the search takes the network apart, chooses a way through one block, and takes apart what is left.
func (m *Map) InOrder(routes []engine.RouteID, cities []engine.CityID) bool {
	t := touring{at: make([][]int, len(m.Cities))}
	var seen, all set
	for _, r := range routes {
		if seen.has(int(r)) {
			continue
		}
		seen.add(int(r))
		x := road{m.Routes[r].A, m.Routes[r].B}
		all.add(len(t.roads))
		t.at[x.a], t.at[x.b] = append(t.at[x.a], len(t.roads)), append(t.at[x.b], len(t.roads))
		t.roads = append(t.roads, x)
	}
	var ways []road
	for i := 1; i < len(cities); i++ {
		ways = append(ways, road{cities[i-1], cities[i]})
	}
	return t.apart(all, ways)
}

// road joins two cities: it is a route of the network, or a way that is asked for.
type road struct{ a, b engine.CityID }

func (r road) far(c engine.CityID) engine.CityID { return r.a ^ r.b ^ c }

func (r road) joins(a, b engine.CityID) bool { return r == road{a, b} || r == road{b, a} }

// touring is the network that is searched. Parts of it are sets of its roads.
type touring struct {
	roads []road
	at    [][]int // by city: its roads
}

// apart reports whether a part of the network has all the ways, none sharing a road with another: block by block.
func (t *touring) apart(part set, ways []road) bool {
	if len(ways) == 0 {
		return true
	}
	b := t.blocks(part)
	asked := make([][]road, b.count) // by block: the ways through it
	crossed := make([]set, b.count)  // by block: its roads
	for r := range t.roads {
		if part.has(r) {
			crossed[b.of[r]].add(r)
		}
	}
	for _, w := range ways {
		if !t.cross(part, w, b.of, asked) {
			return false
		}
	}
	for i := range asked {
		if !t.through(crossed[i], asked[i]) {
			return false
		}
	}
	return true
}

// cross notes which blocks a way must cross, and between which of their cities: those of any simple path. false if there is
// none.
func (t *touring) cross(part set, w road, block []int, asked [][]road) bool {
	path := t.path(part, w)
	if path == nil {
		return false
	}
	from, c := w.a, w.a
	for i, r := range path {
		c = t.roads[r].far(c)
		if i+1 == len(path) || block[path[i+1]] != block[r] {
			asked[block[r]] = append(asked[block[r]], road{from, c})
			from = c
		}
	}
	return true
}

// path is a shortest path of a way through a part, nil if there is none. A way leads from a city to another one.
func (t *touring) path(part set, w road) []int {
	came := make([]int, len(t.at)) // by city: 1 + the road by which it was reached
	queue := []engine.CityID{w.a}
	for i := 0; i < len(queue) && came[w.b] == 0; i++ {
		for _, r := range t.at[queue[i]] {
			if far := t.roads[r].far(queue[i]); part.has(r) && far != w.a && came[far] == 0 {
				came[far] = r + 1
				queue = append(queue, far)
			}
		}
	}
	if came[w.b] == 0 {
		return nil
	}
	var path []int
	for c := w.b; c != w.a; c = t.roads[path[len(path)-1]].far(c) {
		path = append(path, came[c]-1)
	}
	slices.Reverse(path)
	return path
}

// through reports whether a block has all the ways. In a block every two cities are joined, so one way there always is; and
// a way between neighbours may as well take the road between them: whichever other way had it takes the first one's place.
func (t *touring) through(block set, ways []road) bool {
	if len(ways) < 2 {
		return true
	}
	for i, w := range ways {
		for _, r := range t.at[w.a] {
			if block.has(r) && t.roads[r].joins(w.a, w.b) {
				block.del(r)
				return t.apart(block, slices.Delete(slices.Clone(ways), i, i+1))
			}
		}
	}
	if !t.roomFor(block, ways) {
		return false
	}
	s := stroll{touring: t, rest: ways[1:], goal: ways[0].b, been: make([]bool, len(t.at))}
	s.measure(block)
	return s.goOn(block, ways[0].a)
}

// roomFor reports whether every city has as many roads as ways end there.
func (t *touring) roomFor(block set, ways []road) bool {
	need := make([]int, len(t.at))
	for _, w := range ways {
		need[w.a]++
		need[w.b]++
	}
	for c, n := range need {
		if n == 0 {
			continue
		}
		for _, r := range t.at[c] {
			if block.has(r) {
				n--
			}
		}
		if n > 0 {
			return false
		}
	}
	return true
}

// stroll tries every simple path of a way, those that make for its goal first.
type stroll struct {
	*touring
	rest []road // the other ways
	goal engine.CityID
	been []bool // by city
	far  []int  // by city: steps to the goal
}

// measure finds how far each city is from the goal.
func (s *stroll) measure(block set) {
	s.far = make([]int, len(s.at))
	queue := []engine.CityID{s.goal}
	for i := 0; i < len(queue); i++ {
		c := queue[i]
		for _, r := range s.at[c] {
			if d := s.roads[r].far(c); block.has(r) && d != s.goal && s.far[d] == 0 {
				s.far[d] = s.far[c] + 1
				queue = append(queue, d)
			}
		}
	}
}

// goOn walks from a city over the roads that are left, and reports whether some path leaves room for the other ways.
func (s *stroll) goOn(left set, c engine.CityID) bool {
	if c == s.goal {
		return s.apart(left, s.rest)
	}
	s.been[c] = true
	defer func() { s.been[c] = false }()
	var next []int
	for _, r := range s.at[c] {
		if left.has(r) && !s.been[s.roads[r].far(c)] {
			next = append(next, r)
		}
	}
	slices.SortStableFunc(next, func(a, b int) int { return s.far[s.roads[a].far(c)] - s.far[s.roads[b].far(c)] })
	for i, r := range next {
		twin := slices.ContainsFunc(next[:i], func(o int) bool { return s.roads[o].joins(s.roads[r].a, s.roads[r].b) })
		if twin {
			continue // another lane of the same connection has been tried
		}
		rest := left
		rest.del(r)
		if s.goOn(rest, s.roads[r].far(c)) {
			return true
		}
	}
	return false
}

// blocks are the blocks of a part of a network: two roads are in one block if some circle has both.
type blocks struct {
	*touring
	part  set
	of    []int // by road: its block
	count int

	number, low []int // by city: when it was met, 0: not yet; and the earliest city that can be reached below it
	met         int
	open        []int // roads whose block is not closed
}

func (t *touring) blocks(part set) *blocks {
	b := &blocks{touring: t, part: part, of: make([]int, len(t.roads)), number: make([]int, len(t.at)), low: make([]int, len(t.at))}
	for r := range t.roads {
		if c := t.roads[r].a; part.has(r) && b.number[c] == 0 {
			b.visit(c, -1)
		}
	}
	return b
}

// visit searches in depth from a city that was reached by a road.
func (b *blocks) visit(c engine.CityID, by int) {
	b.met++
	b.number[c], b.low[c] = b.met, b.met
	for _, r := range b.at[c] {
		if r == by || !b.part.has(r) {
			continue
		}
		d := b.roads[r].far(c)
		switch {
		case b.number[d] == 0:
			b.open = append(b.open, r)
			b.visit(d, r)
			b.low[c] = min(b.low[c], b.low[d])
			if b.low[d] >= b.number[c] {
				b.closeAt(r)
			}
		case b.number[d] < b.number[c]:
			b.open = append(b.open, r)
			b.low[c] = min(b.low[c], b.number[d])
		}
	}
}

// closeAt makes a block of the open roads from one on.
func (b *blocks) closeAt(r int) {
	first := slices.Index(b.open, r)
	for _, o := range b.open[first:] {
		b.of[o] = b.count
	}
	b.open = b.open[:first]
	b.count++
}
