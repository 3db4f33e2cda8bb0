package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"konduktor/storage/relational"
)

// writer is the one connection that writes: SQLite allows one writer at a time anyway, and so no
// caller in this process gets SQLITE_BUSY. All statements of a move are prepared on it.
type writer struct {
	connection
	turn chan struct{} // holds one token while a transaction is under way
}

// The statements around a transaction. IMMEDIATE waits for other processes at the start, so that no
// later statement has to.
const (
	begin        = `BEGIN IMMEDIATE`
	beginReading = `BEGIN`
	commit       = `COMMIT`
	rollback     = `ROLLBACK`
)

// newWriter makes the connection of a pool of one.
func newWriter(
	ctx context.Context, pool *sql.DB, access access, queries ...string,
) (*writer, error) {
	w := &writer{
		turn: make(chan struct{}, 1),
		connection: connection{
			pool: pool, access: access, queries: append([]string{begin, commit, rollback}, queries...),
		},
	}
	if err := w.connect(ctx); err != nil {
		return nil, err
	}
	return w, nil
}

// transact runs do in a transaction. If do or the commit fails, nothing is written. When the
// context ends, transact stops waiting for its turn and does not commit, but it interrupts no
// statement: the driver can report an interruption although the statement was carried out, and
// after a BEGIN that nobody knows of every later one would fail. busy_timeout bounds a transaction:
// nothing else in it waits.
func (w *writer) transact(ctx context.Context, do func(relational.Session) error) error {
	select {
	case w.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait for a turn to write: %w", ctx.Err())
	}
	defer func() { <-w.turn }()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wait for a turn to write: %w", err)
	}
	detached := context.WithoutCancel(ctx)
	committed := false
	defer func() {
		if !committed { // also if do panics
			w.rollBack(detached)
		}
	}()
	t, err := w.begin(detached, begin)
	if err != nil {
		return explain(err)
	}
	t.detached = true
	if err := do(t); err != nil {
		return explain(err)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("before the commit: %w", err)
	}
	if _, err := w.prepared[commit].ExecContext(detached); err != nil {
		return explain(fmt.Errorf("commit: %w", err))
	}
	committed = true
	return nil
}

// close waits for a running transaction.
func (w *writer) close() error {
	w.turn <- struct{}{}
	defer func() { <-w.turn }()
	return errors.Join(w.connection.close(), w.pool.Close())
}
