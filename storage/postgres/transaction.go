package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// maxRaces bounds how often a transaction that lost a race is run: each time, another one has won.
const maxRaces = 60

// transactWithin bounds a transaction that writes: a network that has gone silent must hold nobody
// up for good. The server bounds each statement before that.
const transactWithin = 40 * time.Second

// Change runs do in a transaction that sees one snapshot of everything. If another transaction has
// changed since what this one changes, PostgreSQL refuses, and do is run again on what is there
// then: so what do has read is still so when it commits, as far as it is also written. When the
// context ends, Change does not commit, but it interrupts no statement: that would cost the
// connection, and a commit that is interrupted may have happened. See relational.Database.
func (s *Store) Change(ctx context.Context, do func(relational.Session) error) error {
	return s.transact(ctx, sql.LevelRepeatableRead, do)
}

// claim runs do in a transaction each of whose statements sees what others have committed by then:
// see relational.Lease.
func (s *Store) claim(ctx context.Context, do func(relational.Session) error) error {
	s.holds.Store(true)
	return s.transact(ctx, sql.LevelReadCommitted, do)
}

func (s *Store) transact(
	ctx context.Context, level sql.IsolationLevel, do func(relational.Session) error,
) error {
	defer s.observe("write")()
	for races := 1; ; races++ {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("before the transaction: %w", err)
		}
		err := s.once(ctx, level, do)
		if !isRace(err) || races == maxRaces {
			return explain(err)
		}
		pause(ctx, rand.N(time.Duration(min(races, 20))*time.Millisecond))
	}
}

func (s *Store) once(
	ctx context.Context, level sql.IsolationLevel, do func(relational.Session) error,
) error {
	detached, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.within)
	defer cancel()
	t, end, err := s.begin(ctx, detached, &sql.TxOptions{Isolation: level})
	if err != nil {
		return err
	}
	defer end()
	if err := do(session{t, detached}); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("before the commit: %w", err)
	}
	var id sql.NullString // of the transaction; NULL if it has written nothing
	if err := t.QueryRowContext(detached,
		`SELECT pg_current_xact_id_if_assigned()::text`).Scan(&id); err != nil {
		return fmt.Errorf("before the commit: %w", err)
	}
	if err := t.Commit(); err != nil {
		if id.Valid && isLost(err) && s.committed(detached, id.String) {
			return nil
		}
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// How long a process asks what became of a commit, and how often.
const (
	askWithin = 20 * time.Second
	askAgain  = 200 * time.Millisecond
)

// committed asks whether a transaction was committed whose connection broke during the COMMIT: a
// caller that gets an error tells a player that nothing was done. If the server cannot be asked in
// time, nobody knows, and it counts as not committed.
func (s *Store) committed(ctx context.Context, id string) bool {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	for ctx.Err() == nil {
		var status sql.NullString
		err := s.pool.QueryRowContext(ctx, `SELECT pg_xact_status($1::text::xid8)`, id).Scan(&status)
		if err == nil && status.String != "in progress" {
			return status.String == "committed"
		}
		pause(ctx, askAgain)
	}
	return false
}

// begin begins a transaction that lasts as long as the context lasting. A connection that turns out
// to be broken, since the server was restarted or a network forgot it, has not begun anything: the
// next one is tried, and a new one after all that there were. end ends the transaction without a
// trace, unless it was committed.
func (s *Store) begin(
	ctx, lasting context.Context, options *sql.TxOptions,
) (t *sql.Tx, end func(), err error) {
	var conn *sql.Conn
	for range connections + 1 {
		if conn, err = s.pool.Conn(ctx); err != nil {
			return nil, nil, fmt.Errorf("connect: %w", err)
		}
		if t, err = conn.BeginTx(lasting, options); err == nil {
			// its connection is as good as its last statement
			return t, func() { _, _ = t.Rollback(), conn.Close() }, nil
		}
		_ = conn.Close() // it is broken
		if !isLost(err) || ctx.Err() != nil {
			break
		}
	}
	return nil, nil, fmt.Errorf("begin: %w", err)
}

// Read runs get in a transaction that reads one snapshot of everything; see relational.Database.
func (s *Store) Read(ctx context.Context, get func(relational.Session) error) error {
	defer s.observe("read")()
	t, end, err := s.begin(
		ctx, ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	)
	if err != nil {
		return explain(err)
	}
	defer end()
	return explain(get(session{t, ctx}))
}

// Look runs get on a connection without a transaction, and again on another one if it turns out to
// be broken; see relational.Database.
func (s *Store) Look(ctx context.Context, get func(relational.Session) error) error {
	defer s.observe("read")()
	var err error
	for range connections + 1 {
		err = get(session{s.pool, ctx})
		if err == nil || errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrDamaged) ||
			!isLost(err) ||
			ctx.Err() != nil {
			break
		}
	}
	return explain(err)
}

// session runs the statements of package relational.
type session struct {
	tx interface { // or a pool, for one statement
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
	ctx context.Context // of all statements of the transaction
}

// Exec runs a statement; see relational.Session.
func (s session) Exec(_ context.Context, query string, args ...any) (sql.Result, error) {
	args, err := values(args)
	if err != nil {
		return nil, err
	}
	return s.tx.ExecContext(s.ctx, rebind(query), args...)
}

// Query reads the rows of a query; see relational.Session.
func (s session) Query(_ context.Context, query string, args ...any) (relational.Rows, error) {
	args, err := values(args)
	if err != nil {
		return nil, err
	}
	found, err := s.tx.QueryContext(s.ctx, rebind(query), args...)
	if err != nil {
		return nil, err
	}
	return rows{found}, nil
}

// QueryRow reads the first row of a query; see relational.Session.
func (s session) QueryRow(_ context.Context, query string, args ...any) relational.Row {
	args, err := values(args)
	if err != nil {
		return failed{err}
	}
	return row{s.tx.QueryRowContext(s.ctx, rebind(query), args...)}
}

// values converts arguments to what database/sql knows, and texts to what PostgreSQL takes.
func values(args []any) ([]any, error) {
	converted := make([]any, len(args))
	for i, arg := range args {
		value, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return nil, fmt.Errorf("convert argument %d: %w", i+1, err)
		}
		if text, ok := value.(string); ok {
			value = escape(text)
		}
		converted[i] = value
	}
	return converted, nil
}

// rows are rows whose texts come back as they were.
type rows struct{ *sql.Rows }

// Scan reads the columns of the present row.
func (r rows) Scan(into ...any) error { return scanned(r.Rows.Scan(into...), into) }

// row is a row whose texts come back as they were.
type row struct{ *sql.Row }

// Scan reads the columns.
func (r row) Scan(into ...any) error { return scanned(r.Row.Scan(into...), into) }

// scanned reverses what values has done to texts.
func scanned(err error, into []any) error {
	for _, place := range into {
		switch place := place.(type) {
		case *string:
			*place = unescape(*place)
		case *any:
			if text, ok := (*place).(string); ok {
				*place = unescape(text)
			}
		}
	}
	return err
}

// failed is the row of a query that could not be asked.
type failed struct{ err error }

// Scan says why.
func (f failed) Scan(...any) error { return f.err }
