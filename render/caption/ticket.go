package caption

import (
	"strconv"
	"strings"

	"konduktor/engine"
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
