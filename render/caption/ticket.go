package caption

import (
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Ticket is a ticket to choose: "Dam – Waag (5)", "Bombay (Mumbai) – Delhi (9)"; on a map without
// routes also the cards it asks for.
func (w *Vocabulary) Ticket(t engine.TicketID) string {
	ticket := &w.Map.Tickets[t]
	cities := w.ticketCities(t, true)
	if ticket.Cards == nil {
		return w.worth(t, cities)
	}
	var needs []string
	for i, n := range ticket.Cards { // K1
		if n > 0 {
			needs = append(needs, w.CardsOf(w.Map.Colors[i], n))
		}
	}
	return w.Words("names.ticket-cards", "Cities", cities, "Points", ticket.Points, "Cards", strings.Join(needs, ", "))
}

// TicketWorth is a ticket within a sentence or list: only the board's names, and no cards.
func (w *Vocabulary) TicketWorth(t engine.TicketID) string { return w.worth(t, w.TicketCities(t)) }

func (w *Vocabulary) worth(t engine.TicketID, cities string) string {
	ticket := &w.Map.Tickets[t]
	if ticket.InOrder > 0 { // W9
		return w.Words("names.tour", "Cities", cities, "InOrder", ticket.InOrder, "Points", ticket.Points)
	}
	return cities + " (" + strconv.Itoa(ticket.Points) + ")"
}

// TicketInFull is TicketWorth with a tour's numbered cities and its penalty.
func (w *Vocabulary) TicketInFull(t engine.TicketID) string {
	ticket := &w.Map.Tickets[t]
	if ticket.InOrder == 0 {
		return w.TicketWorth(t)
	}
	return w.tourInFull(t, false)
}

// HeldTicket is TicketInFull with full city names, for the ticket's holder.
func (w *Vocabulary) HeldTicket(t engine.TicketID) string {
	if w.Map.Tickets[t].InOrder == 0 {
		return w.worth(t, w.ticketCities(t, true))
	}
	return w.tourInFull(t, true)
}

func (w *Vocabulary) tourInFull(t engine.TicketID, inFull bool) string {
	ticket := &w.Map.Tickets[t]
	worth := w.Words("render.worth", "Points", ticket.Points, "InOrder", ticket.InOrder, "Penalty", ticket.Penalty)
	return w.tourCities(ticket.Cities, inFull) + " (" + worth + ")"
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
func (w *Vocabulary) TicketCities(t engine.TicketID) string { return w.ticketCities(t, false) }

// ticketCities names cities in full if asked for, except those of a tour, which has many.
func (w *Vocabulary) ticketCities(t engine.TicketID, inFull bool) string {
	var b strings.Builder
	b.Grow(64) // bytes, enough for most pairs
	cities := w.Map.Tickets[t].Cities
	for i, c := range cities {
		if i > 0 {
			b.WriteString(" – ")
		}
		b.WriteString(w.cityName(c, inFull && len(cities) == 2))
	}
	return b.String()
}

// TourCities is "1 Manila – 2 Honolulu – 3 Darwin".
func (w *Vocabulary) TourCities(cities []engine.CityID) string { return w.tourCities(cities, false) }

func (w *Vocabulary) tourCities(cities []engine.CityID, inFull bool) string {
	var b strings.Builder
	for i, c := range cities {
		if i > 0 {
			b.WriteString(" – ")
		}
		write(&b, strconv.Itoa(i+1), " ", w.cityName(c, inFull))
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
