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

// Sizes of the final sheet, in pixels.
const (
	totalsHead  = 84
	totalsRow   = 70
	totalsStep  = 180 // between two columns of points
	blockHead   = 76
	paidH       = 92 // a completed ticket with its cards
	failedH     = 48
	chartLines  = 320
	holderLine  = 54
	holderIcons = 250 // where the pieces of a big city's holders begin
)

// Sheet draws the final scoring: totals, winners first; the growth of the tracks; the big cities;
// and for each seat a map and all tickets with the cards that paid for them (K8, K10).
func (p *Painter) Sheet(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckSheet(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	d := p.picture(&v, &o)
	d.composeSheet()
	return d.finish(p.say.Caption(&v, o.Words).SheetAlt(o.Turns))
}

func (p *picture) composeSheet() {
	all := caption.Ranking(p.v)
	h := bandH + boxGap + totalsH(len(all)) + boxGap + p.chartH() + p.holdersH() + boxGap
	for _, side := range all {
		h += p.ticketsOf(p.v.Seat(side[0]).Final).h + boxGap
	}
	p.begin(tableW, h+tableEdge-boxGap)
	p.drawBand(p.words("render.sheet", "Map", p.text.MapName()))
	y := bandH + boxGap
	p.drawTotals(all, y)
	y += totalsH(len(all)) + boxGap
	p.drawChart(y)
	y += p.chartH()
	p.drawHolders(y)
	y += p.holdersH() + boxGap
	for _, side := range all {
		s := p.v.Seat(side[0])
		tickets := p.ticketsOf(s.Final)
		p.drawBlock(s, &tickets, y)
		y += tickets.h + boxGap
	}
}

func totalsH(seats int) int { return totalsHead + seats*totalsRow + boxPad }

func (p *picture) drawTotals(all []caption.Side, y int) {
	p.drawBox(y, totalsH(len(all)), false)
	const right = tableEdge + boxW - boxPad - 10
	for i, id := range []string{
		"render.sheet-total", "render.big-cities", "render.sheet-lost",
		"render.sheet-earned",
	} {
		lines := smallBold.Wrap(totalsStep-8, p.words(id))
		for j, line := range lines[:min(2, len(lines))] {
			p.TextRight(smallBold, float64(right-i*totalsStep), y+70-30*(min(2, len(lines))-1-j), p.Faint,
				line)
		}
	}
	y += totalsHead
	for _, team := range all {
		s := p.v.Seat(team[0])
		if caption.Won(p.v, s.Seat) {
			p.Fill(tableEdge+8, y, boxW-16, totalsRow-4, p.Ink)
			p.Fill(tableEdge+11, y+3, boxW-22, totalsRow-10, p.Mark)
		}
		p.PutAt(&p.kit.badges[s.Seat-1], yardX, y+7)
		x := yardX + pieceW + 12
		if caption.Won(p.v, s.Seat) {
			p.PutAt(&p.kit.crown, x, y+12)
			x += signW + 8
		}
		room := float64(right - 3*totalsStep - 76 - x)
		p.TextShrunk(raster.Bold(32), leastText, float64(x), y+44, room, p.Ink, caption.ShortName(s.Name))
		earned, missed, cities := caption.TallyOf(s.Final)
		p.TextRight(raster.Bold(44), right, y+49, p.Ink, caption.Number(s.Final.Total))
		for i, n := range []int{cities, missed, earned} {
			p.TextRight(raster.Regular(34), float64(right-(i+1)*totalsStep), y+46, p.Ink, caption.Number(n))
		}
		y += totalsRow
	}
}

// chartH is the height of the chart with the gap below it, 0 without turns.
func (p *picture) chartH() int {
	if len(p.o.Turns) < 2 {
		return 0
	}
	return chart.H(chartLines) + boxPad + boxGap
}

// drawChart draws the growth of the tracks.
func (p *picture) drawChart(y int) {
	if p.chartH() == 0 {
		return
	}
	p.drawBox(y, p.chartH()-boxGap, false)
	const w = boxW - 2*boxPad
	s := theme.NewSketch(&p.theme, w, chart.H(chartLines))
	s.FillArea(geometry.Box(0, 0, w, float64(chart.H(chartLines))), p.Card)
	chart.Draw(s, chart.Of(p.text, p.o.Turns), w, chartLines)
	p.Lay(p.pal.Quantize(s.Sketch), yardX, y+8)
}

func (p *Painter) holdersH() int {
	if len(p.big) == 0 {
		return 0
	}
	return 58 + geometry.Rows(len(p.big), 2)*holderLine + boxPad
}

// drawHolders lists the big cities with their points and holders (K10).
func (p *picture) drawHolders(y int) {
	if len(p.big) == 0 {
		return
	}
	p.drawBox(y, p.holdersH(), false)
	p.TextFit(raster.Bold(30), yardX, y+42, boxW-2*boxPad, p.Ink, p.words("render.big-cities"))
	for i, city := range p.big {
		x, top := yardX+i%2*(boxW/2), y+58+i/2*holderLine
		points := caption.Signed(p.m.Cities[city].Bonus)
		room := holderIcons - 12 - raster.Bold(28).Width(points)
		p.TextFit(raster.Regular(28), float64(x), top+34, room-8, p.Ink, p.text.City(city))
		p.TextRight(raster.Bold(28), float64(x+holderIcons-8), top+34, p.Ink, points)
		holders := p.holders(city)
		for j, seat := range holders {
			p.PutAt(&p.kit.holders[seat-1], x+holderIcons+j*(holderW+2), top+2)
		}
		if len(holders) == 0 {
			p.Text(raster.Bold(28), float64(x+holderIcons+10), top+34, p.Faint, "–")
		}
	}
}

// scored is a ticket with its place in a seat's box.
type scored struct {
	ticket engine.TicketID
	points int
	paid   *engine.Cards // nil: not completed
	column int
	y      int // below the head of the box
}

// seatTickets are a seat's tickets in two columns, the first below the map.
type seatTickets struct {
	list []scored
	h    int // of the box
}

// ticketsOf lays out completed tickets with their cards, then the failed ones.
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

func (p *picture) drawBlock(s *engine.SeatView, tickets *seatTickets, y int) {
	p.drawBox(y, tickets.h, false)
	p.PutAt(&p.kit.badges[s.Seat-1], yardX, y+14)
	total := caption.Number(s.Final.Total)
	p.TextRight(raster.Bold(38), tableEdge+boxW-boxPad, y+54, p.Ink, total)
	room := float64(boxW-2*boxPad-pieceW-40) - raster.Bold(38).Width(total)
	p.TextFit(raster.Bold(32), yardX+pieceW+14, y+52, room, p.Ink, caption.ShortName(s.Name))
	y += blockHead
	p.drawRides(s.Final, yardX, y)
	for i := range tickets.list {
		t := &tickets.list[i]
		x, top := yardX+t.column*(ticketCellW+ticketCellGap), y+t.y
		p.drawScored(t, x, top)
		if t.paid != nil {
			p.drawCards(*t.paid, x+signW+8, top+44, ticketCellW-signW-20)
		}
	}
}

// drawRides draws the map of a seat's tickets: solid lines for completed ones, dotted for missed
// ones, a sign at each end.
func (p *picture) drawRides(f *engine.Final, x, y int) {
	at := func(s *raster.Sprite) { p.PutAt(s, x+s.X, y+s.Y) }
	at(&p.journey.base)
	for _, t := range f.Completed {
		at(&p.journey.ways[t])
	}
	for _, t := range f.Failed {
		dotted(bow(p.journey.lay, p.m.Tickets[t].Cities), 14, func(dot geometry.Point) {
			p.Pill(float64(x)+dot.X, float64(y)+dot.Y, 5, 5, p.Card)
			p.Pill(float64(x)+dot.X, float64(y)+dot.Y, 3, 3, p.Bad)
		})
	}
	for city := range p.m.Cities {
		done, missed := p.ends(f.Completed, engine.CityID(city)), p.ends(f.Failed, engine.CityID(city))
		spot := p.journey.lay.Cities[city].Plus(geometry.Pt(float64(x), float64(y)))
		put := func(sign int, by int) {
			p.PutAt(&p.kit.ends[sign], int(spot.X)-endW/2+by, int(spot.Y)-endW/2)
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

// ends reports whether one of the tickets ends in a city.
func (p *Painter) ends(tickets []engine.TicketID, city engine.CityID) bool {
	return slices.ContainsFunc(tickets, func(t engine.TicketID) bool {
		return slices.Contains(p.m.Tickets[t].Cities, city)
	})
}

// dotted calls draw along a way, about every step pixels.
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

func (p *picture) drawScored(t *scored, x, y int) {
	sign, ink := 0, p.Good
	if t.paid == nil {
		sign, ink = 1, p.Bad
	}
	p.PutAt(&p.kit.signs[sign], x, y+2)
	value := caption.Signed(t.points)
	p.TextRight(raster.Bold(30), float64(x+ticketCellW-10), y+34, ink, value)
	room := ticketCellW - signW - 30 - raster.Bold(30).Width(value)
	p.TextShrunk(raster.Regular(27), leastText, float64(x+signW+8), y+33, room, p.Ink,
		p.trips[t.ticket])
}

// drawCards draws small faces of cards in a row.
func (p *picture) drawCards(cards engine.Cards, x, y, room int) {
	n := cards.Total()
	step := theme.SmallW + 8
	if n > 1 {
		step = min(step, (room-theme.SmallW)/(n-1))
	}
	for i := range p.lex.Faces {
		for range cards[i] {
			p.PutAt(&p.faces[i], x, y)
			x += step
		}
	}
}

func (p *picture) holders(city engine.CityID) []engine.Seat {
	return caption.HoldersOf(p.v, p.m.Cities[city].ID)
}
