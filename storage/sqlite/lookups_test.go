package sqlite

import (
	"context"
	"database/sql"
	"reflect"
	"slices"
	"strings"
	"testing"

	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/relational"
)

// recording notes the statements of a store.
type recording struct {
	file
	statements *[]string
}

// recorded is a session of a recording.
type recorded struct {
	relational.Session
	statements *[]string
}

func (r recording) noting(do func(relational.Session) error) func(relational.Session) error {
	return func(tx relational.Session) error { return do(recorded{tx, r.statements}) }
}

func (r recording) Look(ctx context.Context, do func(relational.Session) error) error {
	return r.file.Look(ctx, r.noting(do))
}

func (r recording) Read(ctx context.Context, do func(relational.Session) error) error {
	return r.file.Read(ctx, r.noting(do))
}

func (r recording) Change(ctx context.Context, do func(relational.Session) error) error {
	return r.file.Change(ctx, r.noting(do))
}

func (r recorded) Exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	*r.statements = append(*r.statements, query)
	return r.Session.Exec(ctx, query, args...)
}

func (r recorded) Query(ctx context.Context, query string, args ...any) (relational.Rows, error) {
	*r.statements = append(*r.statements, query)
	return r.Session.Query(ctx, query, args...)
}

func (r recorded) QueryRow(ctx context.Context, query string, args ...any) relational.Row {
	*r.statements = append(*r.statements, query)
	return r.Session.QueryRow(ctx, query, args...)
}

// wholly are the methods that may read all games: for metrics, for people who ask what is kept of
// them or want to be forgotten, and what forgets old answers.
var wholly = []string{"Census", "GamesNaming", "Erase", "Forget"}

// growing are the tables, and their names in statements, that have rows of every game there was.
var growing = []string{
	"game", "g", "seat", "s", "move", "undone", "tenure", "post", "interaction", "user", "habit",
}

// Every method of a store is called, and SQLite says how it carries the statements out.
func TestNoQueryOfACommandReadsAllGames(t *testing.T) {
	s := withMoves(t, 1)
	var statements []string
	s.Store = relational.New(recording{file{s}, &statements}, dialect)
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
	methods, met := reflect.TypeFor[storage.Store](), 0
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		if name == "Close" || slices.Contains(wholly, name) {
			continue
		}
		statements = nil
		call(t, s, name)
		met += len(statements)
		for _, query := range statements {
			check(name, query)
		}
	}
	if met < methods.NumMethod() {
		t.Errorf("%d statements of %d methods: the test proves little", met, methods.NumMethod())
	}
	for name, query := range s.Lookups() {
		check(name, query)
	}
}

// call calls a method of a store, about its game where it is about one. It may well fail: what
// counts is what it runs.
func call(t *testing.T, s *Store, name string) {
	t.Helper()
	method := reflect.ValueOf(s).MethodByName(name)
	in := []reflect.Value{reflect.ValueOf(t.Context())}
	for i := 1; i < method.Type().NumIn(); i++ {
		switch kind := method.Type().In(i); {
		case kind == reflect.TypeFor[match.GameID]():
			in = append(in, reflect.ValueOf(game0.ID))
		case kind == reflect.TypeFor[match.Game]():
			row, err := s.Game(t.Context(), game0.ID)
			if err != nil {
				t.Fatal(err)
			}
			in = append(in, reflect.ValueOf(row))
		case method.Type().IsVariadic() && i == method.Type().NumIn()-1: // of none
		default:
			in = append(in, reflect.Zero(kind))
		}
	}
	method.Call(in)
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
