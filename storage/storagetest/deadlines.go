package storagetest

import (
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/storage"
)

// due is the progress of a move, made from a revision, after which seats have deadlines.
func due(rev int, deadlines map[engine.Seat]time.Time) storage.Progress {
	p := storage.Progress{State: storage.Running, ToMove: []string{"guest"}, Rev: rev}
	if deadlines != nil {
		p.Clocks = []storage.Clock{{Due: deadlines[1]}, {Due: deadlines[2]}}
	}
	return p
}

var deadlines = []behaviour{
	{"a move sets the deadlines of all seats, those that it does not name have none", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Cause{}, nil))
		one, two := noon.Add(time.Hour).UTC(), noon.Add(2*time.Hour).UTC()
		for ply, set := range []map[engine.Seat]time.Time{{1: one}, {1: one, 2: two}, {2: one}, nil} {
			must(t, s.Append(t.Context(), "game1", moveOf("game1", ply), due(ply, set), storage.Cause{}, nil))
			g, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "deadlines", []time.Time{g.Seats[0].Due, g.Seats[1].Due}, []time.Time{set[1], set[2]})
		}
		_, err := s.NextDeadline(t.Context())
		wantError(t, err, storage.ErrNotFound)
	}},
	{"a move that is not made changes no deadline", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Cause{}, nil))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), due(0, map[engine.Seat]time.Time{1: noon}), storage.Cause{Interaction: "i"}, nil))
		for _, why := range []storage.Cause{{}, {Interaction: "i"}} {
			wantAnyError(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, why, nil))
		}
		out := []storage.Message{saying("l", "n", noon), saying("l", "n", noon)}
		wantError(t, s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn, storage.Cause{}, out), storage.ErrExists)
		wantOverdue(t, s, noon, storage.Deadline{Game: "game1", Seat: 1, Due: noon.UTC()})
	}},
	{"a deadline has passed to the microsecond, the longest passed first, and no more than asked for", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Cause{}, nil))
		must(t, s.Create(t.Context(), runningOf("game2"), storage.Cause{}, nil))
		early, late := noon.Add(time.Hour).UTC(), noon.Add(time.Hour+time.Microsecond).UTC()
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), due(0, map[engine.Seat]time.Time{1: late, 2: early}), storage.Cause{}, nil))
		must(t, s.Append(t.Context(), "game2", moveOf("game2", 0), due(0, map[engine.Seat]time.Time{2: early}), storage.Cause{}, nil))
		next, err := s.NextDeadline(t.Context())
		must(t, err)
		equal(t, "next", next, early)
		wantOverdue(t, s, early.Add(-time.Microsecond))
		first := []storage.Deadline{{Game: "game1", Seat: 2, Due: early}, {Game: "game2", Seat: 2, Due: early}}
		wantOverdue(t, s, early, first...)
		wantOverdue(t, s, late, append(first, storage.Deadline{Game: "game1", Seat: 1, Due: late})...)
		for n, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 2} {
			got, err := s.Overdue(t.Context(), late, n)
			must(t, err)
			equal(t, "number of deadlines", len(got), want)
		}
	}},
	{"an update sets deadlines too, and keeps those that it brings", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Cause{}, nil))
		g := runningOf("game1")
		g.Seats[1].Due = noon
		must(t, s.Update(t.Context(), g, storage.Cause{}, nil))
		wantOverdue(t, s, noon, storage.Deadline{Game: "game1", Seat: 2, Due: noon.UTC()})
		g, err := s.Game(t.Context(), "game1")
		must(t, err)
		g.Thread = ""
		must(t, s.Update(t.Context(), g, storage.Cause{}, nil))
		wantOverdue(t, s, noon, storage.Deadline{Game: "game1", Seat: 2, Due: noon.UTC()})
	}},
	{"only a running game has deadlines, whatever it is given", func(t *testing.T, s storage.Store) {
		for id, state := range map[storage.GameID]storage.State{"lobby": storage.Lobby, "over": storage.Finished, "gone": storage.Cancelled} {
			g := runningOf(id)
			g.State, g.Seats[0].Due = state, noon
			must(t, s.Create(t.Context(), g, storage.Cause{}, nil))
		}
		set := map[engine.Seat]time.Time{1: noon}
		for _, id := range []storage.GameID{"ends", "stops"} {
			must(t, s.Create(t.Context(), runningOf(id), storage.Cause{}, nil))
			must(t, s.Append(t.Context(), id, moveOf(id, 0), due(0, set), storage.Cause{}, nil))
		}
		over := storage.Progress{State: storage.Finished, Clocks: due(0, set).Clocks, Rev: 1}
		must(t, s.Append(t.Context(), "ends", moveOf("ends", 1), over, storage.Cause{}, nil))
		g, err := s.Game(t.Context(), "stops")
		must(t, err)
		g.State = storage.Cancelled
		must(t, s.Update(t.Context(), g, storage.Cause{}, nil))
		wantOverdue(t, s, noon)
		all, err := s.GamesIn(t.Context())
		must(t, err)
		equal(t, "number of games", len(all), 5)
		for _, g := range all {
			equal(t, "deadline in "+string(g.ID), g.Seats[0].Due, time.Time{})
		}
	}},
	{"a clock comes back with every field, and a move that was made from another revision does not change it", func(t *testing.T, s storage.Store) {
		clock := storage.Clock{
			Due: noon.UTC(), Ends: noon.Add(time.Hour).UTC(), Since: noon.Add(-time.Hour).UTC(), Bank: 3 * time.Microsecond,
			Whole: 5 * time.Hour, Told: 2, Gifts: 3, House: true, Cut: 7 * time.Minute,
		}
		g := runningOf("game1")
		g.Seats[1].Clock = clock
		must(t, s.Create(t.Context(), g, storage.Cause{}, nil))
		wantClocks(t, s, storage.Clock{}, clock)
		p := storage.Progress{State: storage.Running, Clocks: []storage.Clock{clock, {}}, Rev: 1}
		wantError(t, s.Append(t.Context(), "game1", moveOf("game1", 0), p, storage.Cause{}, nil), storage.ErrStale)
		wantClocks(t, s, storage.Clock{}, clock)
		p.Rev = 0
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), p, storage.Cause{}, nil))
		wantClocks(t, s, clock, storage.Clock{})
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn, storage.Cause{}, nil))
		wantClocks(t, s, storage.Clock{}, storage.Clock{})
	}},
	{"a deadline is put off or lifted, which is a change of the game's row", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Cause{}, nil))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), due(0, map[engine.Seat]time.Time{1: noon, 2: noon}), storage.Cause{}, nil))
		first, later := storage.Deadline{Game: "game1", Seat: 1, Due: noon}, noon.Add(time.Hour).UTC()
		must(t, s.PutOff(t.Context(), first, later))
		wantOverdue(t, s, noon, storage.Deadline{Game: "game1", Seat: 2, Due: noon.UTC()})
		wantError(t, s.PutOff(t.Context(), first, time.Time{}), storage.ErrStale)
		must(t, s.PutOff(t.Context(), storage.Deadline{Game: "game1", Seat: 2, Due: noon}, time.Time{}))
		next, err := s.NextDeadline(t.Context())
		must(t, err)
		equal(t, "next", next, later)
		for _, nobody := range []storage.Deadline{{Game: "nobody", Seat: 1, Due: noon}, {Game: "game1", Seat: 3, Due: noon}, {Game: "game1", Due: noon}} {
			wantError(t, s.PutOff(t.Context(), nobody, later), storage.ErrStale)
		}
		g, err := s.Game(t.Context(), "game1")
		must(t, err)
		equal(t, "revision", g.Rev, 3)
	}},
}

// wantClocks says what the clocks of game1 are.
func wantClocks(t *testing.T, s storage.Store, want ...storage.Clock) {
	t.Helper()
	g, err := s.Game(t.Context(), "game1")
	must(t, err)
	for i := range want {
		equal(t, "clock", g.Seats[i].Clock, want[i])
	}
}

// wantOverdue says which deadlines have passed.
func wantOverdue(t *testing.T, s storage.Store, now time.Time, want ...storage.Deadline) {
	t.Helper()
	got, err := s.Overdue(t.Context(), now, 99)
	must(t, err)
	equal(t, "deadlines passed", got, want)
}
