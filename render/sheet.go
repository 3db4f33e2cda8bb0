package render

import (
	"errors"
	"fmt"
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// Measures of the final sheet, in pixels.
const (
	sheetTop   = 128
	columnEdge = 24
	nameCol    = 400 // where the numbers begin
	ticketLine = 32
	blockGap   = 36
)

// Sheet draws the final scoring: a row a seat, winners first, then every seat's tickets.
func (p *painter) Sheet(v engine.View, o Options) (Picture, error) {
	if err := p.check(&v, &o); err != nil {
		return Picture{}, fmt.Errorf("draw a final sheet: %w", err)
	}
	if v.Phase != engine.IsOver || len(ranking(&v)) == 0 {
		return Picture{}, errors.New("draw a final sheet: the game is not over")
	}
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	p.composeSheet(c, &v, &o)
	return p.finish(c, clip(SheetText(v, p.m, o.Words)))
}

// composeSheet lays the sheet of a finished game out on the canvas.
func (p *painter) composeSheet(c *canvas, v *engine.View, o *Options) {
	seats, s := ranking(v), newSayer(v, p.m, o.Words)
	p.sheet(c, sheetHeight(v, seats))
	c.text(bold, 34, paperEdge, 60, p.theme.Ink, fit(bold, 34, paperW-2*paperEdge, o.Words("render.sheet", "Map", p.m.Name)))
	c.text(regular, 22, paperEdge, 98, p.theme.Faint, fit(regular, 22, paperW-2*paperEdge, s.state()))
	y := p.drawTable(c, s, seats, sheetTop)
	p.drawBlocks(c, s, seats, y+blockGap/2)
}

// sheetHeight is how tall the sheet becomes: the tickets stand in two columns.
func sheetHeight(v *engine.View, seats []engine.Seat) int {
	h := sheetTop + headingH + len(seats)*(rowH+8) + blockGap/2
	for i := 0; i < len(seats); i += 2 {
		n := ticketCount(v, seats[i])
		if i+1 < len(seats) {
			n = max(n, ticketCount(v, seats[i+1]))
		}
		h += blockHeight(n)
	}
	return h
}

func ticketCount(v *engine.View, s engine.Seat) int {
	return len(v.Seat(s).Final.Completed) + len(v.Seat(s).Final.Failed)
}

func blockHeight(tickets int) int { return 52 + tickets*ticketLine + blockGap }

// drawTable writes a row a seat and returns where it ends.
func (p *painter) drawTable(c *canvas, s *sayer, seats []engine.Seat, y int) int {
	names := bonusNames(s.v)
	heads := []string{s.words("render.sheet-routes"), s.words("render.sheet-tickets")}
	for _, n := range names {
		heads = append(heads, s.bonus(n))
	}
	heads = append(heads, s.words("render.sheet-total"))
	step := float64(paperW-2*paperEdge-columnEdge-nameCol) / float64(len(heads))
	right := func(i int) float64 { return paperEdge + nameCol + float64(i+1)*step }
	for i, h := range heads {
		c.textRight(bold, 20, right(i), y+28, p.theme.Faint, fit(bold, 20, step-12, h))
	}
	y += headingH
	for _, seat := range seats {
		e := s.v.Seat(seat)
		if slices.Contains(s.v.Winners, seat) {
			c.putAt(&p.papers.lit, paperEdge, y)
		}
		c.putAt(&p.panel.badges[seat-1], paperEdge+16, y+13)
		c.text(bold, 26, paperEdge+98, y+41, p.theme.Ink, fit(bold, 26, nameCol-104, shortName(e.Name)))
		values := []string{itoa(e.Final.Routes), signed(e.Final.Tickets)}
		for _, n := range names {
			values = append(values, bonusOf(e.Final, n))
		}
		for i, value := range values {
			c.textRight(regular, 26, right(i), y+41, p.theme.Ink, value)
		}
		c.textRight(bold, 34, right(len(values)), y+44, p.theme.Ink, itoa(e.Final.Total))
		y += rowH + 8
	}
	return y
}

// bonusNames are the bonuses that any seat has, in the order found.
func bonusNames(v *engine.View) []string {
	var names []string
	for i := range v.Seats {
		if v.Seats[i].Final == nil {
			continue
		}
		for _, b := range v.Seats[i].Final.Bonuses {
			if !slices.Contains(names, b.Name) {
				names = append(names, b.Name)
			}
		}
	}
	return names
}

func bonusOf(f *engine.Final, name string) string {
	for _, b := range f.Bonuses {
		if b.Name == name {
			return signed(b.Points)
		}
	}
	return "0"
}

// drawBlocks writes the tickets of each seat, two seats beside each other.
func (p *painter) drawBlocks(c *canvas, s *sayer, seats []engine.Seat, y int) {
	const colW = (paperW - 2*paperEdge - blockGap) / 2
	for i := 0; i < len(seats); i += 2 {
		tall := 0
		for j, seat := range seats[i:min(i+2, len(seats))] {
			p.drawBlock(c, s, seat, paperEdge+j*(colW+blockGap), y, colW)
			tall = max(tall, blockHeight(ticketCount(s.v, seat)))
		}
		y += tall
	}
}

// drawBlock writes the tickets of a seat, complete ones first.
func (p *painter) drawBlock(c *canvas, s *sayer, seat engine.Seat, x, y, w int) {
	e := s.v.Seat(seat)
	c.putAt(&p.panel.badges[seat-1], x, y)
	title := fit(bold, 22, float64(w-78), shortName(e.Name))
	c.text(bold, 22, float64(x+78), y+27, p.theme.Ink, title)
	c.rect(x, y+44, w, 2, p.theme.Line)
	y += 52
	line := func(t engine.TicketID, sign mood) {
		points := p.m.Tickets[t].Points
		c.putAt(&p.papers.moods[sign], x, y+2)
		col := p.theme.Good
		value := signed(points)
		if sign == lost {
			col, value = p.theme.Bad, signed(-p.m.Tickets[t].Penalty)
		}
		c.textRight(bold, 20, float64(x+w), y+24, col, value)
		c.text(regular, 20, float64(x+40), y+24, p.theme.Ink, fit(regular, 20, float64(w-40-70), s.ticketCities(t)))
		y += ticketLine
	}
	for _, t := range e.Final.Completed {
		line(t, done)
	}
	for _, t := range e.Final.Failed {
		line(t, lost)
	}
}
