package prospect

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Need is a number of cards that a way takes, whatever may stand in for them.
type Need struct {
	Color string // a colour; railmap.Gray: any one colour; "" for pairs and wilds
	Ship  bool   // ships instead of train cards (W4)
	Cards int    // for Ship: spaces; a double ship covers two (W5)
	Pairs int    // this many times two cards of one colour (W6); Cards is 0
	Wilds int    // wilds for the symbols of ferries (N5); Cards is 0
}

// Needs sums up what claiming routes takes: cards of each colour, one colour for each gray route,
// pairs, then wilds. Tolls are left out.
func Needs(m *railmap.Map, routes []engine.RouteID) []Need {
	var colored, gray []Need
	pairs, wilds := 0, 0
	for _, id := range routes {
		r := &m.Routes[id]
		pairs, wilds = pairs+r.Pairs, wilds+r.Symbols
		n := Need{Color: r.Color, Ship: r.Kind == railmap.Sea, Cards: r.Length - r.Pairs - r.Symbols}
		i := slices.IndexFunc(colored, func(o Need) bool {
			return o.Color == n.Color && o.Ship == n.Ship
		})
		switch {
		case n.Cards == 0:
		case n.Color == railmap.Gray:
			gray = append(gray, n)
		case i < 0:
			colored = append(colored, n)
		default:
			colored[i].Cards += n.Cards
		}
	}
	list := append(colored, gray...)
	if pairs > 0 {
		list = append(list, Need{Pairs: pairs})
	}
	if wilds > 0 {
		list = append(list, Need{Wilds: wilds})
	}
	return list
}
