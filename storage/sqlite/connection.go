package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// connection is a connection on which the statements that are needed most have been prepared, those
// around a transaction too: database/sql would parse those each time, and watch the context of each
// statement in a goroutine. One goroutine uses it at a time.
type connection struct {
	pool     *sql.DB
	access   access     // what its settings must be
	queries  []string   // to be prepared
	conn     *sql.Conn  // nil while none can be made
	prepared statements // queries
	others   statements // prepared when they were first run
}

// maxOthers bounds the statements that a connection keeps besides those that every move needs.
// There are some 80 of them.
const maxOthers = 128

// connect makes the connection and prepares its statements.
func (c *connection) connect(ctx context.Context) error {
	conn, err := c.pool.Conn(ctx)
	if err != nil {
		return err
	}
	if err := c.access.verify(ctx, conn); err != nil {
		return errors.Join(err, conn.Close())
	}
	prepared, err := prepare(ctx, conn, c.queries...)
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	c.conn, c.prepared, c.others = conn, prepared, statements{}
	if seen := c.access.disk.Connected; seen != nil {
		seen(conn)
	}
	return nil
}

// later returns the prepared form of a statement that is not needed by every move, nil if it cannot
// be prepared or kept.
func (c *connection) later(ctx context.Context, query string) *sql.Stmt {
	if stmt := c.others[query]; stmt != nil || len(c.others) == maxOthers {
		return stmt
	}
	stmt, err := c.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil // running it says why
	}
	c.others[query] = stmt
	return stmt
}

// begin begins a transaction by one of the prepared statements, on a new connection if the last one
// broke. Its context must not end: see writer.transact.
func (c *connection) begin(ctx context.Context, how string) (tx, error) {
	t, err := c.session(ctx)
	if err != nil {
		return tx{}, err
	}
	if _, err := c.prepared[how].ExecContext(ctx); err != nil {
		return tx{}, fmt.Errorf("begin: %w", err)
	}
	return t, nil
}

// session returns what runs statements, on a new connection if the last one broke.
func (c *connection) session(ctx context.Context) (tx, error) {
	if c.conn == nil {
		if err := c.connect(ctx); err != nil {
			return tx{}, fmt.Errorf("connect: %w", err)
		}
	}
	return tx{session: c.conn, prepared: c.prepared, on: c}, nil
}

// rollBack ends a transaction without a trace. If ROLLBACK fails, because BEGIN did or because
// SQLite itself rolled back after a fault, the connection may be broken and is replaced. If that
// fails too, the next transaction tries again.
func (c *connection) rollBack(ctx context.Context) {
	if c.conn == nil {
		return
	}
	if _, err := c.prepared[rollback].ExecContext(ctx); err == nil {
		return
	}
	c.replace(ctx)
}

// replace makes the connection anew. If that fails, the next use of it tries again.
func (c *connection) replace(ctx context.Context) {
	_, _ = c.prepared.close(), c.others.close()
	// It is closed instead of going back to the pool.
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn })
	c.conn, c.prepared, c.others = nil, nil, nil
	_ = c.connect(ctx)
}

// close closes the statements first: SQLite keeps the file open while one is open.
func (c *connection) close() error {
	if c.conn == nil {
		return nil
	}
	return errors.Join(c.prepared.close(), c.others.close(), c.conn.Close())
}
