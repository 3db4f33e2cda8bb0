package railmap

import (
	"fmt"

	"konduktor/engine"
)

// The most that a map may have; the ids of engine have no room for more cities and tickets.
const (
	MaxCities  = 255
	MaxRoutes  = 300
	MaxTickets = 250
	MaxLength  = 9  // spaces of a route (C7)
	MaxReveals = 6  // cards that a tunnel turns up (S8)
	MaxStops   = 12 // cities of a tour (W9)
	MaxCards   = 9  // of one colour that a ticket needs (K8)
)

// Check says which of these limits a map breaks, or which of its parts do not exist: one made in Go
// may not keep them.
func (m *Map) Check() error {
	switch {
	case len(m.Cities) > MaxCities:
		return fmt.Errorf("map %s: %d cities, at most %d have an id", m.Name, len(m.Cities), MaxCities)
	case len(m.Routes) > MaxRoutes:
		return fmt.Errorf("map %s: %d routes, at most %d fit", m.Name, len(m.Routes), MaxRoutes)
	case len(m.Tickets) > MaxTickets:
		return fmt.Errorf("map %s: %d tickets, at most %d have an id", m.Name, len(m.Tickets), MaxTickets)
	case len(m.byCity) != len(m.Cities):
		return fmt.Errorf("map %s: it is not indexed", m.Name)
	}
	for i := range m.Routes {
		if what := m.routeFault(&m.Routes[i]); what != "" {
			return fmt.Errorf("map %s: route %s: %s", m.Name, m.Routes[i].ID, what)
		}
	}
	for i := range m.Tickets {
		if what := m.ticketFault(&m.Tickets[i]); what != "" {
			return fmt.Errorf("map %s: ticket %s: %s", m.Name, m.Tickets[i].ID, what)
		}
	}
	return nil
}

func (m *Map) routeFault(r *Route) string {
	switch {
	case r.A == r.B || !m.hasCity(r.A) || !m.hasCity(r.B):
		return "it does not join two cities of the map"
	case r.Length < 1 || r.Length > MaxLength:
		return fmt.Sprintf("%d spaces, want 1 to %d", r.Length, MaxLength)
	case r.Symbols < 0 || r.Symbols > r.Length || r.Pairs < 0 || r.Pairs > r.Length:
		return "more marks than spaces"
	case r.Reveals < 0 || r.Reveals > MaxReveals:
		return fmt.Sprintf("it turns up %d cards, at most %d fit", r.Reveals, MaxReveals)
	case r.Group < 0 || r.Group >= len(m.groups):
		return "its connection is not indexed"
	}
	return ""
}

func (m *Map) ticketFault(t *Ticket) string {
	if len(t.Cities) < 2 || len(t.Cities) > MaxStops {
		return fmt.Sprintf("%d cities, want 2 to %d", len(t.Cities), MaxStops)
	}
	for _, c := range t.Cities {
		if !m.hasCity(c) {
			return "it names a city that the map does not have"
		}
	}
	if t.Cards != nil && len(t.Cards) != len(m.Colors) {
		return fmt.Sprintf("cards of %d colours, the map has %d", len(t.Cards), len(m.Colors))
	}
	for _, n := range t.Cards {
		if n < 0 || n > MaxCards {
			return fmt.Sprintf("%d cards of a colour, want 0 to %d", n, MaxCards)
		}
	}
	return ""
}

func (m *Map) hasCity(c engine.CityID) bool { return int(c) < len(m.Cities) }
