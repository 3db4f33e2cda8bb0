// Package geometry finds where things of a map lie on a board: cities, lanes and their spaces, names, and signs at the edges.
// It knows no colour and no game.
package geometry

import (
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Layout is where everything of a map lies on its board, in pixels.
type Layout struct {
	Map    *railmap.Map
	W, H   float64
	Sizes  Sizes
	Cities []Point
	Lanes  []Lane // by route
	Labels []Label
	Exits  []Exit // where lanes leave the board at an edge
	Text   Lettering
	Bare   bool // its routes have no codes: nobody types them

	Shunned []Shunned // what writing keeps away from beside the spaces

	reach  []Area  // by lane: what its spaces take with the margin that writing keeps from them
	ground *ground // what it costs to cover them; nil: not summed up
	frame  Area    // what is to be written lies within; the zero value: the board
	taken  []Area  // what names keep away from
}

// Lettering is what a layout needs to know about the texts on a board.
type Lettering struct {
	Remarks map[engine.RouteID]engine.Remark                // rules of one route alone, with the sign of each
	Width   func(size float64, text string) float64         // of a name or sign, in pixels
	Exit    func(to engine.CityID, r *railmap.Route) string // what the sign at an edge says of where a lane leads
}

// layTexts places what is written on a network.
func (l *Layout) layTexts(text Lettering) {
	l.Text = text
	l.measure()
	l.layExits()
	l.LayLabels(text)
}

// measure finds what the spaces of each lane take: where writing lies outside of it there is nothing to look at.
func (l *Layout) measure() {
	l.reach = make([]Area, len(l.Lanes))
	for i := range l.Lanes {
		l.reach[i] = l.Lanes[i].Bounds(aloof * l.Sizes.Scale)
	}
}

// smallest is the scale of signs below which no map is laid out, however crowded it is.
const smallest = 0.3

// NewNetwork lays the cities and lanes of a map out on w × h pixels; zoom says how much larger than a whole board that is.
// Sizes shrink until every space is at least half as long again as wide.
func NewNetwork(m *railmap.Map, w, h, zoom float64) *Layout {
	if l := networkFrom(m, w, h, zoom, smallest+0.01); l != nil {
		return l
	}
	l := &Layout{Map: m, W: w, H: h, Sizes: SizesFor(smallest * zoom)}
	l.layLanes(false)
	l.placeCities()
	return l
}

// networkFrom is the same, but nil if sizes would have to shrink to less than a scale.
func networkFrom(m *railmap.Map, w, h, zoom, least float64) *Layout {
	l := &Layout{Map: m, W: w, H: h}
	for k := 1.0; k >= least; k -= 0.05 {
		l.Sizes = SizesFor(k * zoom)
		if l.layLanes(true) {
			l.placeCities()
			return l
		}
	}
	return nil
}

func (l *Layout) placeCities() {
	for i := range l.Map.Cities {
		l.Cities = append(l.Cities, Place(l.Map.Cities[i].At, l.W, l.H))
	}
}

// layLanes places all lanes and reports whether their spaces are long enough to be pleasant. With soon it ends as soon as they are
// not: spaces only get shorter when lanes are drawn back, and on a crowded map that would go on for long at each size.
func (l *Layout) layLanes(soon bool) bool {
	l.Lanes = l.Lanes[:0]
	for i := range l.Map.Routes {
		l.Lanes = append(l.Lanes, layLane(l.Map, &l.Map.Routes[i], l.W, l.H, l.Sizes))
	}
	pairs := l.meetings()
	for range 60 {
		if !l.separate(pairs) {
			break
		}
		if soon && !l.pleasant() {
			return false
		}
	}
	return l.pleasant()
}

// pleasant reports whether all spaces are long enough.
func (l *Layout) pleasant() bool {
	for i := range l.Lanes {
		for _, s := range l.Lanes[i].Slots {
			if s.Length < 1.5*l.Sizes.Slot {
				return false
			}
		}
	}
	return true
}

// separate draws the spaces of lanes that touch each other back from the city where they meet, a step at a time, and reports
// whether any did.
func (l *Layout) separate(pairs []meeting) bool {
	step, parted := 3*l.Sizes.Scale, false
	for i := range pairs {
		p := &pairs[i]
		laid := l.Lanes[p.a].laid + l.Lanes[p.b].laid
		if p.clear == laid { // as when last looked at
			continue
		}
		if touch(&l.Lanes[p.a], &l.Lanes[p.b], 9*l.Sizes.Scale) {
			parted = true
			l.drawBack(l.Map.Routes[p.a].Group, p.city, step)
			l.drawBack(l.Map.Routes[p.b].Group, p.city, step)
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
func (l *Layout) meetings() []meeting {
	var all []meeting
	for i := range l.Map.Routes {
		for j := range l.Map.Routes[:i] {
			a, b := &l.Map.Routes[i], &l.Map.Routes[j]
			if city, ok := shared(a, b); ok && a.Group != b.Group {
				all = append(all, meeting{a: engine.RouteID(i), b: engine.RouteID(j), city: city})
			}
		}
	}
	return all
}

// drawBack draws all lanes of a connection back from a city, so that their spaces stay side by side.
func (l *Layout) drawBack(group int, city engine.CityID, step float64) {
	for i := range l.Map.Routes {
		r := &l.Map.Routes[i]
		if r.Group != group {
			continue
		}
		end := 0
		if r.B == city {
			end = 1
		}
		l.Lanes[i].drawBack(end, step)
		l.Lanes[i].spread(r.Length, l.Sizes)
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
func touch(a, b *Lane, margin float64) bool {
	for _, s := range a.Slots {
		for _, t := range b.Slots {
			if s.meets(t, margin) {
				return true
			}
		}
	}
	return false
}
