package theme

import (
	"image/color"

	"konduktor/engine"
)

// Ship cards show a ship of their colour on the sea, double ships two; cards with the port mark
// have an anchor in a corner (W1, W5). So the four kinds of a colour differ in shape too.

func (s *Sketch) shipFace(f *engine.Face, p Paint, edge, w, h, r float64) {
	s.DrawRoundedRectangle(edge, edge, w-2*edge, h-2*edge, r*0.5)
	s.Paint(s.Theme.Water)
	if f.Twin {
		s.ship(w*0.305, h*0.56, 0.2*w, p)
		s.ship(w*0.695, h*0.56, 0.2*w, p)
		return
	}
	s.ship(w/2, h*0.55, 0.34*w, p)
}

// ship draws a ship seen from the side, 2r long, around (x, y), in a colour with its symbol.
func (s *Sketch) ship(x, y, r float64, p Paint) {
	s.Push()
	s.Translate(x, y)
	s.Scale(r, r)
	for _, layer := range []struct {
		by float64
		c  color.RGBA
	}{{1.3 / r, s.Theme.Ink}, {0, s.Theme.Card}} {
		b := layer.by
		s.DrawRectangle(-0.5-b, -0.62-b, 0.9+2*b, 0.3+2*b) // deckhouse
		s.NewSubPath()
		s.DrawRectangle(-0.22-b, -0.88-b, 0.24+2*b, 0.4+2*b) // funnel
		s.Paint(layer.c)
	}
	for _, layer := range []struct {
		by float64
		c  color.RGBA
	}{{1.3 / r, s.Theme.Ink}, {0, p.Fill}} {
		b := layer.by
		s.MoveTo(-0.96-b, -0.36-b)
		s.LineTo(1+1.4*b, -0.36-b)
		s.QuadraticTo(0.86+b, 0.42+b, 0.55+b, 0.46+b)
		s.LineTo(-0.6-b, 0.46+b)
		s.QuadraticTo(-0.92-b, 0.4+b, -0.96-b, -0.36-b)
		s.ClosePath()
		s.Paint(layer.c)
	}
	s.Pop()
	s.SymbolPath(p.Symbol, x-0.02*r, y+0.05*r, 0.37*r)
	s.Paint(p.Ink)
}

// portMark draws the mark of cards that can pay for a port: an anchor on a disc.
func (s *Sketch) portMark(x, y, r float64) {
	s.Disc(x, y, r, s.Theme.Ink)
	s.Disc(x, y, 0.88*r, s.Theme.Card)
	s.Anchor(x, y, 0.66*r)
	s.Paint(s.Theme.Harbor)
}
