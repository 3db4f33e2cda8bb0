package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/relational"
	"konduktor/storage/relational/relationaltest"
)

// Game 7 has the ID 0000007, and so have its host, channel and thread: one value finds it by each
// of them. Many games are open, so that to read all of those is too much as well; few are
// cancelled.
const manyGames = `
INSERT INTO game (id, rev, state,
	title, version, options, seed, host, wanted, invited, leaving, locale,
	guild, channel, lobby, thread,
	ply, to_move, created, updated, link, seal)
SELECT lpad(i::text, 7, '0'), 1, CASE
		WHEN i % 500 = 3 THEN 'cancelled'
		ELSE (ARRAY['lobby', 'running', 'finished'])[1 + i % 3] END,
	'asia', 1, '{}', decode(repeat('00', 32), 'hex'), lpad(i::text, 7, '0'), 2, '[]', '[]', 'en',
	lpad(i::text, 7, '0'), lpad(i::text, 7, '0'), '', lpad(i::text, 7, '0'),
	2, '[]', i, i, decode(repeat('00', 32), 'hex'), decode(repeat('00', 8), 'hex')
FROM generate_series(1, 3000) AS i;
INSERT INTO seat (game, place, "user", name, owner, due)
SELECT game.id, place, lpad((created + place)::text, 7, '0'), 'Ola',
	CASE WHEN place = 0 THEN host ELSE '' END,
	CASE WHEN state = 'running' THEN created + place END
FROM game, generate_series(0, 1) AS place;
INSERT INTO move (game, ply, seat, text, at, link)
SELECT game.id, place, 1, 'draw deck', created, link FROM game, generate_series(0, 1) AS place;
INSERT INTO undone (game, branch, ply, seat, text, at, after, link, gone, by)
SELECT id, 0, 0, 1, 'draw deck', created, link, link, created, host FROM game;
INSERT INTO tenure (game, seat, "user", why, "from") SELECT id, 1, host, 'joined', 0 FROM game;
INSERT INTO post (game, kind, seat, ply, channel, message, head)
SELECT id, 'board', 0, 0, channel, id, link FROM game;
INSERT INTO interaction (id, answer, at) SELECT id, '', created FROM game;
INSERT INTO "user" (id, name, locale, dm, dms, seal) SELECT id, 'Ola', 'en', '', '', seal FROM game;
INSERT INTO habits ("user", rev, language, zone, quiet, until, thread, muted, vacations)
SELECT id, 1, '', '', 0, 0, FALSE, 0, '[]' FROM game;
ANALYZE`

// fewRows is more than any lookup reads to find its rows by their indexes, and less than there are
// games in any state but cancelled. The next deadline reads most: of the first hundred, those that
// no process holds.
const fewRows = 300

// TestNoQueryOfACommandReadsAllGames counts the rows that are read, as a plan that reads a whole
// index looks much like a good one.
func TestNoQueryOfACommandReadsAllGames(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	conn, err := s.pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	run := func(statement string) {
		t.Helper()
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	for statement := range strings.SplitSeq(manyGames, ";") {
		run(statement)
	}
	// a statement used often can get either
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		run(`SET plan_cache_mode = ` + mode)
		for name, query := range s.Lookups() {
			run(`PREPARE lookup AS ` + rebind(query))
			plan, err := planOf(t.Context(), conn, name)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if n := plan.read(); n > fewRows {
				t.Errorf("%s, %s: %.0f rows are read:\n%s", name, mode, n, plan)
			}
			run(`DEALLOCATE lookup`)
		}
	}
}

// Every method of a store is called, and each of its statements is explained with its arguments.
func TestNoMethodReadsAllGames(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	for statement := range strings.SplitSeq(manyGames, ";") {
		if _, err := s.pool.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	g := match.Game{
		ID: "k7f3a", State: match.Running, Title: "asia", Version: 1, Host: "7",
		Seats: []match.Seat{{User: "7", Name: "Ola"}}, ToMove: []match.UserID{"7"},
	}
	if err := s.Create(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	heard := relationaltest.Recording{Database: s, Statements: new([]relationaltest.Statement)}
	s.Store = relational.New(heard, s.dialect())
	undo := errors.New("only looked at")
	for name, statements := range relationaltest.OfEachMethod(t, s, g.ID, heard) {
		for _, statement := range statements {
			err := s.Change(t.Context(), func(tx relational.Session) error {
				plan, err := explained(tx.QueryRow(t.Context(),
					"EXPLAIN (ANALYZE, FORMAT JSON) "+statement.Query, statement.Args...))
				if n := plan.read(); err == nil && n > fewRows {
					t.Errorf("%s: %.0f rows are read:\n%s\n%s", name, n, statement.Query, plan)
				}
				return cmp.Or(err, undo)
			})
			var refused *pgconn.PgError // by a constraint: the row has been looked for
			breaks := errors.As(err, &refused) && strings.HasPrefix(refused.Code, "23")
			if !errors.Is(err, undo) && !breaks {
				t.Errorf("%s: %s: %v", name, statement.Query, err)
			}
		}
	}
}

// step is a step of a plan that was carried out. Rows are those of one loop.
type step struct {
	Type      string  `json:"Node Type"`
	Relation  string  `json:"Relation Name"`
	Index     string  `json:"Index Name"`
	Rows      float64 `json:"Actual Rows"`
	Loops     float64 `json:"Actual Loops"`
	Filtered  float64 `json:"Rows Removed by Filter"`
	Rechecked float64 `json:"Rows Removed by Index Recheck"`
	Steps     []step  `json:"Plans"`
}

// planOf carries out the prepared statement "lookup" with values that find something.
func planOf(ctx context.Context, conn *sql.Conn, name string) (step, error) {
	var types string
	err := conn.QueryRowContext(ctx,
		`SELECT array_to_string(parameter_types, ' ') FROM pg_prepared_statements
			WHERE name = 'lookup'`).Scan(&types)
	if err != nil {
		return step{}, err
	}
	text := `'0000007'`
	if name == "games in a state" {
		text = `'cancelled'`
	}
	values := strings.Fields(types)
	for i, kind := range values {
		if values[i] = "7"; kind == "text" { // numbers are a time, or how many rows at most
			values[i] = text
		}
	}
	return explained(conn.QueryRowContext(ctx,
		`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE lookup (`+strings.Join(values, ", ")+`)`))
}

// explained reads the answer to EXPLAIN.
func explained(row relational.Row) (step, error) {
	var plan []byte
	if err := row.Scan(&plan); err != nil {
		return step{}, err
	}
	var plans []struct{ Plan step }
	if err := json.Unmarshal(plan, &plans); err != nil || len(plans) != 1 {
		return step{}, fmt.Errorf("%d plans, %w", len(plans), err)
	}
	return plans[0].Plan, nil
}

// read counts the rows of tables and indexes that a step and those below it have read.
func (s step) read() float64 {
	n := 0.0
	if strings.HasSuffix(s.Type, "Scan") {
		n = s.Loops * (s.Rows + s.Filtered + s.Rechecked)
	}
	for _, below := range s.Steps {
		n += below.read()
	}
	return n
}

func (s step) String() string {
	text := fmt.Sprintf("%s %s %s: %.0f rows and %.0f left out, %.0f times\n", s.Type, s.Relation,
		s.Index, s.Rows, s.Filtered+s.Rechecked, s.Loops)
	for _, below := range s.Steps {
		text += "  " + strings.ReplaceAll(strings.TrimSuffix(below.String(), "\n"), "\n", "\n  ") + "\n"
	}
	return text
}
