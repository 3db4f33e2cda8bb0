package speech

import (
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// fare says what a route costs: "3 red; wilds help out". A title has a text of its own for its ordinary routes, and may have
// one for a single route (N4, N7).
func (s *Speaker) fare(r engine.RouteID) string {
	route := &s.board.Routes[r]
	if id := "title." + s.board.Title + ".takes-" + route.ID; s.texts.Has(id) {
		return s.say(id)
	}
	switch {
	case route.Kind == railmap.Tunnel:
		return s.say("fare.tunnel", "Cards", s.fareCards(route.Color, route.Length), "Wilds", s.wilds(), "Count", route.Reveals)
	case route.Kind == railmap.Sea:
		return s.say("fare.sea", "Cards", s.fareShips(route.Color, route.Length), "Wilds", s.wilds())
	case route.Pairs > 0 && route.Pairs == route.Length:
		return s.say("fare.pairs", "Count", route.Pairs, "Wilds", s.wilds())
	case route.Pairs > 0:
		return s.say("fare.pairs-and", "Count", route.Pairs,
			"Cards", s.fareCards(route.Color, route.Length-route.Pairs), "Wilds", s.wilds())
	case route.Symbols > 0 && route.Symbols == route.Length:
		return s.say("fare.ferry", "Symbols", s.Wilds(route.Symbols), "Three", railmap.CardsPerSymbol)
	case route.Symbols > 0:
		return s.say("fare.ferry-and", "Symbols", s.Wilds(route.Symbols), "Three", railmap.CardsPerSymbol,
			"Cards", s.fareCards(route.Color, route.Length-route.Symbols), "Wilds", s.wilds())
	}
	return s.say("title."+s.board.Title+".takes", "Cards", s.fareCards(route.Color, route.Length))
}

// fareCards names the cards that n spaces take, apart from wilds.
func (s *Speaker) fareCards(color string, n int) string {
	if color == railmap.Gray {
		return s.say("fare.gray", "Count", n)
	}
	return s.CardsOf(color, n)
}

// fareShips names the ships that n spaces of a sea route take, apart from wilds (W4).
func (s *Speaker) fareShips(color string, n int) string {
	if color == railmap.Gray {
		return s.say("fare.gray-ships", "Count", n)
	}
	return s.Ships(color, n)
}

// wilds returns the title's word for its wilds.
func (s *Speaker) wilds() string { return s.say("title." + s.board.Title + ".wilds") }
