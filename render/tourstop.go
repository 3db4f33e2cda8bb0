package render

import (
	"image/color"
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// The private board numbers the cities of the viewer's tours in their order (W9). With several tours each has a letter: "B2".

// stop is a city's place in the viewer's tours.
type stop struct {
	city  engine.CityID
	label string
}

// toursOf are the tours that the viewer holds or is offered, in the order in which they are lettered.
func (p *painter) toursOf(v *engine.View) []engine.TicketID {
	own := v.Own()
	if own == nil {
		return nil
	}
	var tours []engine.TicketID
	for _, list := range [][]engine.TicketID{own.Tickets.IDs, own.RackTickets.IDs, own.Offer.IDs} {
		for _, t := range list {
			if len(p.m.Tickets[t].Cities) > 2 {
				tours = append(tours, t)
			}
		}
	}
	return tours
}

// tourLetter is the letter of a tour, "" if it is the viewer's only one or none of them.
func tourLetter(tours []engine.TicketID, t engine.TicketID) string {
	for i, tour := range tours {
		if tour == t && len(tours) > 1 {
			return string(rune('A' + i%26))
		}
	}
	return ""
}

// stops are the places of cities in the viewer's tours, one entry a city.
func (p *painter) stops(v *engine.View, o *Options) []stop {
	if !o.Private {
		return nil
	}
	var list []stop
	at := map[engine.CityID]int{}
	tours := p.toursOf(v)
	for _, t := range tours {
		for i, c := range p.m.Tickets[t].Cities {
			label := tourLetter(tours, t) + itoa(i+1)
			if j, ok := at[c]; ok {
				list[j].label += " " + label
				continue
			}
			at[c] = len(list)
			list = append(list, stop{c, label})
		}
	}
	return list
}

// stopTag is the place of a stop's label: over the city, or beside it where a port has been built there.
func (l *layout) stopTag(v *engine.View, st stop) slot {
	k, at := l.mt.scale, l.cities[st.city]
	if portOwner(v, st.city) != engine.Public {
		at = at.plus(point{portSize * k, -portSize * k})
	}
	r := l.mt.dot + 2*k
	half := max(r, width(bold, l.stopSize(), st.label)/2+6*k)
	at.x = max(half+2, min(l.w-half-2, at.x))
	at.y = max(r+2, at.y)
	return slot{at: at, length: 2 * half, width: 2 * r, form: afloat}
}

// stopSize is the size of writing on a stop's label, in whole pixels: those of the whole board are written at run time.
func (l *layout) stopSize() float64 { return float64(int(20 * l.mt.scale)) }

// drawStops labels the stops of the viewer's tours on a canvas.
func (p *painter) drawStops(c *canvas, v *engine.View, o *Options) {
	l := p.board.lay
	for _, st := range p.stops(v, o) {
		tag := l.stopTag(v, st)
		r := tag.width / 2
		c.pill(tag.at, tag.length/2+2, r+2, p.theme.Card)
		c.pill(tag.at, tag.length/2, r, p.theme.Accent)
		size := int(l.stopSize())
		c.textMid(bold, size, tag.at.x, int(tag.at.y+0.36*float64(size)+0.5), p.theme.Card, st.label)
	}
}

// pill fills a round-ended rectangle around a point, half as long and as tall as said.
func (c *canvas) pill(at point, half, r float64, ink color.RGBA) {
	table := c.pal.inks[ink]
	body := slot{at: at, length: 2 * half, width: 2 * r, form: afloat}
	for y := max(0, int(at.y-r)-1); y < min(c.h, int(at.y+r)+2); y++ {
		row := c.row(y)
		for x := max(0, int(at.x-half)-1); x < min(c.w, int(at.x+half)+2); x++ {
			cover := max(0, min(1, 0.5-body.beyond(point{float64(x) + 0.5, float64(y) + 0.5})))
			row[x] = table[int(cover*(covers-1)+0.5)][row[x]]
		}
	}
}

// tourStop labels a stop of the viewer's tours on a sketch.
func (s *Sketch) tourStop(l *layout, v *engine.View, st stop) {
	tag := l.stopTag(v, st)
	s.plank(tag, 2*l.mt.scale, s.theme.Card)
	s.plank(tag, 0, s.theme.Accent)
	s.centred(bold, l.stopSize(), tag.at.x, tag.at.y, 0, s.theme.Card, st.label)
}

// drawStages numbers the cities of a tour on a ticket's miniature, whose corner is at (x, y).
func (p *painter) drawStages(c *canvas, cities []engine.CityID, letter string, x, y int) {
	const size, r = 13, 9.5
	for i, city := range cities {
		at := p.mini.at[city].plus(point{float64(x), float64(y)})
		label := letter + itoa(i+1)
		half := max(r, width(bold, size, label)/2+3)
		c.pill(at, half+1.5, r+1.5, p.theme.Card)
		c.pill(at, half, r, p.theme.Accent)
		c.textMid(bold, size, at.x, int(at.y+5.5), p.theme.Card, label)
	}
}

// drawTourNames writes the cities of a tour with their numbers below the miniature of its ticket, and what it is worth.
func (p *painter) drawTourNames(c *canvas, h *hand, t *railmap.Ticket, x, y int) {
	const glue = "_" // holds the words of a name together
	var names string
	for i, city := range t.Cities {
		if i > 0 {
			names += " "
		}
		names += itoa(i+1) + glue + strings.ReplaceAll(h.say.city(city), " ", glue)
	}
	size := 17
	lines := wrap(bold, float64(size), miniW, names)
	for ; len(lines) > 3 && size > 13; size-- {
		lines = wrap(bold, float64(size-1), miniW, names)
	}
	for i, line := range lines[:min(3, len(lines))] {
		c.text(bold, size, float64(x), y+19+i*19, p.theme.Ink, fit(bold, float64(size), miniW, strings.ReplaceAll(line, glue, " ")))
	}
	worth := h.words("render.worth-short", "InOrder", t.InOrder, "Points", t.Points, "Penalty", t.Penalty)
	size = squeeze(regular, 17, 13, miniW, worth)
	c.text(regular, size, float64(x), y+77, p.theme.Ink, fit(regular, float64(size), miniW, worth))
}

// tourCities are the cities of a tour with their numbers: "1 Manila – 2 Honolulu – 3 Darwin".
func (s *sayer) tourCities(cities []engine.CityID) string {
	var b strings.Builder
	for i, c := range cities {
		if i > 0 {
			b.WriteString(" – ")
		}
		write(&b, itoa(i+1), " ", s.city(c))
	}
	return b.String()
}
