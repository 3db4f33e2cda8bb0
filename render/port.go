package render

import (
	"image/color"
	"math"

	"github.com/konduktor-bot/konduktor/engine"
)

// Cities with a harbour show an anchor in place of a dot (W10). A port that has been built is an eight-cornered sign over the
// city, in its owner's colour and pattern, with the seat's number.

// anchor lays the path of an anchor around (x, y) within a circle of radius r, turned upright.
func (s *Sketch) anchor(x, y, r float64) {
	dc := s.dc
	dc.Push()
	dc.Translate(x, y)
	dc.Scale(r, r)
	dc.DrawCircle(0, -0.7, 0.3)
	dc.NewSubPath()
	dc.DrawRectangle(-0.13, -0.5, 0.26, 1.4) // shank
	dc.NewSubPath()
	dc.DrawRectangle(-0.55, -0.32, 1.1, 0.24) // stock
	dc.NewSubPath()
	// the arms: a crescent with pointed ends
	dc.MoveTo(-0.98, 0.1)
	dc.QuadraticTo(-0.8, 0.98, 0, 0.98)
	dc.QuadraticTo(0.8, 0.98, 0.98, 0.1)
	dc.LineTo(0.62, 0.34)
	dc.QuadraticTo(0.5, 0.66, 0, 0.68)
	dc.QuadraticTo(-0.5, 0.66, -0.62, 0.34)
	dc.ClosePath()
	dc.Pop()
}

// haven draws a city with a harbour.
func (s *Sketch) haven(l *layout, c point) {
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{l.mt.dot + 2*l.mt.scale, s.theme.Card}, {l.mt.dot, s.theme.Ink}, {0.87 * l.mt.dot, s.theme.Harbor}} {
		s.dc.DrawCircle(c.x, c.y, ring.r)
		s.fill(ring.c)
	}
	s.anchor(c.x, c.y, 0.66*l.mt.dot)
	s.fill(s.theme.Card)
}

// portSize is the radius of a built port, in units of the layout's scale: spaces begin a little further out.
const portSize = 20.5

// port draws the port that a seat has built around a point, k times as large as on a board with room.
func (s *Sketch) port(at point, k float64, seat int) {
	v, r := s.theme.Seats[seat], portSize*k
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{r + 1.2*k, s.theme.Card}, {r, s.theme.Ink}} {
		s.dc.DrawRegularPolygon(8, at.x, at.y, ring.r, math.Pi/8)
		s.fill(ring.c)
	}
	body := slot{at: at, length: 1.68 * r, width: 1.68 * r, form: afloat}
	s.plank(body, 0, v.Body)
	s.inside(body, func() { s.pattern(body, k, v) })
	s.dc.DrawCircle(at.x, at.y, 0.52*r)
	s.fill(s.theme.Ink)
	s.dc.DrawCircle(at.x, at.y, 0.46*r)
	s.fill(s.theme.Card)
	s.centred(bold, 0.76*r, at.x, at.y, 0, s.theme.Ink, itoa(seat+1))
}

// portOwner is who has built the port of a city, Public if nobody has.
func portOwner(v *engine.View, c engine.CityID) engine.Seat {
	for i := range v.Seats {
		for _, p := range v.Seats[i].Ports {
			if p == c {
				return v.Seats[i].Seat
			}
		}
	}
	return engine.Public
}
