package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// writer is the one connection that writes: SQLite has one writer anyway, and so nobody meets SQLITE_BUSY within the
// process. All that a move needs is prepared on it, the words around a transaction too: database/sql has those parsed
// anew each time and watches the context of each statement by a goroutine, which together cost a move 4 % of its rate.
type writer struct {
	pool  *sql.DB // of this connection alone
	conn  *sql.Conn
	turn  chan struct{} // holds one token while a transaction is under way
	known statements
}

// The words around a transaction. IMMEDIATE waits for other processes at the beginning, and so never in the middle.
const (
	begin    = `BEGIN IMMEDIATE`
	commit   = `COMMIT`
	rollback = `ROLLBACK`
)

// newWriter takes the connection of a pool of one.
func newWriter(ctx context.Context, pool *sql.DB) (*writer, error) {
	w := &writer{pool: pool, turn: make(chan struct{}, 1)}
	var err error
	if w.conn, err = pool.Conn(ctx); err != nil {
		return nil, err
	}
	w.known, err = prepare(ctx, w.conn, begin, commit, rollback,
		insertInteraction, updateProgress, insertMove, clearDeadlines, insertMessage, deleteMessage, upsertPost)
	if err != nil {
		return nil, errors.Join(err, w.conn.Close())
	}
	return w, nil
}

// transact runs do in a transaction: all of it is kept, or, if do or the commit fails, nothing. The context ends the
// waiting for a turn and keeps the transaction from being committed, but no statement in its middle.
func (w *writer) transact(ctx context.Context, do func(tx) error) (err error) {
	select {
	case w.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait for a turn to write: %w", ctx.Err())
	}
	defer func() { <-w.turn }()
	if _, err := w.known[begin].ExecContext(ctx); err != nil {
		return explain(fmt.Errorf("begin: %w", err))
	}
	steady := context.WithoutCancel(ctx)
	kept := false
	defer func() {
		if !kept { // also if do panics
			// SQLite itself has rolled back already after some faults.
			_, _ = w.known[rollback].ExecContext(steady)
		}
	}()
	if err := do(tx{session: w.conn, known: w.known, steady: true}); err != nil {
		return explain(err)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("before the commit: %w", err)
	}
	if _, err := w.known[commit].ExecContext(steady); err != nil {
		return explain(fmt.Errorf("commit: %w", err))
	}
	kept = true
	return nil
}

// close waits for the transaction that is under way. SQLite keeps a file open as long as a statement is.
func (w *writer) close() error {
	w.turn <- struct{}{}
	defer func() { <-w.turn }()
	return errors.Join(w.known.close(), w.conn.Close(), w.pool.Close())
}
