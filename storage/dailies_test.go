package storage_test

import (
	"fmt"
	"testing"

	"konduktor/engine/match"
	"konduktor/storage"
)

// tryOf returns the game of a host's try at a day's deal.
func tryOf(id match.GameID, host match.UserID, day match.Day) match.Game {
	g := lobbyOf(id)
	g.Host, g.Daily, g.Seats[0].User = host, day, host
	return g
}

var dailies = []behaviour{
	{
		"a user has one try at a day's deal, and the second leaves no game behind",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), tryOf("first", "ola", "2026-11-24"), storage.Origin{}, nil))
			wantError(t, s.Create(t.Context(), tryOf("again", "ola", "2026-11-24"), storage.Origin{}, nil),
				storage.ErrExists)
			_, err := s.Game(t.Context(), "again")
			wantError(t, err, storage.ErrNotFound)
			must(t, s.Create(t.Context(), tryOf("bobby", "bo", "2026-11-24"), storage.Origin{}, nil))
			must(t, s.Create(t.Context(), tryOf("other", "ola", "2026-11-25"), storage.Origin{}, nil))
			got, err := s.Try(t.Context(), "2026-11-24", "ola")
			must(t, err)
			equal(t, "the try", got, storage.Try{Day: "2026-11-24", User: "ola", Game: "first"})
			_, err = s.Try(t.Context(), "2026-11-26", "ola")
			wantError(t, err, storage.ErrNotFound)
		},
	},
	{
		"a result counts once, and is compared with those of its day alone",
		func(t *testing.T, s storage.Store) {
			for i, points := range []int{31, 18, 31, 40, -2} {
				id := match.GameID(fmt.Sprintf("game%d", i))
				user := match.UserID(fmt.Sprintf("user%d", i))
				must(t, s.Create(t.Context(), tryOf(id, user, "2026-11-24"), storage.Origin{}, nil))
				must(t, s.EndTry(t.Context(), id, points))
			}
			must(t, s.Create(t.Context(), tryOf("going", "zoe", "2026-11-24"), storage.Origin{}, nil))
			must(t, s.Create(t.Context(), tryOf("later", "zoe", "2026-11-25"), storage.Origin{}, nil))
			must(t, s.EndTry(t.Context(), "later", 99))
			must(t, s.EndTry(t.Context(), "game0", 50)) // heard twice
			must(t, s.EndTry(t.Context(), "nogame", 50))
			got, err := s.Try(t.Context(), "2026-11-24", "user0")
			must(t, err)
			equal(t, "the try", got, storage.Try{
				Day: "2026-11-24", User: "user0", Game: "game0", Ended: true, Points: 31,
			})
			place, err := s.Place(t.Context(), "2026-11-24", 31)
			must(t, err)
			equal(t, "the place", place, match.Place{Below: 2, Same: 2, All: 5})
		},
	},
	{
		"the days that a user has finished come back, the last first, also after others are forgotten",
		func(t *testing.T, s storage.Store) {
			for i, day := range []match.Day{"2026-11-24", "2026-11-22", "2026-11-25", "2026-11-23"} {
				for _, user := range []match.UserID{"ola", "bo"} {
					id := match.GameID(fmt.Sprintf("of%s%d", user, i))
					g := tryOf(id, user, day)
					g.State = match.Cancelled
					must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
					if day != "2026-11-23" {
						must(t, s.EndTry(t.Context(), id, i))
					}
				}
			}
			days, err := s.DaysPlayed(t.Context(), "ola", 2)
			must(t, err)
			equal(t, "the days", days, []match.Day{"2026-11-25", "2026-11-24"})
			must(t, s.Erase(t.Context(), "bo", "former player"))
			days, err = s.DaysPlayed(t.Context(), "bo", 9)
			must(t, err)
			equal(t, "the days of the forgotten", len(days), 0)
			wantError(t, s.Create(t.Context(), tryOf("again", "bo", "2026-11-24"), storage.Origin{}, nil),
				storage.ErrExists)
			place, err := s.Place(t.Context(), "2026-11-24", 0)
			must(t, err)
			equal(t, "the place", place, match.Place{Same: 2, All: 2})
		},
	},
}
