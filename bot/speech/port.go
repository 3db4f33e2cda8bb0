package speech

import (
	"slices"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// Patterns of custom ids. {city} is a city's number; {page} tells several menus apart.
const (
	PressPort        = "g/{game}/{ply}/port/{page}"          // menu: Values[0] is a city id; asks to confirm
	PressPortPayment = "g/{game}/{ply}/port/pay/{city}"      // menu: Values[0] is a payment; asks to confirm
	PressPortWays    = "g/{game}/{ply}/port/ways/{city}"     // menu: Values[0] are Ways to pay; asks to confirm
	PressBuild       = "g/{game}/{ply}/build/{city}/{cards}" // builds a port
)

// portMenus is how many menus of cities a panel has room for.
const portMenus = 2

// harbours lists the legal moves that build a port (W10), in the map's order of cities.
func harbours(v *engine.View) []engine.Move { return legalOf(v, engine.Port) }

// portRows are the menus of the cities where the viewer can build a port, with what it takes.
func (s *Speaker) portRows(p Panel, list []engine.Move) []discord.Row {
	var rows []discord.Row
	for i := 0; i*maxOptions < len(list) && i < portMenus; i++ {
		var options []discord.SelectOption
		for _, m := range list[i*maxOptions : min(len(list), (i+1)*maxOptions)] {
			options = append(options, option(s.City(m.City), s.portMeans(p.View, m), p.View.Lexicon().Cities[m.City]))
		}
		id := press(PressPort, p.Game, p.View.Ply, "{page}", strconv.Itoa(i))
		rows = append(rows, menu(id, s.say("port.hint", "Count", len(list)), options))
	}
	return rows
}

// portMeans says what a port costs, and how many of the own tickets name its city.
func (s *Speaker) portMeans(v *engine.View, m engine.Move) string {
	cost := s.say("claim.costs", "Cards", s.Payment(v, proposal(v, m)))
	if n := len(s.naming(v, m.City)); n > 0 {
		return cost + " · " + s.say("port.named", "Count", n)
	}
	return cost
}

// naming lists the own tickets that name a city (W13).
func (s *Speaker) naming(v *engine.View, c engine.CityID) []engine.TicketID {
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

// ConfirmPort asks whether a legal port is to be built with a payment, and offers the other ways to pay. A zero payment
// stands for the one that is proposed.
func (s *Speaker) ConfirmPort(game string, v *engine.View, c engine.CityID, paid engine.Payment) discord.Message {
	return s.confirmPort(game, v, c, paid, nil)
}

// NarrowPort is ConfirmPort for a part of the ways to pay.
func (s *Speaker) NarrowPort(game string, v *engine.View, c engine.CityID, ways Ways) discord.Message {
	return s.confirmPort(game, v, c, proposalOf(v, engine.Move{Verb: engine.Port, City: c}, ways), ways)
}

func (s *Speaker) confirmPort(game string, v *engine.View, c engine.CityID, paid engine.Payment, ways Ways) discord.Message {
	m := engine.Move{Verb: engine.Port, City: c}
	if paid.IsZero() {
		paid = proposal(v, m)
	}
	lines := []string{
		s.heading(game, v),
		s.say("port.ask", "City", s.City(c)),
		s.say("claim.pays", "Cards", s.Payment(v, paid)),
	}
	lines = append(lines, s.leaves(v, paid)...)
	lines = append(lines, s.say("port.worth"))
	if list := s.naming(v, c); len(list) > 0 {
		lines = append(lines, s.say("port.tickets", "Tickets", s.tickets(list)))
	} else {
		lines = append(lines, s.say("port.no-tickets"))
	}
	rows := s.wayRows(v, payer{
		move: m, chosen: press(PressPortPayment, game, v.Ply, "{city}", printCity(c)),
		narrow: press(PressPortWays, game, v.Ply, "{city}", printCity(c)),
	}, paid, ways)
	sure := press(PressBuild, game, v.Ply, "{city}", printCity(c), "{cards}", PrintPress(paid))
	rows = append(rows, buttons(button(discord.Success, s.say("port.sure"), sure), s.back(game, v)))
	return discord.Message{Content: fitLines(lines), Rows: rows}
}

func printCity(c engine.CityID) string { return strconv.Itoa(int(c)) }

// ParseCity reads a city's number from a custom id; it is one of a map with n cities.
func ParseCity(text string, n int) (engine.CityID, bool) {
	c, ok := parseNumber(text, n-1)
	return engine.CityID(c), ok
}

// SuggestPorts suggests the cities where the viewer can build a port now, with what it takes.
func (s *Speaker) SuggestPorts(v *engine.View, typed string) []discord.Choice {
	g := Suggest(typed)
	for _, m := range harbours(v) {
		city := &s.board.Cities[m.City]
		g.Add(s.City(m.City)+" · "+s.portMeans(v, m), city.ID, city.Name)
	}
	return g.Choices()
}

// SuggestPortPayments suggests the ways in which the viewer can pay for a port; none if it cannot be built.
func (s *Speaker) SuggestPortPayments(v *engine.View, city, typed string) []discord.Choice {
	c, ok := s.FindHarbour(v, city)
	builds := func(m engine.Move) bool { return m.City == c }
	if !ok || !slices.ContainsFunc(harbours(v), builds) {
		return Suggest(typed).Choices()
	}
	return s.suggestWays(v, engine.Move{Verb: engine.Port, City: c}, typed)
}

// FindHarbour finds the city that a person named: one where the viewer can build a port, by its id or words of its name,
// before any other.
func (s *Speaker) FindHarbour(v *engine.View, text string) (engine.CityID, bool) {
	text = strings.TrimSpace(text[:min(len(text), maxTyped)])
	if c, ok := v.Lexicon().City(text); ok {
		return c, true
	}
	found, n := engine.CityID(0), 0
	for _, m := range harbours(v) {
		if matches(text, s.City(m.City)+" "+s.board.Cities[m.City].Name) {
			found, n = m.City, n+1
		}
	}
	if n == 1 && fold(text) != "" {
		return found, true
	}
	return s.FindCity(v, text)
}

// ports names the ports that a seat has built, and how many it can still build.
func (s *Speaker) ports(seat *engine.SeatView) string {
	if len(seat.Ports) == 0 {
		return s.say("port.none", "Count", seat.PortsLeft)
	}
	names := make([]string, len(seat.Ports))
	for i, c := range seat.Ports {
		names[i] = s.City(c)
	}
	return s.say("port.built", "Cities", strings.Join(names, ", "), "Count", seat.PortsLeft)
}

// harbourLines say whether a city has a port, or can have one; none in titles without ports.
func (s *Speaker) harbourLines(v *engine.View, c engine.CityID) []string {
	if !v.Uses(engine.UsesPorts) {
		return nil
	}
	for i := range v.Seats {
		if slices.Contains(v.Seats[i].Ports, c) {
			return []string{s.say("port.of", "Name", s.Seat(v, v.Seats[i].Seat))}
		}
	}
	if s.board.Cities[c].Port {
		return []string{s.say("port.possible")}
	}
	return []string{s.say("port.impossible")}
}

// insteadPort names ways to pay for a port that can be built, otherwise cities where one can.
func (s *Speaker) insteadPort(v *engine.View, r *engine.Refusal) string {
	list := harbours(v)
	if len(list) == 0 {
		return s.insteadTurn(v)
	}
	var cities []string
	for _, m := range list {
		if r.Code == engine.RefusePortPayment && slices.Contains(r.Args, engine.Arg{Key: "city", Value: m.City}) {
			return s.ways(v, m)
		}
		cities = append(cities, s.City(m.City))
	}
	return s.say("instead.ports", "Cities", s.join(cities[:min(len(cities), maxOptions)]))
}
