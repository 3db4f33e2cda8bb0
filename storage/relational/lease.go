package relational

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Lease is how processes that share a database divide the work: a message, a deadline or a plan
// that is due belongs for a while to the process that found it first. Nothing rests on it: two
// processes that do the same are kept apart by nonces and revisions, as ever. A process that dies
// loses its leases by itself.
type Lease struct {
	Holder string        // names this process
	For    time.Duration // from when the process looks; when it looks again, it renews the lease
	// an expression: microseconds since 1970 by the database's clock, which all processes share
	Clock string
	// Claim runs do in a transaction that writes, and in which each statement sees what others have
	// committed by then.
	Claim func(ctx context.Context, do func(Session) error) error
}

// column is whether this process holds a row for a good while yet, as a column that is read first;
// "" without leases.
func (l *Lease) column(row string) string {
	if l == nil {
		return ""
	}
	return row + `.holder = ? AND ` + row + `.held > ` + l.Clock + ` + ?, `
}

// doubt is whether a message may have been sent before, as a column: a process that lost its lease
// may have done so.
func (l *Lease) doubt(row string) string {
	if l == nil {
		return row + `.doubt `
	}
	return `CASE WHEN ` + row + `.holder <> '' AND ` + row + `.held <= ` + l.Clock + ` THEN 1 ELSE ` +
		row + `.doubt END `
}

// mine is true of rows that this process may take; "" without leases.
func (l *Lease) mine(row string) string {
	if l == nil {
		return ""
	}
	return ` AND (` + row + `.holder = ? OR ` + row + `.held <= ` + l.Clock + `)`
}

// locked ends a statement that takes rows; what another process is just taking is left to it. ""
// without leases.
func (l *Lease) locked(row string) string {
	if l == nil {
		return ""
	}
	return ` FOR UPDATE OF ` + row + ` SKIP LOCKED`
}

// when is the time at which this process has to look at a row: not before another one gives it up.
func (l *Lease) when(row string) string {
	if l == nil {
		return row + `.due`
	}
	return `CASE WHEN ` + row + `.holder <> ? AND ` + row + `.held > ` + l.Clock + ` THEN greatest(` +
		row + `.due, ` + row + `.held) ELSE ` + row + `.due END`
}

// soonest makes a query for the earliest times by due out of one for all. Only the first rows may
// be held by others.
func (l *Lease) soonest(all string) string {
	if l == nil {
		return all + ` LIMIT 1`
	}
	return `SELECT soonest FROM (` + all + ` LIMIT 100) AS first ORDER BY soonest LIMIT 1`
}

// holding returns what when needs as an argument.
func (l *Lease) holding() []any {
	if l == nil {
		return nil
	}
	return []any{l.Holder}
}

// division is a kind of rows that processes divide among themselves.
type division[T any] struct {
	what  string // in errors
	query string // put together by column, mine and locked
	scan  func(Rows) (T, error)
	lease string // a statement that takes one row: holder, microseconds, and then its key
	key   func(item T) []any
}

// take returns up to n rows that are due, and leases them to this process where there are others.
// args are those of the query before mine.
func (d division[T]) take(ctx context.Context, s *Store, n int, args ...any) ([]T, error) {
	l := s.dialect.Lease
	if l == nil {
		return look(ctx, s, func(tx Tx) ([]T, error) {
			return All(ctx, tx, d.what, d.scan, d.query, append(args, max(n, 0))...)
		})
	}
	var list []T
	err := l.Claim(ctx, func(session Session) (err error) {
		var free []T
		list, err = All(ctx, session, d.what, func(rows Rows) (T, error) {
			var fresh bool
			item, err := d.scan(part{rows, []any{&fresh}, nil})
			if !fresh {
				free = append(free, item)
			}
			return item, err
		}, d.query, slices.Concat([]any{l.Holder, (l.For / 2).Microseconds()}, args,
			[]any{l.Holder, max(n, 0)})...)
		if err != nil {
			return err
		}
		for _, item := range free {
			if _, err := session.Exec(ctx,
				d.lease, append([]any{l.Holder, l.For.Microseconds()}, d.key(item)...)...); err != nil {
				return fmt.Errorf("lease %s: %w", d.what, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}
