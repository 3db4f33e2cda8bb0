package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/konduktor-bot/konduktor/storage"
)

// clearDeadlines goes over the seats of one game by their key: no index is asked, and mostly nothing is written.
const clearDeadlines = `UPDATE seat SET due = NULL WHERE game = ? AND due IS NOT NULL`

// setDeadlines gives the seats the deadlines that they have after a move.
func setDeadlines(ctx context.Context, tx tx, id storage.GameID, p storage.Progress) error {
	if _, err := tx.exec(ctx, clearDeadlines, id); err != nil {
		return fmt.Errorf("clear the deadlines: %w", err)
	}
	if p.State != storage.Running {
		return nil
	}
	for seat, due := range p.Due {
		_, err := tx.exec(ctx, `UPDATE seat SET due = ? WHERE game = ? AND place = ?`, nullMoment(due), id, int(seat)-1)
		if err != nil {
			return fmt.Errorf("set the deadline of seat %d: %w", seat, err)
		}
	}
	return nil
}

// nullMoment is a time that may be zero: NULL.
func nullMoment(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMicro(), Valid: !t.IsZero()}
}

// deadlines are those of all running games. Others have none, but for what was written by hand.
const deadlines = `FROM seat AS s JOIN game AS g ON g.id = s.game WHERE s.due IS NOT NULL AND +g.state = 'running'`

const (
	selectOverdue      = `SELECT s.game, s.place, s.due ` + deadlines + ` AND s.due <= ? ORDER BY s.due, s.game, s.place LIMIT ?`
	selectNextDeadline = `SELECT s.due ` + deadlines + ` ORDER BY s.due LIMIT 1`
)

// Overdue returns the deadlines that have passed; see storage.Store.
func (s *Store) Overdue(ctx context.Context, now time.Time, n int) (passed []storage.Deadline, err error) {
	err = s.look(ctx, func(tx tx) (err error) {
		passed, err = selectDeadlines(ctx, tx, now, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	return passed, nil
}

func selectDeadlines(ctx context.Context, tx tx, now time.Time, n int) ([]storage.Deadline, error) {
	rows, err := tx.rows(ctx, selectOverdue, now.UnixMicro(), max(n, 0))
	if err != nil {
		return nil, fmt.Errorf("read the deadlines: %w", err)
	}
	defer rows.Close()
	var passed []storage.Deadline
	for rows.Next() {
		var d storage.Deadline
		var at int64
		if err := rows.Scan(&d.Game, &d.Seat, &at); err != nil {
			return nil, fmt.Errorf("read a deadline: %w", err)
		}
		d.Seat++ // places count from 0
		d.Due = moment(at)
		passed = append(passed, d)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the deadlines: %w", err)
	}
	return passed, nil
}

// NextDeadline returns when the next deadline passes; see storage.Store.
func (s *Store) NextDeadline(ctx context.Context) (time.Time, error) {
	var at int64
	err := s.look(ctx, func(tx tx) error {
		return found(tx.row(ctx, selectNextDeadline).Scan(&at))
	})
	if err != nil {
		return time.Time{}, err
	}
	return moment(at), nil
}

// PutOff replaces a deadline; see storage.Store.
func (s *Store) PutOff(ctx context.Context, d storage.Deadline, due time.Time) error {
	return s.change(ctx, func(tx tx) error {
		result, err := tx.exec(ctx, `UPDATE seat SET due = ? WHERE game = ? AND place = ? AND due = ?`,
			nullMoment(due), d.Game, int(d.Seat)-1, d.Due.UnixMicro())
		if err != nil {
			return fmt.Errorf("put a deadline of game %s off: %w", d.Game, err)
		}
		if err := expectRow(result, storage.ErrStale); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `UPDATE game SET rev = rev + 1 WHERE id = ?`, d.Game); err != nil {
			return fmt.Errorf("raise the revision of game %s: %w", d.Game, err)
		}
		return nil
	})
}
