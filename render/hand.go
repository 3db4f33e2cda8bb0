package render

import (
	"errors"
	"fmt"
	"image/color"
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
)

// hand is what the picture of a hand is laid out from.
type hand struct {
	own     *engine.SeatView
	kinds   []engine.Card // held, in canonical order
	cardRow int           // cards a row
	reach   *reach
	say     *sayer
}

const handCardStep = cardW + 16

// Hand draws the viewer's own cards, grouped by kind, then the offer, then the tickets.
func (p *painter) Hand(v engine.View, o Options) (Picture, error) {
	if err := p.check(&v, &o); err != nil {
		return Picture{}, fmt.Errorf("draw a hand: %w", err)
	}
	if v.Own() == nil {
		return Picture{}, errors.New("draw a hand: a bystander has none")
	}
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	p.composeHand(c, &v, &o)
	return p.finish(c, clip(HandText(v, p.m, o.Words)))
}

// composeHand lays the hand of a viewer who has one out on the canvas.
func (p *painter) composeHand(c *canvas, v *engine.View, o *Options) {
	own := v.Own()
	h := &hand{own: own, cardRow: (paperW - 2*paperEdge + 16) / handCardStep, reach: newReach(p.m, v, own), say: newSayer(v, p.m, o.Words)}
	for c := range p.lex.Faces {
		if own.Hand.Cards[c] > 0 {
			h.kinds = append(h.kinds, engine.Card(c))
		}
	}
	p.sheet(c, p.handHeight(h))
	y := p.drawHandHeading(c, h, o)
	y = p.drawHandCards(c, h, o, y)
	y = p.drawTickets(c, h, v, o, y, "render.hand-offer", own.Offer.IDs, true)
	if len(own.Tickets.IDs) > 0 || len(own.Offer.IDs) == 0 {
		p.drawTickets(c, h, v, o, y, "render.hand-tickets", own.Tickets.IDs, false)
	}
}

const (
	handTop     = 92
	headingH    = 46
	ticketsARow = (paperW - 2*paperEdge + ticketGap) / (ticketW + ticketGap)
)

// handHeight is how tall the picture of a hand becomes.
func (p *painter) handHeight(h *hand) int {
	y := handTop + headingH + rows(len(h.kinds), h.cardRow)*(cardH+16)
	if n := len(h.own.Offer.IDs); n > 0 {
		y += headingH + rows(n, ticketsARow)*(ticketH(p.mini)+ticketGap)
	}
	if n := len(h.own.Tickets.IDs); n > 0 || len(h.own.Offer.IDs) == 0 {
		y += headingH + rows(n, ticketsARow)*(ticketH(p.mini)+ticketGap)
	}
	return y + 20
}

// rows is how many rows n things need.
func rows(n, each int) int { return (n + each - 1) / each }

func (p *painter) drawHandHeading(c *canvas, h *hand, o *Options) int {
	c.putAt(&p.panel.badges[h.own.Seat-1], paperEdge, 24)
	right := strings.Join(h.say.pieces([]string{o.Words("render.points", "Count", h.own.Score)}, h.own), " · ")
	right = fit(regular, 22, 480, right)
	c.textRight(regular, 22, paperW-paperEdge, 52, p.theme.Faint, right)
	room := paperW - 2*paperEdge - 96 - width(regular, 22, right)
	c.text(bold, 32, paperEdge+80, 54, p.theme.Ink, fit(bold, 32, room, shortName(h.own.Name)))
	c.rect(paperEdge, 78, paperW-2*paperEdge, 2, p.theme.Line)
	return handTop
}

