package amsterdam_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/amsterdam"
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
			if reaches(owned[i], ticket.Cities[0], ticket.Cities[1], nil) {
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

// reaches follows every path over the routes.
func reaches(owned []engine.RouteID, from, to engine.CityID, been []engine.CityID) bool {
	if from == to {
		return true
	}
	for _, id := range owned {
		r := amsterdam.Title.Map().Routes[id]
		for _, way := range [][2]engine.CityID{{r.A, r.B}, {r.B, r.A}} {
			if way[0] == from && !slices.Contains(been, way[1]) && reaches(owned, way[1], to, append(been, from)) {
				return true
			}
		}
	}
	return false
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

func TestTheRefereeAgreesOnSimulatedGames(t *testing.T) {
	for _, policy := range ai.Policies() {
		for _, seats := range amsterdam.Title.SeatCounts() {
			for i := range 150 {
				setup, rng := ai.Simulated(7, i, seats)
				p, err := ai.New(policy, rng)
				if err != nil {
					t.Fatal(err)
				}
				g, err := amsterdam.Title.New(setup)
				if err != nil {
					t.Fatal(err)
				}
				moves, err := ai.Play(g, p, nil)
				record := &engine.Record{Title: amsterdam.Title, Version: 1, Setup: setup, Moves: moves}
				if err != nil {
					t.Fatalf("%v\n%s", err, record.Print())
				}
				if diff := cmp.Diff(referee(record), found(g)); diff != "" {
					t.Fatalf("final scores (-referee +machine):\n%s\n%s", diff, record.Print())
				}
				if diff := cmp.Diff(best(referee(record)), g.View(engine.Public).Winners); diff != "" {
					t.Fatalf("winners (-referee +machine):\n%s\n%s", diff, record.Print())
				}
			}
		}
	}
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

// TestFinishedGames replays the games kept in testdata: each comes to the result that it was recorded with.
func TestFinishedGames(t *testing.T) {
	files, err := filepath.Glob("testdata/games/*.rec")
	if err != nil || len(files) == 0 {
		t.Fatalf("no games in testdata/games (%v)", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			record, err := engine.ParseRecord(string(text), titles.Find)
			if err != nil {
				t.Fatal(err)
			}
			g, err := record.Replay(-1)
			if err != nil {
				t.Fatal(err)
			}
			v := g.View(engine.Public)
			if !g.Over() || !strings.HasSuffix(string(text), v.ResultLines()) {
				t.Errorf("over: %v, the result is now\n%s", g.Over(), v.ResultLines())
			}
			if diff := cmp.Diff(referee(record), found(g)); diff != "" {
				t.Errorf("final scores (-referee +machine):\n%s", diff)
			}
		})
	}
}
