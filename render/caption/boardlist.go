package caption

import (
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/prospect"
)

// CitiesText lists the cities alphabetically, each with everything about its routes.
func (s *Caption) CitiesText() string {
	if s.View.Uses(engine.UsesYards) {
		return s.tableText()
	}
	cities := make([]engine.CityID, len(s.Map.Cities))
	for i := range cities {
		cities[i] = engine.CityID(i)
	}
	return s.byCity(s.about("render.by-city", "Map", s.MapName()), cities)
}

// PartText is CitiesText for a part of the board.
func (s *Caption) PartText(p *Part) string { return s.byCity(s.PartHeading(p), p.Cities) }

func (s *Caption) PartHeading(p *Part) string {
	return s.Words("render.part",
		"Map", s.MapName(), "Part", s.Words(p.Word), "Cities", s.Cities(p.Cities))
}

// byCity lists cities with their routes. It sorts the cities in place.
func (s *Caption) byCity(heading string, cities []engine.CityID) string {
	slices.SortFunc(cities, func(a, b engine.CityID) int {
		return strings.Compare(Fold(s.City(a)), Fold(s.City(b)))
	})
	var b strings.Builder
	b.WriteString(heading)
	for _, c := range cities {
		write(&b, "\n\n", s.CityInFull(c), s.harbour(c), ":")
		for _, r := range s.Map.At(c) {
			to := s.City(s.Map.Routes[r].Far(c))
			write(&b, "\n• ", s.Code(r), " → ", to, ": ", s.routeFacts(r))
		}
	}
	return b.String()
}

// harbour says whose port a city has, or that one can be built (W10).
func (s *Caption) harbour(c engine.CityID) string {
	if !s.View.Uses(engine.UsesPorts) {
		return ""
	}
	switch owner := s.View.PortOwner(c); {
	case owner != engine.Public:
		return ", " + s.about("render.port-of", "Name", s.seat(owner))
	case s.Map.Cities[c].Port:
		return ", " + s.Words("render.harbor")
	}
	return ""
}

// TicketsText lists the viewer's tickets with their standing and a shortest open way.
func (s *Caption) TicketsText() string {
	own := s.View.Own()
	if own == nil {
		return s.Words("render.no-tickets")
	}
	if s.View.Uses(engine.UsesYards) {
		return strings.Join(s.tableHand(own).Tickets, "\n")
	}
	var b strings.Builder
	write(&b, s.about("render.by-ticket", "Map", s.MapName()))
	none := b.Len()
	for _, part := range TicketLists(s.View) {
		if len(part.IDs) == 0 {
			continue
		}
		s.tellWays(&b, part.Title, part.IDs)
	}
	if b.Len() == none {
		write(&b, "\n\n", s.Words("render.no-tickets"))
	}
	return b.String()
}

// tellWays tells the standing of tickets and the routes that would complete them.
func (s *Caption) tellWays(b *strings.Builder, heading string, ids []engine.TicketID) {
	write(b, "\n\n", s.Words(heading), ":")
	for _, t := range prospect.Of(s.View, s.Map, s.View.Viewer, ids) {
		write(b, "\n", s.TicketInFull(t.ID), ": ", s.Outlook(&t))
		if !s.Hints(s.View) {
			continue
		}
		way := &t.Way
		if t.Standing == prospect.Done && t.Ordered != nil { // a tour in order is worth more (W9)
			way = t.Ordered
			write(b, ". ", s.Words("render.to-order"), ":")
		}
		for _, r := range way.Routes {
			write(b, "\n• ", s.routeLine(r))
		}
		if way.Exchange > 0 {
			write(b, "\n• ", s.count("render.exchange-first", way.Exchange))
		}
	}
}

// Outlook is a ticket's standing: "5 spaces to go", "complete", "out of reach".
func (s *Caption) Outlook(t *prospect.Ticket) string {
	switch tour := s.Map.Tickets[t.ID].InOrder > 0; {
	case t.Standing != prospect.Done && !s.Hints(s.View):
		return s.Words("render.incomplete")
	case t.Standing == prospect.Lost:
		return s.Words("render.impossible")
	case t.Standing == prospect.Open:
		return s.count("render.missing", t.Way.Spaces)
	case tour && t.Worth == s.Map.Tickets[t.ID].InOrder:
		return s.Words("render.complete-in-order")
	}
	return s.Words("render.complete")
}
