package postgres

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/relational"
	"konduktor/storage/sqlite"
)

// fill puts something into every table that can hold something.
func fill(t *testing.T, s storage.Store) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	now := time.Date(2026, 11, 22, 12, 0, 0, 123456000, time.UTC)
	sum, err := s.SaveMap(t.Context(), []byte("a map \x00"))
	must(err)
	for i := range 3 {
		g := match.Game{
			ID: match.GameID(fmt.Sprint("game", i)), State: match.Running, Title: "amsterdam", Version: 1,
			Seed: engine.Seed{1, byte(i)}, Map: sum,
			Host: "h", Paused: i == 1, Weekends: true,
			Seats: []match.Seat{{User: "a", Name: "Ada \x00 \xff \x1a"}, {User: "b"}}, Created: now,
			Updated:    now,
			NewTenures: []match.Tenure{{Seat: 1, User: "a", Why: match.Dealt, From: now}},
		}
		if i == 1 {
			g.Daily = "2026-11-24"
			must(s.ForDailies().ShowDaily(t.Context(), "900", "a", true))
		}
		must(s.Create(t.Context(), g, storage.Origin{Interaction: fmt.Sprint("c", i)}, nil))
		for ply := range 60 {
			row, err := s.Game(t.Context(), g.ID)
			must(err)
			must(s.Append(t.Context(), g.ID,
				match.Move{Ply: row.Ply, Seat: 1, Text: fmt.Sprint("draw ", ply), At: now, After: row.Head},
				match.RowUpdate{
					State: match.Running, Rev: row.Rev,
					Clocks: []match.Clock{{Due: now, Automated: true}, {Bank: time.Hour}},
				},
				storage.Origin{Interaction: fmt.Sprint("i", i, ".", ply)},
				[]storage.Message{{Lane: fmt.Sprint(i), Kind: "board", Nonce: fmt.Sprint("n", i, ".", ply)}}))
		}
		row, err := s.Game(t.Context(), g.ID)
		must(err)
		must(s.TakeBack(t.Context(), g.ID, match.Rollback{To: 58, From: row.Head, At: now, By: "a"},
			match.RowUpdate{State: match.Running, Rev: row.Rev}, storage.Origin{}, nil))
		row, err = s.Game(t.Context(), g.ID)
		must(err)
		must(s.SavePlan(t.Context(), match.Plan{
			Game: g.ID, Seat: 2, User: "b", Made: now,
			Steps: []string{"draw deck"},
		}, row.Head, storage.Origin{}))
	}
	due, err := s.Due(t.Context(), now, 9)
	must(err)
	must(s.Sent(t.Context(), due[0].ID, []storage.Post{{
		Game: "game0", Kind: "board", Channel: "1",
		Message: "2",
	}}))
	must(s.Drop(t.Context(), due[1].ID, "why \x00"))
	must(s.SaveUser(t.Context(), storage.User{ID: "a", Name: "Ada", DM: "1", DMs: storage.DMOpen}))
	must(s.SaveHabits(t.Context(), match.Habits{
		User: "a", Zone: "Europe/Warsaw", Thread: true,
		Hushed: now,
	}))
	must(s.SwapSetting(t.Context(), "k", "", "v"))
	must(s.ForBoxes().Attest(t.Context(), 1, storage.Attestation{
		Title: "amsterdam", User: "a", Kind: storage.OfTicket, Line: "dam--waag", Value: 4, At: now,
	}))
	first := []match.Result{{Seat: 1, Account: match.Account{Place: 1}}}
	must(s.ForRatings().EndGame(t.Context(), "game0", first))
	must(s.ForRatings().SaveRatings(t.Context(), "", []storage.Rating{{}}))
}

func TestCopyThereAndBackIsTheSame(t *testing.T) {
	t.Parallel()
	first, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "first.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	fill(t, first)
	want, err := first.Sums(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range want {
		if c.Rows == 0 {
			t.Errorf("table %s is empty: its copy shows nothing", c.Table)
		}
	}
	second := openTemp(t)
	back, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "back.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	for _, way := range []struct{ from, to *relational.Store }{
		{first.Store, second.Store},
		{second.Store, back.Store},
	} {
		got, err := relational.Copy(t.Context(), way.from, way.to)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if _, err := relational.Copy(t.Context(), first.Store, second.Store); !errors.Is(err,
		relational.ErrNotEmpty) {
		t.Errorf("a second time: got %v, want %v", err, relational.ErrNotEmpty)
	}
	for _, s := range []storage.Store{first, second, back} { // ids go on
		if err := s.Enqueue(t.Context(), []storage.Message{{
			Lane: "new", Kind: "board",
			Nonce: "new",
		}}); err != nil {
			t.Fatal(err)
		}
		due, err := s.Due(t.Context(), time.Now(), 99)
		if err != nil {
			t.Fatal(err)
		}
		if last := due[len(due)-1]; !slices.ContainsFunc(due,
			func(m storage.Message) bool { return m.Nonce == "new" && m.ID == 181 }) {
			t.Errorf("the last message is %+v, want a new one with id 181", last)
		}
		g, err := s.Game(t.Context(), "game1")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Append(t.Context(), g.ID, match.Move{
			Ply: g.Ply, Seat: 1, Text: "draw 1",
			After: g.Head,
		},
			match.RowUpdate{State: match.Running, Tenures: []match.Tenure{{Seat: 1, Why: "time"}}},
			storage.Origin{}, nil); err != nil {
			t.Errorf("a game does not go on: %v", err)
		}
	}
}
