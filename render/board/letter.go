package board

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Each ticket has a letter, in the text and at its cities; the cities of a
// tour are numbered too (W9). The letters show which cities belong together.

// ownTicket is a ticket of the viewer, of its team, or on offer.
type ownTicket struct {
	id     engine.TicketID
	letter string
	offer  bool
	chosen bool // of the offer, by the move that is asked about
	done   bool // complete and kept
	lost   bool
	way    []engine.RouteID // with the fewest spaces, if asked for
}

// assess finds out how the viewer's tickets stand.
func (d *private) assess() {
	choice := caption.ChoiceOf(d.v)
	ids := slices.Concat(choice.Offer, choice.Rest, d.own.OnRack())
	for i, p := range prospect.Of(d.v, d.m, d.own.Seat, ids) {
		t := ownTicket{id: p.ID, letter: caption.Letter(d.v, p.ID)}
		t.offer = i < len(choice.Offer) && choice.Title == caption.OfferTitle
		t.done = p.Standing == prospect.Done && !t.offer
		t.lost = p.Standing == prospect.Lost && !d.o.Unaided
		keeps := d.o.Move.Verb == engine.Keep
		t.chosen = t.offer && keeps && slices.Contains(d.o.Move.Tickets, t.id)
		if d.o.Ways && p.Standing == prospect.Open && !d.returns(&t) {
			t.way = p.Way.Routes
		}
		d.tickets = append(d.tickets, t)
	}
	slices.SortFunc(d.tickets, func(a, b ownTicket) int {
		return cmp.Or(len(a.letter)-len(b.letter), strings.Compare(a.letter, b.letter))
	})
	if d.o.Ways {
		d.lost = caption.Needed(d.m, d.v, d.o.News)
	}
}

// reader returns a private picture that puts the viewer's tickets on a whole board; nil if they are
// not wanted.
func (p *picture) reader() *private {
	if !p.o.Private || p.v.Own() == nil {
		return nil
	}
	d := p.Painter.private(nil, p.v, p.o)
	d.Canvas = p.Canvas
	d.assess()
	return d
}

type openWay struct {
	route  engine.RouteID
	text   string // the letters of its tickets
	ticket int    // the first of them
}

// openWays are the routes on the open ways of the viewer's tickets, each once.
func (d *private) openWays() []openWay {
	at := make([]int, len(d.m.Routes)) // position in all, from 1
	var all []openWay
	for i := range d.tickets {
		for _, r := range d.tickets[i].way {
			if at[r] == 0 {
				all = append(all, openWay{route: r, ticket: i})
				at[r] = len(all)
			}
			all[at[r]-1].text += d.tickets[i].letter
		}
	}
	return all
}

// ringed are the cities of the viewer's complete tickets, which have no letters.
func (d *private) ringed() []bool {
	if d == nil {
		return nil
	}
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
	owned bool // not only tickets on offer that are not chosen
	lost  bool // only tickets out of reach
	ring  bool // around them, since they may lie on that of a complete ticket
}

// cityLetters are the letters at the cities of incomplete tickets, in the order of the cities.
func (d *private) cityLetters() []letters {
	at := make([]letters, len(d.m.Cities))
	for i := range d.tickets {
		t := &d.tickets[i]
		if t.done || d.returns(t) {
			continue
		}
		ticket := &d.m.Tickets[t.id]
		for n, city := range ticket.Cities {
			label := t.letter
			if len(ticket.Cities) > 2 && ticket.InOrder > 0 {
				label += strconv.Itoa(n + 1)
			}
			if t.chosen {
				label += keptMark
			}
			e := &at[city]
			if e.text == "" {
				*e = letters{city: engine.CityID(city), lost: true}
			}
			e.text = strings.TrimSpace(e.text + " " + label)
			e.owned, e.lost = e.owned || !t.offer || t.chosen, e.lost && t.lost
		}
	}
	var all []letters
	ringed := d.ringed()
	for i := range at {
		if e := &at[i]; e.text != "" {
			e.ring = ringed[i] && !d.choosing() && !d.m.Cities[i].Port // a harbour shows its own
			all = append(all, *e)
		}
	}
	return all
}

// keptMark stands behind the letter of a ticket on offer that is kept.
const keptMark = "✓"

// lostMark stands behind the letters of tickets out of reach.
const lostMark = "×"

func (e *letters) label() string {
	if e.lost {
		return e.text + lostMark
	}
	return e.text
}

// half is half the width of letters on their tag.
func (e *letters) half() float64 { return max(letterH/2, e.width(phoneBold)/2+9) }

// width is the width of the letters with their marks.
func (e *letters) width(f raster.Font) float64 {
	text := e.label()
	n := strings.Count(text, keptMark)
	return f.Width(strings.ReplaceAll(text, keptMark, "")) + float64(n)*theme.TickWide*f.Size
}

// drawWayTag draws the letters of an open way, in the tone of the way: in a box, since those of
// cities are round.
func (d *picture) drawWayTag(font raster.Font, t *tag) {
	ink := d.Accent
	if wayLooks[t.way.ticket%len(wayLooks)].dark {
		ink = d.Ink
	}
	x, y, w, h := int(t.at.X-t.half), int(t.at.Y-t.r), int(2*t.half), int(2*t.r)
	d.Fill(x, y, w, h, ink)
	d.Fill(x+2, y+2, w-4, h-4, d.Card)
	d.TextAround(font, t.at.X, t.at.Y, ink, t.way.text)
}

// drawTag draws letters on a tag of a private picture.
func (d *picture) drawTag(at geometry.Point, half float64, e *letters) {
	d.drawLetters(phoneBold, at, half, letterH, e)
}

// drawLetters draws letters on a tag: light on dark, dark on light if all are only on offer, pale
// with a cross behind them if out of reach.
func (d *picture) drawLetters(font raster.Font, at geometry.Point, half, h float64, e *letters) {
	ground, ink, edge := d.Accent, d.Card, d.Accent
	switch {
	case e.lost:
		ground, ink, edge = d.Card, d.Faint, d.Faint
	case !e.owned:
		ground, ink = d.Card, d.Accent
	}
	line := 0.045 * h
	d.Pill(at.X, at.Y, half+3.5, h/2+3.5, d.Card)
	d.Pill(at.X, at.Y, half+line, h/2+line, edge)
	d.Pill(at.X, at.Y, half-line, h/2-line, ground)
	x, y := at.X-e.width(font)/2, int(at.Y+0.36*font.Size+0.5)
	for i, part := range strings.Split(e.text, keptMark) {
		if i > 0 {
			x = theme.Tick(d.Canvas, font.Size, x, y, ink)
		}
		x = d.Text(font, x, y, ink, part)
	}
	if e.lost {
		d.Text(font, x, y, d.Bad, lostMark)
	}
}
