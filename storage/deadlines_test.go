package storage_test

import (
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// due is the progress of a move, made from a revision, after which seats have deadlines.
func due(rev int, deadlines map[engine.Seat]time.Time) match.RowUpdate {
	p := match.RowUpdate{State: match.Running, ToMove: []match.UserID{"guest"}, Rev: rev}
	if deadlines != nil {
		p.Clocks = []match.Clock{{Due: deadlines[1]}, {Due: deadlines[2]}}
	}
	return p
}

var deadlines = []behaviour{
	{
		"a move sets the deadlines of all seats, those that it does not name have none",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			one, two := noon.Add(time.Hour).UTC(), noon.Add(2*time.Hour).UTC()
			for ply, set := range []map[engine.Seat]time.Time{{1: one}, {1: one, 2: two}, {2: one}, nil} {
				must(t, s.Append(t.Context(),
					"game1", moveOf("game1", ply), due(ply, set), storage.Origin{}, nil))
				g, err := s.Game(t.Context(), "game1")
				must(t, err)
				equal(t, "deadlines", []time.Time{g.Seats[0].Due, g.Seats[1].Due}, []time.Time{set[1], set[2]})
			}
			_, err := s.NextDeadline(t.Context())
			wantError(t, err, storage.ErrNotFound)
		},
	},
	{"a move that is not made changes no deadline", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0),
			due(0, map[engine.Seat]time.Time{1: noon}), storage.Origin{Interaction: "i"}, nil))
		for _, why := range []storage.Origin{{}, {Interaction: "i"}} {
			wantAnyError(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, why, nil))
		}
		out := []storage.Message{saying("l", "n", noon), saying("l", "n", noon)}
		wantError(t, s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn, storage.Origin{}, out),
			storage.ErrExists)
		wantOverdue(t, s, noon, match.Deadline{Game: "game1", Seat: 1, Due: noon.UTC()})
	}},
	{
		"a deadline has passed to the microsecond, the longest passed first, and no more than asked for",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			must(t, s.Create(t.Context(), runningOf("game2"), storage.Origin{}, nil))
			early, late := noon.Add(time.Hour).UTC(), noon.Add(time.Hour+time.Microsecond).UTC()
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0),
				due(0, map[engine.Seat]time.Time{1: late, 2: early}), storage.Origin{}, nil))
			must(t, s.Append(t.Context(), "game2", moveOf("game2", 0),
				due(0, map[engine.Seat]time.Time{2: early}), storage.Origin{}, nil))
			next, err := s.NextDeadline(t.Context())
			must(t, err)
			equal(t, "next", next, early)
			wantOverdue(t, s, early.Add(-time.Microsecond))
			first := []match.Deadline{{Game: "game1", Seat: 2, Due: early}, {
				Game: "game2", Seat: 2,
				Due: early,
			}}
			wantOverdue(t, s, early, first...)
			wantOverdue(t, s, late, append(first, match.Deadline{Game: "game1", Seat: 1, Due: late})...)
			for n, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 2} {
				got, err := s.Overdue(t.Context(), late, n)
				must(t, err)
				equal(t, "number of deadlines", len(got), want)
			}
		},
	},
	{
		"an update sets deadlines too, and keeps those that it brings",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{}, nil))
			g := runningOf("game1")
			g.Seats[1].Due = noon
			must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
			wantOverdue(t, s, noon, match.Deadline{Game: "game1", Seat: 2, Due: noon.UTC()})
			g, err := s.Game(t.Context(), "game1")
			must(t, err)
			g.Thread = ""
			must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
			wantOverdue(t, s, noon, match.Deadline{Game: "game1", Seat: 2, Due: noon.UTC()})
		},
	},
	{"only a running game has deadlines, whatever it is given", func(t *testing.T, s storage.Store) {
		for id, state := range map[match.GameID]match.State{
			"lobby": match.Lobby, "over": match.Finished,
			"gone": match.Cancelled,
		} {
			g := runningOf(id)
			g.State, g.Seats[0].Due = state, noon
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
		}
		set := map[engine.Seat]time.Time{1: noon}
		for _, id := range []match.GameID{"ends", "stops"} {
			must(t, s.Create(t.Context(), runningOf(id), storage.Origin{}, nil))
			must(t, s.Append(t.Context(), id, moveOf(id, 0), due(0, set), storage.Origin{}, nil))
		}
		over := match.RowUpdate{State: match.Finished, Clocks: due(0, set).Clocks, Rev: 1}
		must(t, s.Append(t.Context(), "ends", moveOf("ends", 1), over, storage.Origin{}, nil))
		g, err := s.Game(t.Context(), "stops")
		must(t, err)
		g.State = match.Cancelled
		must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
		wantOverdue(t, s, noon)
		all, err := s.GamesIn(t.Context())
		must(t, err)
		equal(t, "number of games", len(all), 5)
		for _, g := range all {
			equal(t, "deadline in "+string(g.ID), g.Seats[0].Due, time.Time{})
		}
	}},
	{"a clock comes back with every field, and a move that was made from another revision does " +
		"not change it", func(t *testing.T, s storage.Store) {
		clock := match.Clock{
			Due: noon.UTC(), Ends: noon.Add(time.Hour).UTC(), Since: noon.Add(-time.Hour).UTC(),
			Bank:  3 * time.Microsecond,
			Whole: 5 * time.Hour, Told: 2, Gifts: 3, Automated: true, Cut: 7 * time.Minute,
		}
		g := runningOf("game1")
		g.Seats[1].Clock = clock
		must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
		wantClocks(t, s, match.Clock{}, clock)
		p := match.RowUpdate{State: match.Running, Clocks: []match.Clock{clock, {}}, Rev: 1}
		wantError(t, s.Append(t.Context(), "game1", moveOf("game1", 0), p, storage.Origin{}, nil),
			storage.ErrStale)
		wantClocks(t, s, match.Clock{}, clock)
		p.Rev = 0
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), p, storage.Origin{}, nil))
		wantClocks(t, s, clock, match.Clock{})
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn, storage.Origin{}, nil))
		wantClocks(t, s, match.Clock{}, match.Clock{})
	}},
	{
		"a deadline is put off or lifted, which is a change of the game's row",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0),
				due(0, map[engine.Seat]time.Time{1: noon, 2: noon}), storage.Origin{}, nil))
			first, later := match.Deadline{Game: "game1", Seat: 1, Due: noon}, noon.Add(time.Hour).UTC()
			must(t, s.PutOff(t.Context(), first, later))
			wantOverdue(t, s, noon, match.Deadline{Game: "game1", Seat: 2, Due: noon.UTC()})
			wantError(t, s.PutOff(t.Context(), first, time.Time{}), storage.ErrStale)
			must(t, s.PutOff(t.Context(), match.Deadline{Game: "game1", Seat: 2, Due: noon}, time.Time{}))
			next, err := s.NextDeadline(t.Context())
			must(t, err)
			equal(t, "next", next, later)
			for _, nobody := range []match.Deadline{
				{Game: "nobody", Seat: 1, Due: noon},
				{Game: "game1", Seat: 3, Due: noon},
				{Game: "game1", Due: noon},
			} {
				wantError(t, s.PutOff(t.Context(), nobody, later), storage.ErrStale)
			}
			g, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "revision", g.Rev, 3)
		},
	},
}

// wantClocks says what the clocks of game1 are.
func wantClocks(t *testing.T, s storage.Store, want ...match.Clock) {
	t.Helper()
	g, err := s.Game(t.Context(), "game1")
	must(t, err)
	for i := range want {
		equal(t, "clock", g.Seats[i].Clock, want[i])
	}
}

// wantOverdue says which deadlines have passed.
func wantOverdue(t *testing.T, s storage.Store, now time.Time, want ...match.Deadline) {
	t.Helper()
	got, err := s.Overdue(t.Context(), now, 99)
	must(t, err)
	equal(t, "deadlines passed", got, want)
}
