package titles_test

import (
	"konduktor/engine"
	"konduktor/engine/nordic"
	"konduktor/engine/railmap"
)

// nordicReferee recounts payments (N4, N5, N7) and the globetrotter (N11).
type nordicReferee struct{ *board }

func nordicRefereeOf(c *recount) referee {
	b := &board{
		recount: c, Map: nordic.Title.Map(),
		Setup: 1, TeamSize: 1, Supply: []int{40}, Few: 2, LastRound: 1, // N1, N2, N10
		Unused:  func(*railmap.Route) int { return map[int]int{2: 1}[c.Seats] }, // N8
		Longest: true,                                                           // N12
	}
	b.Pays = nordicReferee{b}.pays
	return nordicReferee{b.Begin()}
}

// pays counts the cards of a claim; that none could be left out is held by the tariffs' own tests.
func (r nordicReferee) pays(route *railmap.Route, p *engine.Payment) bool {
	const wild = 8
	cards := p.Cards()
	wilds := int(cards[wild])
	most := 0 // of a colour that pays for the route's spaces
	for c, name := range r.Map.Colors {
		if route.Color == railmap.Gray || route.Color == name {
			most = max(most, int(cards[c]))
		}
	}
	switch {
	case route.Length == 9: // N7: four cards for each that is missing
		replaced := (cards.Total() - 9) / 3
		return cards.Total() == 9+3*replaced && most >= 9-replaced
	case route.Symbols > 0: // N5: three cards for each missing locomotive
		threes := (cards.Total() - route.Length) / 2
		spaces := cards.Total() - wilds - 3*threes
		return cards.Total() == route.Length+2*threes && threes <= route.Symbols && spaces <= most &&
			wilds+threes >= route.Symbols
	}
	return r.OneColor(route, p) && (wilds == 0 || route.Kind == railmap.Tunnel) // N4
}

func (r nordicReferee) Sheets(v *engine.View) []sheet {
	sheets := r.board.Sheets(v)
	award(sheets, "globetrotter", 10, completedTickets)
	return sheets
}

// TieBreaks are those of N12.
func (nordicReferee) TieBreaks(s *sheet) []int { return []int{len(s.Completed), s.Longest} }
