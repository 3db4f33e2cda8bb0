package render

import (
	"image/color"
	"math"

	"github.com/konduktor-bot/konduktor/engine"
)

// The sizes of a card's face: beside a line of text, and in a hand.
const (
	smallW, smallH = 62, 38
	cardW, cardH   = 136, 176
)

// cards are the faces of a title's cards.
type cards struct {
	small []sprite // by card
	none  sprite   // an empty slot of the market
	large []sprite // by card, with room for the word below the symbol
}

func (ws *workshop) newCards(lex *engine.Lexicon) *cards {
	c := &cards{small: make([]sprite, len(lex.Faces)), large: make([]sprite, len(lex.Faces))}
	for i := range lex.Faces {
		f := &lex.Faces[i]
		ws.make(&c.small[i], smallW, smallH, ws.theme.Paper, func(s *Sketch) { s.face(f, smallW, smallH, 7) })
		ws.make(&c.large[i], cardW, cardH, ws.theme.Paper, func(s *Sketch) { s.face(f, cardW, cardH, 14) })
	}
	ws.make(&c.none, smallW, smallH, ws.theme.Paper, func(s *Sketch) {
		s.dc.SetDash(5, 4)
		s.box(1.5, 1.5, smallW-3, smallH-3, 7, s.theme.Paper, s.theme.Faint, 1.5)
	})
	return c
}

// face draws a card w × h: its colour and symbol, the wild with stripes of all colours.
func (s *Sketch) face(f *engine.Face, w, h, r float64) {
	p := s.theme.facePaint(f)
	s.box(1, 1, w-2, h-2, r, s.theme.Card, s.theme.Ink, 2)
	edge := math.Round(0.05*h + 3)
	s.dc.DrawRoundedRectangle(edge, edge, w-2*edge, h-2*edge, r*0.5)
	s.fill(p.Fill)
	large := h > w
	switch {
	case f.Port && large:
		defer s.portMark(edge+17, edge+17, 15) // the other corner is under the badge with the number
	case f.Port:
		defer s.portMark(w-12, 12, 9)
	}
	if f.Ship {
		s.shipFace(f, p, edge, w, h, r)
		return
	}
	if f.Wild {
		s.rainbow(edge, w, h)
	}
	mid, size := h/2, h*0.29
	if large {
		mid, size = h*0.43, w*0.29
	}
	if f.Wild {
		s.symbol(p.Symbol, w/2, mid, size*1.12)
		s.dc.SetColor(s.theme.Mark)
		s.dc.FillPreserve()
		s.dc.SetColor(p.Ink)
		s.dc.SetLineWidth(max(1.5, h*0.02))
		s.dc.Stroke()
	} else {
		s.symbol(p.Symbol, w/2, mid, size)
		s.fill(p.Ink)
	}
	if !large {
		return
	}
	for _, corner := range []point{{edge + 15, edge + 15}, {w - edge - 15, edge + 15}} {
		if f.Port && corner.x < w/2 {
			continue // its mark is there
		}
		s.symbol(p.Symbol, corner.x, corner.y, 8)
		s.fill(p.Ink)
	}
}

// rainbow draws the stripes of a wild card, one a colour, in the order of the symbols.
func (s *Sketch) rainbow(edge, w, h float64) {
	var stripes []color.RGBA
	for sym := Heart; sym <= Hexagon; sym++ {
		for _, p := range s.theme.Colors {
			if p.Symbol == sym {
				stripes = append(stripes, p.Fill)
			}
		}
	}
	step := (w - 2*edge) / float64(len(stripes))
	tall := h * 0.1
	for i, c := range stripes {
		x := edge + float64(i)*step
		s.fillArea(area{x, edge, x + step, edge + tall}, c)
		s.fillArea(area{x, h - edge - tall, x + step, h - edge}, c)
	}
	for _, y := range []float64{edge, h - edge - tall} { // a white stripe would be lost on the card
		s.dc.DrawRectangle(edge, y, w-2*edge, tall)
		s.dc.SetColor(s.theme.Ink)
		s.dc.SetLineWidth(1)
		s.dc.Stroke()
	}
}

// facePaint is the paint of a kind of card.
func (t *Theme) facePaint(f *engine.Face) Paint {
	if f.Wild {
		return t.Wild
	}
	return t.paint(f.Color)
}
