package speech

import (
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
	"github.com/konduktor-bot/konduktor/render"
)

// Title returns a title's name, with that of the map where it is a user's own.
func (s *Speaker) Title(id string) string {
	return s.onMap(id, discord.Plain)
}

// TitleLabel is Title for places where Discord shows text raw.
func (s *Speaker) TitleLabel(id string) string { return s.onMap(id, discord.PlainLabel) }

func (s *Speaker) onMap(id string, plain func(string) string) string {
	name := s.say("title." + id + ".name")
	if s.own {
		return s.say("names.on-map", "Title", name, "Map", plain(s.board.Name))
	}
	return name
}

// Seat returns the name of who sits in a seat, made harmless for a message's content.
func (s *Speaker) Seat(v *engine.View, seat engine.Seat) string {
	if seat == engine.Public || int(seat) > len(v.Seats) {
		return s.say("names.nobody")
	}
	return discord.Plain(v.Seat(seat).Name)
}

// seatLabel is Seat for places where Discord shows text raw: options of menus, suggestions.
func (s *Speaker) seatLabel(v *engine.View, seat engine.Seat) string {
	return discord.PlainLabel(v.Seat(seat).Name)
}

// seats joins the names of several.
func (s *Speaker) seats(v *engine.View, list []engine.Seat) string {
	names := make([]string, len(list))
	for i, seat := range list {
		names[i] = s.Seat(v, seat)
	}
	return s.join(names)
}

// join makes a list of words: "a, b and c".
func (s *Speaker) join(words []string) string {
	switch len(words) {
	case 0:
		return s.say("names.none")
	case 1:
		return words[0]
	}
	last := len(words) - 1
	return s.say("names.and", "First", strings.Join(words[:last], ", "), "Last", words[last])
}

// Card returns a card's name.
func (s *Speaker) Card(v *engine.View, c engine.Card) string {
	if c == engine.NoCard || int(c) >= len(v.Lexicon().Faces) {
		return s.say("names.face-down")
	}
	return s.face(v, &v.Lexicon().Faces[c])
}

// number names a number of cards of a kind: "3 red", "2 locomotives".
func (s *Speaker) number(v *engine.View, c engine.Card, n int) string {
	if c == v.Lexicon().Wild() {
		return s.wildNumber(n)
	}
	if v.Lexicon().TwoDecks {
		return s.say("cards."+sortOf(&v.Lexicon().Faces[c]), "Count", n, "Color", s.color(v.Lexicon().Faces[c].Color))
	}
	return s.say("names.cards", "Number", n, "Card", s.Card(v, c))
}

func (s *Speaker) color(name string) string {
	if name == railmap.Gray {
		return s.say("render.gray")
	}
	return s.Words("render.card." + name)
}

// Cards lists cards with their numbers: "3 red, 1 wild".
func (s *Speaker) Cards(v *engine.View, c engine.Cards) string {
	var list []string
	for card, n := range c {
		if n > 0 {
			list = append(list, s.number(v, engine.Card(card), int(n)))
		}
	}
	if len(list) == 0 {
		return s.say("names.none")
	}
	return strings.Join(list, ", ")
}

// Payment lists the cards of a payment; those of the team's rack stand apart.
func (s *Speaker) Payment(v *engine.View, p engine.Payment) string {
	switch {
	case p.Rack == (engine.Cards{}):
		return s.Cards(v, p.Hand)
	case p.Hand == (engine.Cards{}):
		return s.say("names.payment-only-rack", "Rack", s.Cards(v, p.Rack))
	}
	return s.say("names.payment-rack", "Hand", s.Cards(v, p.Hand), "Rack", s.Cards(v, p.Rack))
}

// City returns a city's name in its own spelling, or in the reader's if the map has one.
func (s *Speaker) City(c engine.CityID) string {
	city := &s.board.Cities[c]
	if name := city.Names[s.texts.Lang()]; name != "" {
		return name
	}
	if city.Name == "" {
		return city.Unnamed
	}
	return city.Name
}

// Route returns a route's code, ends, colour and kind: "12b Dam – Waag (red)", "7 Oslo – Ålborg (white, ferry: 1 locomotive)".
func (s *Speaker) Route(r engine.RouteID) string {
	route := &s.board.Routes[r]
	return s.say("names.route", "Code", render.Code(s.board, r), "From", s.City(route.A), "To", s.City(route.B),
		"Color", s.kind(r))
}

// neededCards names the cards that a ticket of a map without routes asks for (K1).
func (s *Speaker) neededCards(t *railmap.Ticket) string {
	var list []string
	for i, n := range t.Cards {
		if n > 0 {
			list = append(list, s.say("names.cards", "Number", n, "Card", s.color(s.board.Colors[i])))
		}
	}
	return strings.Join(list, ", ")
}

// Ticket returns a ticket's cities and points: "Dam – Waag (5)"; on a map without routes also the cards that it asks for.
func (s *Speaker) Ticket(t engine.TicketID) string {
	if ticket := &s.board.Tickets[t]; ticket.Cards != nil {
		return s.say("names.ticket-cards", "Cities", s.stops(t), "Points", ticket.Points, "Cards", s.neededCards(ticket))
	}
	return s.ticketWorth(t)
}

// ticketWorth is Ticket without the cards that it asks for.
func (s *Speaker) ticketWorth(t engine.TicketID) string {
	ticket, cities := &s.board.Tickets[t], s.stops(t)
	if ticket.InOrder > 0 { // W9
		return s.say("names.tour", "Cities", cities, "InOrder", ticket.InOrder, "Points", ticket.Points)
	}
	return s.say("names.ticket", "Cities", cities, "Points", ticket.Points)
}

// points names a number of points; a score can fall below zero (W11).
func (s *Speaker) points(n int) string {
	return strings.Replace(s.say("render.points", "Count", n), "-", "−", 1)
}

// stops are a ticket's cities: "Dam – Waag".
func (s *Speaker) stops(t engine.TicketID) string {
	ticket := &s.board.Tickets[t]
	names := make([]string, len(ticket.Cities))
	for i, c := range ticket.Cities {
		names[i] = s.City(c)
	}
	return strings.Join(names, " – ")
}

// tickets joins the names of tickets without the cards that they ask for: those have commas of their own.
func (s *Speaker) tickets(list []engine.TicketID) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = s.ticketWorth(t)
	}
	return s.join(names)
}

// needs lists the own tickets that name one of the route's ends, or none.
func (s *Speaker) needs(v *engine.View, r engine.RouteID) []engine.TicketID {
	own := v.Own()
	if own == nil || !own.Tickets.Known {
		return nil
	}
	route := &s.board.Routes[r]
	var list []engine.TicketID
	for _, t := range own.Tickets.IDs {
		cities := s.board.Tickets[t].Cities
		if slices.Contains(cities, route.A) || slices.Contains(cities, route.B) {
			list = append(list, t)
		}
	}
	return list
}

// goods reports whether claiming the route gives a goods card now (A4).
func goods(board *railmap.Map, v *engine.View, r engine.RouteID) bool {
	return v.Uses(engine.UsesGoods) && board.Routes[r].Carts && v.Stock > 0
}
