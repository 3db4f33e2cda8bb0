package render

import (
	"image/color"

	"github.com/konduktor-bot/konduktor/engine"
)

// Ship cards show a ship of their colour on the sea, double ships two of them; cards with the port mark have an anchor in a
// corner (W1, W5). So all four kinds of a colour differ in shape too.

// shipFace draws the inside of a ship card w × h within its edge.
func (s *Sketch) shipFace(f *engine.Face, p Paint, edge, w, h, r float64) {
	s.dc.DrawRoundedRectangle(edge, edge, w-2*edge, h-2*edge, r*0.5)
	s.fill(s.theme.Water)
	large := h > w
	switch {
	case large && f.Twin:
		s.ship(w/2, h*0.27, 0.28*w, p)
		s.ship(w/2, h*0.57, 0.28*w, p)
	case large:
		s.ship(w/2, h*0.5, 0.37*w, p)
	case f.Twin:
		s.ship(w*0.305, h*0.56, 0.2*w, p)
		s.ship(w*0.695, h*0.56, 0.2*w, p)
	default:
		s.ship(w/2, h*0.55, 0.34*w, p)
	}
}

// ship draws a ship seen from the side, 2r long, its hull around (x, y), in a colour with its symbol.
func (s *Sketch) ship(x, y, r float64, p Paint) {
	s.dc.Push()
	s.dc.Translate(x, y)
	s.dc.Scale(r, r)
	for _, layer := range []struct {
		by float64
		c  color.RGBA
	}{{1.3 / r, s.theme.Ink}, {0, s.theme.Card}} {
		b := layer.by
		s.dc.DrawRectangle(-0.5-b, -0.62-b, 0.9+2*b, 0.3+2*b) // deckhouse
		s.dc.NewSubPath()
		s.dc.DrawRectangle(-0.22-b, -0.88-b, 0.24+2*b, 0.4+2*b) // funnel
		s.fill(layer.c)
	}
	for _, layer := range []struct {
		by float64
		c  color.RGBA
	}{{1.3 / r, s.theme.Ink}, {0, p.Fill}} {
		b := layer.by
		s.dc.MoveTo(-0.96-b, -0.36-b)
		s.dc.LineTo(1+1.4*b, -0.36-b)
		s.dc.QuadraticTo(0.86+b, 0.42+b, 0.55+b, 0.46+b)
		s.dc.LineTo(-0.6-b, 0.46+b)
		s.dc.QuadraticTo(-0.92-b, 0.4+b, -0.96-b, -0.36-b)
		s.dc.ClosePath()
		s.fill(layer.c)
	}
	s.dc.Pop()
	s.symbol(p.Symbol, x-0.02*r, y+0.05*r, 0.37*r)
	s.fill(p.Ink)
}

// portMark draws the mark of cards that can pay for a port: an anchor on a disc of radius r.
func (s *Sketch) portMark(x, y, r float64) {
	s.dc.DrawCircle(x, y, r)
	s.fill(s.theme.Ink)
	s.dc.DrawCircle(x, y, 0.88*r)
	s.fill(s.theme.Card)
	s.anchor(x, y, 0.66*r)
	s.fill(s.theme.Harbor)
}

// faceInk is the ink of a word that stands on a card's face.
func (t *Theme) faceInk(f *engine.Face) color.RGBA {
	if f.Ship {
		return t.Ink
	}
	return t.facePaint(f).Ink
}

// deckClasses are the cards of a title with several decks, class by class: what pays for what.
var deckClasses = []struct {
	title string // id of the text above them
	has   func(f *engine.Face) bool
}{
	{"render.hand-trains", func(f *engine.Face) bool { return !f.Ship && !f.Port }},
	{"render.hand-marked", func(f *engine.Face) bool { return !f.Ship && f.Port }},
	{"render.hand-ships", func(f *engine.Face) bool { return f.Ship && !f.Twin }},
	{"render.hand-doubles", func(f *engine.Face) bool { return f.Twin }},
}
