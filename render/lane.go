package render

import (
	"math"

	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// point is a place in a picture, in pixels.
type point struct{ x, y float64 }

func (p point) plus(q point) point       { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point      { return point{p.x - q.x, p.y - q.y} }
func (p point) times(k float64) point    { return point{p.x * k, p.y * k} }
func (p point) length() float64          { return math.Hypot(p.x, p.y) }
func (p point) left() point              { return point{p.y, -p.x} }
func (p point) distance(q point) float64 { return p.minus(q).length() }

func (p point) unit() point {
	l := p.length()
	if l == 0 {
		return point{1, 0}
	}
	return p.times(1 / l)
}

// slot is the place of one space of a route: a rectangle around at, its length along angle.
type slot struct {
	at            point
	angle         float64 // radians, along the lane
	length, width float64
	form          form
	box           area // the upright rectangle around it
}

func newSlot(at point, angle, length, width float64) slot {
	s := slot{at: at, angle: angle, length: length, width: width}
	s.box = area{at.x, at.y, at.x, at.y}
	for _, c := range s.corners() {
		s.box = area{min(s.box.x0, c.x), min(s.box.y0, c.y), max(s.box.x1, c.x), max(s.box.y1, c.y)}
	}
	return s
}

// reading is the angle at which writing on the slot is not upside down.
func (s slot) reading() float64 {
	a := math.Mod(s.angle, 2*math.Pi)
	switch {
	case a > math.Pi/2+0.01:
		return a - math.Pi
	case a < -math.Pi/2+0.01:
		return a + math.Pi
	}
	return a
}

// local turns a point of the picture into the slot's own axes.
func (s slot) local(p point) (along, across float64) {
	sin, cos := math.Sincos(s.angle)
	d := p.minus(s.at)
	return d.x*cos + d.y*sin, d.y*cos - d.x*sin
}

// holds reports whether a point lies in the slot or within margin of it.
func (s slot) holds(p point, margin float64) bool {
	along, across := s.local(p)
	return math.Abs(along) <= s.length/2+margin && math.Abs(across) <= s.width/2+margin
}

// corners are the slot's corners, in order.
func (s slot) corners() [4]point {
	sin, cos := math.Sincos(s.angle)
	a, b := point{cos, sin}.times(s.length/2), point{-sin, cos}.times(s.width/2)
	return [4]point{s.at.plus(a).plus(b), s.at.plus(a).minus(b), s.at.minus(a).minus(b), s.at.minus(a).plus(b)}
}

// bounds is the upright rectangle around the slot and margin.
func (s slot) bounds(margin float64) area { return s.box.grown(margin) }

// area is an upright rectangle.
type area struct{ x0, y0, x1, y1 float64 }

func (a area) overlap(b area) float64 {
	w, h := min(a.x1, b.x1)-max(a.x0, b.x0), min(a.y1, b.y1)-max(a.y0, b.y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// with is the upright rectangle around both.
func (a area) with(b area) area {
	return area{min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1)}
}

func (a area) grown(by float64) area { return area{a.x0 - by, a.y0 - by, a.x1 + by, a.y1 + by} }

// lane is the drawn way of a route.
type lane struct {
	parts []stretch // from city to city: one, or two where it leaves the board at one edge and comes back at the other
	ends  [2]point  // its cities
	slots []slot
	form  form
	code  int // the slot that bears the route's code
	laid  int // how often its slots have been placed
}

// stretch is a way that lies on the board in one piece, with its share of a lane's spaces.
type stretch struct {
	way   []point    // finely stepped
	trims [2]float64 // how far from its ends its spaces begin
	n     int        // spaces
}

// room is how much of the stretch there is for spaces.
func (s *stretch) room() float64 { return length(s.way) - s.trims[0] - s.trims[1] }

// drawBack makes the spaces begin a step further from an end of the lane, 0 or 1.
func (l *lane) drawBack(end int, step float64) {
	if end == 0 {
		l.parts[0].trims[0] += step
		return
	}
	l.parts[len(l.parts)-1].trims[1] += step
}

// bounds is the upright rectangle around the lane's spaces and margin.
func (l *lane) bounds(margin float64) area {
	a := l.slots[0].bounds(margin)
	for _, s := range l.slots[1:] {
		b := s.bounds(margin)
		a = a.with(b)
	}
	return a
}

// rank counts the spaces of a lane from 0 in the order in which they bear marks: the one with the code comes last.
func (l *lane) rank(i int) int {
	switch {
	case i == l.code:
		return len(l.slots) - 1
	case i > l.code:
		return i - 1
	}
	return i
}

// metrics are the sizes of what lies on the board, in pixels.
type metrics struct {
	scale   float64 // 1 where there is room
	slot    float64 // width of a slot
	longest float64 // a slot is at most this long
	gap     float64 // between two slots
	clear   float64 // between a city and the first slot
	apart   float64 // between two lanes: their pieces are wider than their slots
	exit    float64 // between the board's edge and a slot of a lane that leaves it there
	dot     float64 // radius of a city
	name    float64 // size of a city's name
	code    float64 // size of a route's code
}

func metricsFor(k float64) metrics {
	return metrics{scale: k, slot: 27 * k, longest: 84 * k, gap: 8 * k, clear: 7 * k, apart: 10 * k, exit: 16 * k, dot: 15 * k, name: 24 * k, code: 17 * k}
}

// layLane finds the way of a route and the places of its spaces on a board of w × h pixels.
func layLane(m *railmap.Map, r *railmap.Route, w, h float64, mt metrics) lane {
	a, b := place(m.Cities[r.A].At, w, h), place(m.Cities[r.B].At, w, h)
	side := (float64(r.Lane) - float64(r.Lanes-1)/2) * (mt.slot + mt.apart)
	if r.A > r.B { // all lanes of a connection count their sides from the same city
		side = -side
	}
	l := lane{ends: [2]point{a, b}, form: formOf(r)}
	for _, through := range pieces(m, r, w, h) {
		l.parts = append(l.parts, stretch{way: shift(smooth(through), side), trims: [2]float64{mt.exit, mt.exit}})
	}
	first, last := &l.parts[0], &l.parts[len(l.parts)-1]
	first.trims[0], last.trims[1] = trim(first.way, a, mt), trim(reverse(last.way), b, mt)
	l.spread(r.Length, mt)
	return l
}

// pieces are the points that a route goes through, in two lists where it leaves the board and comes back.
func pieces(m *railmap.Map, r *railmap.Route, w, h float64) [][]point {
	list := []point{place(m.Cities[r.A].At, w, h)}
	var all [][]point
	seam := r.Seam()
	for i, p := range r.Bends {
		list = append(list, place(p, w, h))
		if i == seam {
			all, list = append(all, list), nil
		}
	}
	return append(all, append(list, place(m.Cities[r.B].At, w, h)))
}

// place turns a place on the board into pixels.
func place(p railmap.Point, w, h float64) point { return point{p.X * w, p.Y * h} }

// smooth draws a curve through all points (Catmull-Rom), finely stepped; two points give a straight line.
func smooth(through []point) []point {
	const steps = 24
	at := func(i int) point { return through[min(max(i, 0), len(through)-1)] }
	way := []point{through[0]}
	for i := range len(through) - 1 {
		p0, p1, p2, p3 := at(i-1), at(i), at(i+1), at(i+2)
		for s := 1; s <= steps; s++ {
			t := float64(s) / steps
			way = append(way, p1.times(2).plus(p2.minus(p0).times(t)).
				plus(p0.times(2).minus(p1.times(5)).plus(p2.times(4)).minus(p3).times(t*t)).
				plus(p1.times(3).minus(p0).minus(p2.times(3)).plus(p3).times(t*t*t)).times(0.5))
		}
	}
	return way
}

// shift moves a way sidewards.
func shift(way []point, by float64) []point {
	if by == 0 {
		return way
	}
	out := make([]point, len(way))
	for i := range way {
		dir := way[min(i+1, len(way)-1)].minus(way[max(i-1, 0)]).unit()
		out[i] = way[i].plus(dir.left().times(by))
	}
	return out
}

func reverse(way []point) []point {
	out := make([]point, len(way))
	for i := range way {
		out[len(way)-1-i] = way[i]
	}
	return out
}

func length(way []point) float64 {
	l := 0.0
	for i := 1; i < len(way); i++ {
		l += way[i].distance(way[i-1])
	}
	return l
}

// trim is how far along the way the end of a space is clear of the city that the way begins at.
func trim(way []point, city point, mt metrics) float64 {
	whole := length(way)
	for d := 0.0; d < whole/2; d++ {
		p, angle := along(way, d)
		sin, cos := math.Sincos(angle)
		off := city.minus(p)
		across := off.y*cos - off.x*sin
		across -= max(-mt.slot/2, min(mt.slot/2, across)) // what is left: how far the city is beside the space
		if math.Hypot(across, off.x*cos+off.y*sin) >= mt.dot+mt.clear {
			return d
		}
	}
	return whole / 2
}

// along is the point at a distance from the way's beginning, and the way's angle there.
func along(way []point, d float64) (point, float64) {
	for i := 1; i < len(way); i++ {
		step := way[i].minus(way[i-1])
		l := step.length()
		if d <= l || i == len(way)-1 {
			return way[i-1].plus(step.unit().times(d)), math.Atan2(step.y, step.x)
		}
		d -= l
	}
	return way[0], 0
}

// beds are the ways by which the eye follows the lane: from a city or an edge of the board to the first space there, along
// the spaces, and on to the city or edge at the end.
func (l *lane) beds() [][]point {
	var all [][]point
	for i := range l.parts {
		p := &l.parts[i]
		from, to := l.ends[0], l.ends[1]
		if i > 0 {
			from = p.way[0]
		}
		if i+1 < len(l.parts) {
			to = p.way[len(p.way)-1]
		}
		out := []point{from}
		whole := length(p.way)
		for d := p.trims[0]; d < whole-p.trims[1]; d += 4 {
			at, _ := along(p.way, d)
			out = append(out, at)
		}
		all = append(all, append(out, to))
	}
	return all
}

// spread places n slots on the lane between its trims, as long as they can be, evenly. Of a lane in two parts each gets as
// many as make the shortest slot the longest.
func (l *lane) spread(n int, mt metrics) {
	l.parts[0].n = n
	if len(l.parts) > 1 {
		best := 0.0
		for k := range n + 1 {
			if short := min(l.parts[0].longest(k, mt.gap, mt), l.parts[1].longest(n-k, mt.gap, mt)); short > best {
				best = short
				l.parts[0].n, l.parts[1].n = k, n-k
			}
		}
	}
	l.slots, l.code = l.slots[:0], 0
	l.laid++
	most := 0
	for i := range l.parts {
		p := &l.parts[i]
		if p.n > most { // the larger part has the code
			l.code, most = len(l.slots)+(p.n-1)/2, p.n
		}
		l.lay(p, mt)
	}
}

// longest is how long n slots on the stretch can be with such a gap between them.
func (s *stretch) longest(n int, gap float64, mt metrics) float64 {
	if n == 0 {
		return mt.longest
	}
	return min(mt.longest, (s.room()-float64(n-1)*gap)/float64(n))
}

// lay places the slots of a stretch. On a bend the inner corners come close to each other, so the gap grows there.
func (l *lane) lay(p *stretch, mt metrics) {
	from := len(l.slots)
	for gap := mt.gap; gap <= 2*mt.gap; gap += mt.gap / 8 {
		l.slots = l.slots[:from]
		l.place(p, gap, mt)
		if !l.crowded(from, 3.02*mt.scale) {
			return
		}
	}
}

// crowded reports whether neighbours among the slots from one on come closer than margin.
func (l *lane) crowded(from int, margin float64) bool {
	for i := from + 1; i < len(l.slots); i++ {
		if l.slots[i].meets(l.slots[i-1], margin) {
			return true
		}
	}
	return false
}

// place places the slots of a stretch with at least such a gap between them.
func (l *lane) place(p *stretch, least float64, mt metrics) {
	room, n := p.room(), float64(p.n)
	long := max(p.longest(p.n, least, mt), mt.slot/3) // a fault of the map: the geometric test finds it
	gap := 0.0
	if p.n > 1 {
		gap = min((room-n*long)/(n-1), mt.gap*3)
	}
	start := p.trims[0] + (room-n*long-(n-1)*gap)/2
	for i := range p.n {
		d := start + float64(i)*(long+gap) + long/2
		head, _ := along(p.way, d-long/2)
		tail, _ := along(p.way, d+long/2)
		mid, _ := along(p.way, d)
		dir := tail.minus(head)
		// On a bend a straight space stands a little inside the curve, as far from its middle as from its ends.
		at := mid.plus(head.plus(tail).times(0.5)).times(0.5)
		s := newSlot(at, math.Atan2(dir.y, dir.x), long, mt.slot)
		s.form = l.form
		l.slots = append(l.slots, s)
	}
}

// meets reports whether two slots come closer than margin to each other.
func (s slot) meets(t slot, margin float64) bool {
	if s.at.distance(t.at) > (s.length+t.length+s.width+t.width)/2+margin {
		return false
	}
	return !s.apart(t, margin) && !t.apart(s, margin)
}

// apart reports whether one of s's own sides separates it from t.
func (s slot) apart(t slot, margin float64) bool {
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, c := range t.corners() {
		x, y := s.local(c)
		lo, hi = point{min(lo.x, x), min(lo.y, y)}, point{max(hi.x, x), max(hi.y, y)}
	}
	x, y := s.length/2+margin, s.width/2+margin
	return lo.x > x || hi.x < -x || lo.y > y || hi.y < -y
}
