package postgres

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/postgres/postgrestest"
)

// firstVersion is that of release 1.0.0.
const firstVersion = 1

// Rows in tables of any released version go on in those of today.
func TestADatabaseOfEachVersionGoesOn(t *testing.T) {
	t.Parallel()
	today := openTemp(t)
	fill(t, today)
	_, newest, err := today.versions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for version := int64(firstVersion); version <= newest; version++ {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
			address := postgrestest.Empty(t)
			makeTables(t, address, version, today)
			s := openAt(t, address)
			if has, _, err := s.versions(t.Context()); err != nil || has != newest {
				t.Fatalf("the tables have version %d, want %d; error %v", has, newest, err)
			}
			if n, err := s.Verify(t.Context()); err != nil || n != 3 {
				t.Fatalf("%d games, error %v; want 3", n, err)
			}
			wantTheSameMoves(t, s, today)
			row, err := s.Game(t.Context(), "game0")
			if err != nil {
				t.Fatal(err)
			}
			next := match.Move{Ply: row.Ply, Seat: 1, Text: "draw deck", At: row.Updated, After: row.Head}
			if err := s.Append(t.Context(), row.ID, next, match.RowUpdate{
				State: match.Running,
				Rev:   row.Rev,
			}, storage.Origin{}, nil); err != nil {
				t.Errorf("the next move: %v", err)
			}
		})
	}
}

// makeTables creates the tables of a version and copies another store's rows into them, as far as
// they have room for them.
func makeTables(t *testing.T, address string, version int64, from *Store) {
	t.Helper()
	s, err := connect(t.Context(), address, settings, transactWithin)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	provider, err := s.provider()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	conn, err := s.pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// Rows come in any order, and they passed all checks when they were made.
	if _, err := conn.ExecContext(t.Context(), `SET session_replication_role = replica`); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_, _ = conn.ExecContext(context.WithoutCancel(t.Context()), `RESET session_replication_role`)
	}()
	for _, table := range []string{
		"game", "seat", "move", "undone", "tenure", "plan", "map",
		"interaction", "outbox", "dropped", "post", "user", "habits", "setting",
	} {
		names := columns(t, s.pool,
			`SELECT column_name FROM information_schema.columns
				WHERE table_schema = current_schema() AND table_name = '`+table+`'`)
		if len(names) == 0 {
			t.Fatalf("there is no table %s", table)
		}
		for i := range names {
			names[i] = `"` + names[i] + `"`
		}
		list := strings.Join(names, ", ")
		statement := fmt.Sprintf(`INSERT INTO "%s" (%s)
			SELECT %s FROM json_populate_record(NULL::"%s", $1::json)`, table, list, list, table)
		for _, row := range columns(t, from.pool,
			`SELECT to_json(x)::text FROM (SELECT `+list+` FROM "`+table+`") AS x`) {
			if _, err := conn.ExecContext(t.Context(), statement, row); err != nil {
				t.Fatalf("put a row into %s: %v", table, err)
			}
		}
	}
}

// wantTheSameMoves compares the moves of all games.
func wantTheSameMoves(t *testing.T, got, want storage.Store) {
	t.Helper()
	games, err := want.GamesIn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		before, err := want.Moves(t.Context(), g.ID, -1)
		if err != nil {
			t.Fatal(err)
		}
		after, err := got.Moves(t.Context(), g.ID, -1)
		if diff := cmp.Diff(before, after); err != nil || diff != "" {
			t.Errorf("game %s (-before +after, error %v):\n%s", g.ID, err, diff)
		}
	}
}
