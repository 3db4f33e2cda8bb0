package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// readers is the number of connections for reading. They never wait for the writer (WAL).
const readers = 4

// reader is the connections for reading. Each has its own prepared statements: database/sql would
// prepare a statement anew for every transaction on a connection other than the one that it was
// prepared on.
type reader struct {
	pool *sql.DB
	free chan *connection
	all  []*connection
}

// newReader makes n connections of a pool, which has room for one more.
func newReader(
	ctx context.Context, pool *sql.DB, access access, n int, queries ...string,
) (*reader, error) {
	r := &reader{pool: pool, free: make(chan *connection, n)}
	for range n {
		c := &connection{
			pool: pool, access: access, queries: append([]string{beginReading, rollback}, queries...),
		}
		if err := c.connect(ctx); err != nil {
			return nil, errors.Join(err, r.close())
		}
		r.all = append(r.all, c)
		r.free <- c
	}
	return r, nil
}

// transact runs do in a transaction that reads one snapshot of everything. The end of the context
// interrupts statements that were not prepared: the others read little.
func (r *reader) transact(ctx context.Context, do func(relational.Session) error) error {
	c, err := r.take(ctx)
	if err != nil {
		return err
	}
	defer func() { r.free <- c }()
	detached := context.WithoutCancel(ctx)
	defer c.rollBack(detached) // also if do panics; nothing was written
	t, err := c.begin(detached, beginReading)
	if err != nil {
		return err
	}
	return do(t)
}

// look runs do outside a transaction: do reads by one statement.
func (r *reader) look(ctx context.Context, do func(relational.Session) error) error {
	c, err := r.take(ctx)
	if err != nil {
		return err
	}
	defer func() { r.free <- c }()
	detached := context.WithoutCancel(ctx)
	t, err := c.session(detached)
	if err != nil {
		return err
	}
	err = do(t)
	if err != nil && !errors.Is(err, storage.ErrNotFound) && !errors.Is(err, storage.ErrDamaged) {
		c.replace(detached) // it may be broken
	}
	return err
}

// take waits for a free connection.
func (r *reader) take(ctx context.Context) (*connection, error) {
	select {
	case c := <-r.free:
		if err := ctx.Err(); err != nil {
			r.free <- c
			return nil, fmt.Errorf("wait for a turn to read: %w", err)
		}
		return c, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a turn to read: %w", ctx.Err())
	}
}

// close waits for running transactions.
func (r *reader) close() error {
	var errs []error
	for range r.all {
		errs = append(errs, (<-r.free).close())
	}
	return errors.Join(append(errs, r.pool.Close())...)
}
