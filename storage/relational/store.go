// Package relational keeps games in tables of a relational database. It holds the statements and
// their order; sqlite and postgres open a database, run its transactions and say in a Dialect how
// its SQL differs. An exported method of Store is a transaction and reads as its steps; an
// unexported function runs one statement in the transaction that it is given.
package relational

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"konduktor/storage"
)

// Database runs transactions. Neither method calls do after it has returned.
type Database interface {
	// Change runs do in a transaction that writes. If do or the commit fails, nothing is written. It
	// may run do more than once: what an earlier run has done is then undone, except outside the
	// database.
	Change(ctx context.Context, do func(Session) error) error
	// Read runs get in a transaction that reads one snapshot of everything.
	Read(ctx context.Context, get func(Session) error) error
	// Look runs get, which reads by one statement alone: that is a snapshot without the begin and the
	// end of a transaction. It may run get more than once.
	Look(ctx context.Context, get func(Session) error) error
}

// Session runs statements in a transaction. A statement has "?" or "?1" where its arguments go.
type Session interface {
	Exec(ctx context.Context, query string, args ...any) (sql.Result, error)
	Query(ctx context.Context, query string, args ...any) (Rows, error)
	QueryRow(ctx context.Context, query string, args ...any) Row
}

// Row is one row. Without any, Scan returns sql.ErrNoRows.
type Row interface{ Scan(into ...any) error }

// Rows are the rows of a query; see sql.Rows.
type Rows interface {
	Row
	Next() bool
	Err() error
	Close() error
	ColumnTypes() ([]*sql.ColumnType, error)
}

// Dialect is how the SQL of a database differs.
type Dialect struct {
	// Unindexed stands before a column that the planner must not look up in an index; "" if
	// it chooses well by itself.
	Unindexed string
	Position  string // the function that finds a text in another, from 1; 0: nowhere
	// InsertMessage adds a message to the outbox, with an id above all that were ever assigned. Its
	// arguments are the values of MessageColumns without the id.
	InsertMessage string
	// LastMessage reads the highest id that a message ever had. AfterCopy are the statements that make
	// ids go on after all rows have come from another database; each has that id as its argument.
	LastMessage string
	AfterCopy   []string
	// Lease says how several processes divide what is due; nil: each sees all of it.
	Lease *Lease
	// IsUnique reports whether a statement failed because there is a row with the same key.
	IsUnique func(error) bool
}

// atMost bounds the rows of a query. SQLite would parse a statement with a bare argument as its
// limit anew whenever that changes, to plan by its value.
const atMost = `LIMIT CAST(? AS BIGINT)`

// Tx is a transaction of a store.
type Tx struct {
	Session
	dialect *Dialect
	texts   *texts
}

// Store is all of a storage.Store but Close.
type Store struct {
	db      Database
	dialect Dialect
	texts   texts
	damage  damage
	probe   probe
}

// ForDailies implements storage.Store.
func (s *Store) ForDailies() storage.Dailies { return s }

// ForRatings implements storage.Store.
func (s *Store) ForRatings() storage.Results { return s }

// ForBoxes implements storage.Store.
func (s *Store) ForBoxes() storage.Attestations { return s }

// New returns a store; the database's tables must be up to date.
func New(db Database, d Dialect) *Store {
	return &Store{db: db, dialect: d, texts: textsIn(d), probe: probe{now: time.Now}}
}

func (s *Store) in(session Session) Tx { return Tx{session, &s.dialect, &s.texts} }

func (s *Store) change(ctx context.Context, do func(Tx) error) error {
	return s.db.Change(ctx, func(session Session) error { return do(s.in(session)) })
}

// read is Database.Read with a result; on an error the zero value.
func read[T any](ctx context.Context, s *Store, get func(Tx) (T, error)) (T, error) {
	return result(ctx, s, s.db.Read, get)
}

// look runs a get that is a single statement.
func look[T any](ctx context.Context, s *Store, get func(Tx) (T, error)) (T, error) {
	return result(ctx, s, s.db.Look, get)
}

func result[T any](
	ctx context.Context, s *Store, run func(context.Context, func(Session) error) error,
	get func(Tx) (T, error),
) (T, error) {
	var got, none T
	err := run(ctx, func(session Session) (err error) {
		got, err = get(s.in(session))
		return err
	})
	if err != nil {
		return none, err
	}
	return got, nil
}

// All scans every row of a query; what names the rows in errors.
func All[T any](
	ctx context.Context, session Session, what string, scan func(Rows) (T, error), query string,
	args ...any,
) ([]T, error) {
	rows, err := session.Query(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", what, err)
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", what, err)
		}
		list = append(list, item)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", what, err)
	}
	return list, nil
}

func column[T any](rows Rows) (value T, err error) {
	err = rows.Scan(&value)
	return value, err
}

// one returns the only column of the first row of a query, ErrNotFound if there is no row; what
// names it in errors.
func one[T any](ctx context.Context, s *Store, what, query string, args ...any) (T, error) {
	return look(ctx, s, func(tx Tx) (value T, err error) {
		return value, reading(what, tx.QueryRow(ctx, query, args...).Scan(&value))
	})
}

// oneTime is one for a column that holds a time.
func oneTime(ctx context.Context, s *Store, what, query string, args ...any) (time.Time, error) {
	at, err := one[timeColumn](ctx, s, what, query, args...)
	return time.Time(at), err
}

// reading is what is returned of an error of reading a row; nil if there was none.
func reading(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("read %s: %w", what, orNotFound(err))
}

// run runs a statement; doing is what it does, for errors.
func (tx Tx) run(ctx context.Context, doing, query string, args ...any) error {
	if _, err := tx.Exec(ctx, query, args...); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// hit is run for a statement that returns the error otherwise if it changes no row.
func (tx Tx) hit(ctx context.Context, otherwise error, doing, query string, args ...any) error {
	result, err := tx.Exec(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return expectRow(result, otherwise)
}

// run runs one statement in a transaction of its own.
func (s *Store) run(ctx context.Context, doing, query string, args ...any) error {
	return s.change(ctx, func(tx Tx) error { return tx.run(ctx, doing, query, args...) })
}

// hit is Tx.hit in a transaction of its own.
func (s *Store) hit(ctx context.Context, otherwise error, doing, query string, args ...any) error {
	return s.change(ctx, func(tx Tx) error { return tx.hit(ctx, otherwise, doing, query, args...) })
}

// orNotFound turns sql.ErrNoRows into storage.ErrNotFound.
func orNotFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return storage.ErrNotFound
	}
	return err
}

// expectRow returns the error otherwise if a statement changed no row.
func expectRow(result sql.Result, otherwise error) error {
	n, err := result.RowsAffected()
	if err != nil {
		return fmt.Errorf("count rows: %w", err)
	}
	if n == 0 {
		return otherwise
	}
	return nil
}
