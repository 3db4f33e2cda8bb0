package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"

	"konduktor/storage/relational"
)

// writer is the one connection that writes: SQLite allows one writer at a time anyway, and so no
// caller in this process gets SQLITE_BUSY. All statements of a move are prepared on it.
type writer struct {
	connection
	turn chan struct{} // holds one token while transactions are under way

	mu      sync.Mutex
	waiting []*job
}

// job is a transaction that a caller waits for.
type job struct {
	ctx    context.Context
	do     func(relational.Session) error
	done   chan struct{} // closed once the rest is known
	err    error
	failed any // what do panicked with; nil: it did not
}

// The statements around a transaction. IMMEDIATE waits for other processes at the start, so that no
// later statement has to.
const (
	begin        = `BEGIN IMMEDIATE`
	beginReading = `BEGIN`
	commit       = `COMMIT`
	rollback     = `ROLLBACK`
	beginApart   = `SAVEPOINT job`
	undoApart    = `ROLLBACK TO job`
	endApart     = `RELEASE job`
)

// newWriter makes the connection of a pool of one.
func newWriter(
	ctx context.Context, pool *sql.DB, access access, queries ...string,
) (*writer, error) {
	w := &writer{
		turn: make(chan struct{}, 1),
		connection: connection{
			pool: pool, access: access,
			queries: append([]string{begin, commit, rollback, beginApart, undoApart, endApart}, queries...),
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
//
// The caller that has the turn runs all waiting transactions as savepoints of one, so they share
// one wait for the disk. On a busy disk, at 55 moves a second, a move took 12 to 20 ms this way,
// and 78 to 197 ms without it, with one in fifteen unanswered (docs/performance.md).
func (w *writer) transact(ctx context.Context, do func(relational.Session) error) error {
	j := &job{ctx: ctx, do: do, done: make(chan struct{})}
	w.mu.Lock()
	w.waiting = append(w.waiting, j)
	w.mu.Unlock()
	select {
	case w.turn <- struct{}{}:
		w.run(w.taken())
		<-w.turn
	case <-j.done:
	case <-ctx.Done():
		if w.withdraw(j) {
			return fmt.Errorf("wait for a turn to write: %w", ctx.Err())
		}
	}
	<-j.done
	if j.failed != nil {
		panic(j.failed)
	}
	return j.err
}

// taken returns the jobs that wait, which wait no longer.
func (w *writer) taken() []*job {
	w.mu.Lock()
	defer w.mu.Unlock()
	jobs := w.waiting
	w.waiting = nil
	return jobs
}

// withdraw takes back a job that waits; false if its turn has come.
func (w *writer) withdraw(j *job) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := slices.Index(w.waiting, j)
	if i >= 0 {
		w.waiting = slices.Delete(w.waiting, i, i+1)
	}
	return i >= 0
}

// run runs jobs in one transaction. A fault of the transaction itself is one of all of them.
func (w *writer) run(jobs []*job) {
	jobs = slices.DeleteFunc(jobs, func(j *job) bool {
		if j.err = j.ctx.Err(); j.err != nil {
			j.err = fmt.Errorf("wait for a turn to write: %w", j.err)
			close(j.done)
		}
		return j.err != nil
	})
	if len(jobs) == 0 {
		return
	}
	err := w.together(context.WithoutCancel(jobs[0].ctx), jobs)
	for _, j := range jobs {
		if err != nil && j.failed == nil {
			j.err = err
		}
		j.err = explain(j.err)
		close(j.done)
	}
}

// together runs jobs and commits what those have written that did not fail. A job that is alone
// needs no savepoint.
func (w *writer) together(ctx context.Context, jobs []*job) error {
	t, err := w.begin(ctx, begin)
	if err != nil {
		w.rollBack(ctx)
		return err
	}
	t.detached = true
	written := false
	for _, j := range jobs {
		if len(jobs) == 1 {
			j.attempt(t)
		} else if err := w.apart(ctx, t, j); err != nil {
			w.rollBack(ctx)
			return err
		}
		written = written || j.err == nil
	}
	if !written {
		w.rollBack(ctx)
		return nil
	}
	if _, err := w.prepared[commit].ExecContext(ctx); err != nil {
		w.rollBack(ctx)
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// apart runs a job so that nothing is left of it if it fails.
func (w *writer) apart(ctx context.Context, t tx, j *job) error {
	if _, err := w.prepared[beginApart].ExecContext(ctx); err != nil {
		return fmt.Errorf("begin in a transaction: %w", err)
	}
	if j.attempt(t); j.err != nil {
		if _, err := w.prepared[undoApart].ExecContext(ctx); err != nil {
			return fmt.Errorf("roll back in a transaction after %w: %w", j.err, err)
		}
	}
	if _, err := w.prepared[endApart].ExecContext(ctx); err != nil {
		return fmt.Errorf("end in a transaction: %w", err)
	}
	return nil
}

// attempt does what the job is for. A panic is its caller's, who gets it.
func (j *job) attempt(t tx) {
	defer func() {
		if j.failed = recover(); j.failed != nil {
			j.err = errors.New("panic")
		}
	}()
	if j.err = j.do(t); j.err == nil {
		if j.err = j.ctx.Err(); j.err != nil {
			j.err = fmt.Errorf("before the commit: %w", j.err)
		}
	}
}

// close waits for a running transaction.
func (w *writer) close() error {
	w.turn <- struct{}{}
	defer func() { <-w.turn }()
	return errors.Join(w.connection.close(), w.pool.Close())
}
