package render

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
)

// hand is what the picture of a hand is laid out from.
type hand struct {
	own      *engine.SeatView
	v        *engine.View
	words    Words
	sections []section
	reach    *reach
	say      *sayer
	tours    []engine.TicketID // in the order in which they are lettered
}

// section is a heading with cards or tickets below it.
type section struct {
	title   string
	kinds   []engine.Card // held, in canonical order
	counts  *engine.Cards
	tickets []engine.TicketID
	offer   bool // the tickets are still to choose from
	shared  bool // open to the whole team: set off from what is the seat's alone (S4)
	column  int  // of cards: where it begins in its row; beside another section if not 0
}

const (
	handCardStep = cardW + 16
	cardsARow    = (paperW - 2*paperEdge + 16) / handCardStep
)

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
	h := &hand{own: own, v: v, words: o.Words, reach: newReach(p.m, v, own), say: p.sayer(v, o)}
	h.sections, h.tours = h.gather(), p.toursOf(v)
	height := handTop + 20
	if own.Box != nil {
		height += boxLine
	}
	for i := range h.sections {
		if h.sections[i].column == 0 {
			height += p.sectionHeight(&h.sections[i])
		}
	}
	p.sheet(c, height)
	y := p.drawHandHeading(c, h, o)
	for i := range h.sections {
		if s := &h.sections[i]; s.shared && !h.sections[i-1].shared {
			c.rect(0, y-4, paperW, c.h-y+4, p.theme.Card)
			c.rect(0, y-4, paperW, 2, p.theme.Line)
		}
		if s := &h.sections[i]; s.column > 0 {
			p.drawSection(c, h, s, y-p.sectionHeight(s))
			continue
		}
		y = p.drawSection(c, h, &h.sections[i], y)
	}
}

// gather lists what the viewer holds: what it has to place, its cards and tickets, then what its team shares.
func (h *hand) gather() []section {
	var all []section
	team := h.v.Uses(engine.UsesTeams)
	if team && h.own.Drawn != engine.NoCard {
		var drawn engine.Cards
		drawn[h.own.Drawn]++
		all = append(all, h.cards("render.drawn", &drawn))
	}
	cards := h.cards("render.hand-cards", &h.own.Hand.Cards)
	switch {
	case len(cards.kinds) == 0:
		all = append(all, section{title: h.words("render.no-cards")})
	case h.v.Lexicon().TwoDecks:
		all = h.classes(all, &cards)
	default:
		cards.title += " · " + itoa(cards.counts.Total())
		all = append(all, cards)
	}
	choice := choiceOf(h.v)
	if len(choice.offer) > 0 {
		all = append(all, section{title: h.words(choice.title), tickets: choice.offer, offer: true})
	}
	if len(choice.rest) > 0 {
		all = append(all, section{title: h.words("render.hand-tickets"), tickets: choice.rest})
	} else if len(choice.offer) == 0 {
		all = append(all, section{title: h.words("render.no-tickets")})
	}
	if !team {
		return all
	}
	rack := h.cards("render.hand-rack", &h.own.Rack.Cards)
	rack.shared = true
	if n := rack.counts.Total(); n > 0 {
		rack.title += " · " + itoa(n)
	} else {
		rack.title += ": " + h.words("render.rack-empty")
	}
	all = append(all, rack)
	if ids := h.own.RackTickets.IDs; len(ids) > 0 {
		all = append(all, section{title: h.words("render.hand-rack-tickets"), tickets: ids, shared: true})
	}
	return all
}

// cards is a section of cards.
func (h *hand) cards(title string, counts *engine.Cards) section {
	s := section{title: h.words(title), counts: counts}
	for c := range h.v.Lexicon().Faces {
		if counts[c] > 0 {
			s.kinds = append(s.kinds, engine.Card(c))
		}
	}
	return s
}

// classes appends the cards of a title with several decks as a section for each class, beside each other where there is room.
func (h *hand) classes(all []section, cards *section) []section {
	faces, column := h.v.Lexicon().Faces, 0
	for _, class := range deckClasses {
		s := section{title: h.words(class.title), counts: cards.counts}
		n := 0
		for _, kind := range cards.kinds {
			if class.has(&faces[kind]) {
				s.kinds = append(s.kinds, kind)
				n += int(cards.counts[kind])
			}
		}
		if n == 0 {
			continue
		}
		s.title += " · " + itoa(n)
		wide := max(len(s.kinds), int(math.Ceil((width(bold, 24, s.title)+24)/handCardStep)))
		if column+wide > cardsARow {
			column = 0
		}
		s.column = column
		column += wide
		all = append(all, s)
	}
	return all
}

const (
	handTop     = 92
	boxLine     = 30
	headingH    = 46
	ticketsARow = (paperW - 2*paperEdge + ticketGap) / (ticketW + ticketGap)
)

// sectionHeight is how tall a section of a hand becomes.
func (p *painter) sectionHeight(s *section) int {
	return headingH + rows(len(s.kinds), cardsARow)*(cardH+16) + rows(len(s.tickets), ticketsARow)*(ticketH(p.mini)+ticketGap)
}

