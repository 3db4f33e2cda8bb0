package storage_test

import (
	"testing"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// moved makes game1 with some moves and returns its row.
func moved(t *testing.T, s storage.Store, plies int) match.Game {
	t.Helper()
	must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
	for ply := range plies {
		must(t, s.Append(t.Context(), "game1", moveOf("game1", ply), goesOn, storage.Origin{}, nil))
	}
	return rowOf(t, s)
}

func rowOf(t *testing.T, s storage.Store) match.Game {
	t.Helper()
	g, err := s.Game(t.Context(), "game1")
	must(t, err)
	return g
}

// backTo is how a game goes back at half past twelve, and what it comes to.
func backTo(ply int, g match.Game) (match.Rollback, match.RowUpdate) {
	at := noon.Add(30 * time.Minute)
	clocks := []match.Clock{
		{Bank: time.Hour, Since: at.UTC(), Due: at.Add(time.Hour).UTC()},
		{Bank: time.Minute},
	}
	return match.Rollback{To: moveOf("game1", ply).Ply, From: g.Head, At: at, By: "host"},
		match.RowUpdate{State: match.Running, ToMove: []match.UserID{"host"}, Clocks: clocks, Rev: g.Rev}
}

var undone = []behaviour{
	{
		"moves that are taken back leave the game and stay beside it",
		func(t *testing.T, s storage.Store) {
			before := moved(t, s, 5)
			before.Undoing = match.Undoing{
				User: "host", To: 3, Ply: 5, Branch: 3,
				Ends: noon.Add(time.Hour).UTC(), Agreed: []match.UserID{"guest"},
			}
			must(t, s.Update(t.Context(), before, storage.Origin{}, nil))
			before.Rev++
			equal(t, "row", rowOf(t, s), before)
			r, p := backTo(3, before)
			why := storage.Origin{Interaction: "i", Answer: "back"}
			must(t, s.TakeBack(t.Context(), "game1", r, p, why, []storage.Message{saying("l", "n", noon)}))

			want := before
			want.Rev, want.Ply, want.Branch, want.Head, want.ToMove = before.Rev+1, 3, 4,
				moveOf("game1", 3).After, []match.UserID{"host"}
			want.Updated, want.Undoing = r.At.UTC(), match.Undoing{}
			want.Seats = []match.Seat{before.Seats[0], before.Seats[1]}
			want.Seats[0].Clock, want.Seats[1].Clock = p.Clocks[0], p.Clocks[1]
			equal(t, "row", rowOf(t, s), want)
			moves, err := s.Moves(t.Context(), "game1", -1)
			must(t, err)
			equal(t, "moves", len(moves), 3)
			var gone []match.Undone
			for ply := 3; ply < 5; ply++ {
				m := moveOf("game1", ply)
				m.At = m.At.UTC()
				gone = append(gone, match.Undone{Move: m, Branch: 3, Gone: r.At.UTC(), By: "host"})
			}
			got, err := s.Undone(t.Context(), "game1")
			must(t, err)
			equal(t, "undone moves", got, gone)
			answer, err := s.Answer(t.Context(), "i")
			must(t, err)
			equal(t, "answer", answer, "back")
			due, err := s.Due(t.Context(), noon, 9)
			must(t, err)
			equal(t, "messages", nonces(due), []string{"n"})
		},
	},
	{
		"a game goes on after moves were taken back, and goes back again",
		func(t *testing.T, s storage.Store) {
			r, p := backTo(0, moved(t, s, 2))
			must(t, s.TakeBack(t.Context(), "game1", r, p, storage.Origin{}, nil))
			equal(t, "head", rowOf(t, s).Head, match.FirstLink(runningOf("game1")))
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil))
			r, p = backTo(0, rowOf(t, s))
			must(t, s.TakeBack(t.Context(), "game1", r, p, storage.Origin{}, nil))
			for ply := range 3 {
				must(t, s.Append(t.Context(), "game1", moveOf("game1", ply), goesOn, storage.Origin{}, nil))
			}
			moves, err := s.Moves(t.Context(), "game1", -1)
			must(t, err)
			equal(t, "moves", len(moves), 3)
			gone, err := s.Undone(t.Context(), "game1")
			must(t, err)
			var where [][2]int
			for _, u := range gone {
				where = append(where, [2]int{u.Branch, int(u.Ply)})
			}
			equal(t, "undone moves, by branch and ply", where, [][2]int{{3, 0}, {3, 1}, {4, 0}})
		},
	},
	{
		"moves that are made again follow those that remain",
		func(t *testing.T, s storage.Store) {
			g := moved(t, s, 4)
			r, p := backTo(1, g)
			again := moveOf("game1", 3)
			again.Ply, again.After = 1, moveOf("game1", 1).After
			again.At = again.At.UTC()
			r.Again = []match.Move{again}
			must(t, s.TakeBack(t.Context(), "game1", r, p, storage.Origin{}, nil))
			row := rowOf(t, s)
			equal(t, "plies", int(row.Ply), 2)
			equal(t, "head", row.Head, again.Head())
			moves, err := s.Moves(t.Context(), "game1", -1)
			must(t, err)
			equal(t, "last move", moves[1], again)
			gone, err := s.Undone(t.Context(), "game1")
			must(t, err)
			equal(t, "undone moves", len(gone), 3)
			equal(t, "wanted by", gone[0].By, match.UserID("host"))
			equal(t, "wanted by", gone[2].By, match.UserID(""))
		},
	},
	{
		"nothing is taken back from another position, another revision or a game that is not running",
		func(t *testing.T, s storage.Store) {
			g := moved(t, s, 2)
			for name, change := range map[string]func(*match.Rollback, *match.RowUpdate){
				"head":     func(r *match.Rollback, _ *match.RowUpdate) { r.From = moveOf("game1", 1).After },
				"revision": func(_ *match.Rollback, p *match.RowUpdate) { p.Rev++ },
			} {
				r, p := backTo(1, g)
				change(&r, &p)
				err := s.TakeBack(t.Context(), "game1", r, p, storage.Origin{Interaction: "i"},
					[]storage.Message{saying("l", "n", noon)})
				t.Log(name)
				wantError(t, err, storage.ErrStale)
			}
			wantNothingSaid(t, s, "i")
			r, p := backTo(1, g)
			wantError(t, s.TakeBack(t.Context(), "none", r, p, storage.Origin{}, nil), storage.ErrNotFound)
			for _, to := range []int{2, 3, -1} {
				r.To = moveOf("game1", to).Ply
				wantAnyError(t, s.TakeBack(t.Context(), "game1", r, p, storage.Origin{}, nil))
			}
			g.State = match.Cancelled
			must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
			r, p = backTo(1, rowOf(t, s))
			wantError(t, s.TakeBack(t.Context(), "game1", r, p, storage.Origin{}, nil), storage.ErrStale)
			gone, err := s.Undone(t.Context(), "game1")
			must(t, err)
			equal(t, "undone moves", len(gone), 0)
		},
	},
	{
		"a repeated undo is repeated, not stale, and one whose message cannot be added is not made",
		func(t *testing.T, s storage.Store) {
			g := moved(t, s, 3)
			r, p := backTo(2, g)
			must(t, s.Enqueue(t.Context(), []storage.Message{saying("l", "taken", noon)}))
			err := s.TakeBack(t.Context(), "game1", r, p, storage.Origin{Interaction: "i"},
				[]storage.Message{saying("l", "taken", noon)})
			wantError(t, err, storage.ErrExists)
			equal(t, "row", rowOf(t, s), g)
			must(t, s.TakeBack(t.Context(), "game1", r, p, storage.Origin{Interaction: "i"}, nil))
			wantError(t, s.TakeBack(t.Context(), "game1", r, p, storage.Origin{Interaction: "i"}, nil),
				storage.ErrRepeated)
			equal(t, "plies", int(rowOf(t, s).Ply), 2)
		},
	},
	{"a game that is not there has no undone moves", func(t *testing.T, s storage.Store) {
		_, err := s.Undone(t.Context(), "none")
		wantError(t, err, storage.ErrNotFound)
	}},
}
