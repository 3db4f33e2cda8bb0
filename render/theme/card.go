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
	p := s.Theme.FacePaint(f)
	s.Box(1, 1, w-2, h-2, r, s.Theme.Card, s.Theme.Ink, 2)
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
		s.PaintEdged(s.Theme.Mark, p.Ink, max(1.5, h*0.02))
		return
	}
	s.SymbolPath(p.Symbol, w/2, h/2, h*0.29)
	s.Paint(p.Ink)
}

// rainbow draws the stripes of a wild card, in the order of the symbols.
func (s *Sketch) rainbow(edge, w, h float64) {
	var stripes []color.RGBA
	for sym := Heart; sym <= Hexagon; sym++ {
		for _, p := range s.Theme.Colors {
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
		s.StrokeWith(s.Theme.Ink, 1)
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
	p := s.Theme.FacePaint(f)
	s.Box(1.5, 1.5, w-3, h-3, 8, s.Theme.Card, s.Theme.Ink, 3)
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
	s.PaintEdged(s.Theme.Mark, p.Ink, 2)
}
