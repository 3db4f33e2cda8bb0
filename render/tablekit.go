package render

import (
	"image/color"
	"math"
)

// tableKit are the sprites that all parts of a table's pictures use.
type tableKit struct {
	band    sprite
	tops    [2]sprite // of boxes: waiting, to move
	bottoms [2]sprite
	badges  []sprite // by seat: its piece with its number, on the ground of a box
	yards   []sprite // the same on gravel
	tokens  []sprite // the same, small
	hand    sprite   // icons, on the ground of a box
	ticket  sprite
	crown   sprite
	signs   [2]sprite // done, lost
	disc    sprite    // for a number on gravel
	bigDisc sprite    // for a number on a box
	star    sprite    // a locomotive beside a number, on gravel
	papers  [2]sprite // the frame of a ticket: own, on offer
}

// Sizes of the kit's parts, in pixels.
const (
	capH   = 26 // of the top and the bottom of a box
	signW  = 40 // of icons
	pieceW = 96
	pieceH = 52
	tokenW = cityW / 4
	tokenH = 40
	discW  = 46
	lampW  = 58
	starW  = 28
)

func (ws *workshop) newTableKit() *tableKit {
	t, seats := ws.theme, len(ws.theme.Seats)
	k := &tableKit{badges: make([]sprite, seats), yards: make([]sprite, seats), tokens: make([]sprite, seats)}
	ws.make(&k.band, tableW, bandH, t.Ground, func(s *Sketch) { s.band() })
	for i, edge := range [2]struct {
		c    color.RGBA
		line float64
	}{{t.Line, 3}, {t.Ink, 7}} {
		box := func(s *Sketch, y float64) {
			s.box(edge.line/2, y+edge.line/2, boxW-edge.line, 200-edge.line, 16, t.Card, edge.c, edge.line)
		}
		ws.make(&k.tops[i], boxW, capH, t.Ground, func(s *Sketch) { box(s, 0) })
		ws.make(&k.bottoms[i], boxW, capH, t.Ground, func(s *Sketch) { box(s, capH-200) })
	}
	ws.cutPieces(k)
	icon := func(into *sprite, draw func(*Sketch)) { ws.make(into, signW, signW, t.Card, draw) }
	icon(&k.hand, func(s *Sketch) {
		s.box(4, 9, 20, 27, 3, t.Card, t.Ink, 2.6)
		s.box(15, 4, 20, 27, 3, t.Border, t.Ink, 2.6)
	})
	icon(&k.ticket, func(s *Sketch) { s.ticketIcon() })
	icon(&k.crown, func(s *Sketch) {
		s.symbol(Star, 20, 21, 18)
		s.dc.SetColor(t.Mark)
		s.dc.FillPreserve()
		s.dc.SetColor(t.Ink)
		s.dc.SetLineWidth(2.6)
		s.dc.Stroke()
	})
	for i, m := range []mood{done, lost} {
		icon(&k.signs[i], func(s *Sketch) {
			s.dc.Translate(2, 2)
			s.dc.Scale(1.2, 1.2)
			s.mood(m, [2]color.RGBA{t.Good, t.Bad}[i])
		})
	}
	ws.make(&k.disc, discW, discW, t.Land, func(s *Sketch) { s.disc(discW) })
	ws.make(&k.bigDisc, lampW, lampW, t.Card, func(s *Sketch) { s.disc(lampW) })
	ws.make(&k.star, starW, starW, t.Land, func(s *Sketch) {
		s.symbol(Star, starW/2, starW/2+1, starW/2-1)
		s.dc.SetColor(t.Mark)
		s.dc.FillPreserve()
		s.dc.SetColor(t.Ink)
		s.dc.SetLineWidth(2)
		s.dc.Stroke()
	})
	for i, edge := range t.ticketFrames() {
		ws.make(&k.papers[i], ticketCellW, ticketCellH, t.Card, func(s *Sketch) {
			s.box(2, 2, ticketCellW-4, ticketCellH-4, 12, t.Paper, edge, 4)
		})
	}
	return k
}

// cutPieces draws the pieces of all seats.
func (ws *workshop) cutPieces(k *tableKit) {
	t := ws.theme
	for i := range k.badges {
		piece := func(s *Sketch) {
			s.piece(slot{at: point{pieceW / 2, pieceH / 2}, length: pieceW - 12, width: pieceH - 14}, 1, i)
		}
		ws.make(&k.badges[i], pieceW, pieceH, t.Card, piece)
		ws.make(&k.yards[i], pieceW, pieceH, t.Land, piece)
		ws.make(&k.tokens[i], tokenW, tokenH, t.Card, func(s *Sketch) {
			s.piece(slot{at: point{tokenW / 2, tokenH / 2}, length: tokenW - 8, width: tokenH - 12}, 0.8, i)
		})
	}
}

func (s *Sketch) disc(w float64) {
	s.dc.DrawCircle(w/2, w/2, w/2-1)
	s.fill(s.theme.Card)
	s.dc.DrawCircle(w/2, w/2, w/2-2.5)
	s.fill(s.theme.Ink)
}

