package render

import (
	"errors"
	"fmt"

	"github.com/konduktor-bot/konduktor/engine"
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
func (p *tablePainter) Sheet(v engine.View, o Options) (Picture, error) {
	if err := p.check(&v, &o); err != nil {
		return Picture{}, fmt.Errorf("draw a final sheet: %w", err)
	}
	if v.Phase != engine.IsOver || len(ranking(&v)) == 0 {
		return Picture{}, errors.New("draw a final sheet: the game is not over")
	}
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	p.composeSheet(c, &v, &o)
	return c.picture(clip(SheetText(v, p.m, o.Words)))
}

// composeSheet lays the sheet of a finished game out on the canvas.
func (p *tablePainter) composeSheet(c *canvas, v *engine.View, o *Options) {
	all := ranking(v)
	h := bandH + boxGap + totalsH(len(all)) + boxGap + p.citiesH(v) + boxGap
	for _, team := range all {
		h += p.blockH(v.Seat(team[0]).Final) + boxGap
	}
	p.cloth(c, h+tableEdge-boxGap)
	p.drawBand(c, v, o, o.Words("render.sheet", "Map", mapName(o.Words, p.m)))
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
}

func totalsH(seats int) int { return totalsHead + seats*totalsRow + boxPad }

// tally is a seat's final scoring by its parts; they sum up to its total.
func tallyOf(f *engine.Final) (earned, missed, cities int) {
	for _, n := range f.Earned {
		earned += n
	}
	for _, b := range f.Bonuses {
		cities += b.Points
	}
	return earned, f.Tickets - earned, cities
}

// drawTotals writes a row for each seat.
func (p *tablePainter) drawTotals(c *canvas, v *engine.View, o *Options, all []party, y int) {
	p.drawBox(c, y, totalsH(len(all)), false)
	const step, right = 150, tableEdge + boxW - boxPad - 10
	for i, id := range []string{"render.sheet-total", "render.big-cities", "render.sheet-failed", "render.sheet-completed"} {
		word := o.Words(id)
		size := squeeze(bold, 25, 16, step-14, word)
		c.textRight(bold, size, float64(right-i*step), y+42, p.theme.Faint, fit(bold, float64(size), step-14, word))
	}
	y += totalsHead
	for _, team := range all {
		s := v.Seat(team[0])
		if won(v, s.Seat) {
			c.rect(tableEdge+8, y, boxW-16, totalsRow-4, p.theme.Ink)
			c.rect(tableEdge+11, y+3, boxW-22, totalsRow-10, p.theme.Mark)
		}
		c.putAt(&p.kit.badges[s.Seat-1], yardX, y+7)
		x := yardX + pieceW + 12
		if won(v, s.Seat) {
			c.putAt(&p.kit.crown, x, y+12)
			x += signW + 8
		}
		room := float64(right - 4*step + 30 - x)
		name := shortName(s.Name)
		size := squeeze(bold, 32, 24, room, name)
		c.text(bold, size, float64(x), y+44, p.theme.Ink, fit(bold, float64(size), room, name))
		earned, missed, cities := tallyOf(s.Final)
		c.textRight(bold, 44, right, y+49, p.theme.Ink, number(s.Final.Total))
		for i, n := range []int{cities, missed, earned} {
			c.textRight(regular, 34, float64(right-(i+1)*step), y+46, p.theme.Ink, number(n))
		}
		y += totalsRow
	}
}

// blockH is how tall the box with a seat's tickets becomes.
func (p *tablePainter) blockH(f *engine.Final) int {
	h := blockHead + rows(len(f.Completed), 2)*paidH + rows(len(f.Failed), 2)*failedH + boxPad
	if len(f.Completed) > 0 && len(f.Failed) > 0 {
		h += 10
	}
	return h
}

// drawBlock writes a seat's tickets: those completed with what paid for them, then those that count minus.
func (p *tablePainter) drawBlock(c *canvas, s *engine.SeatView, y int) {
	f := s.Final
	p.drawBox(c, y, p.blockH(f), false)
	c.putAt(&p.kit.badges[s.Seat-1], yardX, y+14)
	total := number(f.Total)
	c.textRight(bold, 38, tableEdge+boxW-boxPad, y+54, p.theme.Ink, total)
	room := float64(boxW-2*boxPad-pieceW-40) - width(bold, 38, total)
	c.text(bold, 32, yardX+pieceW+14, y+52, p.theme.Ink, fit(bold, 32, room, shortName(s.Name)))
	y += blockHead
	for i, t := range f.Completed {
		x, top := yardX+i%2*(ticketCellW+ticketCellGap), y+i/2*paidH
		p.drawScored(c, t, f.Earned[i], done, x, top)
		p.drawCards(c, f.Spent[i], x+signW+8, top+44, ticketCellW-signW-20)
	}
	y += rows(len(f.Completed), 2) * paidH
	if len(f.Completed) > 0 && len(f.Failed) > 0 {
		c.rect(yardX, y, boxW-2*boxPad, 2, p.theme.Line)
		y += 10
	}
	for i, t := range f.Failed {
		p.drawScored(c, t, -p.m.Tickets[t].Penalty, lost, yardX+i%2*(ticketCellW+ticketCellGap), y+i/2*failedH)
	}
}

// drawScored writes a ticket with what it brought or cost.
func (p *tablePainter) drawScored(c *canvas, t engine.TicketID, points int, m mood, x, y int) {
	sign, ink := 0, p.theme.Good
	if m == lost {
		sign, ink = 1, p.theme.Bad
	}
	c.putAt(&p.kit.signs[sign], x, y+2)
	value := signed(points)
	c.textRight(bold, 30, float64(x+ticketCellW-10), y+34, ink, value)
	names := p.trips[t]
	room := ticketCellW - signW - 30 - width(bold, 30, value)
	size := squeeze(regular, 27, 21, room, names)
	c.text(regular, size, float64(x+signW+8), y+33, p.theme.Ink, fit(regular, float64(size), room, names))
}
