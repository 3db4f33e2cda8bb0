package speech

import (
	"cmp"
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
)

// maxPortMenus is how many menus of cities a panel has room for.
const maxPortMenus = 2

// harbours lists the legal moves that build a port (W10), in the map's order of cities.
func harbours(v *engine.View) []engine.Move { return legalOf(v, engine.Port) }

// byTickets puts the cities first that most of the viewer's tickets name, then orders them by name.
func (s *Speaker) byTickets(v *engine.View, list []engine.Move) []engine.Move {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b engine.Move) int {
		named := len(s.ticketsAtCity(v, b.City)) - len(s.ticketsAtCity(v, a.City))
		return cmp.Or(named, strings.Compare(fold(s.City(a.City)), fold(s.City(b.City))))
	})
	return list
}

// portMenus are the menus of the cities where the viewer can build a port, with the cost.
func (s *Speaker) portMenus(v *engine.View, list []engine.Move) []discord.Row {
	var rows []discord.Row
	list = s.byTickets(v, list)
	wallet := s.wallet(v)
	for i := 0; i*maxOptions < len(list) && i < maxPortMenus; i++ {
		var options []discord.SelectOption
		for _, m := range list[i*maxOptions : min(len(list), (i+1)*maxOptions)] {
			options = append(options, option(s.City(m.City), s.portDetail(wallet, m), press.PrintMove(m)))
		}
		rows = append(rows, menu(s.say("port.hint", "Count", len(list)), options))
	}
	return rows
}

// portDetail says what a port costs, and how many of the viewer's tickets name its city.
func (s *Speaker) portDetail(w *wallet, m engine.Move) string {
	cost := s.say("claim.costs", "Cards", s.Payment(w.v, w.proposed(m, nil).Payment))
	if n := len(s.ticketsAtCity(w.v, m.City)); n > 0 {
		return cost + " · " + s.say("port.named", "Count", n)
	}
	return cost
}

// ticketsAtCity lists the viewer's tickets that name a city (W13).
func (s *Speaker) ticketsAtCity(v *engine.View, c engine.CityID) []engine.TicketID {
	own := v.Own()
	if own == nil || !own.Tickets.Known {
		return nil
	}
	var list []engine.TicketID
	for _, t := range own.Tickets.IDs {
		if slices.Contains(s.board.Tickets[t].Cities, c) {
			list = append(list, t)
		}
	}
	return list
}

// askPort asks whether to build a port, and says what it would be worth.
func (s *Speaker) askPort(p Panel, m engine.Move) []string {
	lines := []string{
		s.say("port.ask", "City", s.City(m.City)),
		s.say("claim.pays", "Cards", s.Payment(p.View, m.Payment)),
	}
	lines = append(lines, s.leaves(p.View, m.Payment)...)
	lines = append(lines, s.say("port.worth"))
	if list := s.ticketsAtCity(p.View, m.City); len(list) > 0 {
		return append(lines, s.say("port.tickets", "Tickets", s.Tickets(list)))
	}
	return append(lines, s.say("port.no-tickets"))
}

// FindHarbour finds the city that a person named, by its ID or words of its name. Cities where the viewer can build a port
// come first.
func (s *Speaker) FindHarbour(v *engine.View, text string) (engine.CityID, bool) {
	text = strings.TrimSpace(text[:min(len(text), maxTyped)])
	if c, ok := v.Lexicon().City(text); ok {
		return c, true
	}
	var cities []engine.CityID
	for _, m := range harbours(v) {
		cities = append(cities, m.City)
	}
	if c, ok := only(text, cities, s.cityWords, s.cityWords); ok {
		return c, true
	}
	return s.FindCity(v, text)
}

// ports names the ports that a seat has built, and how many it can still build.
func (s *Speaker) ports(seat *engine.SeatView) string {
	if len(seat.Ports) == 0 {
		return s.say("port.none", "Count", seat.PortsLeft)
	}
	return s.say("port.built", "Cities", s.Cities(seat.Ports), "Count", seat.PortsLeft)
}

// harbourLines say whether a city has a port or can have one; there are none in titles without ports.
func (s *Speaker) harbourLines(v *engine.View, c engine.CityID) []string {
	if !v.Uses(engine.UsesPorts) {
		return nil
	}
	switch owner := v.PortOwner(c); {
	case owner != engine.Public:
		return []string{s.say("port.of", "Name", s.Seat(v, owner))}
	case s.board.Cities[c].Port:
		return []string{s.say("port.possible")}
	}
	return []string{s.say("port.impossible")}
}

// insteadPort names ways to pay for the port if it can be built, otherwise cities where one can be built.
func (s *Speaker) insteadPort(v *engine.View, r *engine.Refusal) string {
	list := harbours(v)
	if len(list) == 0 {
		return s.InsteadTurn(v)
	}
	var cities []string
	for _, m := range list {
		if r.Code == engine.RefusePortPayment && slices.Contains(r.Args, engine.Arg{Key: "city", Value: m.City}) {
			return s.ways(v, m)
		}
		cities = append(cities, s.City(m.City))
	}
	return s.say("instead.ports", "Cities", s.Join(cities[:min(len(cities), maxOptions)]))
}