// drawSection draws a heading with the cards or tickets below it, and returns where the next may begin.
func (p *painter) drawSection(c *canvas, h *hand, s *section, y int) int {
	end := y + p.sectionHeight(s)
	x := paperEdge + s.column*handCardStep
	c.text(bold, 24, float64(x), y+28, p.theme.Ink, fit(bold, 24, float64(paperW-paperEdge-x), s.title))
	p.drawHandCards(c, h, s, y+headingH)
	for i, t := range s.tickets {
		x := paperEdge + i%ticketsARow*(ticketW+ticketGap)
		p.drawTicket(c, h, t, s.offer, x, y+headingH+i/ticketsARow*(ticketH(p.mini)+ticketGap))
	}
	return end
}

// rows is how many rows n things need.
func rows(n, each int) int { return (n + each - 1) / each }

func (p *painter) drawHandHeading(c *canvas, h *hand, o *Options) int {
	c.putAt(&p.panel.badges[h.own.Seat-1], paperEdge, 24)
	right := strings.Join(h.say.has(h.own), " · ")
	right = fit(regular, 22, 700, right)
	c.textRight(regular, 22, paperW-paperEdge, 52, p.theme.Faint, right)
	room := paperW - 2*paperEdge - 96 - width(regular, 22, right)
	c.text(bold, 32, paperEdge+80, 54, p.theme.Ink, fit(bold, 32, room, shortName(h.own.Name)))
	c.rect(paperEdge, 78, paperW-2*paperEdge, 2, p.theme.Line)
	if h.own.Box == nil {
		return handTop
	}
	box := fit(regular, 20, paperW-2*paperEdge, h.say.box(h.own))
	c.text(regular, 20, paperEdge, 106, p.theme.Faint, box)
	return handTop + boxLine
}

// drawHandCards draws the cards of a section, each kind once with its number.
func (p *painter) drawHandCards(c *canvas, h *hand, s *section, y int) {
	for i, kind := range s.kinds {
		x := paperEdge + (s.column+i%cardsARow)*handCardStep
		top := y + i/cardsARow*(cardH+16)
		c.putAt(&p.cards.large[kind], x, top)
		p.drawCardWord(c, h.words, kind, float64(x)+cardW/2, top+cardH-32)
		c.putAt(&p.papers.badge, x+cardW-44, top-6)
		c.textMid(bold, 26, float64(x)+cardW-18, top+29, p.theme.Card, itoa(int(s.counts[kind])))
	}
}

// drawCardWord writes the word for a kind of card at the foot of a large card, on two lines if it must.
func (p *painter) drawCardWord(c *canvas, w Words, kind engine.Card, mid float64, y int) {
	const room = cardW - 28
	word, ink := p.cardWord(w, kind), p.theme.faceInk(&p.lex.Faces[kind])
	size := squeeze(bold, 20, 14, room, word)
	lines := []string{word}
	if width(bold, float64(size), word) > room {
		for size = 15; size > 12; size-- {
			if lines = wrap(bold, float64(size), room, word); len(lines) <= 2 {
				break
			}
		}
		y -= 6
	}
	for i, line := range lines[:min(2, len(lines))] {
		c.textMid(bold, size, mid, y+i*18, ink, fit(bold, float64(size), room, line))
	}
}

// drawTicket draws one ticket: a small map, the names, the value and how the seat stands with it.
func (p *painter) drawTicket(c *canvas, h *hand, id engine.TicketID, offer bool, x, y int) {
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
	p.drawMiniature(c, h.v, h.own.Seat, t.Cities, x+ticketEdge, y+ticketEdge)
	tour := len(t.Cities) > 2 && t.InOrder > 0
	if tour {
		p.drawStages(c, t.Cities, tourLetter(h.tours, id), x+ticketEdge, y+ticketEdge)
	}
	c.putAt(&p.papers.badge, x+ticketW-48, y-4)
	c.textMid(bold, 26, float64(x)+ticketW-22, y+31, p.theme.Card, itoa(max(t.Points, t.InOrder)))
	base := y + ticketEdge + p.mini.base.h
	if tour {
		p.drawTourNames(c, h, t, x+ticketEdge, base)
		base += tourText
	} else {
		for i, line := range p.ticketNames(h.say, t.Cities) {
			c.text(bold, 20, float64(x+ticketEdge), base+24+i*24, p.theme.Ink, fit(bold, 20, miniW, line))
		}
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

// drawMiniature draws the small map with the seat's own routes and its partner's, those out of its reach, and some cities.
func (p *painter) drawMiniature(c *canvas, v *engine.View, seat engine.Seat, cities []engine.CityID, x, y int) {
	at := func(s *sprite) { c.putAt(s, x+s.x, y+s.y) }
	at(&p.mini.base)
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			if !allied(v, v.Seats[i].Seat, seat) {
				at(&p.mini.taken[r])
			}
		}
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			if allied(v, v.Seats[i].Seat, seat) {
				at(&p.mini.own[r])
			}
		}
	}
	for _, city := range cities {
		at(&p.mini.cities[city])
	}
}
