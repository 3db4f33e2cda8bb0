package table

import (
	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Measures of the final sheet of a table, in pixels.
const (
	totalsHead = 54
	totalsRow  = 70
	blockHead  = 76
	paidH      = 92 // a completed ticket with what paid for it
	failedH    = 48
)

// Sheet draws the final scoring: the totals, winners first, who has the big cities, and every ticket with the cards that
// paid for it (K8, K10).
func (p *Painter) Sheet(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckSheet(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	c := p.composeSheet(p.say.Drawn(&v, &o), &o)
	defer c.Free()
	return c.Picture(p.say.InText(&v, o.Words).SheetAlt(o.Turns))
}

// composeSheet lays out the sheet of a finished game.
func (p *Painter) composeSheet(v *engine.View, o *caption.Options) *raster.Canvas {
	all := caption.Ranking(v)
	h := bandH + boxGap + totalsH(len(all)) + boxGap + p.citiesH(v) + boxGap
	for _, team := range all {
		h += p.blockH(v.Seat(team[0]).Final) + boxGap
	}
	c := p.blankTable(h + tableEdge - boxGap)
	p.drawBand(c, v, o, o.Words("render.sheet", "Map", p.say.OnPicture(v, o.Words).MapName()))
	y := bandH + boxGap
	p.drawTotals(c, v, o, all, y)
	y += totalsH(len(all)) + boxGap
	p.drawCities(c, v, o, y)
	y += p.citiesH(v) + boxGap
	for _, team := range all {
		s := v.Seat(team[0])
		p.drawBlock(c, s, y)
		y += p.blockH(s.Final) + boxGap
	}
	return c
}

func totalsH(seats int) int { return totalsHead + seats*totalsRow + boxPad }

// drawTotals writes a row for each seat.
func (p *Painter) drawTotals(c *raster.Canvas, v *engine.View, o *caption.Options, all []caption.Side, y int) {
	p.drawBox(c, y, totalsH(len(all)), false)
	const step, right = 150, tableEdge + boxW - boxPad - 10
	for i, id := range []string{"render.sheet-total", "render.big-cities", "render.sheet-failed", "render.sheet-completed"} {
		word := o.Words(id)
		size, word := raster.Shrink(raster.Bold, 25, 16, step-14, word)
		c.TextRight(raster.Bold, size, float64(right-i*step), y+42, p.theme.Faint, word)
	}
	y += totalsHead
	for _, team := range all {
		s := v.Seat(team[0])
		if caption.Won(v, s.Seat) {
			c.Fill(tableEdge+8, y, boxW-16, totalsRow-4, p.theme.Ink)
			c.Fill(tableEdge+11, y+3, boxW-22, totalsRow-10, p.theme.Mark)
		}
		c.PutAt(&p.kit.badges[s.Seat-1], yardX, y+7)
		x := yardX + pieceW + 12
		if caption.Won(v, s.Seat) {
			c.PutAt(&p.kit.crown, x, y+12)
			x += signW + 8
		}
		room := float64(right - 4*step + 30 - x)
		name := caption.ShortName(s.Name)
		size, name := raster.Shrink(raster.Bold, 32, 24, room, name)
		c.Text(raster.Bold, size, float64(x), y+44, p.theme.Ink, name)
		earned, missed, cities := caption.TallyOf(s.Final)
		c.TextRight(raster.Bold, 44, right, y+49, p.theme.Ink, caption.Number(s.Final.Total))
		for i, n := range []int{cities, missed, earned} {
			c.TextRight(raster.Regular, 34, float64(right-(i+1)*step), y+46, p.theme.Ink, caption.Number(n))
		}
		y += totalsRow
	}
}

// blockH is how tall the box with a seat's tickets becomes.
func (p *Painter) blockH(f *engine.Final) int {
	h := blockHead + geometry.Rows(len(f.Completed), 2)*paidH + geometry.Rows(len(f.Failed), 2)*failedH + boxPad
	if len(f.Completed) > 0 && len(f.Failed) > 0 {
		h += 10
	}
	return h
}

// drawBlock writes a seat's tickets: those completed with what paid for them, then those that count minus.
func (p *Painter) drawBlock(c *raster.Canvas, s *engine.SeatView, y int) {
	f := s.Final
	p.drawBox(c, y, p.blockH(f), false)
	c.PutAt(&p.kit.badges[s.Seat-1], yardX, y+14)
	total := caption.Number(f.Total)
	c.TextRight(raster.Bold, 38, tableEdge+boxW-boxPad, y+54, p.theme.Ink, total)
	room := float64(boxW-2*boxPad-pieceW-40) - raster.Width(raster.Bold, 38, total)
	c.Text(raster.Bold, 32, yardX+pieceW+14, y+52, p.theme.Ink, raster.Fit(raster.Bold, 32, room, caption.ShortName(s.Name)))
	y += blockHead
	for i, t := range f.Completed {
		x, top := yardX+i%2*(ticketCellW+ticketCellGap), y+i/2*paidH
		p.drawScored(c, t, f.Earned[i], theme.Done, x, top)
		p.drawCards(c, f.Spent[i], x+signW+8, top+44, ticketCellW-signW-20)
	}
	y += geometry.Rows(len(f.Completed), 2) * paidH
	if len(f.Completed) > 0 && len(f.Failed) > 0 {
		c.Fill(yardX, y, boxW-2*boxPad, 2, p.theme.Line)
		y += 10
	}
	for i, t := range f.Failed {
		p.drawScored(c, t, -p.m.Tickets[t].Penalty, theme.Lost, yardX+i%2*(ticketCellW+ticketCellGap), y+i/2*failedH)
	}
}

// drawScored writes a ticket with what it brought or cost.
func (p *Painter) drawScored(c *raster.Canvas, t engine.TicketID, points int, m theme.Standing, x, y int) {
	sign, ink := 0, p.theme.Good
	if m == theme.Lost {
		sign, ink = 1, p.theme.Bad
	}
	c.PutAt(&p.kit.signs[sign], x, y+2)
	value := caption.Signed(points)
	c.TextRight(raster.Bold, 30, float64(x+ticketCellW-10), y+34, ink, value)
	names := p.trips[t]
	room := ticketCellW - signW - 30 - raster.Width(raster.Bold, 30, value)
	size, names := raster.Shrink(raster.Regular, 27, 21, room, names)
	c.Text(raster.Regular, size, float64(x+signW+8), y+33, p.theme.Ink, names)
}

// drawCards draws small faces of cards in a row, no wider than room.
func (p *Painter) drawCards(c *raster.Canvas, cards engine.Cards, x, y, room int) {
	n := cards.Total()
	step := theme.SmallW + 8
	if n > 1 {
		step = min(step, (room-theme.SmallW)/(n-1))
	}
	for i := range p.lex.Faces {
		for range cards[i] {
			c.PutAt(&p.faces.small[i], x, y)
			x += step
		}
	}
}
