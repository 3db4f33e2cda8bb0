package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"konduktor/storage"
)

// session is what statements run in: a connection or a transaction of database/sql.
type session interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// tx is a transaction. Statements that every move needs have been prepared.
type tx struct {
	session
	prepared statements
	detached bool // the context interrupts no statement; it never interrupts one that was prepared, which is short
}

// of returns the prepared form of a statement, nil if there is none, and the context to run it with.
func (t tx) of(ctx context.Context, query string) (context.Context, *sql.Stmt) {
	stmt := t.prepared[query]
	if t.detached || stmt != nil {
		ctx = context.WithoutCancel(ctx)
	}
	return ctx, stmt
}

func (t tx) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx, stmt := t.of(ctx, query)
	if stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return t.ExecContext(ctx, query, args...)
}

func (t tx) row(ctx context.Context, query string, args ...any) *sql.Row {
	ctx, stmt := t.of(ctx, query)
	if stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return t.QueryRowContext(ctx, query, args...)
}

func (t tx) rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	ctx, stmt := t.of(ctx, query)
	if stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return t.QueryContext(ctx, query, args...)
}

// statements are prepared statements by their text.
type statements map[string]*sql.Stmt

// prepare prepares the statements that every move needs: parsing one takes longer than running it.
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

// change runs do in a transaction that writes. If do or the commit fails, nothing is written.
func (s *Store) change(ctx context.Context, do func(tx) error) error {
	defer s.observe("write")()
	return s.write.transact(ctx, do)
}

// read runs get in a transaction that reads one snapshot of everything, and returns its result; on an error the zero value.
func read[T any](ctx context.Context, s *Store, get func(tx) (T, error)) (T, error) {
	defer s.observe("read")()
	var got T
	err := s.read.transact(ctx, func(tx tx) (err error) {
		got, err = get(tx)
		return err
	})
	if err != nil {
		var none T
		return none, explain(err)
	}
	return got, nil
}

// all scans every row of a query; what names the rows in errors.
func all[T any](ctx context.Context, tx tx, what string, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	rows, err := tx.rows(ctx, query, args...)
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

// one returns the only column of the first row of a query, ErrNotFound if there is no row.
func one[T any](ctx context.Context, s *Store, query string, args ...any) (T, error) {
	return read(ctx, s, func(tx tx) (value T, err error) {
		err = orNotFound(tx.row(ctx, query, args...).Scan(&value))
		return value, err
	})
}

// oneTime is one for a column that holds a time.
func oneTime(ctx context.Context, s *Store, query string) (time.Time, error) {
	micros, err := one[int64](ctx, s, query)
	if err != nil {
		return time.Time{}, err
	}
	return fromMicros(micros), nil
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

// fromMicros reverses time.Time.UnixMicro. The zero time stays zero.
func fromMicros(micros int64) time.Time { return time.UnixMicro(micros).UTC() }
