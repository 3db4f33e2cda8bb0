package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// readers is the number of connections for reading. They never wait for the writer (WAL).
const readers = 4

// reader is the connections for reading. Each has its own prepared statements: database/sql would
// prepare a statement anew for every transaction on a connection other than the one that it was
// prepared on. The connection that was used last is the next to be used, and one that is needed for
// the first time is made then: few are ever needed at once, and those have their statements.
type reader struct {
	pool  *sql.DB
	turns chan struct{} // holds one for each connection that is free
	mu    sync.Mutex
	free  []*connection
}

// newReader makes the first of up to n connections of a pool, which has room for one more.
func newReader(
	ctx context.Context, pool *sql.DB, access access, n int, queries ...string,
) (*reader, error) {
	r := &reader{pool: pool, turns: make(chan struct{}, n)}
	for range n {
		r.give(&connection{
			pool: pool, access: access, queries: append([]string{beginReading, rollback}, queries...),
		})
	}
	if err := r.free[n-1].connect(ctx); err != nil {
		return nil, errors.Join(err, r.close())
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
	defer r.give(c)
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
	defer r.give(c)
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

// take waits for a free connection. It may have to be made yet.
func (r *reader) take(ctx context.Context) (*connection, error) {
	select {
	case <-r.turns:
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a turn to read: %w", ctx.Err())
	}
	if err := ctx.Err(); err != nil {
		r.turns <- struct{}{}
		return nil, fmt.Errorf("wait for a turn to read: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	last := len(r.free) - 1
	c := r.free[last]
	r.free = r.free[:last]
	return c, nil
}

func (r *reader) give(c *connection) {
	r.mu.Lock()
	r.free = append(r.free, c)
	r.mu.Unlock()
	r.turns <- struct{}{}
}

// close waits for running transactions.
func (r *reader) close() error {
	var errs []error
	for range cap(r.turns) {
		<-r.turns
	}
	for _, c := range r.free {
		errs = append(errs, c.close())
	}
	return errors.Join(append(errs, r.pool.Close())...)
}
