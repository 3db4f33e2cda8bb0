package render

import (
	"github.com/konduktor-bot/konduktor/engine"
)

// Measures of the market's box, in pixels.
const (
	marketMost = 6 // slots for which there is room
	slotW      = 128
	slotH      = 88
	slotStep   = slotW + 12
	slotWord   = 17 // the least size of a word below a slot
	marketH    = 176
	pileW      = 56
	pileH      = 38
)

// tableFaces are the faces of the cards in the sizes of a table, on the ground of a box.
type tableFaces struct {
	slots  []sprite // by card: in the market
	empty  sprite   // an empty slot
	hands  []sprite // by card: in a hand
	pale   []sprite // by card: not in a hand
	small  []sprite // by card: what a ticket needs, what paid for it
	pile   sprite   // the deck
	waste  sprite   // the discards
	papers sprite   // the ticket pile
}

func (ws *workshop) newTableFaces(lex *engine.Lexicon) *tableFaces {
	n := len(lex.Faces)
	f := &tableFaces{slots: make([]sprite, n), hands: make([]sprite, n), pale: make([]sprite, n), small: make([]sprite, n)}
	t := ws.theme
	for i := range lex.Faces {
		face := &lex.Faces[i]
		ws.make(&f.slots[i], slotW, slotH, t.Card, func(s *Sketch) { s.face(face, slotW, slotH, 10) })
		ws.make(&f.hands[i], columnW, columnH, t.Card, func(s *Sketch) {
			s.bareFace(face, columnW, columnH, point{columnW / 2, columnH * 0.54}, 25)
		})
		ws.make(&f.pale[i], columnW, columnH, t.Card, func(s *Sketch) { s.paleFace(face) })
		ws.make(&f.small[i], smallW, smallH, t.Card, func(s *Sketch) { s.face(face, smallW, smallH, 7) })
	}
	ws.make(&f.empty, slotW, slotH, t.Card, func(s *Sketch) {
		s.dc.SetDash(8, 6)
		s.box(2, 2, slotW-4, slotH-4, 10, t.Card, t.Faint, 2.5)
	})
	ws.make(&f.pile, pileW, pileH, t.Card, func(s *Sketch) {
		for d := 6.0; d >= 0; d -= 3 {
			s.back(d, 6-d, pileW-6, pileH-6)
		}
	})
	ws.make(&f.waste, pileW, pileH, t.Card, func(s *Sketch) {
		for i, c := range []uint32{0xE8E0CE, 0xFFFFFF} {
			s.dc.Push()
			s.dc.RotateAbout([]float64{-0.16, 0.1}[i], pileW/2, pileH/2)
			s.box(8, 7, pileW-16, pileH-14, 5, rgb(c), t.Ink, 2.2)
			s.dc.Pop()
		}
		s.dc.SetColor(t.Bad)
		s.dc.SetLineWidth(4)
		s.dc.DrawLine(20, pileH-12, pileW-20, 12)
		s.dc.Stroke()
	})
	ws.make(&f.papers, pileW, pileH, t.Card, func(s *Sketch) {
		s.box(12, 3, pileW-18, pileH-14, 5, t.Border, t.Ink, 2.2)
		s.dc.Translate(4, 4)
		s.ticketIcon()
	})
	return f
}

// paleFace draws the outline of a card that a hand does not hold.
func (s *Sketch) paleFace(f *engine.Face) {
	p := s.theme.facePaint(f)
	s.dc.SetDash(6, 5)
	s.box(2, 2, columnW-4, columnH-4, 10, s.theme.Paper, s.theme.Line, 2.5)
	s.dc.SetDash()
	s.symbol(p.Symbol, columnW/2, columnH*0.54, 17)
	s.dc.SetColor(s.theme.Faint)
	s.dc.SetLineWidth(2)
	s.dc.Stroke()
}

// drawMarket draws the market with its slots' numbers and words, and beside it the piles.
func (p *tablePainter) drawMarket(c *canvas, v *engine.View, o *Options, y int) {
	p.drawBox(c, y, marketH, false)
	top := y + 22
	for i, card := range v.Market {
		x := tableEdge + boxPad + 8 + i*slotStep
		word := o.Words("render.empty")
		ink := p.theme.Faint
		if card == engine.NoCard || int(card) >= len(p.faces.slots) {
			c.putAt(&p.faces.empty, x, top)
		} else {
			c.putAt(&p.faces.slots[card], x, top)
			word, ink = p.word(o, card), p.theme.Ink
		}
		p.drawDisc(c, &p.kit.disc, x-12, top-12, itoa(i+1))
		size := squeeze(bold, 25, slotWord, slotStep-6, word)
		c.textMid(bold, size, float64(x)+slotW/2, top+slotH+36, ink, fit(bold, float64(size), slotStep-6, word))
	}
	x := tableEdge + boxPad + 8 + max(5, len(v.Market))*slotStep + 12
	top -= 4
	line := func(icon *sprite, n int, id string) {
		c.putAt(icon, x, top+4)
		at := c.text(bold, 34, float64(x+pileW+12), top+34, p.theme.Ink, itoa(n))
		room := float64(tableEdge+boxW-boxPad) - at - 10
		word := o.Words(id)
		size := squeeze(regular, 25, 18, room, word)
		c.text(regular, size, at+10, top+33, p.theme.Faint, fit(regular, float64(size), room, word))
		top += 48
	}
	if len(v.Decks) > 0 {
		line(&p.faces.pile, v.Decks[0].Cards, "render.pile-deck")
		line(&p.faces.waste, v.Decks[0].Discards, "render.pile-discards")
	}
	line(&p.faces.papers, v.TicketsLeft, "render.pile-tickets")
}
