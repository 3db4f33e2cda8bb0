package render

import (
	"image/color"

	"github.com/konduktor-bot/konduktor/engine"
)

// Measures of a seat's box on the table, in pixels.
const (
	wagonW, wagonH = 84, 56
	wagonStep      = 48 // from one wagon of a row to the next: they lie on each other
	wagonFoot      = 12 // wheels
	yardLine       = 96
	yardTop        = 14 // of a line, above its wagons
	seatHead       = 74
	seatFoot       = 16
	trackW         = 214
	yardX          = tableEdge + boxPad
	yardW          = boxW - 2*boxPad - trackW
	yardRoom       = yardW - 20
	rowGap         = 22
	chipLine       = 40
	chipSize       = 25
)

// yardSprites are the wagons and stacks of the railyards.
type yardSprites struct {
	behind []sprite // by card: a wagon of which the next one hides a part
	front  []sprite // by card: the first wagon of a row
	ghosts []sprite // by card: where a robbed row stood
	stacks [4]sprite
}

func (ws *workshop) newYards(lex *engine.Lexicon) *yardSprites {
	n := len(lex.Faces)
	y := &yardSprites{behind: make([]sprite, n), front: make([]sprite, n), ghosts: make([]sprite, n)}
	for i := range lex.Faces {
		f := &lex.Faces[i]
		ws.make(&y.behind[i], wagonW, wagonH+wagonFoot, ws.theme.Land, func(s *Sketch) { s.wagon(f, 5+(wagonStep-5)/2) })
		ws.make(&y.front[i], wagonW, wagonH+wagonFoot, ws.theme.Land, func(s *Sketch) { s.wagon(f, wagonW/2) })
		ws.make(&y.ghosts[i], wagonW, wagonH+wagonFoot, ws.theme.Land, func(s *Sketch) { s.ghost(f) })
	}
	for i := range y.stacks {
		ws.make(&y.stacks[i], wagonW+18, wagonH+18, ws.theme.Card, func(s *Sketch) { s.stack(i, wagonW, wagonH) })
	}
	return y
}

// wagon draws a card as a wagon on wheels, its symbol around x.
func (s *Sketch) wagon(f *engine.Face, x float64) {
	for _, at := range []float64{18, wagonW - 18} {
		s.dc.DrawCircle(at, wagonH+2, 9)
		s.fill(s.theme.Ink)
		s.dc.DrawCircle(at, wagonH+2, 3.5)
		s.fill(s.theme.Card)
	}
	s.bareFace(f, wagonW, wagonH, point{x, wagonH / 2}, 16)
}

// bareFace draws a card w × h with one symbol of a radius on it and nothing else.
func (s *Sketch) bareFace(f *engine.Face, w, h float64, at point, r float64) {
	p := s.theme.facePaint(f)
	s.box(1.5, 1.5, w-3, h-3, 8, s.theme.Card, s.theme.Ink, 3)
	const edge = 5.0
	s.dc.DrawRoundedRectangle(edge, edge, w-2*edge, h-2*edge, 4)
	s.fill(p.Fill)
	if !f.Wild {
		s.symbol(p.Symbol, at.x, at.y, r)
		s.fill(p.Ink)
		return
	}
	s.rainbow(edge, w, h)
	s.symbol(p.Symbol, at.x, at.y, 1.08*r)
	s.dc.SetColor(s.theme.Mark)
	s.dc.FillPreserve()
	s.dc.SetColor(p.Ink)
	s.dc.SetLineWidth(2)
	s.dc.Stroke()
}

