package theme

import (
	"image/color"
	"math"

	"konduktor/engine"
	"konduktor/render/geometry"
)

// SmallW and SmallH are the size of a card's face beside a line of text.
const SmallW, SmallH = 62, 38

// Face draws a card of w × h: its colour and symbol, stripes of all colours for the wild.
func (s *Sketch) Face(f *engine.Face, w, h, r float64) {
	p := s.FacePaint(f)
	s.Box(1, 1, w-2, h-2, r, s.Card, s.Ink, 2)
	edge := math.Round(0.05*h + 3)
	s.DrawRoundedRectangle(edge, edge, w-2*edge, h-2*edge, r*0.5)
	s.Paint(p.Fill)
	if f.Port {
		defer s.portMark(w-12, h-12, 9) // the upper corners are under numbers
	}
	if f.Ship {
		s.shipFace(f, p, edge, w, h, r)
		return
	}
	if f.Wild {
		s.rainbow(edge, w, h)
		s.SymbolPath(p.Symbol, w/2, h/2, h*0.29*1.12)
		s.PaintEdged(s.Mark, p.Ink, max(1.5, h*0.02))
		return
	}
	s.SymbolPath(p.Symbol, w/2, h/2, h*0.29)
	s.Paint(p.Ink)
}

// rainbow draws the stripes of a wild card, in the order of the symbols.
func (s *Sketch) rainbow(edge, w, h float64) {
	var stripes []color.RGBA
	for sym := Heart; sym <= Hexagon; sym++ {
		for _, p := range s.Colors {
			if p.Symbol == sym {
				stripes = append(stripes, p.Fill)
			}
		}
	}
	step := (w - 2*edge) / float64(len(stripes))
	tall := h * 0.1
	for i, c := range stripes {
		x := edge + float64(i)*step
		s.FillArea(geometry.Box(x, edge, x+step, edge+tall), c)
		s.FillArea(geometry.Box(x, h-edge-tall, x+step, h-edge), c)
	}
	for _, y := range []float64{edge, h - edge - tall} { // a white stripe needs an edge
		s.DrawRectangle(edge, y, w-2*edge, tall)
		s.StrokeWith(s.Ink, 1)
	}
}

func (t *Theme) FacePaint(f *engine.Face) Paint {
	if f.Wild {
		return t.Wild
	}
	return t.PaintOf(f.Color)
}

// BareFace draws a card of w × h with one symbol of radius r.
func (s *Sketch) BareFace(f *engine.Face, w, h float64, at geometry.Point, r float64) {
	p := s.FacePaint(f)
	s.Box(1.5, 1.5, w-3, h-3, 8, s.Card, s.Ink, 3)
	const edge = 5.0
	s.DrawRoundedRectangle(edge, edge, w-2*edge, h-2*edge, 4)
	s.Paint(p.Fill)
	if !f.Wild {
		s.SymbolPath(p.Symbol, at.X, at.Y, r)
		s.Paint(p.Ink)
		return
	}
	s.rainbow(edge, w, h)
	s.SymbolPath(p.Symbol, at.X, at.Y, 1.08*r)
	s.PaintEdged(s.Mark, p.Ink, 2)
}

// Ship cards show a ship of their colour on the sea, double ships two; cards with the port mark
// have an anchor in a corner (W1, W5). So the four kinds of a colour differ in shape too.

func (s *Sketch) shipFace(f *engine.Face, p Paint, edge, w, h, r float64) {
	s.DrawRoundedRectangle(edge, edge, w-2*edge, h-2*edge, r*0.5)
	s.Paint(s.Water)
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
	}{{1.3 / r, s.Ink}, {0, s.Card}} {
		b := layer.by
		s.DrawRectangle(-0.5-b, -0.62-b, 0.9+2*b, 0.3+2*b) // deckhouse
		s.NewSubPath()
		s.DrawRectangle(-0.22-b, -0.88-b, 0.24+2*b, 0.4+2*b) // funnel
		s.Paint(layer.c)
	}
	for _, layer := range []struct {
		by float64
		c  color.RGBA
	}{{1.3 / r, s.Ink}, {0, p.Fill}} {
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
	s.Disc(x, y, r, s.Ink)
	s.Disc(x, y, 0.88*r, s.Card)
	s.Anchor(x, y, 0.66*r)
	s.Paint(s.Harbor)
}
