package board

import (
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/render/geometry"
)

// Tags are what is put on a board for one reader: letters of tickets, numbers of new claims, pointers to what lies outside of the
// picture. They go where they cover least.

// tagRoom is a part of a board and the tags that are on it so far.
type tagRoom struct {
	lay    *geometry.Layout // of the part
	taken  []geometry.Area
	yields bool // names can give way
}

// Costs of a tag, in the units of geometry.Layout.Cost, which are pixels covered, 50 for each that matters.
const (
	tagOver     = 5000   // for each pixel of another tag
	tooMuch     = 20_000 // for letters that are not needed
	nameYields  = 40     // less for each pixel of a name that can give way
	besideCity  = 2500   // for standing beside a city instead of on it
	alongEdge   = 60     // for each pixel along the edge from where a pointer belongs
	fromMiddle  = 4      // for each pixel from the middle of a route
	pointerSeek = 400    // pixels along the edge to each side
)

// letterH is how tall the letters of a ticket stand on a board with what is around them, in pixels.
const letterH = 34

// tagArea is the area of a tag around a point.
func tagArea(at geometry.Point, half, r float64) geometry.Area {
	return geometry.Box(at.X-half, at.Y-r, at.X+half, at.Y+r)
}

// cost says how badly a tag would lie.
func (t *tagRoom) cost(a geometry.Area) float64 {
	k := t.lay.Cost(a)
	for _, other := range t.taken {
		k += tagOver * other.Overlap(a)
	}
	for i := range t.lay.Labels {
		if t.yields {
			k -= nameYields * t.lay.Labels[i].Overlap(a)
		}
	}
	return k
}

// holds reports whether a tag covers a part of an area.
func (t *tagRoom) holds(a geometry.Area) bool {
	return slices.ContainsFunc(t.taken, func(other geometry.Area) bool { return other.Overlap(a) > 0 })
}

func (t *tagRoom) take(a geometry.Area) { t.taken = append(t.taken, a) }

// atCity finds the place of letters that reach half to each side of their middle: on the city, or where that has a harbour, whose
// sign or port must be seen, or where they would cover too much, beside it or its name. It reports false if optional letters would
// cover too much everywhere.
func (t *tagRoom) atCity(city engine.CityID, half float64, optional bool) (geometry.Point, bool) {
	c, s := t.lay.Cities[city], &t.lay.Sizes
	best, least := geometry.Point{}, math.Inf(1)
	if !t.lay.Map.Cities[city].Port {
		a := tagArea(c, half, letterH/2)
		best, least = c, t.cost(a)-50*a.Overlap(c.Around(s.Dot+2*s.Scale))-a.Overlap(c.Around(s.Dot+6*s.Scale))
	}
	try := func(at geometry.Point, far float64) {
		if k := besideCity + 40*far; k < least {
			if k += t.cost(tagArea(at, half, letterH/2)); k < least {
				best, least = at, k
			}
		}
	}
	for _, far := range []float64{2, 12, 26} {
		for i := range 16 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 8)
			reach := s.Dot + letterH/2 + far
			try(geometry.Pt(c.X+(reach+half-letterH/2)*cos, c.Y+reach*sin), far)
		}
	}
	for _, line := range t.lay.Labels[city].Areas { // or beside its name
		mid := (line.Y0 + line.Y1) / 2
		try(geometry.Pt(line.X0-half-5, mid), 26)
		try(geometry.Pt(line.X1+half+5, mid), 26)
	}
	if optional && least > tooMuch {
		return best, false
	}
	t.take(tagArea(best, half, letterH/2))
	return best, true
}

// wayR is half the height of a way's letters with what is around them, in pixels.
const wayR = 14

// atRoute finds the place of the letters of a way on a route, half as wide as half: beside its spaces or between them. It reports
// false if the part does not show the route.
func (t *tagRoom) atRoute(r engine.RouteID, half float64, shows func(geometry.Point) bool) (geometry.Point, bool) {
	ln, s := &t.lay.Lanes[r], &t.lay.Sizes
	mid := ln.Slots[len(ln.Slots)/2].At
	best, least := geometry.Point{}, math.Inf(1)
	try := func(at geometry.Point) {
		if k := fromMiddle * at.Distance(mid); k < least {
			if k += t.cost(tagArea(at, half, wayR)); k < least {
				best, least = at, k
			}
		}
	}
	for i := range ln.Slots {
		sl := &ln.Slots[i]
		if !shows(sl.At) {
			continue
		}
		sin, cos := math.Sincos(sl.Angle)
		out := s.Slot/2 + 2*s.Scale + wayR + (half-wayR)*math.Abs(sin)
		for _, along := range []float64{0, -sl.Length / 2, sl.Length / 2} {
			for _, side := range []float64{-1, 1} {
				for _, far := range []float64{0, 8} {
					try(geometry.Pt(sl.At.X+along*cos-side*(out+far)*sin, sl.At.Y+along*sin+side*(out+far)*cos))
				}
			}
		}
	}
	if math.IsInf(least, 1) {
		return best, false
	}
	t.take(tagArea(best, half, wayR))
	return best, true
}

// atEdge finds the place of a pointer of a size along the edge of a frame, for something that lies outside of the frame. side is
// where that is: 0 above, 1 to the right, 2 below, 3 to the left.
func (t *tagRoom) atEdge(to geometry.Point, frame geometry.Area, half float64) (at geometry.Point, side int) {
	in := geometry.Box(frame.X0+half, frame.Y0+letterH/2, frame.X1-half, frame.Y1-letterH/2)
	off := [4]float64{frame.Y0 - to.Y, to.X - frame.X1, to.Y - frame.Y1, frame.X0 - to.X}
	for i := range off {
		if off[i] > off[side] {
			side = i
		}
	}
	edge := [4]geometry.Point{{X: to.X, Y: in.Y0}, {X: in.X1, Y: to.Y}, {X: to.X, Y: in.Y1}, {X: in.X0, Y: to.Y}}[side]
	clamp := func(p geometry.Point) geometry.Point {
		return geometry.Pt(max(in.X0, min(in.X1, p.X)), max(in.Y0, min(in.Y1, p.Y)))
	}
	step := geometry.Pt(0, 1)
	if side%2 == 0 {
		step = geometry.Pt(1, 0)
	}
	home, least := clamp(edge), math.Inf(1)
	for far := 0.0; far <= pointerSeek && alongEdge*far < least; far += 12 {
		for _, by := range []float64{-far, far} {
			p := clamp(home.Plus(step.Times(by)))
			if k := t.cost(tagArea(p, half, letterH/2)) + alongEdge*p.Distance(home); k < least {
				at, least = p, k
			}
		}
	}
	t.take(tagArea(at, half, letterH/2))
	return at, side
}
