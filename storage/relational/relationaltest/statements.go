// Package relationaltest hears which statements the methods of a store run, so that the tests of
// each database can ask how it carries them out.
package relationaltest

import (
	"context"
	"database/sql"
	"reflect"
	"slices"
	"testing"

	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/relational"
)

// Statement is a statement that was run, with its arguments.
type Statement struct {
	Query string
	Args  []any
}

// Recording is a database that notes its statements.
type Recording struct {
	relational.Database
	Statements *[]Statement
}

// session is a session of a Recording.
type session struct {
	relational.Session
	statements *[]Statement
}

func (r Recording) noting(do func(relational.Session) error) func(relational.Session) error {
	return func(tx relational.Session) error { return do(session{tx, r.Statements}) }
}

// Look notes what get reads.
func (r Recording) Look(ctx context.Context, get func(relational.Session) error) error {
	return r.Database.Look(ctx, r.noting(get))
}

// Read notes what get reads.
func (r Recording) Read(ctx context.Context, get func(relational.Session) error) error {
	return r.Database.Read(ctx, r.noting(get))
}

// Change notes what do reads and writes.
func (r Recording) Change(ctx context.Context, do func(relational.Session) error) error {
	return r.Database.Change(ctx, r.noting(do))
}

func (s session) note(query string, args []any) {
	*s.statements = append(*s.statements, Statement{query, args})
}

// Exec notes the statement.
func (s session) Exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s.note(query, args)
	return s.Session.Exec(ctx, query, args...)
}

// Query notes the statement.
func (s session) Query(ctx context.Context, query string, args ...any) (relational.Rows, error) {
	s.note(query, args)
	return s.Session.Query(ctx, query, args...)
}

// QueryRow notes the statement.
func (s session) QueryRow(ctx context.Context, query string, args ...any) relational.Row {
	s.note(query, args)
	return s.Session.QueryRow(ctx, query, args...)
}

// wholly are the methods that may read all games: for metrics, for people who ask what is kept of
// them or want to be forgotten, what forgets old answers, and the start of a process.
var wholly = []string{"Census", "GamesNaming", "Erase", "Forget", "Posted"}

// OfEachMethod calls every method of a store over a Recording that must not read all games, and
// returns the statements of each. Methods about a game get the given one. A method may fail: only
// its statements count.
func OfEachMethod(
	t *testing.T, s storage.Store, game match.GameID, r Recording,
) map[string][]Statement {
	t.Helper()
	methods, met := 0, 0
	run := map[string][]Statement{}
	for _, part := range []reflect.Type{
		reflect.TypeFor[storage.Store](), reflect.TypeFor[storage.Dailies](),
		reflect.TypeFor[storage.Results](), reflect.TypeFor[storage.Attestations](),
	} {
		for i := range part.NumMethod() {
			m := part.Method(i)
			if m.Type.NumIn() == 0 || slices.Contains(wholly, m.Name) { // Close, or the way to a part
				continue
			}
			*r.Statements = nil
			call(t, s, m.Name, game)
			run[m.Name] = *r.Statements
			methods, met = methods+1, met+len(run[m.Name])
		}
	}
	if met < methods {
		t.Errorf("%d statements of %d methods: the test proves little", met, methods)
	}
	return run
}

func call(t *testing.T, s storage.Store, name string, game match.GameID) {
	t.Helper()
	method := reflect.ValueOf(s).MethodByName(name)
	in := []reflect.Value{reflect.ValueOf(t.Context())}
	for i := 1; i < method.Type().NumIn(); i++ {
		switch kind := method.Type().In(i); {
		case kind == reflect.TypeFor[match.GameID]():
			in = append(in, reflect.ValueOf(game))
		case kind == reflect.TypeFor[match.Game]():
			row, err := s.Game(t.Context(), game)
			if err != nil {
				t.Fatal(err)
			}
			in = append(in, reflect.ValueOf(row))
		case kind == reflect.TypeFor[[]match.State](): // without any, games in all states are asked for
			in = append(in, reflect.ValueOf(match.Cancelled))
		case method.Type().IsVariadic() && i == method.Type().NumIn()-1: // of none
		default:
			in = append(in, reflect.Zero(kind))
		}
	}
	method.Call(in)
}
