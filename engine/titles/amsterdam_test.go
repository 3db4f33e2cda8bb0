package titles_test

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/railmap"
)

// amsterdamReferee recounts goods (A4, A7).
type amsterdamReferee struct{ *board }

func amsterdamRefereeOf(c *recount) referee {
	b := &board{
		recount: c, Map: amsterdam.Title.Map(),
		Setup: 1, TeamSize: 1, Supply: []int{16}, Few: 2, LastRound: 1, // A1, A2, A6
		Unused: func(*railmap.Route) int { return map[int]int{2: 1}[c.Seats] }, // A5
	}
	b.Pays = b.OneColor // A3
	return amsterdamReferee{b.Begin()}
}

func (r amsterdamReferee) Sheets(v *engine.View) []sheet {
	sheets := r.board.Sheets(v)
	goods := make([]int, r.Seats)
	for i, routes := range r.Routes {
		for _, id := range routes {
			if r.Map.Routes[id].Carts { // 16 cards for 16 routes: the pile never runs out (A4)
				goods[i]++
			}
		}
	}
	for i := range sheets {
		sheets[i].Bonuses["goods"] = pointsOfRank(goods, i)
	}
	return sheets
}

// pointsOfRank sorts the holdings and looks up the place of the first who holds as many (A7).
func pointsOfRank(goods []int, i int) int {
	table := map[int][]int{2: {8, 4}, 3: {8, 5, 2}, 4: {8, 6, 4, 2}}[len(goods)]
	if goods[i] == 0 {
		return 0
	}
	order := slices.Sorted(slices.Values(goods))
	slices.Reverse(order)
	return table[slices.Index(order, goods[i])]
}

// TieBreaks are those of A8.
func (amsterdamReferee) TieBreaks(s *sheet) []int { return []int{len(s.Completed)} }
