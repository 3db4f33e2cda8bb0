package speech

import (
	"slices"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Title returns a title's name, with the name of the map if that is a user's own.
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

// seatLabel is Seat for places where Discord shows text raw: options of menus, suggestions.
func (s *Speaker) seatLabel(v *engine.View, seat engine.Seat) string {
	return discord.PlainLabel(v.Seat(seat).Name)
}

// ticketsAtRoute lists the viewer's tickets that name one of the route's ends.
func (s *Speaker) ticketsAtRoute(v *engine.View, r engine.RouteID) []engine.TicketID {
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

// givesGoods reports whether claiming the route gives a goods card now (A4).
func givesGoods(board *railmap.Map, v *engine.View, r engine.RouteID) bool {
	return v.Uses(engine.UsesGoods) && board.Routes[r].Carts && v.Stock > 0
}
