package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"konduktor/storage/relational"
)

// session is what statements run in: a connection or a transaction of database/sql.
type session interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// tx is a transaction, as package relational knows it. Statements that every move needs have been
// prepared, the others are when they are first run.
type tx struct {
	session
	prepared statements
	on       *connection // keeps what is prepared; nil: nothing more is
	// the context interrupts no statement; it never interrupts one that every move needs, which is
	// short
	detached bool
}

// of returns the prepared form of a statement, nil if there is none, and the context to run it
// with.
func (t tx) of(ctx context.Context, query string) (context.Context, *sql.Stmt) {
	stmt := t.prepared[query]
	if t.detached || stmt != nil {
		ctx = context.WithoutCancel(ctx)
	}
	if stmt == nil && t.on != nil {
		stmt = t.on.later(ctx, query)
	}
	return ctx, stmt
}

// Exec runs a statement; see relational.Session.
func (t tx) Exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx, stmt := t.of(ctx, query)
	if stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return t.ExecContext(ctx, query, args...)
}

// QueryRow reads the first row of a query; see relational.Session.
func (t tx) QueryRow(ctx context.Context, query string, args ...any) relational.Row {
	ctx, stmt := t.of(ctx, query)
	if stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return t.QueryRowContext(ctx, query, args...)
}

// Query reads the rows of a query; see relational.Session.
func (t tx) Query(
	ctx context.Context, query string, args ...any,
) (rows relational.Rows, err error) {
	ctx, stmt := t.of(ctx, query)
	if stmt != nil {
		rows, err = stmt.QueryContext(ctx, args...)
	} else {
		rows, err = t.QueryContext(ctx, query, args...)
	}
	if err != nil {
		return nil, err // and no *sql.Rows that is nil
	}
	return rows, nil
}

// statements are prepared statements by their text.
type statements map[string]*sql.Stmt

// prepare prepares statements: parsing one takes longer than running it.
func prepare(ctx context.Context, conn *sql.Conn, queries ...string) (statements, error) {
	prepared := statements{}
	for _, query := range queries {
		stmt, err := conn.PrepareContext(ctx, query)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("prepare a statement: %w", err), prepared.close())
		}
		prepared[query] = stmt
	}
	return prepared, nil
}

func (s statements) close() error {
	var errs []error
	for _, stmt := range s {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}

// dialect is SQLite's SQL.
var dialect = relational.Dialect{
	Unindexed: "+",
	Position:  "instr",
	InsertMessage: `INSERT INTO outbox (` + relational.MessageColumns + `)
	SELECT 1 + max(taken.id, coalesce((SELECT max(id) FROM outbox), 0)),
		?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM taken WHERE true`,
	LastMessage: `SELECT max(taken.id, coalesce((SELECT max(id) FROM outbox), 0)) FROM taken`,
	AfterCopy:   []string{`UPDATE taken SET id = ?`},
	IsUnique:    isUnique,
}

// file runs the transactions of a store.
type file struct{ *Store }

// Change runs do in a transaction of the one writer; see relational.Database.
func (f file) Change(ctx context.Context, do func(relational.Session) error) error {
	if err := f.disk.fault(); err != nil {
		return err
	}
	defer f.observe("write")()
	return f.write.transact(ctx, do)
}

// Read runs get in a transaction of a reader; see relational.Database.
func (f file) Read(ctx context.Context, get func(relational.Session) error) error {
	if err := f.disk.fault(); err != nil {
		return err
	}
	defer f.observe("read")()
	return explain(f.read.transact(ctx, get))
}

// Look runs get on a reader without a transaction; see relational.Database.
func (f file) Look(ctx context.Context, get func(relational.Session) error) error {
	if err := f.disk.fault(); err != nil {
		return err
	}
	defer f.observe("read")()
	return explain(f.read.look(ctx, get))
}
