package table

import (
	"slices"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/chart"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Measures of the final sheet of a table, in pixels.
const (
	totalsHead  = 84
	totalsRow   = 70
	totalsStep  = 180 // from one column of points to the next
	blockHead   = 76
	paidH       = 92 // a completed ticket with what paid for it
	failedH     = 48
	chartLines  = 320
	holderLine  = 54
	holderIcons = 250 // where the pieces of those begin who have a big city
)

// Sheet draws the final scoring: the totals, winners first, how the tracks grew, who has the big cities, and for each seat a
// map with its tickets and every ticket with the cards that paid for it (K8, K10).
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
	h := bandH + boxGap + totalsH(len(all)) + boxGap + p.chartH(o) + p.holdersH() + boxGap
	for _, team := range all {
		h += p.ticketsOf(v.Seat(team[0]).Final).h + boxGap
	}
	c := p.blankTable(h + tableEdge - boxGap)
	p.drawBand(c, v, o, o.Words("render.sheet", "Map", p.say.OnPicture(v, o.Words).MapName()))
	y := bandH + boxGap
	p.drawTotals(c, v, o, all, y)
	y += totalsH(len(all)) + boxGap
	p.drawChart(c, v, o, y)
	y += p.chartH(o)
	p.drawHolders(c, v, o, y)
	y += p.holdersH() + boxGap
	for _, team := range all {
		s := v.Seat(team[0])
		tickets := p.ticketsOf(s.Final)
		p.drawBlock(c, s, &tickets, y)
		y += tickets.h + boxGap
	}
	return c
}

func totalsH(seats int) int { return totalsHead + seats*totalsRow + boxPad }

// drawTotals writes a row for each seat.
func (p *Painter) drawTotals(c *raster.Canvas, v *engine.View, o *caption.Options, all []caption.Side, y int) {
	p.drawBox(c, y, totalsH(len(all)), false)
	const right = tableEdge + boxW - boxPad - 10
	for i, id := range []string{"render.sheet-total", "render.big-cities", "render.sheet-lost", "render.sheet-earned"} {
		lines := smallBold.Wrap(totalsStep-8, o.Words(id))
		for j, line := range lines[:min(2, len(lines))] {
			c.TextRight(smallBold, float64(right-i*totalsStep), y+70-30*(min(2, len(lines))-1-j), p.theme.Faint, line)
		}
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
		room := float64(right - 3*totalsStep - 76 - x)
		c.TextShrunk(raster.Bold(32), leastText, float64(x), y+44, room, p.theme.Ink, caption.ShortName(s.Name))
		earned, missed, cities := caption.TallyOf(s.Final)
		c.TextRight(raster.Bold(44), right, y+49, p.theme.Ink, caption.Number(s.Final.Total))
		for i, n := range []int{cities, missed, earned} {
			c.TextRight(raster.Regular(34), float64(right-(i+1)*totalsStep), y+46, p.theme.Ink, caption.Number(n))
		}
		y += totalsRow
	}
}

// chartH is how tall the box of the chart becomes with the gap below it; 0 where nothing is known of the way to the result.
func (p *Painter) chartH(o *caption.Options) int {
	if len(o.Turns) < 2 {
		return 0
	}
	return chart.H(chartLines) + boxPad + boxGap
}

// drawChart draws how the tracks grew from turn to turn.
func (p *Painter) drawChart(c *raster.Canvas, v *engine.View, o *caption.Options, y int) {
	if p.chartH(o) == 0 {
		return
	}
	p.drawBox(c, y, p.chartH(o)-boxGap, false)
	const w = boxW - 2*boxPad
	s := theme.NewSketch(&p.theme, w, chart.H(chartLines))
	s.FillArea(geometry.Box(0, 0, w, float64(chart.H(chartLines))), p.theme.Card)
	chart.Draw(s, chart.Of(p.say.OnPicture(v, o.Words), o.Turns), w, chartLines)
	c.Lay(p.pal.Quantize(s.Sketch), yardX, y+8)
}

// holdersH is how tall the box of the big cities becomes.
func (p *Painter) holdersH() int {
	if len(p.big) == 0 {
		return 0
	}
	return 58 + geometry.Rows(len(p.big), 2)*holderLine + boxPad
}

// drawHolders lists the big cities with their points and those who have got them (K10).
func (p *Painter) drawHolders(c *raster.Canvas, v *engine.View, o *caption.Options, y int) {
	if len(p.big) == 0 {
		return
	}
	p.drawBox(c, y, p.holdersH(), false)
	c.TextFit(raster.Bold(30), yardX, y+42, boxW-2*boxPad, p.theme.Ink, o.Words("render.big-cities"))
	say := p.say.OnPicture(v, o.Words)
	for i, city := range p.big {
		x, top := yardX+i%2*(boxW/2), y+58+i/2*holderLine
		points := caption.Signed(p.m.Cities[city].Bonus)
		room := holderIcons - 12 - raster.Bold(28).Width(points)
		c.TextFit(raster.Regular(28), float64(x), top+34, room-8, p.theme.Ink, say.City(city))
		c.TextRight(raster.Bold(28), float64(x+holderIcons-8), top+34, p.theme.Ink, points)
		holders := p.holders(v, city)
		for j, seat := range holders {
			c.PutAt(&p.kit.holders[seat-1], x+holderIcons+j*(holderW+2), top+2)
		}
		if len(holders) == 0 {
			c.Text(raster.Bold(28), float64(x+holderIcons+10), top+34, p.theme.Faint, "–")
		}
	}
}