// ghost draws where a row of a colour stood before it was robbed: an outline, pale and crossed out.
func (s *Sketch) ghost(f *engine.Face) {
	p := s.theme.facePaint(f)
	s.dc.SetDash(7, 5)
	s.box(2, 2, wagonW-4, wagonH-4, 8, s.theme.Paper, s.theme.Faint, 2.5)
	s.dc.SetDash()
	s.symbol(p.Symbol, wagonW/2, wagonH/2, 16)
	s.dc.SetColor(p.Fill)
	s.dc.FillPreserve()
	s.dc.SetColor(s.theme.Faint)
	s.dc.SetLineWidth(2)
	s.dc.Stroke()
	s.dc.SetColor(s.theme.Bad)
	s.dc.SetLineCapRound()
	s.dc.SetLineWidth(5)
	s.dc.DrawLine(12, wagonH-8, wagonW-12, 8)
	s.dc.Stroke()
}

// stack draws cards that lie face down on each other: none, one, few, many; each w × h, on a sprite 18 pixels larger.
func (s *Sketch) stack(many int, w, h float64) {
	if many == 0 {
		s.dc.SetDash(7, 5)
		s.box(10, 10, w-3, h-3, 8, s.theme.Paper, s.theme.Faint, 2.5)
		s.dc.SetDash()
		return
	}
	for i := range 2*many - 1 {
		d := float64(2*(many-1)-i) * 4
		s.back(2+d, 14-d, w, h)
	}
}

// back draws the back of a card with its corner at (x, y): slate with a wheel between rails.
func (s *Sketch) back(x, y, w, h float64) {
	t := s.theme
	s.box(x+1.5, y+1.5, w-3, h-3, 8, t.Card, t.Ink, 3)
	s.dc.DrawRoundedRectangle(x+5, y+5, w-10, h-10, 4)
	s.fill(t.Bed)
	for _, at := range []float64{0.2, 0.8} {
		s.fillArea(area{x + 5, y + at*h - 1.5, x + w - 5, y + at*h + 1.5}, t.Border)
	}
	r := 0.24 * h
	for i, c := range []color.RGBA{t.Border, t.Bed, t.Border} {
		s.dc.DrawCircle(x+w/2, y+h/2, r*[]float64{1, 0.72, 0.3}[i])
		s.fill(c)
	}
}

// stackOf is the sprite of a stack of n cards.
func stackOf(stacks *[4]sprite, n int) *sprite {
	switch {
	case n <= 0:
		return &stacks[0]
	case n == 1:
		return &stacks[1]
	case n < 6:
		return &stacks[2]
	}
	return &stacks[3]
}

// rowStep is how far apart the wagons of a row stand so that it fits on a line.
func rowStep(n int) int {
	if n < 2 {
		return wagonStep
	}
	return min(wagonStep, (yardRoom-discW-6-wagonW)/(n-1))
}

// rowW is how much room a row of n cards takes.
func rowW(n int) int { return discW + 6 + (n-1)*rowStep(n) + wagonW + rowGap }

// ghostW is how much room a robbed row takes.
const ghostW = wagonW + 92 + pieceW + rowGap

// seatH is how tall a seat's box becomes.
func (p *tablePainter) seatH(v *engine.View, n *news, i int) int {
	s := &v.Seats[i]
	f := flow{room: yardRoom}
	for _, r := range s.Yard {
		f.place(rowW(r.N))
	}
	for card := range n[i].lost {
		if n[i].gone(s, engine.Card(card)) {
			f.place(ghostW)
		}
	}
	return seatHead + (f.line+1)*yardLine + seatFoot + p.chipsH(v, s)
}

// drawSeat draws a seat's box: who it is and what it has, its railyard, its track, and the tickets set aside.
func (p *tablePainter) drawSeat(c *canvas, v *engine.View, o *Options, n *news, i, y int) {
	s := &v.Seats[i]
	h := p.seatH(v, n, i)
	p.drawBox(c, y, h, v.Moves(s.Seat))
	p.drawSeatHead(c, v, o, &n[i], s, y+8)
	chips := p.chipsH(v, s)
	p.drawYard(c, o, &n[i], s, y+seatHead, h-seatHead-seatFoot-chips)
	p.drawTrack(c, o, &n[i], s, y+seatHead, h-seatHead-seatFoot-chips)
	p.drawChips(c, v, s, y+h-seatFoot-chips+6)
}

