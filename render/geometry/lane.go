package geometry

import (
	"math"

	"konduktor/engine/railmap"
)

// Lane is a route as it is drawn.
type Lane struct {
	Stretches []stretch // one, or two if it leaves the board at one edge and returns at the other
	ends      [2]Point  // its cities
	Slots     []Slot
	Form      Form
	CodeAt    int // the slot with the route's code
	laid      int // how often its slots have been placed
}

// stretch is a part of a lane that lies on the board in one piece.
type stretch struct {
	Way    []Point    // finely stepped
	trims  [2]float64 // distances of its slots from its ends
	Spaces int
}

func (s *stretch) room() float64 { return length(s.Way) - s.trims[0] - s.trims[1] }

// drawBack moves the slots away from end 0 or 1 of the lane by a step.
func (l *Lane) drawBack(end int, step float64) {
	if end == 0 {
		l.Stretches[0].trims[0] += step
		return
	}
	l.Stretches[len(l.Stretches)-1].trims[1] += step
}

// Bounds is the bounding box of the slots, grown by a margin.
func (l *Lane) Bounds(margin float64) Area {
	a := l.Slots[0].Bounds(margin)
	for _, s := range l.Slots[1:] {
		a = a.With(s.Bounds(margin))
	}
	return a
}

// Runs are the slots of each stretch that has some.
func (l *Lane) Runs() [][]Slot {
	all := l.Slots
	var runs [][]Slot
	for i := range l.Stretches {
		if n := l.Stretches[i].Spaces; n > 0 {
			runs, all = append(runs, all[:n]), all[n:]
		}
	}
	return runs
}

// Rank counts the slots from 0 in the order in which they get marks; the one with the code is last.
func (l *Lane) Rank(i int) int {
	switch {
	case i == l.CodeAt:
		return len(l.Slots) - 1
	case i > l.CodeAt:
		return i - 1
	}
	return i
}

// Sizes are the sizes of targets on a board, in pixels.
type Sizes struct {
	Scale   float64 // 1 where there is room
	Slot    float64 // width of a slot
	longest float64 // largest length of a slot
	gap     float64 // between two slots
	clear   float64 // between a city and the first slot
	apart   float64 // between two lanes: pieces are wider than slots
	exit    float64 // between the board's edge and the slots of a lane that leaves there
	Dot     float64 // radius of a city
	Name    float64 // of a city's name
	Code    float64 // of a route's code
	Sign    float64 // of a sign at the board's edge
	// smallest lettering, even where it is larger than its place; 0: all lettering stays in its place
	Least float64
}

// PortSize is the radius of a built port, in units of the scale. Slots begin a little further out.
const PortSize = 20.5

// largePort is how much larger a port is on a board for everybody: there it must be seen where the
// board is 300 pixels wide.
const largePort = 1.3

// Port is half the side of a built port.
func (l *Layout) Port() float64 {
	if l.Quiet && !l.Bare {
		return largePort * PortSize * l.Sizes.Scale
	}
	return PortSize * l.Sizes.Scale
}

func SizesFor(k float64) Sizes {
	return Sizes{
		Scale: k, Slot: 27 * k, longest: 84 * k, gap: 8 * k, clear: 7 * k, apart: 10 * k,
		exit: 16 * k, Dot: 15 * k, Name: 24 * k, Code: 17 * k, Sign: 15.64 * k,
	}
}

// layLane places the slots of a route on a board of w × h pixels.
func layLane(m *railmap.Map, r *railmap.Route, w, h float64, mt Sizes) Lane {
	a, b := Place(m.Cities[r.A].At, w, h), Place(m.Cities[r.B].At, w, h)
	side := (float64(r.Lane) - float64(r.Lanes-1)/2) * (mt.Slot + mt.apart)
	if r.A > r.B { // the lanes of a connection count their sides from the same city
		side = -side
	}
	l := Lane{ends: [2]Point{a, b}, Form: formOf(r)}
	for _, through := range pieces(m, r, w, h) {
		l.Stretches = append(l.Stretches, stretch{
			Way:   shift(Smooth(through), side),
			trims: [2]float64{mt.exit, mt.exit},
		})
	}
	first, last := &l.Stretches[0], &l.Stretches[len(l.Stretches)-1]
	first.trims[0], last.trims[1] = trim(first.Way, a, mt), trim(reverse(last.Way), b, mt)
	l.spread(r.Length, mt)
	return l
}

