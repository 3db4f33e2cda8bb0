package amsterdam_test

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/enginetest"
	"konduktor/engine/railmap"
)

func TestScenarios(t *testing.T) { enginetest.RunScenarios(t, amsterdam.Title) }

func TestTheRefereeAgrees(t *testing.T) {
	enginetest.CheckGames(t, amsterdam.Title, 150, newReferee)
}

// referee recounts goods (A4, A7).
type referee struct{ *enginetest.Board }

func newReferee(c *enginetest.Recount) enginetest.Referee {
	b := &enginetest.Board{
		Recount: c, Map: amsterdam.Title.Map(),
		Setup: 1, TeamSize: 1, Supply: []int{16}, Few: 2, LastRound: 1, // A1, A2, A6
		Unused: func(*railmap.Route) int { return map[int]int{2: 1}[c.Seats] }, // A5
	}
	b.Pays = b.OneColor // A3
	return referee{b.Begin()}
}

func (r referee) Sheets(v *engine.View) []enginetest.Sheet {
	sheets := r.Board.Sheets(v)
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
func (referee) TieBreaks(s *enginetest.Sheet) []int { return []int{len(s.Completed)} }