// drawSeatHead writes a seat's name, its hand and tickets, and its points where any have been scored.
func (p *tablePainter) drawSeatHead(c *canvas, v *engine.View, o *Options, n *seatNews, s *engine.SeatView, y int) {
	c.putAt(&p.kit.badges[s.Seat-1], yardX, y+8)
	right := tableEdge + boxW - boxPad
	if scored(v) {
		points := number(s.Points())
		c.textRight(bold, 46, float64(right), y+50, p.theme.Ink, points)
		right -= int(width(bold, 46, points)) + 16
		if won(v, s.Seat) {
			right -= signW
			c.putAt(&p.kit.crown, right, y+12)
			right -= 12
		}
	}
	right = p.drawCountRight(c, &p.kit.ticket, right, y, s.Tickets.N, n.kept)
	right = p.drawCountRight(c, &p.kit.hand, right, y, s.Hand.N, n.drawn)
	x := yardX + pieceW + 14
	room := float64(right - 20 - x)
	if v.Moves(s.Seat) {
		text := o.Words("render.turn-mark")
		w := int(width(bold, 26, text)) + 28
		room -= float64(w) + 16
		name := fit(bold, 36, room, shortName(s.Name))
		x = int(c.text(bold, 36, float64(x), y+47, p.theme.Ink, name)) + 18
		c.rect(x, y+15, w, 40, p.theme.Ink)
		c.rect(x+3, y+18, w-6, 34, p.theme.Mark)
		c.text(bold, 26, float64(x+14), y+44, p.theme.Ink, text)
		return
	}
	c.text(bold, 36, float64(x), y+47, p.theme.Ink, fit(bold, 36, room, shortName(s.Name)))
}

// scored reports whether any points are public yet: before that all seats have 0, which says nothing.
func scored(v *engine.View) bool {
	if v.Pass > 1 || v.Phase == engine.IsOver {
		return true
	}
	for i := range v.Seats {
		if v.Seats[i].Points() != 0 {
			return true
		}
	}
	return false
}

// drawCountRight writes an icon and a number, and how much of it is new, so that it ends at right; it returns where it
// begins.
func (p *tablePainter) drawCountRight(c *canvas, icon *sprite, right, y, n, fresh int) int {
	x := right - signW - 62
	if fresh > 0 {
		x -= 46
	}
	c.putAt(icon, x, y+12)
	at := c.text(bold, 34, float64(x+signW+8), y+46, p.theme.Ink, itoa(n))
	if fresh > 0 {
		c.text(bold, 27, at+6, y+45, p.theme.Good, signed(fresh))
	}
	return x - 8
}

// drawYard draws a railyard: its rows as trains that leave to the right, what was laid last on a bright ground, and where
// rows were robbed.
func (p *tablePainter) drawYard(c *canvas, o *Options, n *seatNews, s *engine.SeatView, y, h int) {
	c.rect(yardX, y, yardW, h, p.theme.Land)
	for line := 0; line < h/yardLine; line++ {
		p.drawRails(c, yardX, y+line*yardLine+yardTop+wagonH+11, yardW)
	}
	f := flow{room: yardRoom}
	empty := true
	for _, r := range s.Yard {
		x, line := f.place(rowW(r.N))
		p.drawRow(c, r, n.laid[r.Card] > 0, yardX+12+x, y+line*yardLine+yardTop)
		empty = false
	}
	for card := range n.lost {
		if n.gone(s, engine.Card(card)) {
			x, line := f.place(ghostW)
			p.drawGhost(c, engine.Card(card), n, yardX+12+x, y+line*yardLine+yardTop)
			empty = false
		}
	}
	if empty {
		c.text(regular, 26, yardX+18, y+yardTop+38, p.theme.Faint, fit(regular, 26, yardRoom, o.Words("render.yard-empty")))
	}
}