// pieces are the points of a route, in two lists if it leaves the board.
func pieces(m *railmap.Map, r *railmap.Route, w, h float64) [][]Point {
	list := []Point{Place(m.Cities[r.A].At, w, h)}
	var all [][]Point
	wrap := r.WrapsAt()
	for i, p := range r.Bends {
		list = append(list, Place(p, w, h))
		if i == wrap {
			all, list = append(all, list), nil
		}
	}
	return append(all, append(list, Place(m.Cities[r.B].At, w, h)))
}

// Ways are the lines that lead the eye along the lane, one for each stretch, from city or edge to
// city or edge.
func (l *Lane) Ways() [][]Point {
	var all [][]Point
	for i := range l.Stretches {
		p := &l.Stretches[i]
		from, to := l.ends[0], l.ends[1]
		if i > 0 {
			from = p.Way[0]
		}
		if i+1 < len(l.Stretches) {
			to = p.Way[len(p.Way)-1]
		}
		out := evenly([]Point{from}, p.Way, p.trims[0], length(p.Way)-p.trims[1])
		all = append(all, append(out, to))
	}
	return all
}

// spread places n slots evenly between the trims, as long as possible. Two stretches share them so
// that the shortest slot is longest.
func (l *Lane) spread(n int, mt Sizes) {
	l.Stretches[0].Spaces = n
	if len(l.Stretches) > 1 {
		best := 0.0
		for k := range n + 1 {
			if short := min(l.Stretches[0].longest(k, mt.gap, mt),
				l.Stretches[1].longest(n-k, mt.gap, mt)); short > best {
				best = short
				l.Stretches[0].Spaces, l.Stretches[1].Spaces = k, n-k
			}
		}
	}
	l.Slots, l.CodeAt = l.Slots[:0], 0
	l.laid++
	most := 0
	for i := range l.Stretches {
		p := &l.Stretches[i]
		if p.Spaces > most { // the longer stretch has the code
			l.CodeAt, most = len(l.Slots)+(p.Spaces-1)/2, p.Spaces
		}
		l.lay(p, mt)
	}
}

// longest is the possible length of n slots with a gap between them.
func (s *stretch) longest(n int, gap float64, mt Sizes) float64 {
	if n == 0 {
		return mt.longest
	}
	return min(mt.longest, (s.room()-float64(n-1)*gap)/float64(n))
}

// lay places the slots of a stretch. On a bend their inner corners come close, so the gap grows
// there.
func (l *Lane) lay(p *stretch, mt Sizes) {
	from := len(l.Slots)
	for gap := mt.gap; gap <= 2*mt.gap; gap += mt.gap / 8 {
		l.Slots = l.Slots[:from]
		l.place(p, gap, mt)
		if !l.crowded(from, 3.02*mt.Scale) {
			return
		}
	}
}

// crowded reports whether neighbouring slots, beginning with from, come closer than margin.
func (l *Lane) crowded(from int, margin float64) bool {
	for i := from + 1; i < len(l.Slots); i++ {
		if l.Slots[i].meets(l.Slots[i-1], margin) {
			return true
		}
	}
	return false
}

func (l *Lane) place(p *stretch, least float64, mt Sizes) {
	room, n := p.room(), float64(p.Spaces)
	// only on a faulty map, which the geometric test reports
	long := max(p.longest(p.Spaces, least, mt), mt.Slot/3)
	gap := 0.0
	if p.Spaces > 1 {
		gap = min((room-n*long)/(n-1), mt.gap*3)
	}
	start := p.trims[0] + (room-n*long-(n-1)*gap)/2
	for i := range p.Spaces {
		d := start + float64(i)*(long+gap) + long/2
		head, _ := along(p.Way, d-long/2)
		tail, _ := along(p.Way, d+long/2)
		mid, _ := along(p.Way, d)
		dir := tail.Minus(head)
		// On a bend a slot stands a little inside the curve, as far from its middle as from its ends.
		at := mid.Plus(head.Plus(tail).Times(0.5)).Times(0.5)
		s := NewSlot(at, math.Atan2(dir.Y, dir.X), long, mt.Slot)
		s.Form = l.Form
		l.Slots = append(l.Slots, s)
	}
}

// WayBounds is the bounding box of the lane's way, grown by a margin.
func (l *Lane) WayBounds(margin float64) Area {
	a := Around(l.Stretches[0].Way, margin)
	for _, p := range l.Stretches[1:] {
		a = a.With(Around(p.Way, margin))
	}
	return a
}
