package board

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// On a private picture each ticket has a letter, in the list and at its cities on the board; the cities of a tour are numbered
// too (W9). So one sees which cities belong together, and what is only on offer.

// ownTicket is a ticket of the viewer, of its team, or on offer.
type ownTicket struct {
	id       engine.TicketID
	letter   string
	offer    bool
	done     bool
	lost     bool
	standing string           // in words
	way      []engine.RouteID // an open way that completes it with the fewest spaces, if asked for
	spaces   int              // on that way
	needs    []prospect.Need  // that the way takes
}

// look finds out how the viewer's tickets stand and what has happened.
func (d *private) look() {
	d.claims = claimsIn(d.v, d.o.News)
	choice := caption.ChoiceOf(d.v)
	ids := slices.Concat(choice.Offer, choice.Rest, d.own.RackTickets.IDs)
	for i, p := range prospect.Of(d.v, d.m, d.own.Seat, ids) {
		t := ownTicket{id: p.ID, letter: letter(i), offer: i < len(choice.Offer) && choice.Title == caption.OfferTitle, standing: d.say.Outlook(&p)}
		t.done, t.lost = p.Standing == prospect.Done, p.Standing == prospect.Lost
		if d.o.Ways && p.Standing == prospect.Open {
			t.way, t.spaces, t.needs = p.Way.Routes, p.Way.Spaces, prospect.Needs(d.m, p.Way.Routes)
		}
		d.tickets = append(d.tickets, t)
	}
	if d.o.Ways {
		d.lost = caption.Needed(d.m, d.v, d.o.News)
	}
}

// letter is the letter of a viewer's n-th ticket, from 0: A to Z, then AA.
func letter(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return letter(n/26-1) + letter(n%26)
}

// openWays are the routes on the open ways of the viewer's tickets, each once.
func (d *private) openWays() []engine.RouteID {
	seen := make([]bool, len(d.m.Routes))
	var all []engine.RouteID
	for i := range d.tickets {
		for _, r := range d.tickets[i].way {
			if !seen[r] {
				seen[r], all = true, append(all, r)
			}
		}
	}
	return all
}

// ringed are the cities of the viewer's tickets that have no letters: of those that are complete.
func (d *private) ringed() []bool {
	ringed := make([]bool, len(d.m.Cities))
	for i := range d.tickets {
		if d.tickets[i].done {
			for _, c := range d.m.Tickets[d.tickets[i].id].Cities {
				ringed[c] = true
			}
		}
	}
	return ringed
}

// letters are what stands at a city.
type letters struct {
	city  engine.CityID
	text  string
	owned bool // some of them are of tickets that are not only on offer
	lost  bool // all of them are of tickets that are out of reach
}

// lettered are the letters at the cities of tickets that are not complete, in the order of the cities.
func (d *private) lettered() []letters {
	at := make([]letters, len(d.m.Cities))
	for i := range d.tickets {
		t := &d.tickets[i]
		if t.done {
			continue
		}
		ticket := &d.m.Tickets[t.id]
		for n, city := range ticket.Cities {
			label := t.letter
			if len(ticket.Cities) > 2 && ticket.InOrder > 0 {
				label += strconv.Itoa(n + 1)
			}
			e := &at[city]
			if e.text == "" {
				*e = letters{city: engine.CityID(city), lost: true}
			}
			e.text = strings.TrimSpace(e.text + " " + label)
			e.owned, e.lost = e.owned || !t.offer, e.lost && t.lost
		}
	}
	var all []letters
	for i := range at {
		if at[i].text != "" {
			all = append(all, at[i])
		}
	}
	return all
}

// drawLetters draws the letters of tickets at their cities, on a window of the board whose top is at y.
func (d *private) drawLetters(c *raster.Canvas, y int) {
	for _, e := range d.lettered() {
		p := d.board.places[e.city]()
		at := p.at.Minus(geometry.Pt(float64(d.window.Min.X), float64(d.window.Min.Y-y)))
		if !d.shows(d.board.lay.Cities[e.city]) {
			continue
		}
		half := max(letterH/2, raster.Width(raster.Bold, phoneText, e.text)/2+9)
		at.X = max(half+2, min(phoneW-half-2, at.X))
		d.drawTag(c, at, half, &e)
	}
}

// drawTag draws letters on a tag that reaches half to each side of a point: light on dark, dark on light if all of them are only
// on offer, struck through if out of reach.
func (d *private) drawTag(c *raster.Canvas, at geometry.Point, half float64, e *letters) {
	ground, ink := d.theme.Accent, d.theme.Card
	if !e.owned {
		ground, ink = d.theme.Card, d.theme.Accent
	}
	if e.lost {
		ground, ink = d.theme.Card, d.theme.Faint
	}
	c.Pill(at.X, at.Y, half+3.5, letterH/2+3.5, d.theme.Card)
	edge := d.theme.Accent
	if e.lost {
		edge = d.theme.Faint
	}
	c.Pill(at.X, at.Y, half+1.5, letterH/2+1.5, edge)
	c.Pill(at.X, at.Y, half-1.5, letterH/2-1.5, ground)
	c.TextMid(raster.Bold, phoneText, at.X, int(at.Y+0.36*phoneText+0.5), ink, e.text)
	if e.lost {
		c.Fill(int(at.X-half+5), int(at.Y)-1, int(2*half-10), 3, d.theme.Bad)
	}
}
