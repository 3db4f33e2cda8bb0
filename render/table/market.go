package table

import (
	"strconv"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes of the market's box, in pixels.
const (
	slotW    = 128
	slotH    = 88
	slotStep = slotW + 12
	lineH    = 176 // with the words on one line
	lowerBy  = 29  // offset of every other word where one is too long for its slot
	pileW    = 56
	pileH    = 38
)

// tableFaces are the faces of cards, on the ground of a box.
type tableFaces struct {
	slots  []raster.Sprite // by card: in the market
	empty  raster.Sprite
	hands  []raster.Sprite // by card: in a hand
	pale   []raster.Sprite // by card: not in a hand
	small  []raster.Sprite // by card: needed by or paid for a ticket
	tiny   []raster.Sprite // by card: in a film
	pile   raster.Sprite
	waste  raster.Sprite // the discards
	papers raster.Sprite // the ticket pile
}

func newTableFaces(ws *theme.Builder, lex *engine.Lexicon) *tableFaces {
	t, n := ws.Theme, len(lex.Faces)
	f := &tableFaces{
		slots: ws.Faces(lex.Faces, slotW, slotH, 10, t.Card),
		small: ws.Faces(lex.Faces, theme.SmallW, theme.SmallH, 7, t.Card),
		tiny:  ws.Faces(lex.Faces, filmCardW, filmCardH, 5, t.Card),
	}
	f.hands = ws.Each(n, columnW, columnH, t.Card, func(s *theme.Sketch, i int) {
		s.BareFace(&lex.Faces[i], columnW, columnH, geometry.Pt(columnW/2, columnH*0.54), 25)
	})
	f.pale = ws.Each(n, columnW, columnH, t.Card, func(s *theme.Sketch, i int) {
		drawPaleFace(s, &lex.Faces[i])
	})
	ws.Make(&f.empty, slotW, slotH, t.Card, func(s *theme.Sketch) {
		s.SetDash(8, 6)
		s.Box(2, 2, slotW-4, slotH-4, 10, t.Card, t.Faint, 2.5)
	})
	ws.Make(&f.pile, pileW, pileH, t.Card, func(s *theme.Sketch) {
		for d := 6.0; d >= 0; d -= 3 {
			drawBack(s, d, 6-d, pileW-6, pileH-6)
		}
	})
	ws.Make(&f.waste, pileW, pileH, t.Card, func(s *theme.Sketch) {
		for i, c := range []uint32{0xE8E0CE, 0xFFFFFF} {
			s.Push()
			s.RotateAbout([]float64{-0.16, 0.1}[i], pileW/2, pileH/2)
			s.Box(8, 7, pileW-16, pileH-14, 5, theme.RGB(c), t.Ink, 2.2)
			s.Pop()
		}
		s.SetColor(t.Bad)
		s.SetLineWidth(4)
		s.DrawLine(20, pileH-12, pileW-20, 12)
		s.Stroke()
	})
	ws.Make(&f.papers, pileW, pileH, t.Card, func(s *theme.Sketch) {
		s.Box(12, 3, pileW-18, pileH-14, 5, t.Border, t.Ink, 2.2)
		s.Translate(4, 4)
		drawTicketIcon(s)
	})
	return f
}

func drawPaleFace(s *theme.Sketch, f *engine.Face) {
	p := s.FacePaint(f)
	s.SetDash(6, 5)
	s.Box(2, 2, columnW-4, columnH-4, 10, s.Paper, s.Line, 2.5)
	s.SetDash()
	s.SymbolPath(p.Symbol, columnW/2, columnH*0.54, 17)
	s.StrokeWith(s.Faint, 2)
}

func (p *picture) marketH() int {
	for _, card := range p.v.Market {
		if card != engine.NoCard && int(card) < len(p.lex.Faces) &&
			smallBold.Width(p.card(card)) > slotStep-6 {
			return lineH + lowerBy
		}
	}
	return lineH
}

// drawMarket draws the numbered slots of the market, and the piles beside them.
func (p *picture) drawMarket(y int) {
	p.drawBox(y, p.marketH(), false)
	top, lower := y+22, p.marketH()-lineH
	piles := tableEdge + boxPad + 8 + max(5, len(p.v.Market))*slotStep + 12
	for i, card := range p.v.Market {
		x := tableEdge + boxPad + 8 + i*slotStep
		word := p.words("render.empty")
		ink := p.Faint
		if card == engine.NoCard || int(card) >= len(p.faces.slots) {
			p.PutAt(&p.faces.empty, x, top)
		} else {
			p.PutAt(&p.faces.slots[card], x, top)
			word, ink = p.card(card), p.Ink
		}
		p.drawDisc(&p.kit.disc, x-12, top-12, strconv.Itoa(i+1))
		half := smallBold.Width(word) / 2
		mid := max(tableEdge+8+half, min(float64(piles)-8-half, float64(x)+slotW/2))
		p.TextMid(smallBold, mid, top+slotH+36+i%2*lower, ink, word)
	}
	x := piles
	top -= 4
	line := func(icon *raster.Sprite, n int, id string) {
		p.PutAt(icon, x, top+4)
		at := p.Text(raster.Bold(34), float64(x+pileW+12), top+34, p.Ink, strconv.Itoa(n))
		room := float64(tableEdge+boxW-boxPad) - at - 10
		p.TextFit(smallRegular, at+10, top+33, room, p.Faint, p.words(id))
		top += 48
	}
	if len(p.v.Decks) > 0 {
		line(&p.faces.pile, p.v.Decks[0].Cards, "render.pile-deck")
		line(&p.faces.waste, p.v.Decks[0].Discards, "render.pile-discards")
	}
	line(&p.faces.papers, p.v.TicketsLeft, "render.pile-tickets")
}
