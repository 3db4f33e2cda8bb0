package railmap

import (
	"slices"

	"konduktor/engine"
)

// InOrder reports whether routes have a walk that begins at the first city and meets the others in
// order, no route used twice (W9). Routes may be given more than once and count once. Other cities
// may lie between, also those of the tour out of turn. It is exact.
//
// Such a walk is a way from each city to the next, no two sharing a route. Where a network is
// joined by single cities only, each block can be judged alone: it is settled which blocks a way
// must cross, and between which of their cities. So the search takes the network apart, lets a way
// through a block take its first step, and takes apart what is left. There are no more steps in a
// row than the network has circuits.
func (m *Map) InOrder(routes []engine.RouteID, cities []engine.CityID) bool {
	return newTouring(m, routes).search(cities)
}

// road joins two cities: a route of the network, or a way that is asked for.
type road struct{ a, b engine.CityID }

func (r road) far(c engine.CityID) engine.CityID { return r.a ^ r.b ^ c }

// touring is the network being searched. Its parts are sets of its roads.
type touring struct {
	roads  []road
	at     [][]int // by city: its roads
	failed map[standing]bool
	steps  int // networks taken apart so far: the cost of a search
}

func newTouring(m *Map, routes []engine.RouteID) *touring {
	t := &touring{at: make([][]int, MaxCities+1), failed: map[standing]bool{}}
	var seen set
	for _, r := range routes {
		if seen.has(int(r)) {
			continue
		}
		seen.add(int(r))
		x := road{m.Routes[r].A, m.Routes[r].B}
		t.at[x.a], t.at[x.b] = append(t.at[x.a], len(t.roads)), append(t.at[x.b], len(t.roads))
		t.roads = append(t.roads, x)
	}
	return t
}

// search reports whether the whole network has a walk that meets the cities in order.
func (t *touring) search(cities []engine.CityID) bool {
	var all set
	for r := range t.roads {
		all.add(r)
	}
	var ways []road
	for i := 1; i < len(cities); i++ {
		ways = append(ways, road{cities[i-1], cities[i]})
	}
	return t.apart(all, ways)
}

// apart reports whether a part of the network has all the ways, sharing no road, block by block.
func (t *touring) apart(part set, ways []road) bool {
	if len(ways) == 0 {
		return true
	}
	t.steps++
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

// cross notes which blocks a way must cross, and between which of their cities. False if there is
// no path.
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

// path is a shortest path of a way through a part; nil: there is none.
func (t *touring) path(part set, w road) []int {
	came := make([]int, len(t.at)) // by city: 1 + the road that reached it
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

// through reports whether a block has all the ways. A single way always is there. A way between
// neighbours may as well take the road between them: another way that had it takes the first one's
// place. Otherwise a way takes its first step at the city where ways leave the fewest roads over: a
// dead end shows there first.
func (t *touring) through(block set, ways []road) bool {
	if len(ways) < 2 {
		return true
	}
	for i, w := range ways {
		if r := t.between(block, w.a, w.b); r >= 0 {
			block.del(r)
			return t.apart(block, slices.Delete(slices.Clone(ways), i, i+1))
		}
	}
	stuck := position(block, ways)
	if t.failed[stuck] {
		return false
	}
	i, spare := t.tightest(block, ways)
	if spare >= 0 && t.step(block, ways, i) {
		return true
	}
	t.failed[stuck] = true
	return false
}

// between is a road that joins two cities, -1 if there is none.
func (t *touring) between(part set, a, b engine.CityID) int {
	for _, r := range t.at[a] {
		if part.has(r) && t.roads[r].far(a) == b {
			return r
		}
	}
	return -1
}

// step tries every road that a way can begin with, those nearer to its end first.
func (t *touring) step(block set, ways []road, i int) bool {
	w := ways[i]
	far := t.distances(block, w.b)
	var next []int
	for _, r := range t.at[w.a] {
		// other lanes of a connection are as good
		if block.has(r) && t.between(block, w.a, t.roads[r].far(w.a)) == r {
			next = append(next, r)
		}
	}
	slices.SortStableFunc(next, func(x, y int) int {
		return far[t.roads[x].far(w.a)] - far[t.roads[y].far(w.a)]
	})
	for _, r := range next {
		rest, moved := block, slices.Clone(ways)
		rest.del(r)
		moved[i].a = t.roads[r].far(w.a)
		if t.apart(rest, moved) {
			return true
		}
	}
	return false
}

// distances are the steps from each city to another one.
func (t *touring) distances(block set, to engine.CityID) []int {
	far := make([]int, len(t.at))
	queue := []engine.CityID{to}
	for i := 0; i < len(queue); i++ {
		c := queue[i]
		for _, r := range t.at[c] {
			if d := t.roads[r].far(c); block.has(r) && d != to && far[d] == 0 {
				far[d] = far[c] + 1
				queue = append(queue, d)
			}
		}
	}
	return far
}

// tightest turns the way that ends in the city with the fewest roads to spare to begin there.
func (t *touring) tightest(block set, ways []road) (way, spare int) {
	left := make([]int, len(t.at))
	for r, x := range t.roads {
		if block.has(r) {
			left[x.a]++
			left[x.b]++
		}
	}
	for _, w := range ways {
		left[w.a]--
		left[w.b]--
	}
	spare = len(t.roads)
	for i, w := range ways {
		if left[w.a] < spare {
			way, spare = i, left[w.a]
		}
		if left[w.b] < spare {
			way, spare = i, left[w.b]
			ways[i] = road{w.b, w.a}
		}
	}
	return way, spare
}

// standing is a block with the ways asked for in it.
type standing struct {
	block set
	ways  [MaxStops]road
}

// position writes a standing so that equal ones have the same value.
func position(block set, ways []road) standing {
	s := standing{block: block}
	for i, w := range ways {
		s.ways[i] = road{min(w.a, w.b), max(w.a, w.b)}
	}
	slices.SortFunc(s.ways[:len(ways)], func(x, y road) int {
		return (int(x.a)-int(y.a))<<8 + int(x.b) - int(y.b)
	})
	return s
}

// blocks are the blocks of a network's part: two roads are in one if some circle has both.
type blocks struct {
	*touring
	part  set
	of    []int // by road: its block
	count int

	// by city: when it was met, 0: not yet; and the earliest city reachable below it
	number, low []int
	met         int
	open        []int // roads whose block is not closed
}

func (t *touring) blocks(part set) *blocks {
	b := &blocks{
		touring: t, part: part, of: make([]int, len(t.roads)), number: make([]int, len(t.at)),
		low: make([]int, len(t.at)),
	}
	for r := range t.roads {
		if c := t.roads[r].a; part.has(r) && b.number[c] == 0 {
			b.visit(c, -1)
		}
	}
	return b
}

// visit searches in depth from a city, over the road that reached it.
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

// closeAt makes a block of the open roads from an index on.
func (b *blocks) closeAt(r int) {
	first := slices.Index(b.open, r)
	for _, o := range b.open[first:] {
		b.of[o] = b.count
	}
	b.open = b.open[:first]
	b.count++
}
