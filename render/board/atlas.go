package board

import (
	"image"
	"image/color"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// The maps of a final sheet fit into atlasW × atlasTall pixels.
const (
	atlasW    = 440
	atlasTall = 380
	signR     = 13 // of the signs at the ends of tickets
)

// atlas is the small map of final sheets, with a side's network and tickets.
type atlas struct {
	lay  *geometry.Layout
	base *raster.Backdrop
	m    *railmap.Map
	t    *theme.Theme
	w, h int
}

func (p *Painter) newAtlas() (*atlas, error) {
	w := min(atlasW, float64(int(atlasTall*p.m.Aspect)))
	a := &atlas{lay: geometry.NewNetwork(p.m, w, float64(int(w/p.m.Aspect)), 0.3), m: p.m, t: &p.theme}
	a.w, a.h = int(a.lay.W), int(a.lay.H)
	s := theme.NewSketch(&p.theme, a.w, a.h)
	s.FillArea(wholeOf(s), p.theme.Card)
	s.Terrain(a.lay, false)
	for r := range a.lay.Lanes {
		drawThread(s, &a.lay.Lanes[r], 2.5, p.theme.Bed, 0)
	}
	drawDots(s, a.lay)
	var err error
	a.base, err = raster.NewBackdrop(p.pal, s.Sketch, emptySize)
	return a, err
}

func wholeOf(s *theme.Sketch) geometry.Area {
	b := s.Img.Bounds()
	return geometry.Box(0, 0, float64(b.Dx()), float64(b.Dy()))
}

// draw draws the map of a side with its corner at a point.
func (a *atlas) draw(c *raster.Canvas, v *engine.View, side caption.Side, at image.Point) {
	a.base.PutPart(c, image.Point{}, at)
	drawn := a.base.Cut(image.Rect(0, 0, a.w, a.h), func(s *raster.Sketch) {
		a.drawSide(&theme.Sketch{Sketch: s, Theme: a.t}, v, side)
	})
	c.PutAt(&drawn, at.X, at.Y)
	outline(c, image.Rect(at.X, at.Y, at.X+a.w, at.Y+a.h), 2, a.t.Border)
}

// drawSide draws a side's routes, lines between the cities of its missed tickets, and a sign at
// each city of its tickets: a disc with a tick if completed, a square with a cross if missed.
func (a *atlas) drawSide(s *theme.Sketch, v *engine.View, side caption.Side) {
	for _, seat := range side {
		for _, r := range v.Seat(seat).Routes {
			drawThread(s, &a.lay.Lanes[r], 10, a.t.Ink, 1.5)
		}
	}
	for _, seat := range side {
		for _, r := range v.Seat(seat).Routes {
			drawThread(s, &a.lay.Lanes[r], 5.5, a.t.Seats[seat-1].Body, 0)
		}
	}
	drawDots(s, a.lay)
	f := v.Seat(side[0]).Final
	for _, t := range f.Failed {
		a.drawMissing(s, a.m.Tickets[t].Cities)
	}
	done, missed := a.ends(f.Completed), a.ends(f.Failed)
	inside := func(x, most float64) float64 { return max(signR+2, min(x, most-signR-2)) }
	for i, at := range a.lay.Cities {
		at = geometry.Pt(inside(at.X, a.lay.W), inside(at.Y, a.lay.H))
		switch {
		case done[i] && missed[i]:
			at.X = max(2*signR+2, min(at.X, a.lay.W-2*signR-2)) // room for two signs
			a.drawSign(s, theme.Done, at.Plus(geometry.Pt(-signR, 0)))
			a.drawSign(s, theme.Lost, at.Plus(geometry.Pt(signR, 0)))
		case done[i]:
			a.drawSign(s, theme.Done, at)
		case missed[i]:
			a.drawSign(s, theme.Lost, at)
		}
	}
	for _, seat := range side {
		for _, city := range v.Seat(seat).Ports {
			at := a.lay.Cities[city]
			drawAnchorage(s, geometry.Pt(inside(at.X, a.lay.W), min(at.Y, a.lay.H-2.7*signR-2)))
		}
	}
}

func drawAnchorage(s *theme.Sketch, at geometry.Point) {
	y := at.Y + 1.7*signR
	s.Disc(at.X, y, signR, s.Card)
	s.Disc(at.X, y, signR-1.5, s.Harbor)
	s.Anchor(at.X, y, 0.66*signR)
	s.Paint(s.Card)
}

// ends reports which cities the tickets name, by city.
func (a *atlas) ends(tickets []engine.TicketID) []bool {
	named := make([]bool, len(a.m.Cities))
	for _, t := range tickets {
		for _, c := range a.m.Tickets[t].Cities {
			named[c] = true
		}
	}
	return named
}

func (a *atlas) drawMissing(s *theme.Sketch, cities []engine.CityID) {
	for _, line := range []struct {
		w    float64
		dash []float64
	}{{6, nil}, {3, []float64{9, 6}}} {
		for _, c := range cities {
			s.LineTo(a.lay.Cities[c].X, a.lay.Cities[c].Y)
		}
		s.SetDash(line.dash...)
		ink := s.Bad
		if line.dash == nil {
			ink = s.Card
		}
		s.StrokeWith(ink, line.w)
	}
	s.SetDash()
}

func (a *atlas) drawSign(s *theme.Sketch, m theme.Standing, at geometry.Point) {
	if m == theme.Done {
		s.Disc(at.X, at.Y, signR, s.Card)
		s.DrawCircle(at.X, at.Y, signR)
		s.StrokeWith(s.Good, 2.5)
	} else {
		s.Box(at.X-signR, at.Y-signR, 2*signR, 2*signR, 3, s.Card, s.Bad, 2.5)
	}
	ink := s.Good
	if m == theme.Lost {
		ink = s.Bad
	}
	const k = 0.62
	s.Push()
	s.Translate(at.X-15*k, at.Y-15*k)
	s.Scale(k, k)
	s.StandingSign(m, ink)
	s.Pop()
}

func drawDots(s *theme.Sketch, l *geometry.Layout) {
	for _, c := range l.Cities {
		s.Disc(c.X, c.Y, 3.2, s.Ink)
	}
}

// drawThread draws a lane as a line of width w, with a light edge if edge > 0.
func drawThread(s *theme.Sketch, ln *geometry.Lane, w float64, c color.RGBA, edge float64) {
	wayPath(s, ln)
	s.SetLineCapRound()
	if edge > 0 {
		s.StrokePreserveWith(s.Card, w+2*edge)
	}
	s.StrokeWith(c, w)
}