func (p *painter) drawHandCards(c *canvas, h *hand, o *Options, y int) int {
	total := itoa(h.own.Hand.Cards.Total())
	title := o.Words("render.hand-cards")
	if len(h.kinds) == 0 {
		title = o.Words("render.no-cards")
	} else {
		title += " · " + total
	}
	c.text(bold, 24, paperEdge, y+28, p.theme.Ink, title)
	y += headingH
	for i, kind := range h.kinds {
		x := paperEdge + i%h.cardRow*handCardStep
		top := y + i/h.cardRow*(cardH+16)
		c.putAt(&p.cards.large[kind], x, top)
		ink := p.theme.facePaint(&p.lex.Faces[kind]).Ink
		word := p.cardWord(o.Words, kind)
		size := squeeze(bold, 20, 14, cardW-28, word)
		c.textMid(bold, size, float64(x)+cardW/2, top+cardH-32, ink, fit(bold, float64(size), cardW-28, word))
		c.putAt(&p.papers.badge, x+cardW-44, top-6)
		c.textMid(bold, 26, float64(x)+cardW-18, top+29, p.theme.Card, itoa(int(h.own.Hand.Cards[kind])))
	}
	return y + rows(len(h.kinds), h.cardRow)*(cardH+16)
}

// drawTickets draws a heading and tickets below it, and returns where the next may begin.
func (p *painter) drawTickets(c *canvas, h *hand, v *engine.View, o *Options, y int, title string, ids []engine.TicketID, offer bool) int {
	if len(ids) == 0 && offer {
		return y
	}
	heading := o.Words(title)
	if len(ids) == 0 {
		heading = o.Words("render.no-tickets")
	}
	c.text(bold, 24, paperEdge, y+28, p.theme.Ink, heading)
	y += headingH
	for i, t := range ids {
		x := paperEdge + i%ticketsARow*(ticketW+ticketGap)
		p.drawTicket(c, h, v, t, offer, x, y+i/ticketsARow*(ticketH(p.mini)+ticketGap))
	}
	return y + rows(len(ids), ticketsARow)*(ticketH(p.mini)+ticketGap)
}

// drawTicket draws one ticket: a small map, the names, the value and how the seat stands with it.
func (p *painter) drawTicket(c *canvas, h *hand, v *engine.View, id engine.TicketID, offer bool, x, y int) {
	t := &p.m.Tickets[id]
	state := h.reach.ticket(t)
	m := underway
	switch {
	case state.complete:
		m = done
	case !state.possible:
		m = lost
	}
	frame := m
	if offer && m == underway {
		frame = onOffer
	}
	c.putAt(&p.papers.tickets[frame], x, y)
	p.drawMiniature(c, v, h.own.Seat, t.Cities, x+ticketEdge, y+ticketEdge)
	c.putAt(&p.papers.badge, x+ticketW-48, y-4)
	c.textMid(bold, 26, float64(x)+ticketW-22, y+31, p.theme.Card, itoa(max(t.Points, t.InOrder)))
	base := y + ticketEdge + p.mini.base.h
	for i, line := range p.ticketNames(h.say, t.Cities) {
		c.text(bold, 20, float64(x+ticketEdge), base+24+i*24, p.theme.Ink, fit(bold, 20, miniW, line))
	}
	c.putAt(&p.papers.moods[m], x+ticketEdge-2, base+59)
	ink := [...]color.RGBA{onOffer: p.theme.Faint, underway: p.theme.Faint, done: p.theme.Good, lost: p.theme.Bad}[m]
	c.text(regular, 18, float64(x+ticketEdge+36), base+80, ink, fit(regular, 18, miniW-36, h.say.standing(state)))
}

// ticketNames are the lines that name a ticket's cities: one each, or all on two lines if there are more.
func (p *painter) ticketNames(s *sayer, cities []engine.CityID) []string {
	if len(cities) == 2 {
		return []string{s.city(cities[0]), s.city(cities[1])}
	}
	var names []string
	for _, c := range cities {
		names = append(names, s.city(c))
	}
	half := (len(names) + 1) / 2
	return []string{strings.Join(names[:half], " – ") + " –", strings.Join(names[half:], " – ")}
}

// drawMiniature draws the small map with the seat's own routes, those out of its reach, and some cities.
func (p *painter) drawMiniature(c *canvas, v *engine.View, seat engine.Seat, cities []engine.CityID, x, y int) {
	at := func(s *sprite) { c.putAt(s, x+s.x, y+s.y) }
	at(&p.mini.base)
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			if v.Seats[i].Seat != seat {
				at(&p.mini.taken[r])
			}
		}
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			if v.Seats[i].Seat == seat {
				at(&p.mini.own[r])
			}
		}
	}
	for _, city := range cities {
		at(&p.mini.cities[city])
	}
}
