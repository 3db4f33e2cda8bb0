package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/postgres/postgrestest"
	"konduktor/storage/sqlite"
)

// onlyHere are the columns that SQLite does without, and onlyThere those that PostgreSQL does.
var (
	onlyHere = []string{
		"outbox.held", "outbox.holder", "plan.held", "plan.holder", "seat.held",
		"seat.holder", "suits.one", "suits.since",
	}
	onlyThere = []string{"taken.id", "taken.one"}
)

// A migration of one database needs one of the other.
func TestBothDatabasesHaveTheSameColumnsAndVersion(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	path := filepath.Join(t.TempDir(), "file.db")
	file, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	here := columns(t, s.pool,
		`SELECT table_name || '.' || column_name FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name <> 'goose_db_version'`)
	there := columns(t, db, `SELECT t.name || '.' || c.name
		FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c
		WHERE t.schema = 'main' AND t.type = 'table'
		AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'goose_db_version'`)
	without := func(list, unwanted []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(c string) bool {
			return slices.Contains(unwanted, c)
		})
	}
	if diff := cmp.Diff(without(there, onlyThere), without(here, onlyHere)); diff != "" {
		t.Errorf("columns (-SQLite +PostgreSQL):\n%s", diff)
	}
	newest := `SELECT max(version_id) FROM goose_db_version`
	if got, want := columns(t, s.pool, newest), columns(t, db, newest); !slices.Equal(got, want) {
		t.Errorf("the tables have version %s, those of SQLite %s", got, want)
	}
}

// columns returns the texts of a query's only column, in order.
func columns(t *testing.T, db *sql.DB, query string) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return list
}

func TestProcessesCanOpenANewDatabaseAtOnce(t *testing.T) {
	t.Parallel()
	address := postgrestest.Empty(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			s, err := Open(t.Context(), address)
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestAnotherProgramsTablesAreLeftAlone(t *testing.T) {
	t.Parallel()
	address := postgrestest.Empty(t)
	other, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.ExecContext(t.Context(), `CREATE TABLE theirs (one TEXT)`); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), address); !errors.Is(err, errNotOurs) {
		t.Errorf("got error %v, want %v", err, errNotOurs)
	}
	if got := columns(t, other,
		`SELECT relname FROM pg_class
			WHERE relnamespace = current_schema()::regnamespace`); !slices.Equal(got, []string{"theirs"}) {
		t.Errorf("there is now %v, want their table alone", got)
	}
}

// Expand, then contract: docs/storage.md.
func TestTwoReleasesWorkSideBySide(t *testing.T) {
	t.Parallel()
	address := newDatabase(t)
	before := openAt(t, address)
	g := match.Game{
		ID: "game1", State: match.Running, Title: "amsterdam", Seed: engine.Seed{1},
		Seats: []match.Seat{{User: "a"}},
	}
	if err := before.Create(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	play := func(s *Store) {
		t.Helper()
		row, err := s.Game(t.Context(), "game1")
		if err != nil {
			t.Fatal(err)
		}
		m := match.Move{Ply: row.Ply, Seat: 1, Text: "draw 1", After: row.Head}
		if err := s.Append(t.Context(), "game1", m, match.RowUpdate{State: match.Running},
			storage.Origin{Interaction: fmt.Sprint(row.Ply)},
			[]storage.Message{{Lane: "a", Kind: "board"}}); err != nil {
			t.Fatal(err)
		}
	}
	play(before)
	// A process of the next release starts: it expands the tables.
	const next = 9999
	for _, statement := range []string{
		`ALTER TABLE game ADD COLUMN novelty TEXT NOT NULL DEFAULT 'none'`,
		`ALTER TABLE seat ADD COLUMN novelty BIGINT NOT NULL DEFAULT 0`,
		`ALTER TABLE outbox ADD COLUMN novelty BIGINT`,
		`CREATE TABLE novelty (id BIGINT PRIMARY KEY)`,
		fmt.Sprintf(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, TRUE)`, next),
	} {
		behind(t, before, statement)
	}
	play(before) // it is still at work
	again := openAt(t, address)
	play(again) // and can be started anew
	row, err := before.Game(t.Context(), "game1")
	if err != nil {
		t.Fatal(err)
	}
	row.Host = "b"
	if err := before.Update(t.Context(), row, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	if n, err := again.Verify(t.Context()); err != nil || n != 1 {
		t.Errorf("%d games, error %v", n, err)
	}
	if _, err := LookAt(t.Context(), address); err != nil {
		t.Errorf("doctor: %v", err)
	}
	// A later release contracts them.
	behind(t, before, fmt.Sprintf(`UPDATE suits SET since = %d`, next))
	if _, err := Open(t.Context(), address); err == nil ||
		!strings.Contains(err.Error(), "of a newer Konduktor") {
		t.Errorf("got error %v, want one that asks for a newer program", err)
	}
}

func TestMovesAndMapsAreNeverChanged(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	fill(t, s)
	for _, statement := range []string{
		`UPDATE move SET text = 'x'`, `DELETE FROM move`, `UPDATE map SET text = ''`, `DELETE FROM map`,
		`UPDATE undone SET text = 'x'`,
	} {
		if _, err := s.pool.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s: got no error", statement)
		}
	}
	behind(t, s, `ALTER TABLE move DISABLE TRIGGER USER`)
	behind(t, s, `UPDATE move SET text = 'draw 9' WHERE game = 'game1' AND ply = 4`)
	if _, err := s.Moves(t.Context(), "game1", -1); !errors.Is(err, storage.ErrDamaged) ||
		!strings.Contains(err.Error(), "game game1, ply 4") {
		t.Errorf("got error %v, want %v of game1, ply 4", err, storage.ErrDamaged)
	}
	behind(t, s, `ALTER TABLE move ENABLE TRIGGER USER`)
	behind(t, s, `DELETE FROM game WHERE id = 'game2'`)
	if _, err := s.Game(t.Context(), "game2"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("got error %v, want %v", err, storage.ErrNotFound)
	}
}

// behind changes a database behind its store's back.
func behind(t *testing.T, s *Store, statement string) {
	t.Helper()
	if _, err := s.pool.ExecContext(context.WithoutCancel(t.Context()), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func TestStatementsAreRewritten(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{
			`SELECT user FROM seat AS s WHERE s.user = ? AND owner = ?`,
			`SELECT "user" FROM seat AS s WHERE s."user" = $1 AND owner = $2`,
		},
		{
			`SELECT ?2, '?', "user", 'user' || ?1, users, excluded.user`,
			`SELECT $2, '?', "user", 'user' || $1, users, excluded."user"`,
		},
	} {
		if got := rebind(c.query); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestTextsComeBackAsTheyWere(t *testing.T) {
	for _, text := range []string{
		"", "plain ż", "\x00", "\x1a", "\x1a00", "a\xffb\x00",
		"\xed\xa0\x80", "�\x1a", "\x1azz", "é\x1a1",
	} {
		escaped := escape(text)
		if !plain(escaped) && !strings.Contains(escaped, "\x1a") || strings.Contains(escaped, "\x00") {
			t.Errorf("%q is escaped as %q", text, escaped)
		}
		if got := unescape(escaped); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
}
