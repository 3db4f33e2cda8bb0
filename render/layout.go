package render

import (
	"math"
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// layout is where everything of a map lies on its board, in pixels.
type layout struct {
	m      *railmap.Map
	w, h   float64
	mt     metrics
	cities []point
	lanes  []lane // by route
	labels []label
	exits  []exit // where lanes leave the board at an edge
}

// label is a city's name as it is written.
type label struct {
	lines []string
	size  float64
	areas []area // by line
}

// overlap is how much of the name lies in an area.
func (lb *label) overlap(a area) float64 {
	sum := 0.0
	for _, line := range lb.areas {
		sum += line.overlap(a)
	}
	return sum
}

// leading is the distance of two lines of a name, in sizes.
const leading = 1.0

// newLayout lays a map with the names of its cities out on w × h pixels.
func newLayout(m *railmap.Map, w, h, zoom float64) *layout {
	l := newNetwork(m, w, h, zoom)
	l.layTexts()
	return l
}

// layTexts places what is written on a network.
func (l *layout) layTexts() {
	l.layExits()
	l.layLabels()
}

// smallest is the scale of signs below which no map is laid out, however crowded it is.
const smallest = 0.3

// newNetwork lays the cities and lanes of a map out on w × h pixels; zoom says how much larger than a whole board that is.
// Sizes shrink until every space is at least half as long again as wide.
func newNetwork(m *railmap.Map, w, h, zoom float64) *layout {
	if l := networkFrom(m, w, h, zoom, smallest+0.01); l != nil {
		return l
	}
	l := &layout{m: m, w: w, h: h, mt: metricsFor(smallest * zoom)}
	l.layLanes()
	l.placeCities()
	return l
}

// networkFrom is the same, but nil if sizes would have to shrink to less than a scale.
func networkFrom(m *railmap.Map, w, h, zoom, least float64) *layout {
	l := &layout{m: m, w: w, h: h}
	for k := 1.0; k >= least; k -= 0.05 {
		l.mt = metricsFor(k * zoom)
		if l.layLanes() {
			l.placeCities()
			return l
		}
	}
	return nil
}

func (l *layout) placeCities() {
	for i := range l.m.Cities {
		l.cities = append(l.cities, place(l.m.Cities[i].At, l.w, l.h))
	}
}

// layLanes places all lanes and reports whether their spaces are long enough to be pleasant.
func (l *layout) layLanes() bool {
	l.lanes = l.lanes[:0]
	for i := range l.m.Routes {
		l.lanes = append(l.lanes, layLane(l.m, &l.m.Routes[i], l.w, l.h, l.mt))
	}
	pairs := l.meetings()
	for range 60 {
		if !l.part(pairs) {
			break
		}
	}
	for i := range l.lanes {
		for _, s := range l.lanes[i].slots {
			if s.length < 1.5*l.mt.slot {
				return false
			}
		}
	}
	return true
}

// part draws the spaces of lanes that touch each other back from the city where they meet, a step at a time, and reports
// whether any did.
func (l *layout) part(pairs []meeting) bool {
	step, parted := 3*l.mt.scale, false
	for i := range pairs {
		p := &pairs[i]
		laid := l.lanes[p.a].laid + l.lanes[p.b].laid
		if p.clear == laid { // as when last looked at
			continue
		}
		if touch(&l.lanes[p.a], &l.lanes[p.b], 9*l.mt.scale) {
			parted = true
			l.draw(l.m.Routes[p.a].Group, p.city, step)
			l.draw(l.m.Routes[p.b].Group, p.city, step)
		} else {
			p.clear = laid
		}
	}
	return parted
}

// meeting is two routes of different connections that end in the same city.
type meeting struct {
	a, b engine.RouteID
	city engine.CityID

	clear int // how often their lanes had been laid when they did not touch
}

// meetings are all meetings, in the map's order.
func (l *layout) meetings() []meeting {
	var all []meeting
	for i := range l.m.Routes {
		for j := range l.m.Routes[:i] {
			a, b := &l.m.Routes[i], &l.m.Routes[j]
			if city, ok := shared(a, b); ok && a.Group != b.Group {
				all = append(all, meeting{a: engine.RouteID(i), b: engine.RouteID(j), city: city})
			}
		}
	}
	return all
}

// draw draws all lanes of a connection back from a city, so that their spaces stay side by side.
func (l *layout) draw(group int, city engine.CityID, step float64) {
	for i := range l.m.Routes {
		r := &l.m.Routes[i]
		if r.Group != group {
			continue
		}
		end := 0
		if r.B == city {
			end = 1
		}
		l.lanes[i].drawBack(end, step)
		l.lanes[i].spread(r.Length, l.mt)
	}
}

// shared returns the city where two routes both end.
func shared(a, b *railmap.Route) (engine.CityID, bool) {
	switch {
	case a.A == b.A || a.A == b.B:
		return a.A, true
	case a.B == b.A || a.B == b.B:
		return a.B, true
	}
	return 0, false
}

// touch reports whether any spaces of two lanes come closer than margin.
func touch(a, b *lane, margin float64) bool {
	for _, s := range a.slots {
		for _, t := range b.slots {
			if s.meets(t, margin) {
				return true
			}
		}
	}
	return false
}

// layLabels writes the names where they cover nothing: where the map says, else at the best of many places around the
// city. Long names go first, since they are the hardest to place.
func (l *layout) layLabels() {
	l.labels = make([]label, len(l.m.Cities))
	order := make([]int, 0, len(l.m.Cities))
	for i := range l.m.Cities {
		at := len(order)
		for at > 0 && len(l.m.Cities[order[at-1]].Name) < len(l.m.Cities[i].Name) {
			at--
		}
		order = append(order[:at], append([]int{i}, order[at:]...)...)
	}
	for _, i := range order {
		if l.m.Cities[i].Label != (railmap.Point{}) {
			l.labels[i] = l.fixedLabel(i)
		}
	}
	for _, i := range order {
		if l.m.Cities[i].Label == (railmap.Point{}) && l.m.Cities[i].Name != "" {
			l.labels[i] = l.freeLabel(i)
		}
	}
}

// fixedLabel centres the name on the point that the map gives, in as many lines as lie best there.
func (l *layout) fixedLabel(i int) label {
	c := &l.m.Cities[i]
	at := l.cities[i].plus(place(c.Label, l.w, l.h))
	best, cost := label{}, math.Inf(1)
	for _, lines := range breaks(c.Name) {
		lb := l.label(lines, at, 0, 0)
		if k := l.cost(lb); k < cost {
			best, cost = lb, k
		}
	}
	return best
}

// freeLabel tries places around the city, near ones first.
func (l *layout) freeLabel(i int) label {
	best, cost := label{}, math.Inf(1)
	for _, lines := range breaks(l.m.Cities[i].Name) {
		for _, far := range []float64{4, 10, 18, 28, 40} {
			for a := range 16 {
				sin, cos := math.Sincos(float64(a) * math.Pi / 8)
				reach := l.mt.dot + far*l.mt.scale
				at := l.cities[i].plus(point{cos, sin}.times(reach))
				lb := l.label(lines, at, cos, sin)
				k := l.cost(lb) + far + 3*math.Abs(sin) + 16*float64(len(lines)-1)
				if k < cost {
					best, cost = lb, k
				}
			}
		}
	}
	return best
}

// label sets the lines so that the point of their box that faces the city lies at at: dx and dy, -1 to 1, say on which
// side of the city the box is; 0, 0 centres it.
func (l *layout) label(lines []string, at point, dx, dy float64) label {
	size := l.mt.name
	w, h := 0.0, size*(0.74+leading*float64(len(lines)-1))
	for _, s := range lines {
		w = max(w, width(bold, size, s))
	}
	mid := at.plus(point{dx * w / 2, dy * h / 2})
	lb := label{lines: lines, size: size}
	for i, line := range lines {
		half, y := width(bold, size, line)/2, mid.y-h/2+leading*size*float64(i)
		lb.areas = append(lb.areas, area{mid.x - half, y, mid.x + half, y + 0.74*size})
	}
	return lb
}

// cost says how badly a name lies: worst is what it covers or what of it leaves the board, then what comes close to it.
func (l *layout) cost(lb label) float64 {
	k := 0.0
	for _, a := range lb.areas {
		k += l.costOf(a.grown(2 * l.mt.scale))
	}
	return k
}

// costOf is the cost of one line of a name.
func (l *layout) costOf(a area) float64 {
	k, scale := 0.0, l.mt.scale
	board := area{6, 6, l.w - 6, l.h - 6}
	k += 100 * ((a.x1-a.x0)*(a.y1-a.y0) - a.overlap(board))
	for i := range l.lanes {
		for _, s := range l.lanes[i].slots {
			k += covered(a, s, 11*scale) + 50*covered(a, s, 2*scale)
		}
	}
	for i := range l.exits {
		k += 50 * l.exits[i].sign.overlap(a)
	}
	for i, c := range l.cities {
		dot := area{c.x, c.y, c.x, c.y}
		k += 50*a.overlap(dot.grown(l.mt.dot+2*scale)) + a.overlap(dot.grown(l.mt.dot+6*scale))
		if i < len(l.labels) { // signs at the edges are put up before
			k += 50 * l.labels[i].overlap(a)
		}
	}
	return k
}

// covered is roughly how many pixels of the slot and a margin around it lie in the area.
func covered(a area, s slot, margin float64) float64 {
	if a.overlap(s.bounds(margin)) == 0 {
		return 0
	}
	const step = 4
	n := 0.0
	for y := a.y0; y <= a.y1; y += step {
		for x := a.x0; x <= a.x1; x += step {
			if s.holds(point{x, y}, margin) {
				n += step * step
			}
		}
	}
	return n
}

// breaks are the ways to write a name: on one line, and on two or three where it has places to break.
func breaks(name string) [][]string {
	out := [][]string{{name}}
	words := strings.Fields(strings.ReplaceAll(name, "-", "- "))
	join := func(w []string) string { return strings.ReplaceAll(strings.Join(w, " "), "- ", "-") }
	for i := 1; i < len(words); i++ {
		out = append(out, []string{join(words[:i]), join(words[i:])})
		for j := i + 1; j < len(words); j++ {
			out = append(out, []string{join(words[:i]), join(words[i:j]), join(words[j:])})
		}
	}
	return out
}
