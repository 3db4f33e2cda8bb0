package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// writer is the one connection that writes: SQLite allows one writer at a time anyway, and so no caller in this process gets
// SQLITE_BUSY. All statements of a move are prepared on it, BEGIN and COMMIT too: database/sql would parse those each time
// and watch the context of each statement in a goroutine, which together cost a move 4 % of its rate.
type writer struct {
	pool     *sql.DB       // of this connection alone
	access   access        // what its settings must be
	conn     *sql.Conn     // nil while none can be made
	turn     chan struct{} // holds one token while a transaction is under way
	prepared statements
}

// The statements around a transaction. IMMEDIATE waits for other processes at the start, so that no later statement has to.
const (
	begin    = `BEGIN IMMEDIATE`
	commit   = `COMMIT`
	rollback = `ROLLBACK`
)

// newWriter makes the connection of a pool of one.
func newWriter(ctx context.Context, pool *sql.DB, access access) (*writer, error) {
	w := &writer{pool: pool, access: access, turn: make(chan struct{}, 1)}
	if err := w.connect(ctx); err != nil {
		return nil, err
	}
	return w, nil
}

func (w *writer) connect(ctx context.Context) error {
	conn, err := w.pool.Conn(ctx)
	if err != nil {
		return err
	}
	if err := w.access.verify(ctx, conn); err != nil {
		return errors.Join(err, conn.Close())
	}
	prepared, err := prepare(ctx, conn, begin, commit, rollback,
		insertInteraction, updateProgress, insertMove, clearClocks, setClock, insertMessage, deleteMessage, upsertPost)
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	w.conn, w.prepared = conn, prepared
	return nil
}

// transact runs do in a transaction. If do or the commit fails, nothing is written. When the context ends, transact stops
// waiting for its turn and does not commit, but it interrupts no statement: the driver can report an interruption although
// the statement was carried out, and after a BEGIN that nobody knows of every later one would fail. busy_timeout bounds a
// transaction: nothing else in it waits.
func (w *writer) transact(ctx context.Context, do func(tx) error) error {
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
	if w.conn == nil {
		if err := w.connect(detached); err != nil {
			return explain(fmt.Errorf("connect: %w", err))
		}
	}
	committed := false
	defer func() {
		if !committed { // also if do panics
			w.rollBack(detached)
		}
	}()
	if _, err := w.prepared[begin].ExecContext(detached); err != nil {
		return explain(fmt.Errorf("begin: %w", err))
	}
	if err := do(tx{session: w.conn, prepared: w.prepared, detached: true}); err != nil {
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

// rollBack ends a transaction without a trace. If ROLLBACK fails, because BEGIN did or because SQLite itself rolled back
// after a fault, the connection may be broken and is replaced. If that fails too, the next transaction tries again.
func (w *writer) rollBack(ctx context.Context) {
	if _, err := w.prepared[rollback].ExecContext(ctx); err == nil {
		return
	}
	_ = w.prepared.close()
	_ = w.conn.Raw(func(any) error { return driver.ErrBadConn }) // closes it instead of giving it back to the pool
	w.conn, w.prepared = nil, nil
	_ = w.connect(ctx)
}

// close waits for a running transaction. It closes the statements first: SQLite keeps the file open while one is open.
func (w *writer) close() error {
	w.turn <- struct{}{}
	defer func() { <-w.turn }()
	if w.conn == nil {
		return w.pool.Close()
	}
	return errors.Join(w.prepared.close(), w.conn.Close(), w.pool.Close())
}