// scored is a ticket in a seat's box of a sheet: where it stands.
type scored struct {
	ticket engine.TicketID
	points int
	paid   *engine.Cards // nil: it was not completed
	column int
	y      int // below the head of the box
}

// seatTickets is how the tickets of a seat stand in its box: in two columns, the first below its map.
type seatTickets struct {
	list []scored
	h    int // of the box
}

// ticketsOf lays a seat's tickets out: those completed with what paid for them, then those that count minus.
func (p *Painter) ticketsOf(f *engine.Final) seatTickets {
	s := seatTickets{list: make([]scored, 0, len(f.Completed)+len(f.Failed))}
	tall := [2]int{journeyH(p.m) + 10, 0}
	place := func(one scored, h int) {
		if tall[1] <= tall[0] {
			one.column = 1
		}
		one.y = tall[one.column]
		tall[one.column] += h
		s.list = append(s.list, one)
	}
	for i, t := range f.Completed {
		place(scored{ticket: t, points: f.Earned[i], paid: &f.Spent[i]}, paidH)
	}
	for _, t := range f.Failed {
		place(scored{ticket: t, points: -p.m.Tickets[t].Penalty}, failedH)
	}
	s.h = blockHead + max(tall[0], tall[1]) + boxPad
	return s
}

// drawBlock draws a seat's box: a map with its tickets, and every ticket.
func (p *Painter) drawBlock(c *raster.Canvas, s *engine.SeatView, tickets *seatTickets, y int) {
	p.drawBox(c, y, tickets.h, false)
	c.PutAt(&p.kit.badges[s.Seat-1], yardX, y+14)
	total := caption.Number(s.Final.Total)
	c.TextRight(raster.Bold(38), tableEdge+boxW-boxPad, y+54, p.theme.Ink, total)
	room := float64(boxW-2*boxPad-pieceW-40) - raster.Bold(38).Width(total)
	c.TextFit(raster.Bold(32), yardX+pieceW+14, y+52, room, p.theme.Ink, caption.ShortName(s.Name))
	y += blockHead
	p.drawRides(c, s.Final, yardX, y)
	for i := range tickets.list {
		t := &tickets.list[i]
		x, top := yardX+t.column*(ticketCellW+ticketCellGap), y+t.y
		p.drawScored(c, t, x, top)
		if t.paid != nil {
			p.drawCards(c, *t.paid, x+signW+8, top+44, ticketCellW-signW-20)
		}
	}
}

// drawRides draws the map of a seat's tickets: a line for a completed one, a dotted one for one that was missed, and a sign at
// each end, round with a tick or square with a cross.
func (p *Painter) drawRides(c *raster.Canvas, f *engine.Final, x, y int) {
	at := func(s *raster.Sprite) { c.PutAt(s, x+s.X, y+s.Y) }
	at(&p.journey.base)
	for _, t := range f.Completed {
		at(&p.journey.ways[t])
	}
	for _, t := range f.Failed {
		dotted(bow(p.journey.lay, p.m.Tickets[t].Cities), 14, func(dot geometry.Point) {
			c.Pill(float64(x)+dot.X, float64(y)+dot.Y, 5, 5, p.theme.Card)
			c.Pill(float64(x)+dot.X, float64(y)+dot.Y, 3, 3, p.theme.Bad)
		})
	}
	for city := range p.m.Cities {
		done, missed := p.ends(f.Completed, engine.CityID(city)), p.ends(f.Failed, engine.CityID(city))
		spot := p.journey.lay.Cities[city].Plus(geometry.Pt(float64(x), float64(y)))
		put := func(sign int, by int) {
			c.PutAt(&p.kit.ends[sign], int(spot.X)-endW/2+by, int(spot.Y)-endW/2)
		}
		switch {
		case done && missed:
			put(0, -endW/2)
			put(1, endW/2)
		case done:
			put(0, 0)
		case missed:
			put(1, 0)
		}
	}
}

// ends reports whether a city is an end of any of some tickets.
func (p *Painter) ends(tickets []engine.TicketID, city engine.CityID) bool {
	return slices.ContainsFunc(tickets, func(t engine.TicketID) bool { return slices.Contains(p.m.Tickets[t].Cities, city) })
}

// dotted calls draw at points along a way, about a step apart.
func dotted(way []geometry.Point, step float64, draw func(geometry.Point)) {
	left := step / 2
	for i := 1; i < len(way); i++ {
		a, b := way[i-1], way[i]
		long := a.Distance(b)
		for ; left <= long; left += step {
			draw(a.Plus(b.Minus(a).Times(left / long)))
		}
		left -= long
	}
}

// drawScored writes a ticket with what it brought or cost.
func (p *Painter) drawScored(c *raster.Canvas, t *scored, x, y int) {
	sign, ink := 0, p.theme.Good
	if t.paid == nil {
		sign, ink = 1, p.theme.Bad
	}
	c.PutAt(&p.kit.signs[sign], x, y+2)
	value := caption.Signed(t.points)
	c.TextRight(raster.Bold(30), float64(x+ticketCellW-10), y+34, ink, value)
	room := ticketCellW - signW - 30 - raster.Bold(30).Width(value)
	c.TextShrunk(raster.Regular(27), leastText, float64(x+signW+8), y+33, room, p.theme.Ink, p.trips[t.ticket])
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
