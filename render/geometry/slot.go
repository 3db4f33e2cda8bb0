package geometry

import (
	"math"

	"konduktor/engine/railmap"
)

// Form is the outline of a route's slots. It shows the kind of a route without colour, empty or
// claimed.
type Form uint8

const (
	Rectangular Form = iota
	Rounded          // like a ship: ferries and sea routes
	Toothed          // like the stones of a vault: tunnels
)

func formOf(r *railmap.Route) Form {
	switch r.Kind {
	case railmap.Ferry, railmap.Sea:
		return Rounded
	case railmap.Tunnel:
		return Toothed
	case railmap.Track:
	}
	return Rectangular
}

// Corner is the radius of the corners of the slot grown by a margin.
func (s Slot) Corner(margin float64) float64 {
	if s.Form == Rounded {
		return s.Width/2 + margin
	}
	return 0.2*s.Width + max(margin, 0)
}

// Beyond is the distance of a point from the rounded slot, negative inside.
func (s Slot) Beyond(p Point) float64 {
	along, across := s.local(p)
	r := s.Corner(0)
	x, y := math.Abs(along)-s.Length/2+r, math.Abs(across)-s.Width/2+r
	return math.Hypot(max(x, 0), max(y, 0)) + min(max(x, y), 0) - r
}

// Slot is the place of one space of a route: a rectangle around At.
type Slot struct {
	At            Point
	Angle         float64 // radians, along the lane
	Length, Width float64
	Form          Form
	box           Area // its bounding box
}

func NewSlot(at Point, angle, length, width float64) Slot {
	s := Slot{At: at, Angle: angle, Length: length, Width: width}
	s.box = Area{at.X, at.Y, at.X, at.Y}
	for _, c := range s.corners() {
		s.box = Area{min(s.box.X0, c.X), min(s.box.Y0, c.Y), max(s.box.X1, c.X), max(s.box.Y1, c.Y)}
	}
	return s
}

// Reading is the angle at which writing on the slot is not upside down.
func (s Slot) Reading() float64 {
	a := math.Mod(s.Angle, 2*math.Pi)
	switch {
	case a > math.Pi/2+0.01:
		return a - math.Pi
	case a < -math.Pi/2+0.01:
		return a + math.Pi
	}
	return a
}

// Head is the middle of the slot's first end.
func (s Slot) Head() Point {
	sin, cos := math.Sincos(s.Angle)
	return s.At.Minus(Point{cos, sin}.Times(s.Length / 2))
}

// local returns a point in the slot's own axes.
func (s Slot) local(p Point) (along, across float64) {
	sin, cos := math.Sincos(s.Angle)
	d := p.Minus(s.At)
	return d.X*cos + d.Y*sin, d.Y*cos - d.X*sin
}

func (s Slot) corners() [4]Point {
	sin, cos := math.Sincos(s.Angle)
	a, b := Point{cos, sin}.Times(s.Length/2), Point{-sin, cos}.Times(s.Width/2)
	return [4]Point{
		s.At.Plus(a).Plus(b), s.At.Plus(a).Minus(b), s.At.Minus(a).Minus(b),
		s.At.Minus(a).Plus(b),
	}
}

// Bounds is the bounding box of the slot, grown by a margin.
func (s Slot) Bounds(margin float64) Area { return s.box.Grown(margin) }

// Near reports whether an area comes closer to the slot than margin.
func (s Slot) Near(a Area, margin float64) bool {
	if a.Overlap(s.box.Grown(margin)) == 0 {
		return false
	}
	mid := NewSlot(Pt((a.X0+a.X1)/2, (a.Y0+a.Y1)/2), 0, a.X1-a.X0, a.Y1-a.Y0)
	return mid.meets(s, margin)
}

// meets reports whether two slots come closer than margin.
func (s Slot) meets(t Slot, margin float64) bool {
	if s.At.Distance(t.At) > (s.Length+t.Length+s.Width+t.Width)/2+margin {
		return false
	}
	return !s.apart(t, margin) && !t.apart(s, margin)
}

// apart reports whether one of s's sides separates it from t.
func (s Slot) apart(t Slot, margin float64) bool {
	lo, hi := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, c := range t.corners() {
		x, y := s.local(c)
		lo, hi = Point{min(lo.X, x), min(lo.Y, y)}, Point{max(hi.X, x), max(hi.Y, y)}
	}
	x, y := s.Length/2+margin, s.Width/2+margin
	return lo.X > x || hi.X < -x || lo.Y > y || hi.Y < -y
}

// Room is the length of a slot that items can use.
func (s Slot) Room(k float64) float64 {
	if s.Form == Rounded {
		return s.Length - 4*k - 0.2*s.Width // its ends are round
	}
	return s.Length - 4*k
}
