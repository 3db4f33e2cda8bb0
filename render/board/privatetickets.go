package board

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"konduktor/engine/prospect"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes of the tickets, in pixels.
const (
	cellGap  = 12
	cellW    = (phoneRoom - cellGap) / 2
	cellText = 58 // where the text of a ticket begins
	cellPad  = 8
	cellLine = 34
)

type ticketSection struct {
	title   string
	tickets []ownTicket
	cells   []cell
}

// cell is a ticket broken into lines.
type cell struct {
	names []string // cities
	below []string // worth of a tour and standing; empty where needs are drawn
}

// ticketSections are the tickets on offer, the viewer's and the team's.
func (d *private) ticketSections() []ticketSection {
	at := 0
	var all []ticketSection
	for _, part := range caption.TicketLists(d.v) {
		if len(part.IDs) == 0 {
			continue
		}
		n := len(part.IDs)
		s := ticketSection{
			title:   d.words(part.Title) + " · " + strconv.Itoa(n),
			tickets: d.tickets[at : at+n],
		}
		for i := range s.tickets {
			s.cells = append(s.cells, d.cell(&s.tickets[i]))
		}
		all, at = append(all, s), at+n
	}
	if len(all) == 0 {
		all = append(all, ticketSection{title: d.words("render.no-tickets")})
	}
	return all
}

func (d *private) cell(t *ownTicket) cell {
	const glue = "_" // keeps the words of a name together
	ticket := &d.m.Tickets[t.id]
	var names []string
	for i, city := range ticket.Cities {
		name := d.say.City(city)
		if len(ticket.Cities) > 2 && ticket.InOrder > 0 {
			name = strconv.Itoa(i+1) + " " + name
		} else if i+1 < len(ticket.Cities) {
			name += " –"
		}
		names = append(names, strings.ReplaceAll(name, " ", glue))
	}
	room := float64(cellW - cellText - 14)
	first := room - raster.Bold(28).Width(strconv.Itoa(max(ticket.Points, ticket.InOrder))) - 12
	text := strings.Join(names, " ")
	lines := []string{text}
	if raster.Bold(26).Width(text) > first {
		lines = raster.Bold(26).Wrap(first, text)
	}
	var c cell
	for _, line := range lines {
		c.names = append(c.names, strings.ReplaceAll(line, glue, " "))
	}
	if d.dense > loose && (t.done || t.lost) { // its sign shows its standing
		return c
	}
	if ticket.InOrder > 0 && len(ticket.Cities) > 2 {
		worth := d.words("render.worth-short",
			"InOrder", ticket.InOrder, "Points", ticket.Points, "Penalty", ticket.Penalty)
		c.below = append(c.below, phoneRegular.Wrap(room, worth)...)
	}
	if t.exchange > 0 {
		first := d.words("render.exchange-first", "Count", t.exchange)
		c.below = append(c.below, phoneRegular.Wrap(room, first)...)
	}
	c.below = append(c.below, d.standing(t)...)
	return c
}

func (c *cell) h() int { return 2*cellPad + (len(c.names)+len(c.below))*cellLine }

func (d *private) sectionH(s *ticketSection) int {
	h := headH
	for i := 0; i < len(s.cells); i += 2 {
		h += s.rowH(i) + cellGap
	}
	return h
}

// rowH is the height of the row that begins with cell i.
func (s *ticketSection) rowH(i int) int {
	h := s.cells[i].h()
	if i+1 < len(s.cells) {
		h = max(h, s.cells[i+1].h())
	}
	return h
}

func (d *private) drawSection(s *ticketSection, y int) {
	ink := d.Ink
	if len(s.tickets) > 0 && s.tickets[0].offer {
		ink = d.Accent
	}
	d.TextFit(headFont, phoneEdge, y+31, phoneRoom, ink, s.title)
	y += headH
	for i := range s.cells {
		x := phoneEdge + i%2*(cellW+cellGap)
		d.drawCell(&s.tickets[i], &s.cells[i], image.Rect(x, y, x+cellW, y+s.rowH(i/2*2)))
		if i%2 == 1 {
			y += s.rowH(i-1) + cellGap
		}
	}
}

