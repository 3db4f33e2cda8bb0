package caption

import (
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
)

// Ticket is a ticket to choose: "Dam – Waag (5)", without a board also its cards.
func (w *Vocabulary) Ticket(t engine.TicketID) string {
	ticket := &w.Map.Tickets[t]
	if ticket.Cards == nil {
		return w.TicketWorth(t)
	}
	var needs []string
	for i, n := range ticket.Cards { // K1
		if n > 0 {
			needs = append(needs, w.CardsOf(w.Map.Colors[i], n))
		}
	}
	return w.Words("names.ticket-cards", "Cities", w.TicketCities(t), "Points", ticket.Points,
		"Cards", strings.Join(needs, ", "))
}

// TicketWorth is a ticket without its cards: "Dam – Waag (5)".
func (w *Vocabulary) TicketWorth(t engine.TicketID) string {
	ticket := &w.Map.Tickets[t]
	if ticket.InOrder > 0 { // W9
		return w.Words("names.tour", "Cities", w.TicketCities(t),
			"InOrder", ticket.InOrder, "Points", ticket.Points)
	}
	return w.TicketCities(t) + " (" + strconv.Itoa(ticket.Points) + ")"
}

// TicketLine is a ticket of the viewer on one line, in parts that can be left out from the last.
type TicketLine struct {
	Ticket string // letter, ends and points: "A Dam–Waag 5"
	Needs  string // what it lacks: ": 🟥2 any3"; ": out of reach"
	Spaces string // in its place: ": 5 spaces"
	Codes  string // of the routes of its way: " · 47-46"
}

// TicketLine describes a ticket in one line. Without hints it leaves out the progress.
func (s *Caption) TicketLine(p *prospect.Ticket) TicketLine {
	ticket := &s.Map.Tickets[p.ID]
	name := s.cities(ticket.Cities, "–") + " " + strconv.Itoa(ticket.Points)
	if ticket.InOrder > 0 { // W9
		name = s.Words("names.tour", "Cities", s.cities(ticket.Cities, "–"),
			"InOrder", ticket.InOrder, "Points", ticket.Points)
	}
	line := TicketLine{Ticket: Letter(s.View, p.ID) + " " + name}
	switch {
	case ticket.Cards != nil && (!s.Hints(s.View) || s.View.Phase == engine.InDeclare):
		needs := NeedsOf(s.Map, s.View.Lexicon(), p.ID)
		line.Needs = ": " + s.Counted(s.View, &needs)
	case ticket.Cards != nil:
		var lacks engine.Cards
		for i := range p.Cards {
			lacks[p.Cards[i].Card] = uint8(p.Cards[i].Missing())
		}
		line.Needs = ": " + s.Counted(s.View, &lacks)
		if p.Lacks() == 0 {
			line.Needs = ": " + s.Words("render.all-laid")
		}
		line.Spaces = ": " + s.count("render.cards", p.Lacks())
	case !s.Hints(s.View):
	case p.Standing == prospect.Open:
		line.Needs = ": " + s.Lacking(prospect.Needs(s.Map, p.Way.Routes))
		line.Spaces = ": " + s.count("render.spaces", p.Way.Spaces)
		codes := make([]string, len(p.Way.Routes))
		for i, r := range p.Way.Routes {
			codes[i] = s.Code(r)
		}
		line.Codes = " · " + strings.Join(codes, "-")
	default:
		line.Needs = ": " + s.Outlook(p)
	}
	return line
}

// TicketInFull is TicketWorth with a tour's numbered cities and its penalty.
func (w *Vocabulary) TicketInFull(t engine.TicketID) string {
	ticket := &w.Map.Tickets[t]
	if ticket.InOrder == 0 {
		return w.TicketWorth(t)
	}
	return w.TourCities(ticket.Cities) + " (" + w.Words("render.worth",
		"Points", ticket.Points, "InOrder", ticket.InOrder, "Penalty", ticket.Penalty) + ")"
}

// Tickets joins tickets: "Dam – Waag (5) and Dam – Oude Kerk (3)".
func (w *Vocabulary) Tickets(list []engine.TicketID) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = w.TicketWorth(t)
	}
	return w.Join(names)
}

// TicketCities is "Dam – Waag".
func (w *Vocabulary) TicketCities(t engine.TicketID) string {
	return w.cities(w.Map.Tickets[t].Cities, " – ")
}

// TourCities is "1 Manila – 2 Honolulu – 3 Darwin".
func (w *Vocabulary) TourCities(cities []engine.CityID) string {
	var b strings.Builder
	for i, c := range cities {
		if i > 0 {
			b.WriteString(" – ")
		}
		write(&b, strconv.Itoa(i+1), " ", w.City(c))
	}
	return b.String()
}

// NeedsOf are the cards that a ticket of a map without routes needs (K1).
func NeedsOf(m *railmap.Map, lex *engine.Lexicon, t engine.TicketID) engine.Cards {
	var cards engine.Cards
	for color, n := range m.Tickets[t].Cards {
		for i := range lex.Faces {
			if color < len(m.Colors) && lex.Faces[i].Color == m.Colors[color] && !lex.Faces[i].Wild {
				cards[i] += uint8(n)
			}
		}
	}
	return cards
}
