package postgres

import (
	"strings"
	"testing"
)

// PostgreSQL reads a whole table only if it must: with a few rows that would be cheaper, so here it counts as dear.
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
	run(`SET enable_seqscan = off`)
	run(`SET plan_cache_mode = force_generic_plan`)
	for name, query := range s.Lookups() {
		run(`PREPARE lookup AS ` + rebind(query))
		marks := strings.TrimSuffix(strings.Repeat("NULL, ", strings.Count(query, "?")), ", ")
		rows, err := conn.QueryContext(t.Context(), `EXPLAIN EXECUTE lookup (`+marks+`)`)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		steps := 0
		for rows.Next() {
			var step string
			if err := rows.Scan(&step); err != nil {
				t.Fatal(err)
			}
			if steps++; strings.Contains(step, "Seq Scan") {
				t.Errorf("%s: %s", name, step)
			}
		}
		if err := rows.Close(); err != nil || steps == 0 {
			t.Fatalf("%s: %d steps, %v", name, steps, err)
		}
		run(`DEALLOCATE lookup`)
	}
}
