package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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

// Sheet draws the final scoring: a row a seat or team, winners first, then the tickets of each.
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
	all, s := ranking(v), p.sayer(v, o)
	p.sheet(c, sheetHeight(v, all))
	c.text(bold, 34, paperEdge, 60, p.theme.Ink, fit(bold, 34, paperW-2*paperEdge, o.Words("render.sheet", "Map", mapName(o.Words, p.m))))
	c.text(regular, 22, paperEdge, 98, p.theme.Faint, fit(regular, 22, paperW-2*paperEdge, s.state()))
	y := p.drawTable(c, s, all, sheetTop)
	p.drawBlocks(c, s, all, y+blockGap/2)
}

// sheetHeight is how tall the sheet becomes: the tickets stand in two columns.
func sheetHeight(v *engine.View, all []party) int {
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

func ticketCount(v *engine.View, p party) int {
	f := v.Seat(p[0]).Final
	return len(f.Completed) + len(f.Failed) + len(v.Seat(p[0]).Ports)
}

func blockHeight(tickets int) int { return 52 + tickets*ticketLine + blockGap }

// drawTable writes a row a party and returns where it ends.
func (p *painter) drawTable(c *canvas, s *sayer, all []party, y int) int {
	names := bonusNames(s.v)
	heads := []string{s.words("render.sheet-routes"), s.words("render.sheet-tickets")}
	for _, n := range names {
		heads = append(heads, s.bonus(n))
	}
	if s.v.Uses(engine.UsesLongest) {
		heads = append(heads, s.words("render.sheet-longest"))
	}
	heads = append(heads, s.words("render.sheet-total"))
	step := float64(paperW-2*paperEdge-columnEdge-nameCol) / float64(len(heads))
	right := func(i int) float64 { return paperEdge + nameCol + float64(i+1)*step }
	for i, h := range heads {
		p.drawHead(c, h, right(i), y+28, step-12)
	}
	y += headingH
	for _, team := range all {
		e := s.v.Seat(team[0])
		if won(s.v, e.Seat) {
			c.putAt(&p.papers.lit, paperEdge, y)
		}
		x := p.drawBadges(c, team, paperEdge+16, y+13) + 16
		who, room := s.seatNames(team), float64(paperEdge+nameCol-6-x)
		size := squeeze(bold, 26, 20, room, who)
		c.text(bold, size, float64(x), y+41, p.theme.Ink, fit(bold, float64(size), room, who))
		values := []string{number(e.Final.Routes), signed(e.Final.Tickets)}
		for _, n := range names {
			values = append(values, bonusOf(e.Final, n))
		}
		if s.v.Uses(engine.UsesLongest) {
			values = append(values, "("+itoa(e.Final.Longest)+")") // counts for the bonus and ties, not as points
		}
		for i, value := range values {
			c.textRight(regular, 26, right(i), y+41, p.theme.Ink, value)
		}
		c.textRight(bold, 34, right(len(values)), y+44, p.theme.Ink, number(e.Final.Total))
		y += rowH + 8
	}
	return y
}

// drawHead writes the heading of a column, on two lines if one has no room for it.
func (p *painter) drawHead(c *canvas, head string, right float64, y int, room float64) {
	lines := []string{head}
	if first, second, ok := strings.Cut(head, " "); ok && width(bold, 20, head) > room {
		lines = []string{first, second}
	}
	for i, line := range lines {
		size := squeeze(bold, 20, 15, room, line)
		c.textRight(bold, size, right, y-22*(len(lines)-1-i), p.theme.Faint, fit(bold, float64(size), room, line))
	}
}

// drawBadges puts the pieces of a party side by side and returns where they end.
func (p *painter) drawBadges(c *canvas, team party, x, y int) int {
	for _, seat := range team {
		c.putAt(&p.panel.badges[seat-1], x, y)
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
			return signed(b.Points)
		}
	}
	return "0"
}

// drawBlocks writes the tickets of each party, two beside each other.
func (p *painter) drawBlocks(c *canvas, s *sayer, all []party, y int) {
	const colW = (paperW - 2*paperEdge - blockGap) / 2
	for i := 0; i < len(all); i += 2 {
		tall := 0
		for j, team := range all[i:min(i+2, len(all))] {
			p.drawBlock(c, s, team, paperEdge+j*(colW+blockGap), y, colW)
			tall = max(tall, blockHeight(ticketCount(s.v, team)))
		}
		y += tall
	}
}

// drawBlock writes the tickets of a party, complete ones first.
func (p *painter) drawBlock(c *canvas, s *sayer, team party, x, y, w int) {
	e := s.v.Seat(team[0])
	after := p.drawBadges(c, team, x, y) + 12
	title := fit(bold, 22, float64(x+w-after), s.seatNames(team))
	c.text(bold, 22, float64(after), y+27, p.theme.Ink, title)
	c.rect(x, y+44, w, 2, p.theme.Line)
	y += 52
	line := func(t engine.TicketID, sign mood, points int) {
		c.putAt(&p.papers.moods[sign], x, y+2)
		col, cities := p.theme.Good, s.ticketCities(t)
		if sign == lost {
			col = p.theme.Bad
		}
		if p.m.Tickets[t].InOrder > 0 {
			cities = s.tourCities(p.m.Tickets[t].Cities)
		}
		c.textRight(bold, 20, float64(x+w), y+24, col, signed(points))
		size := squeeze(regular, 20, 14, float64(w-40-70), cities)
		c.text(regular, size, float64(x+40), y+24, p.theme.Ink, fit(regular, float64(size), float64(w-40-70), cities))
		y += ticketLine
	}
	for i, t := range e.Final.Completed {
		points := p.m.Tickets[t].Points
		if i < len(e.Final.Earned) {
			points = e.Final.Earned[i]
		}
		line(t, done, points)
	}
	for _, t := range e.Final.Failed {
		line(t, lost, -p.m.Tickets[t].Penalty)
	}
	for _, city := range e.Ports {
		c.putAt(&p.panel.port, x+3, y+4)
		c.text(regular, 20, float64(x+40), y+24, p.theme.Ink, fit(regular, 20, float64(w-40), s.portLine(e.Final, city)))
		y += ticketLine
	}
}
