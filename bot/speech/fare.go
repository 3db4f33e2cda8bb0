package speech

import (
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// perSymbol is how many coloured cards stand for one symbol of a ferry (N5).
const perSymbol = 3

// fare says what a route takes: "3 red; wilds help out". What holds for all of a title's ordinary routes, and for a route
// like no other, is said by a text of the title (N4, N7).
func (s *Speaker) fare(r engine.RouteID) string {
	route := &s.board.Routes[r]
	if id := "title." + s.board.Title + ".takes-" + route.ID; s.texts.Has(id) {
		return s.say(id)
	}
	switch {
	case route.Kind == railmap.Tunnel:
		return s.say("fare.tunnel", "Cards", s.fareCards(route.Color, route.Length), "Wilds", s.wilds(), "Count", route.Reveals)
	case route.Kind == railmap.Sea:
		return s.say("fare.sea", "Cards", s.shipCards(route.Color, route.Length), "Wilds", s.wilds())
	case route.Pairs > 0 && route.Pairs == route.Length:
		return s.say("fare.pairs", "Count", route.Pairs, "Wilds", s.wilds())
	case route.Pairs > 0:
		return s.say("fare.pairs-and", "Count", route.Pairs,
			"Cards", s.fareCards(route.Color, route.Length-route.Pairs), "Wilds", s.wilds())
	case route.Symbols > 0 && route.Symbols == route.Length:
		return s.say("fare.ferry", "Symbols", s.wildNumber(route.Symbols), "Three", perSymbol)
	case route.Symbols > 0:
		return s.say("fare.ferry-and", "Symbols", s.wildNumber(route.Symbols), "Three", perSymbol,
			"Cards", s.fareCards(route.Color, route.Length-route.Symbols), "Wilds", s.wilds())
	}
	return s.say("title."+s.board.Title+".takes", "Cards", s.fareCards(route.Color, route.Length))
}

// fareCards names the cards that so many spaces take, wilds aside.
func (s *Speaker) fareCards(color string, n int) string {
	if color == railmap.Gray {
		return s.say("fare.gray", "Count", n)
	}
	return s.say("names.cards", "Number", n, "Card", s.color(color))
}

// shipCards names the ships that so many spaces of a sea route take, wilds aside (W4).
func (s *Speaker) shipCards(color string, n int) string {
	if color == railmap.Gray {
		return s.say("fare.gray-ships", "Count", n)
	}
	return s.say("cards.ship", "Count", n, "Color", s.color(color))
}

// wilds is what the title calls its wilds.
func (s *Speaker) wilds() string { return s.say("title." + s.board.Title + ".wilds") }

// wildNumber names a number of wilds.
func (s *Speaker) wildNumber(n int) string {
	return s.say("title."+s.board.Title+".wild-number", "Count", n)
}

// kind says what is special about a route, behind its colour: "red, tunnel: 3 cards"; most are nothing special.
func (s *Speaker) kind(r engine.RouteID) string {
	route := &s.board.Routes[r]
	color := s.color(route.Color)
	switch {
	case route.Kind == railmap.Tunnel:
		return s.say("names.tunnel", "Color", color, "Count", route.Reveals)
	case route.Symbols > 0:
		return s.say("names.ferry", "Color", color, "Symbols", s.wildNumber(route.Symbols))
	case route.Kind == railmap.Sea:
		return s.say("names.sea", "Color", color)
	case route.Pairs > 0:
		return s.say("names.pairs", "Color", color, "Count", route.Pairs)
	}
	return color
}
