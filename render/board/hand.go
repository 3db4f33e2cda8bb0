package board

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// hand is what the picture of a hand is laid out from.
type hand struct {
	own      *engine.SeatView
	v        *engine.View
	words    caption.Words
	sections []section
	reach    *caption.Reach
	say      *caption.Caption
	tours    []engine.TicketID // in the order in which they are lettered
}

// section is a heading with the cards or tickets below it.
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
	handCardStep = theme.CardW + 16
	cardsARow    = (paperW - 2*paperEdge + 16) / handCardStep
)

// Hand draws the viewer's own cards, grouped by kind, then the offer, then the tickets.
func (p *Painter) Hand(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckHand(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	c := p.composeHand(&v, &o)
	defer c.Free()
	return c.Picture(caption.Clip(p.say.InText(&v, o.Words).Hand().String()))
}

// composeHand lays out the hand of a viewer who has one.
func (p *Painter) composeHand(v *engine.View, o *caption.Options) *raster.Canvas {
	own := v.Own()
	h := &hand{own: own, v: v, words: o.Words, reach: caption.NewReach(p.m, v, own), say: p.say.OnPicture(v, o.Words)}
	h.sections, h.tours = h.gather(), caption.ToursOf(p.m, v)
	height := handTop + 20
	if own.Box != nil {
		height += boxLine
	}
	for i := range h.sections {
		if h.sections[i].column == 0 {
			height += p.sectionHeight(&h.sections[i])
		}
	}
	c := p.blankSheet(height)
	y := p.drawHandHeading(c, h, o)
	for i := range h.sections {
		if s := &h.sections[i]; s.shared && !h.sections[i-1].shared {
			c.Fill(0, y-4, paperW, c.H-y+4, p.theme.Card)
			c.Fill(0, y-4, paperW, 2, p.theme.Line)
		}
		if s := &h.sections[i]; s.column > 0 {
			p.drawSection(c, h, s, y-p.sectionHeight(s))
			continue
		}
		y = p.drawSection(c, h, &h.sections[i], y)
	}
	return c
}

// gather lists what the viewer holds: what it has to place, its cards and tickets, then what its team shares.
func (h *hand) gather() []section {
	var all []section
	team := h.v.Uses(engine.UsesTeams)
	if team && h.own.Drawn != engine.NoCard {
		var drawn engine.Cards
		drawn[h.own.Drawn]++
		all = append(all, h.cards(h.words("render.drawn"), &drawn))
	}
	cards := h.cards(h.words("render.hand-cards"), &h.own.Hand.Cards)
	switch {
	case len(cards.kinds) == 0:
		all = append(all, section{title: h.words("render.no-cards")})
	case h.v.Lexicon().TwoDecks:
		all = h.classes(all, &cards)
	default:
		cards.title += " · " + strconv.Itoa(cards.counts.Total())
		all = append(all, cards)
	}
	choice := caption.ChoiceOf(h.v)
	if len(choice.Offer) > 0 {
		all = append(all, section{title: h.words(choice.Title), tickets: choice.Offer, offer: true})
	}
	if len(choice.Rest) > 0 {
		all = append(all, section{title: h.words("render.hand-tickets"), tickets: choice.Rest})
	} else if len(choice.Offer) == 0 {
		all = append(all, section{title: h.words("render.no-tickets")})
	}
	if !team {
		return all
	}
	rack := h.cards(h.words("render.hand-rack"), &h.own.Rack.Cards)
	rack.shared = true
	if n := rack.counts.Total(); n > 0 {
		rack.title += " · " + strconv.Itoa(n)
	} else {
		rack.title += ": " + h.words("render.rack-no-cards")
	}
	all = append(all, rack)
	if ids := h.own.RackTickets.IDs; len(ids) > 0 {
		all = append(all, section{title: h.words("render.hand-rack-tickets"), tickets: ids, shared: true})
	}
	return all
}

// cards is a section of cards.
func (h *hand) cards(title string, counts *engine.Cards) section {
	s := section{title: title, counts: counts}
	for c := range h.v.Lexicon().Faces {
		if counts[c] > 0 {
			s.kinds = append(s.kinds, engine.Card(c))
		}
	}
	return s
}

// classes appends the cards of a title with several decks as a section for each class, beside each other where there is room.
func (h *hand) classes(all []section, cards *section) []section {
	column := 0
	for _, sort := range caption.Sorts {
		held := caption.OfSort(h.v.Lexicon(), cards.counts, sort)
		if held.Total() == 0 {
			continue
		}
		s := h.cards(h.say.SortTitle(sort)+" · "+strconv.Itoa(held.Total()), &held)
		wide := max(len(s.kinds), int(math.Ceil((raster.Width(raster.Bold, 24, s.title)+24)/handCardStep)))
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
func (p *Painter) sectionHeight(s *section) int {
	return headingH + geometry.Rows(len(s.kinds), cardsARow)*(theme.CardH+16) + geometry.Rows(len(s.tickets), ticketsARow)*(ticketH(p.mini)+ticketGap)
}

// drawSection draws a heading with the cards or tickets below it, and returns where the next may begin.
func (p *Painter) drawSection(c *raster.Canvas, h *hand, s *section, y int) int {
	end := y + p.sectionHeight(s)
	x := paperEdge + s.column*handCardStep
	c.Text(raster.Bold, 24, float64(x), y+28, p.theme.Ink, raster.Fit(raster.Bold, 24, float64(paperW-paperEdge-x), s.title))
	p.drawHandCards(c, h, s, y+headingH)
	for i, t := range s.tickets {
		x := paperEdge + i%ticketsARow*(ticketW+ticketGap)
		p.drawTicket(c, h, t, s.offer, x, y+headingH+i/ticketsARow*(ticketH(p.mini)+ticketGap))
	}
	return end
}

func (p *Painter) drawHandHeading(c *raster.Canvas, h *hand, o *caption.Options) int {
	c.PutAt(&p.panel.badges[h.own.Seat-1], paperEdge, 24)
	right := strings.Join(h.say.Has(h.own), " · ")
	right = raster.Fit(raster.Regular, 22, 700, right)
	c.TextRight(raster.Regular, 22, paperW-paperEdge, 52, p.theme.Faint, right)
	room := paperW - 2*paperEdge - 96 - raster.Width(raster.Regular, 22, right)
	c.Text(raster.Bold, 32, paperEdge+80, 54, p.theme.Ink, raster.Fit(raster.Bold, 32, room, caption.ShortName(h.own.Name)))
	c.Fill(paperEdge, 78, paperW-2*paperEdge, 2, p.theme.Line)
	if h.own.Box == nil {
		return handTop
	}
	box := raster.Fit(raster.Regular, 20, paperW-2*paperEdge, h.say.Box(h.own))
	c.Text(raster.Regular, 20, paperEdge, 106, p.theme.Faint, box)
	return handTop + boxLine
}

// drawHandCards draws the cards of a section, each kind once with its number.
func (p *Painter) drawHandCards(c *raster.Canvas, h *hand, s *section, y int) {
	for i, kind := range s.kinds {
		x := paperEdge + (s.column+i%cardsARow)*handCardStep
		top := y + i/cardsARow*(theme.CardH+16)
		c.PutAt(&p.cards.large[kind], x, top)
		p.drawCardWord(c, h.words, kind, float64(x)+theme.CardW/2, top+theme.CardH-32)
		c.PutAt(&p.papers.badge, x+theme.CardW-44, top-6)
		c.TextMid(raster.Bold, 26, float64(x)+theme.CardW-18, top+29, p.theme.Card, strconv.Itoa(int(s.counts[kind])))
	}
}

// drawCardWord writes the word for a kind of card at the foot of a large card, on two lines if it must.
func (p *Painter) drawCardWord(c *raster.Canvas, w caption.Words, kind engine.Card, mid float64, y int) {
	const room = theme.CardW - 28
	word, ink := p.say.Card(w, kind), p.theme.FaceInk(&p.lex.Faces[kind])
	size := raster.FitSize(raster.Bold, 20, 14, room, word)
	lines := []string{word}
	if raster.Width(raster.Bold, float64(size), word) > room {
		for size = 15; size > 12; size-- {
			if lines = raster.Wrap(raster.Bold, float64(size), room, word); len(lines) <= 2 {
				break
			}
		}
		y -= 6
	}
	for i, line := range lines[:min(2, len(lines))] {
		c.TextMid(raster.Bold, size, mid, y+i*18, ink, raster.Fit(raster.Bold, float64(size), room, line))
	}
}

// drawTicket draws one ticket: a small map, the names, the value and how the seat stands with it.
func (p *Painter) drawTicket(c *raster.Canvas, h *hand, id engine.TicketID, offer bool, x, y int) {
	t := &p.m.Tickets[id]
	state := h.reach.Ticket(t)
	m := theme.Underway
	switch {
	case state.Complete:
		m = theme.Done
	case !state.Possible:
		m = theme.Lost
	}
	frame := m
	if offer && m == theme.Underway {
		frame = theme.Offered
	}
	c.PutAt(&p.papers.tickets[frame], x, y)
	p.drawMiniature(c, h.v, h.own.Seat, t.Cities, x+ticketEdge, y+ticketEdge)
	tour := len(t.Cities) > 2 && t.InOrder > 0
	if tour {
		p.drawStages(c, t.Cities, caption.TourLetter(h.tours, id), x+ticketEdge, y+ticketEdge)
	}
	c.PutAt(&p.papers.badge, x+ticketW-48, y-4)
	c.TextMid(raster.Bold, 26, float64(x)+ticketW-22, y+31, p.theme.Card, strconv.Itoa(max(t.Points, t.InOrder)))
	base := y + ticketEdge + p.mini.base.H
	if tour {
		p.drawTourNames(c, h, t, x+ticketEdge, base)
		base += tourText
	} else {
		for i, line := range p.ticketNames(h.say, t.Cities) {
			c.Text(raster.Bold, 20, float64(x+ticketEdge), base+24+i*24, p.theme.Ink, raster.Fit(raster.Bold, 20, miniW, line))
		}
	}
	c.PutAt(&p.papers.signs[m], x+ticketEdge-2, base+59)
	ink := [...]color.RGBA{theme.Offered: p.theme.Faint, theme.Underway: p.theme.Faint, theme.Done: p.theme.Good, theme.Lost: p.theme.Bad}[m]
	c.Text(raster.Regular, 18, float64(x+ticketEdge+36), base+80, ink, raster.Fit(raster.Regular, 18, miniW-36, h.say.Standing(state)))
}

// ticketNames are the lines that name a ticket's cities: one each, or all on two lines if there are more.
func (p *Painter) ticketNames(s *caption.Caption, cities []engine.CityID) []string {
	if len(cities) == 2 {
		return []string{s.City(cities[0]), s.City(cities[1])}
	}
	var names []string
	for _, c := range cities {
		names = append(names, s.City(c))
	}
	half := (len(names) + 1) / 2
	return []string{strings.Join(names[:half], " – ") + " –", strings.Join(names[half:], " – ")}
}

// drawMiniature draws the small map with the seat's own routes and its partner's, those out of its reach, and some cities.
func (p *Painter) drawMiniature(c *raster.Canvas, v *engine.View, seat engine.Seat, cities []engine.CityID, x, y int) {
	at := func(s *raster.Sprite) { c.PutAt(s, x+s.X, y+s.Y) }
	at(&p.mini.base)
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			if !caption.Allied(v, v.Seats[i].Seat, seat) {
				at(&p.mini.taken[r])
			}
		}
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			if caption.Allied(v, v.Seats[i].Seat, seat) {
				at(&p.mini.own[r])
			}
		}
	}
	for _, city := range cities {
		at(&p.mini.cities[city])
	}
}
