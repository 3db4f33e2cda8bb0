package speech

import (
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Title returns a title's name, with the name of the map if that is a user's own, and what the players call the game.
func (s *Speaker) Title(id string) string {
	return s.withName(s.onMap(id, discord.Plain), discord.Plain)
}

// TitleLabel is Title for places where Discord shows text raw.
func (s *Speaker) TitleLabel(id string) string {
	return s.withName(s.onMap(id, discord.PlainLabel), discord.PlainLabel)
}

func (s *Speaker) withName(title string, plain func(string) string) string {
	if s.name == "" {
		return title
	}
	return s.say("names.called", "Title", title, "Name", plain(s.name))
}

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

// givesGoods reports whether claiming the route gives a goods card now (A4).
func givesGoods(board *railmap.Map, v *engine.View, r engine.RouteID) bool {
	return v.Uses(engine.UsesGoods) && board.Routes[r].Carts && v.Stock > 0
}
