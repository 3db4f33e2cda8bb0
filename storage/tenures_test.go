package storage_test

import (
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// begin is a tenure that begins some hours after noon.
func begin(seat engine.Seat, user match.UserID, hours int) match.Tenure {
	return match.Tenure{
		Seat: seat, User: user, Why: "why " + string(user),
		From: noon.Add(time.Duration(hours) * time.Hour).UTC(),
	}
}

// until ends a tenure.
func until(t match.Tenure, hours int) match.Tenure {
	t.Until = noon.Add(time.Duration(hours) * time.Hour).UTC()
	return t
}

var tenures = []behaviour{
	{"a tenure of a seat ends when the next one begins", func(t *testing.T, s storage.Store) {
		g := runningOf("game1")
		g.NewTenures = []match.Tenure{begin(1, "host", 0), begin(2, "guest", 0)}
		must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
		g, err := s.Game(t.Context(), "game1")
		must(t, err)
		equal(t, "what has begun", len(g.NewTenures), 0)
		g.NewTenures = []match.Tenure{begin(2, "friend", 1)}
		must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
		p := goesOn
		p.Tenures = []match.Tenure{begin(1, "", 2)}
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), p, storage.Origin{}, nil))
		got, err := s.Tenures(t.Context(), "game1")
		must(t, err)
		equal(t, "tenures", got, []match.Tenure{
			until(begin(1, "host", 0), 2), until(begin(2, "guest", 0), 1), begin(2, "friend", 1),
			begin(1, "", 2),
		})
		got, err = s.Tenures(t.Context(), "game2")
		must(t, err)
		equal(t, "tenures of no game", len(got), 0)
	}},
	{"a change that is refused begins no tenure", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
		g := runningOf("game1")
		g.Rev, g.NewTenures = 7, []match.Tenure{begin(1, "friend", 1)}
		wantError(t, s.Update(t.Context(), g, storage.Origin{}, nil), storage.ErrStale)
		p := goesOn
		p.Rev, p.Tenures = 7, g.NewTenures
		wantError(t, s.Append(t.Context(), "game1", moveOf("game1", 0), p, storage.Origin{}, nil),
			storage.ErrStale)
		got, err := s.Tenures(t.Context(), "game1")
		must(t, err)
		equal(t, "tenures", len(got), 0)
	}},
	{
		"a move that begins a tenure ends what was agreed on with who played the seat",
		func(t *testing.T, s storage.Store) {
			g := runningOf("game1")
			for i := range g.Seats {
				g.Seats[i].StandIn, g.Seats[i].Asked, g.Seats[i].AtOnce, g.Seats[i].Ousting = "other", "third",
					true, []match.UserID{"voter"}
			}
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			p := goesOn
			p.Tenures = []match.Tenure{begin(1, "host", 2)}
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), p, storage.Origin{}, nil))
			got, err := s.Game(t.Context(), "game1")
			must(t, err)
			g.Seats[0].Asked, g.Seats[0].AtOnce, g.Seats[0].Ousting = "", false, nil
			for i := range got.Seats {
				got.Seats[i].Clock = g.Seats[i].Clock
			}
			equal(t, "seats", got.Seats, g.Seats)
		},
	},
	{"a tenure comes back with every field", func(t *testing.T, s storage.Store) {
		want := runningOf("game1")
		want.Seats = []match.Seat{
			{
				User: "friend", Name: "Ada", Owner: "host", StandIn: "other", Asked: "third", AtOnce: true,
				Ousting: []match.UserID{"guest"},
				Called:  noon.Add(time.Hour).UTC(), Nudged: noon.UTC(), Clock: match.Clock{Relieved: true},
			},
			{Name: "Zoë", Clock: match.Clock{Automated: true}},
		}
		must(t, s.Create(t.Context(), want, storage.Origin{}, nil))
		got, err := s.Game(t.Context(), "game1")
		must(t, err)
		equal(t, "seats", got.Seats, want.Seats)
		for _, user := range []match.UserID{"friend", "host"} {
			list, err := s.GamesOf(t.Context(), user)
			must(t, err)
			equal(t, "games of "+string(user), ids(list), []match.GameID{"game1"})
		}
		for _, user := range []match.UserID{"other", "third"} {
			list, err := s.GamesOf(t.Context(), user)
			must(t, err)
			equal(t, "games of "+string(user), ids(list), []match.GameID{})
		}
	}},
}