// drawRow draws one row: how many cards it has, then its wagons, the locomotives in front.
func (p *tablePainter) drawRow(c *canvas, r engine.Row, fresh bool, x, y int) {
	step := rowStep(r.N)
	if fresh {
		w := rowW(r.N) - rowGap + 14
		c.rect(x-7, y-9, w, wagonH+18, p.theme.Ink)
		c.rect(x-4, y-6, w-6, wagonH+12, p.theme.Mark)
	}
	p.drawDisc(c, &p.kit.disc, x, y+5, itoa(r.N))
	x += discW + 6
	for i := range r.N {
		card := r.Card
		if i >= r.N-r.Wilds && p.wild != engine.NoCard {
			card = p.wild
		}
		wagon := &p.yards.behind[card]
		if i == r.N-1 {
			wagon = &p.yards.front[card]
		}
		c.putAt(wagon, x+i*step, y)
	}
}

// drawGhost draws where a row was robbed, how many cards it had, and by whom.
func (p *tablePainter) drawGhost(c *canvas, card engine.Card, n *seatNews, x, y int) {
	c.putAt(&p.yards.ghosts[card], x, y)
	at := c.text(bold, 32, float64(x+wagonW+8), y+39, p.theme.Bad, signed(-n.lost[card])+" ←")
	if by := n.to[card]; by != engine.Public {
		c.putAt(&p.kit.yards[by-1], int(at)+4, y+2)
	}
}

// drawTrack draws the stack of a seat's track and how many cards lie on it: nobody may see which (K3).
func (p *tablePainter) drawTrack(c *canvas, o *Options, n *seatNews, s *engine.SeatView, y, h int) {
	x := yardX + yardW
	c.rect(x, y, trackW, h, p.theme.Park)
	c.rect(x, y, 3, h, p.theme.Border)
	top := y + (h-yardLine)/2
	p.drawRails(c, x+3, top+yardTop+wagonH+11, trackW-3)
	c.putAt(stackOf(&p.yards.stacks, s.Track.N), x+14, top+2)
	text := itoa(s.Track.N)
	left := float64(x + wagonW + 40)
	at := c.text(bold, 40, left, top+43, p.theme.Ink, text)
	if n.moved > 0 {
		c.text(bold, 26, at+4, top+41, p.theme.Good, signed(n.moved))
	}
	const room = trackW - wagonW - 44
	word := o.Words("render.track")
	size := squeeze(regular, 22, 14, room, word)
	c.text(regular, size, left, top+70, p.theme.Faint, fit(regular, float64(size), room, word))
}

// chipsH is how much room the tickets take that a seat has set aside.
func (p *tablePainter) chipsH(v *engine.View, s *engine.SeatView) int {
	if len(s.Completed) == 0 || v.Phase == engine.IsOver {
		return 0 // at the end the sheet tells
	}
	f := flow{room: boxW - 2*boxPad}
	for _, t := range s.Completed {
		f.place(p.chipW(t))
	}
	return (f.line+1)*chipLine + 8
}

// chipW is how much room a ticket that is set aside takes.
func (p *tablePainter) chipW(t engine.TicketID) int {
	return signW + int(width(regular, chipSize, p.trips[t])+width(bold, chipSize, itoa(p.m.Tickets[t].Points))) + 12 + 26
}

// drawChips writes the tickets that a seat has completed and set aside (K9).
func (p *tablePainter) drawChips(c *canvas, v *engine.View, s *engine.SeatView, y int) {
	if p.chipsH(v, s) == 0 {
		return
	}
	f := flow{room: boxW - 2*boxPad}
	for _, t := range s.Completed {
		x, line := f.place(p.chipW(t))
		at := float64(yardX + x + signW)
		base := y + line*chipLine + 28
		c.putAt(&p.kit.signs[0], yardX+x, base-30)
		at = c.text(regular, chipSize, at, base, p.theme.Ink, p.trips[t])
		c.text(bold, chipSize, at+12, base, p.theme.Good, itoa(p.m.Tickets[t].Points))
	}
}
