package sqlite

import (
	"slices"
	"strings"
	"testing"

	"konduktor/storage/relational"
	"konduktor/storage/relational/relationaltest"
)

// growing are the tables, and their names in statements, that have rows of every game there was.
var growing = []string{
	"game", "g", "seat", "s", "move", "undone", "tenure", "post", "interaction", "user", "habit",
	"result", "rating", "r",
}

// Every method of a store is called, and SQLite says how it carries the statements out.
func TestNoQueryOfACommandReadsAllGames(t *testing.T) {
	s := withMoves(t, 1)
	heard := relationaltest.Recording{Database: file{s}, Statements: new([]relationaltest.Statement)}
	s.Store = relational.New(heard, dialect)
	check := func(name, query string) {
		t.Helper()
		for _, step := range steps(t, s, query) {
			words := strings.Fields(step)
			every := len(words) > 1 && words[0] == "SCAN" && slices.Contains(growing, words[1])
			open := name == "open games under" && strings.Contains(step, "game_state")
			if every || open { // game_state: every open game there is
				t.Errorf("%s: %s: %s", name, step, query)
			}
		}
	}
	for name, statements := range relationaltest.OfEachMethod(t, s, game0.ID, heard) {
		for _, statement := range statements {
			check(name, statement.Query)
		}
	}
	for name, query := range s.Lookups() {
		check(name, query)
	}
}

// steps is how SQLite carries a statement out.
func steps(t *testing.T, s *Store, query string) []string {
	t.Helper()
	marks := make([]any, strings.Count(query, "?"))
	rows, err := s.read.pool.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, marks...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		list = append(list, step)
	}
	return list
}
