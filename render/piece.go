package render

import (
	"image/color"
	"math"
	"strconv"
)

// piece draws a seat's piece on a space: larger than the space, edged in ink, with the seat's pattern and number.
func (s *Sketch) piece(sl slot, k float64, seat int) {
	v := s.theme.Seats[seat]
	s.rim(sl, k, 4*k)
	s.plank(sl, edge(sl, k), s.theme.Ink)
	s.plank(sl, 0, v.Body)
	s.inside(sl, func() { s.pattern(sl, k, v) })
	r := 0.44 * sl.width
	s.dc.DrawCircle(sl.at.x, sl.at.y, r+1.5*k)
	s.fill(s.theme.Ink)
	s.dc.DrawCircle(sl.at.x, sl.at.y, r)
	s.fill(s.theme.Card)
	s.centred(bold, 0.74*sl.width, sl.at.x, sl.at.y, 0, s.theme.Ink, strconv.Itoa(seat+1))
}

// edge is how wide the dark edge of a piece is: between the teeth of a tunnel there is less room for it.
func edge(sl slot, k float64) float64 {
	if sl.form == walled {
		return 1.2 * k
	}
	return 3 * k
}

// pattern draws a livery's figure on a slot.
func (s *Sketch) pattern(sl slot, k float64, v Livery) {
	x, y := sl.length/2, sl.width/2
	s.dc.Push()
	s.dc.Translate(sl.at.x, sl.at.y)
	s.dc.Rotate(sl.angle)
	for _, end := range []float64{-1, 1} {
		switch v.Pattern {
		case Bands:
			s.dc.DrawRectangle(end*(x-0.3*y)-1.75*k, -y, 3.5*k, 2*y)
			s.dc.DrawRectangle(end*(x-0.8*y)-1.75*k, -y, 3.5*k, 2*y)
		case Stripe:
			s.dc.DrawRectangle(min(0, end*x), -2*k, x, 4*k)
		case Studs:
			for _, at := range []point{{x - 0.38*y, -0.5 * y}, {x - 0.38*y, 0.5 * y}, {x - 0.95*y, 0}} {
				s.dc.DrawCircle(end*at.x, at.y, 3.4*k)
				s.dc.NewSubPath()
			}
		case Slants:
			for _, at := range []float64{x - 0.5*y, x - 1.1*y} {
				polygon(s.dc, end*at-y*0.3, y, end*at-y*0.3+3.5*k, y, end*at+y*0.3, -y, end*at+y*0.3-3.5*k, -y)
				s.dc.NewSubPath()
			}
		case Notches:
			polygon(s.dc, end*x, -0.8*y, end*x, 0.8*y, end*(x-0.9*y), 0)
			s.dc.NewSubPath()
		case Plain:
		}
	}
	s.dc.Pop()
	s.fill(v.Trim)
}

// closed draws a route that nobody can claim any more (C8): pale and hatched.
func (s *Sketch) closed(sl slot, k float64) {
	s.rim(sl, k, 2*k)
	s.plank(sl, 0, s.theme.Border)
	s.plank(sl, -1.3*k, s.theme.Land)
	s.inside(sl, func() { s.hatch(sl, k) })
}

// hatch draws oblique lines over a slot.
func (s *Sketch) hatch(sl slot, k float64) {
	s.dc.Push()
	s.dc.Translate(sl.at.x, sl.at.y)
	s.dc.Rotate(sl.angle)
	x, y := sl.length/2-3*k, sl.width/2-2*k
	for d := -x + y; d <= x-y; d += 9 * k {
		s.dc.DrawLine(d-y, y, d+y, -y)
	}
	s.dc.Pop()
	s.dc.SetLineCapButt()
	s.dc.SetColor(s.theme.Faint)
	s.dc.SetLineWidth(2 * k)
	s.dc.Stroke()
}

// marked draws the band that shows behind the pieces of a last move.
func (s *Sketch) marked(l *layout, ln *lane) {
	s.through(ln)
	s.dc.SetLineCapRound()
	s.dc.SetLineJoinRound()
	for _, line := range []struct {
		w float64
		c color.RGBA
	}{{18, s.theme.Ink}, {14, s.theme.Mark}} {
		s.dc.SetColor(line.c)
		s.dc.SetLineWidth(l.mt.slot + line.w*l.mt.scale)
		s.dc.StrokePreserve()
	}
	s.dc.ClearPath()
}

// through lays a path from the first to the last space of a lane, in two parts where it leaves the board between them.
func (s *Sketch) through(ln *lane) {
	for i, sl := range ln.slots {
		if i == ln.parts[0].n {
			s.dc.NewSubPath()
		}
		sin, cos := math.Sincos(sl.angle)
		s.dc.LineTo(sl.at.x-cos*sl.length/2, sl.at.y-sin*sl.length/2)
		s.dc.LineTo(sl.at.x+cos*sl.length/2, sl.at.y+sin*sl.length/2)
	}
}
