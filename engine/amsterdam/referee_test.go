package amsterdam_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/amsterdam"
	"github.com/konduktor-bot/konduktor/engine/scenario"
	"github.com/konduktor-bot/konduktor/engine/titles"
)

// score is what the referee finds for a seat.
type score struct{ Routes, Tickets, Goods, Total, Completed int }

// referee scores a finished record from its moves alone, the dull way: no code of the machine, every path tried.
func referee(r *engine.Record) []score {
	m := amsterdam.Title.Map()
	table := map[int]int{1: 1, 2: 2, 3: 4, 4: 7} // C7
	scores := make([]score, len(r.Setup.Names))
	goods := make([]int, len(scores))
	owned := make([][]engine.RouteID, len(scores))
	kept := make([][]engine.TicketID, len(scores))
	for _, mv := range r.Moves {
		i := mv.Seat - 1
		switch mv.Move.Verb {
		case engine.Keep:
			kept[i] = append(kept[i], mv.Move.Tickets...)
		case engine.Claim:
			route := m.Routes[mv.Move.Route]
			owned[i] = append(owned[i], mv.Move.Route)
			scores[i].Routes += table[route.Length]
			if route.Carts { // 16 cards for 16 routes: the pile never runs out (A4)
				goods[i]++
			}
		}
	}
	for i := range scores {
		for _, t := range kept[i] {
			ticket := m.Tickets[t]
			if scenario.Reaches(m, owned[i], ticket.Cities[0], ticket.Cities[1]) {
				scores[i].Tickets += ticket.Points
				scores[i].Completed++
			} else {
				scores[i].Tickets -= ticket.Points
			}
		}
		scores[i].Goods = rank(goods, i)
		scores[i].Total = scores[i].Routes + scores[i].Tickets + scores[i].Goods
	}
	return scores
}

// rank sorts the holdings and looks up the place of the first who holds as many (A7).
func rank(goods []int, i int) int {
	table := map[int][]int{2: {8, 4}, 3: {8, 5, 2}, 4: {8, 6, 4, 2}}[len(goods)]
	if goods[i] == 0 {
		return 0
	}
	order := slices.Sorted(slices.Values(goods))
	slices.Reverse(order)
	return table[slices.Index(order, goods[i])]
}

// found turns the machine's final scoring into the referee's form.
func found(g engine.Game) []score {
	v := g.View(engine.Public)
	var scores []score
	for i := range v.Seats {
		f := v.Seats[i].Final
		s := score{Routes: f.Routes, Tickets: f.Tickets, Total: f.Total, Completed: len(f.Completed)}
		for _, b := range f.Bonuses {
			s.Goods += b.Points
		}
		scores = append(scores, s)
	}
	return scores
}

// judge compares the machine's result with the referee's.
func judge(r *engine.Record, g engine.Game) string {
	want := referee(r)
	if diff := cmp.Diff(want, found(g)); diff != "" {
		return "final scores (-referee +machine):\n" + diff
	}
	if diff := cmp.Diff(best(want), g.View(engine.Public).Winners); diff != "" {
		return "winners (-referee +machine):\n" + diff
	}
	return ""
}

func TestTheRefereeAgreesOnSimulatedGames(t *testing.T) {
	scenario.RunSimulated(t, amsterdam.Title, 150, judge)
}

// TestFinishedGames replays the games kept in testdata: each comes to the result that it was recorded with.
func TestFinishedGames(t *testing.T) {
	scenario.RunGames(t, "testdata/games", titles.Find, judge)
}

// best finds the winners (A8).
func best(scores []score) []engine.Seat {
	var seats []engine.Seat
	for i, s := range scores {
		beaten := slices.ContainsFunc(scores, func(o score) bool {
			return o.Total > s.Total || o.Total == s.Total && o.Completed > s.Completed
		})
		if !beaten {
			seats = append(seats, engine.Seat(i+1))
		}
	}
	return seats
}
