package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Game 7 has the ID 0000007, and so have its host, channel and thread: one value finds it by each
// of them. Many games are open, so that to read all of those is too much as well; few are
// cancelled.
const manyGames = `
INSERT INTO game (id, rev, state, title, version, options, seed, host, wanted, invited, leaving, locale, guild, channel, lobby, thread,
	ply, to_move, created, updated, link, seal)
SELECT lpad(i::text, 7, '0'), 1, CASE WHEN i % 500 = 3 THEN 'cancelled' ELSE (ARRAY['lobby', 'running', 'finished'])[1 + i % 3] END,
	'asia', 1, '{}', decode(repeat('00', 32), 'hex'), lpad(i::text, 7, '0'), 2, '[]', '[]', 'en', lpad(i::text, 7, '0'),
	lpad(i::text, 7, '0'), '', lpad(i::text, 7, '0'), 2, '[]', i, i, decode(repeat('00', 32), 'hex'), decode(repeat('00', 8), 'hex')
FROM generate_series(1, 3000) AS i;
INSERT INTO seat (game, place, "user", name, owner, due)
SELECT game.id, place, lpad((created + place)::text, 7, '0'), 'Ola', CASE WHEN place = 0 THEN host ELSE '' END,
	CASE WHEN state = 'running' THEN created + place END
FROM game, generate_series(0, 1) AS place;
INSERT INTO move (game, ply, seat, text, at, link)
SELECT game.id, place, 1, 'draw deck', created, link FROM game, generate_series(0, 1) AS place;
ANALYZE`

// fewRows is more than any lookup reads to find its rows by their indexes, and less than there are
// games in any state but cancelled. The next deadline reads most: of the first hundred, those that
// no process holds.
const fewRows = 300

// TestNoQueryOfACommandReadsAllGames counts the rows that are read, as a plan that reads a whole
// index looks much like a good one.
func TestNoQueryOfACommandReadsAllGames(t *testing.T) {
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
		`SELECT array_to_string(parameter_types, ' ') FROM pg_prepared_statements WHERE name = 'lookup'`).Scan(&types)
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
	var plan []byte
	err = conn.QueryRowContext(ctx,
		`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE lookup (`+strings.Join(values, ", ")+`)`).Scan(&plan)
	if err != nil {
		return step{}, err
	}
	var explained []struct{ Plan step }
	if err := json.Unmarshal(plan, &explained); err != nil || len(explained) != 1 {
		return step{}, fmt.Errorf("%d plans, %w", len(explained), err)
	}
	return explained[0].Plan, nil
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
