package board

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Measures of the final sheet, in pixels.
const (
	sheetTop   = 128
	columnEdge = 24
	nameCol    = 400 // where the numbers begin
	ticketLine = 32
	blockGap   = 36
)

// Sheet draws the final scoring: a row a seat or team, winners first, then the tickets of each.
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
	all, s := caption.Ranking(v), p.say.OnPicture(v, o.Words)
	c := p.blankSheet(sheetHeight(v, all))
	c.Text(raster.Bold, 34, paperEdge, 60, p.theme.Ink, raster.Fit(raster.Bold, 34, paperW-2*paperEdge, o.Words("render.sheet", "Map", s.MapName())))
	c.Text(raster.Regular, 22, paperEdge, 98, p.theme.Faint, raster.Fit(raster.Regular, 22, paperW-2*paperEdge, s.State()))
	y := p.drawTable(c, s, all, sheetTop)
	p.drawBlocks(c, s, all, y+blockGap/2)
	return c
}

// sheetHeight is how tall the sheet becomes: the tickets stand in two columns.
func sheetHeight(v *engine.View, all []caption.Side) int {
	h := sheetTop + headingH + len(all)*(rowH+8) + blockGap/2
	for i := 0; i < len(all); i += 2 {
		n := ticketCount(v, all[i])
		if i+1 < len(all) {
			n = max(n, ticketCount(v, all[i+1]))
		}
		h += blockHeight(n)
	}
	return h
}

func ticketCount(v *engine.View, p caption.Side) int {
	f := v.Seat(p[0]).Final
	return len(f.Completed) + len(f.Failed) + len(v.Seat(p[0]).Ports)
}

func blockHeight(tickets int) int { return 52 + tickets*ticketLine + blockGap }

// drawTable writes a row for each party and returns where the table ends.
func (p *Painter) drawTable(c *raster.Canvas, s *caption.Caption, all []caption.Side, y int) int {
	names := bonusNames(s.View)
	heads := []string{s.Words("render.sheet-routes"), s.Words("render.sheet-tickets")}
	for _, n := range names {
		heads = append(heads, s.Bonus(n))
	}
	if s.View.Uses(engine.UsesLongest) {
		heads = append(heads, s.Words("render.sheet-longest"))
	}
	heads = append(heads, s.Words("render.sheet-total"))
	step := float64(paperW-2*paperEdge-columnEdge-nameCol) / float64(len(heads))
	right := func(i int) float64 { return paperEdge + nameCol + float64(i+1)*step }
	for i, h := range heads {
		p.drawHead(c, h, right(i), y+28, step-12)
	}
	y += headingH
	for _, team := range all {
		e := s.View.Seat(team[0])
		if caption.Won(s.View, e.Seat) {
			c.PutAt(&p.papers.winner, paperEdge, y)
		}
		x := p.drawBadges(c, team, paperEdge+16, y+13) + 16
		who, room := s.Seats(s.View, team), float64(paperEdge+nameCol-6-x)
		size, who := raster.Shrink(raster.Bold, 26, 20, room, who)
		c.Text(raster.Bold, size, float64(x), y+41, p.theme.Ink, who)
		values := []string{caption.Number(e.Final.Routes), caption.Signed(e.Final.Tickets)}
		for _, n := range names {
			values = append(values, bonusOf(e.Final, n))
		}
		if s.View.Uses(engine.UsesLongest) {
			values = append(values, "("+strconv.Itoa(e.Final.Longest)+")") // counts for the bonus and ties, not as points
		}
		for i, value := range values {
			c.TextRight(raster.Regular, 26, right(i), y+41, p.theme.Ink, value)
		}
		c.TextRight(raster.Bold, 34, right(len(values)), y+44, p.theme.Ink, caption.Number(e.Final.Total))
		y += rowH + 8
	}
	return y
}

// drawHead writes the heading of a column, on two lines if one has no room for it.
func (p *Painter) drawHead(c *raster.Canvas, head string, right float64, y int, room float64) {
	lines := []string{head}
	if first, second, ok := strings.Cut(head, " "); ok && raster.Width(raster.Bold, 20, head) > room {
		lines = []string{first, second}
	}
	for i, line := range lines {
		size, line := raster.Shrink(raster.Bold, 20, 15, room, line)
		c.TextRight(raster.Bold, size, right, y-22*(len(lines)-1-i), p.theme.Faint, line)
	}
}

// drawBadges puts the pieces of a party side by side and returns where they end.
func (p *Painter) drawBadges(c *raster.Canvas, team caption.Side, x, y int) int {
	for _, seat := range team {
		c.PutAt(&p.panel.badges[seat-1], x, y)
		x += badgeW
	}
	return x
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
			return caption.Signed(b.Points)
		}
	}
	return "0"
}

// drawBlocks writes the tickets of each party, two beside each other.
func (p *Painter) drawBlocks(c *raster.Canvas, s *caption.Caption, all []caption.Side, y int) {
	const colW = (paperW - 2*paperEdge - blockGap) / 2
	for i := 0; i < len(all); i += 2 {
		tall := 0
		for j, team := range all[i:min(i+2, len(all))] {
			p.drawBlock(c, s, team, paperEdge+j*(colW+blockGap), y, colW)
			tall = max(tall, blockHeight(ticketCount(s.View, team)))
		}
		y += tall
	}
}

// drawBlock writes the tickets of a party, complete ones first.
func (p *Painter) drawBlock(c *raster.Canvas, s *caption.Caption, team caption.Side, x, y, w int) {
	e := s.View.Seat(team[0])
	after := p.drawBadges(c, team, x, y) + 12
	title := raster.Fit(raster.Bold, 22, float64(x+w-after), s.Seats(s.View, team))
	c.Text(raster.Bold, 22, float64(after), y+27, p.theme.Ink, title)
	c.Fill(x, y+44, w, 2, p.theme.Line)
	y += 52
	line := func(t engine.TicketID, sign theme.Standing, points int) {
		c.PutAt(&p.papers.signs[sign], x, y+2)
		col, cities := p.theme.Good, s.TicketCities(t)
		if sign == theme.Lost {
			col = p.theme.Bad
		}
		if p.m.Tickets[t].InOrder > 0 {
			cities = s.TourCities(p.m.Tickets[t].Cities)
		}
		c.TextRight(raster.Bold, 20, float64(x+w), y+24, col, caption.Signed(points))
		size, cities := raster.Shrink(raster.Regular, 20, 14, float64(w-40-70), cities)
		c.Text(raster.Regular, size, float64(x+40), y+24, p.theme.Ink, cities)
		y += ticketLine
	}
	for i, t := range e.Final.Completed {
		points := p.m.Tickets[t].Points
		if i < len(e.Final.Earned) {
			points = e.Final.Earned[i]
		}
		line(t, theme.Done, points)
	}
	for _, t := range e.Final.Failed {
		line(t, theme.Lost, -p.m.Tickets[t].Penalty)
	}
	for _, city := range e.Ports {
		c.PutAt(&p.panel.port, x+3, y+4)
		c.Text(raster.Regular, 20, float64(x+40), y+24, p.theme.Ink, raster.Fit(raster.Regular, 20, float64(w-40), s.PortLine(e.Final, city)))
		y += ticketLine
	}
}