func (s *Sketch) ticketIcon() {
	s.box(3, 7, 34, 26, 5, s.theme.Card, s.theme.Ink, 2.6)
	s.dc.DrawLine(12, 25, 27, 15)
	s.dc.SetColor(s.theme.Bad)
	s.dc.SetLineWidth(2.6)
	s.dc.Stroke()
	s.dc.DrawCircle(12, 25, 4.2)
	s.dc.NewSubPath()
	s.dc.DrawCircle(27, 15, 4.2)
	s.fill(s.theme.Bad)
}

// band draws the dark band at the top, with rails along its foot and a locomotive on them.
func (s *Sketch) band() {
	t := s.theme
	s.fillArea(area{0, 0, tableW, bandH}, t.Ink)
	for x := 6.0; x < tableW; x += 26 {
		s.fillArea(area{x, bandH - 8, x + 14, bandH - 2}, t.Border)
	}
	s.fillArea(area{0, bandH - 10, tableW, bandH - 7}, t.Card)
	s.express(tableW-236, bandH-10, 1)
}

// express draws a steam engine with a wagon behind it, seen from the side; it runs to the right on rails at y.
func (s *Sketch) express(x, y, k float64) {
	t := s.theme
	s.dc.Push()
	s.dc.Translate(x, y)
	s.dc.Scale(k, k)
	part := func(c color.RGBA, draw func()) { draw(); s.fill(c) }
	part(t.Paper, func() { // steam
		for _, p := range [][3]float64{{176, -82, 9}, {160, -90, 12}, {138, -94, 9}, {122, -96, 6}} {
			s.dc.DrawCircle(p[0], p[1], p[2])
			s.dc.NewSubPath()
		}
	})
	part(t.Bad, func() { s.dc.DrawRoundedRectangle(4, -44, 66, 30, 4) })             // wagon
	part(t.Mark, func() { s.dc.DrawRectangle(4, -36, 66, 5) })                       // its stripe
	part(t.Border, func() { s.dc.DrawRectangle(68, -20, 16, 5) })                    // coupling
	part(t.Good, func() { s.dc.DrawRoundedRectangle(82, -60, 40, 46, 4) })           // cab
	part(t.Ink, func() { s.dc.DrawRoundedRectangle(90, -52, 20, 16, 3) })            // its window
	part(t.Border, func() { s.dc.DrawRoundedRectangle(78, -66, 48, 8, 3) })          // its roof
	part(t.Good, func() { s.dc.DrawRoundedRectangle(118, -44, 76, 28, 8) })          // boiler
	part(t.Mark, func() { s.dc.DrawRectangle(144, -44, 4, 28) })                     // its bands
	part(t.Mark, func() { s.dc.DrawRectangle(166, -44, 4, 28) })                     //
	part(t.Border, func() { polygon(s.dc, 174, -44, 190, -44, 194, -66, 170, -66) }) // chimney
	part(t.Border, func() { polygon(s.dc, 194, -20, 214, -4, 190, -4) })             // plough
	for _, w := range [][2]float64{{20, 9}, {54, 9}, {98, 13}, {130, 10}, {156, 10}, {182, 10}} {
		part(t.Card, func() { s.dc.DrawCircle(w[0], -w[1], w[1]) })
		part(t.Bed, func() { s.dc.DrawCircle(w[0], -w[1], w[1]*0.62) })
	}
	s.dc.Pop()
}

// drawBox draws an empty box as wide as the table; lit is the frame of a seat that is to move.
func (p *tablePainter) drawBox(c *canvas, y, h int, lit bool) {
	i, line, edge := 0, 3, p.theme.Line
	if lit {
		i, line, edge = 1, 7, p.theme.Ink
	}
	c.rect(tableEdge, y+capH, boxW, h-2*capH, edge)
	c.rect(tableEdge+line, y+capH, boxW-2*line, h-2*capH, p.theme.Card)
	c.putAt(&p.kit.tops[i], tableEdge, y)
	c.putAt(&p.kit.bottoms[i], tableEdge, y+h-capH)
}

// drawRails draws a track from x to x+w, its rails at y.
func (p *tablePainter) drawRails(c *canvas, x, y, w int) {
	for at := x + 6; at+12 <= x+w; at += 24 {
		c.rect(at, y-2, 12, 9, p.theme.Border)
	}
	c.rect(x, y, w, 3, p.theme.Bed)
}

// drawDisc draws a dark disc with a number.
func (p *tablePainter) drawDisc(c *canvas, disc *sprite, x, y int, text string) {
	c.putAt(disc, x, y)
	most := disc.w * 3 / 5
	size := squeeze(bold, most, most/2, float64(disc.w)-8, text)
	mid := y + disc.h/2 + int(math.Round(0.36*float64(size)))
	c.textMid(bold, size, float64(x)+float64(disc.w)/2, mid, p.theme.Card, text)
}

// flow places things in lines, one after the other, like words.
type flow struct {
	room    int // of a line
	x, line int
}

// place returns where something w wide begins.
func (f *flow) place(w int) (x, line int) {
	if f.x > 0 && f.x+w > f.room {
		f.x, f.line = 0, f.line+1
	}
	x = f.x
	f.x += w
	return x, f.line
}