func (d *private) drawCell(t *ownTicket, e *cell, box image.Rectangle) {
	sign, edge := theme.Underway, d.Line
	ink := d.Faint
	switch {
	case t.done:
		sign, edge, ink = theme.Done, d.Good, d.Good
	case t.lost:
		sign, edge, ink = theme.Lost, d.Bad, d.Bad
	case t.offer:
		edge = d.Accent
	}
	d.Fill(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), d.Card)
	outline(d.Canvas, box, 3, edge)
	x, y := box.Min.X+cellText, box.Min.Y+cellPad
	d.drawLetter(t, box.Min.X+30, y+17)
	ticket := &d.m.Tickets[t.id]
	points := strconv.Itoa(max(ticket.Points, ticket.InOrder))
	d.TextRight(raster.Bold(28), float64(box.Max.X-12), y+27, d.Ink, points)
	for _, line := range e.names {
		end := d.Text(raster.Bold(26), float64(x), y+26, d.Ink, line)
		if t.lost {
			d.Fill(x, y+16, int(end)-x, 3, d.Bad)
		}
		y += cellLine
	}
	standing := len(e.below) - len(d.standing(t))
	if t.lost && len(e.below) == 0 {
		at := box.Max.X - 12 - int(raster.Bold(28).Width(points)) - 40
		d.PutAt(&d.papers.signs[theme.Lost], at, box.Min.Y+cellPad+1)
	}
	for i, line := range e.below {
		at, color := x, d.Faint
		if i >= standing {
			color = ink
			if !t.done {
				at += 36
			}
			if i == standing && !t.done {
				d.PutAt(&d.papers.signs[sign], x-2, y+1)
			}
		}
		d.Text(phoneRegular, float64(at), y+25, color, line)
		if i == standing && len(t.needs) > 0 {
			d.drawNeeds(t, at, y)
		}
		y += cellLine
	}
}

// standing is a ticket's standing in lines, empty ones where drawNeeds draws.
func (d *private) standing(t *ownTicket) []string {
	const room = cellW - cellText - 14 - 36
	if len(t.needs) == 0 {
		return phoneRegular.Wrap(room, t.standing)
	}
	last := 0
	d.flowNeeds(t, func(_ *prospect.Need, _ string, _, line int) { last = line })
	return make([]string, last+1)
}

// flowNeeds calls put with the place of each card that an open way takes; first, with nil, for its
// number of spaces.
func (d *private) flowNeeds(t *ownTicket, put func(n *prospect.Need, text string, x, line int)) {
	const room = cellW - cellText - 14 - 36
	text := strconv.Itoa(t.spaces)
	put(nil, text, 0, 0)
	x, line := needWidth(text)+10, 0
	for i := range t.needs {
		n := &t.needs[i]
		text := strconv.Itoa(n.Cards + n.Pairs + n.Wilds)
		w := needWidth(text)
		if x+w > room {
			x, line = 0, line+1
		}
		put(n, text, x, line)
		x += w
	}
}

// needWidth is the width of a number with its sign and a gap.
func needWidth(text string) int {
	return int(phoneBold.Width(text)) + 3 + needW + 11
}

// drawNeeds draws how many spaces an open way has and which cards it takes.
func (d *private) drawNeeds(t *ownTicket, x, y int) {
	d.flowNeeds(t, func(n *prospect.Need, text string, at, line int) {
		icon, ink := &d.kit.space, d.Ink
		if n != nil {
			icon, ink = d.kit.needs[needKey(n)], d.Faint
		}
		if icon == nil { // a colour without cards
			icon = &d.kit.space
		}
		end := d.Text(phoneBold, float64(x+at), y+line*cellLine+25, ink, text)
		d.PutAt(icon, int(end)+3, y+line*cellLine+2)
	})
}

func (d *private) drawLetter(t *ownTicket, x, y int) {
	if t.done {
		d.PutAt(&d.papers.signs[theme.Done], x-15, y-15)
		return
	}
	e := letters{text: t.letter, owned: !t.offer, lost: t.lost}
	d.drawTag(geometry.Pt(float64(x), float64(y)), max(letterH/2, phoneBold.Width(t.letter)/2+9), &e)
}

// outline draws the edges of a box, w pixels wide, inside it.
func outline(c *raster.Canvas, r image.Rectangle, w int, col color.RGBA) {
	c.Fill(r.Min.X, r.Min.Y, r.Dx(), w, col)
	c.Fill(r.Min.X, r.Max.Y-w, r.Dx(), w, col)
	c.Fill(r.Min.X, r.Min.Y, w, r.Dy(), col)
	c.Fill(r.Max.X-w, r.Min.Y, w, r.Dy(), col)
}
