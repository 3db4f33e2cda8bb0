package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

// rematched starts a rematch of a game with its players in another order of joining, by teams.
func rematched(t *testing.T, title engine.Title, before match.Game, rng *rand.Rand) match.Game {
	t.Helper()
	size := match.TeamSize(title)
	teams := match.Teams(before.Seats, size)
	rng.Shuffle(len(teams), func(i, j int) { teams[i], teams[j] = teams[j], teams[i] })
	for _, members := range teams {
		rng.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	return started(t, title, slices.Concat(teams...), before.Rematch(size), byte(rng.IntN(256)))
}

// started starts a game with these seats.
func started(t *testing.T, title engine.Title, seats []match.Seat, series *match.Series, seed byte,
) match.Game {
	t.Helper()
	row := match.Game{
		ID: "aaaaa", State: match.Lobby, Title: title.ID(), Version: title.Version(), Guild: "g",
		Channel: "c", Host: seats[0].User, Terms: match.Terms{Series: series},
	}
	for _, s := range seats {
		row.Seats = append(row.Seats, match.Seat{User: s.User, Name: s.Name})
	}
	table, err := match.Load(row, title, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	change, err := match.Rules{}.Decide(table, match.Actor{User: row.Host, Server: "g", Channel: "c"},
		time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC), match.Start{Seed: engine.Seed{seed, 1}})
	if err != nil {
		t.Fatal(err)
	}
	return change.Table.Game
}

func TestSeriesRotatesEverybodyThroughThePlaces(t *testing.T) {
	for _, title := range titles.All() {
		for _, n := range title.SeatCounts() {
			t.Run(fmt.Sprint(title.ID(), n), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(n), 3))
				seats := make([]match.Seat, n)
				for i := range seats {
					seats[i] = match.Seat{User: people[i], Name: string(people[i])}
				}
				g := started(t, title, seats, nil, 9)
				last := g.Seats[n-1].User
				places := map[match.UserID][]int{}
				for games := range 3*n + 1 {
					if games == 1 && match.TeamSize(title) == 1 && g.Seats[0].User != last {
						t.Errorf("%s begins the rematch, want %s, who was last", g.Seats[0].User, last)
					}
					for i, s := range g.Seats {
						if places[s.User] == nil {
							places[s.User] = make([]int, n)
						}
						places[s.User][i]++
					}
					for user, had := range places {
						if slices.Max(had)-slices.Min(had) > 1 {
							t.Fatalf("after %d games %s had the places %v", games+1, user, had)
						}
					}
					g = rematched(t, title, g, rng)
				}
			})
		}
	}
}

func TestOtherPlayersDrawLotsAnew(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	seat := func(user match.UserID) match.Seat { return match.Seat{User: user, Name: string(user)} }
	first := started(t, title, []match.Seat{seat("ola"), seat("bo"), seat("cy")}, nil, 1)
	series := first.Rematch(1)
	orders := map[match.UserID]bool{}
	for seed := range 20 {
		g := started(t, title, []match.Seat{seat("ola"), seat("bo"), seat("di")}, series, byte(seed))
		orders[g.Seats[0].User] = true
		if g.Series != nil {
			t.Fatal("a game of others goes on with the series")
		}
	}
	if len(orders) != 3 {
		t.Errorf("only %v ever begin", orders)
	}
	gone := first.Without("bo", "former player", nil)
	gone.Series = series
	if again := gone.Without("bo", "former player", nil).Series; slices.Contains(again.Base, "bo") ||
		!slices.Contains(series.Base, "bo") {
		t.Errorf("forgotten, the series names %v, and the row before %v", again.Base, series.Base)
	}
	kept := started(t, title, []match.Seat{seat("ola"), seat("bo")}, nil, 1)
	kept.InOrder = true
	if kept.Rematch(1) != nil {
		t.Error("a game in the order of joining has a series")
	}
}
