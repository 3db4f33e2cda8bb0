package sqlite

import (
	"context"
	"errors"
	"testing"

	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/relational"
)

// counted is a store's database that counts the statements that read it. It runs no transactions.
type counted struct {
	file
	statements *int
}

var errTransaction = errors.New("a transaction")

func (c counted) Read(context.Context, func(relational.Session) error) error {
	return errTransaction
}

func (c counted) Change(context.Context, func(relational.Session) error) error {
	return errTransaction
}

func (c counted) Look(ctx context.Context, get func(relational.Session) error) error {
	return c.file.Look(ctx, func(s relational.Session) error {
		return get(countedSession{s, c.statements})
	})
}

type countedSession struct {
	relational.Session
	statements *int
}

func (c countedSession) Query(ctx context.Context, query string, args ...any) (relational.Rows,
	error,
) {
	*c.statements++
	return c.Session.Query(ctx, query, args...)
}

// A game is read more often than anything else; on a server each statement, and each end of a
// transaction, is a way there and back.
func TestAGameIsReadByOneStatementWithoutATransaction(t *testing.T) {
	s, n := openTemp(t), 0
	g := game0
	g.Seats = []match.Seat{{User: "1", Name: "Ola"}, {User: "2", Name: "Bo"}}
	if err := s.Create(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	got, err := relational.New(counted{file{s}, &n}, dialect).Game(t.Context(), g.ID)
	if err != nil || len(got.Seats) != 2 || got.Seats[1].Name != "Bo" || n != 1 {
		t.Errorf("%v by %d statements, %v", got.Seats, n, err)
	}
}
