package relational

import (
	"context"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// clockColumns are those of a seat's clock, in the order of clockValues.
const clockColumns = `due, ends, since, bank, whole, told, gifts, relieved, house, cut`

func clockValues(c match.Clock) []any {
	return []any{
		nullMicros(c.Due), nullMicros(c.Ends), nullMicros(c.Since),
		c.Bank.Microseconds(), c.Whole.Microseconds(), c.Told, c.Gifts, c.Relieved,
		c.Automated, c.Cut.Microseconds(),
	}
}

const (
	// clearClocks finds the seats of one game by their key, without the index on deadlines; mostly it
	// writes nothing.
	clearClocks = `UPDATE seat SET (` + clockColumns + `)
			= (NULL, NULL, NULL, 0, 0, 0, 0, FALSE, FALSE, 0)
		WHERE game = ? AND (due IS NOT NULL OR since IS NOT NULL
			OR bank > 0 OR whole > 0 OR cut > 0 OR house)`
	// setClock writes nothing for a seat that a move does not concern.
	setClock = `UPDATE seat SET (` + clockColumns + `) = (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
		WHERE game = ?11 AND place = ?12
		AND (` + clockColumns + `) IS DISTINCT FROM (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`
)

func setClocks(ctx context.Context, tx Tx, id match.GameID, p match.RowUpdate) error {
	if p.State != match.Running || p.Clocks == nil {
		return tx.run(ctx, "clear the clocks", clearClocks, id)
	}
	for i, c := range p.Clocks {
		if err := tx.run(ctx, "set a clock", setClock, append(clockValues(c), id, i)...); err != nil {
			return err
		}
	}
	return nil
}

// Overdue implements storage.Deadlines. Where processes divide deadlines, it returns those of this
// one.
func (s *Store) Overdue(ctx context.Context, now time.Time, n int) ([]match.Deadline, error) {
	return division[match.Deadline]{
		what: "deadlines", query: s.texts.selectOverdue, scan: scanDeadline,
		lease: `UPDATE seat SET holder = ?, held = ` + s.texts.leaseEnd + ` WHERE game = ? AND place = ?`,
		key:   func(d match.Deadline) []any { return []any{d.Game, int(d.Seat) - 1} },
	}.take(ctx, s, n, now.UnixMicro())
}

func scanDeadline(rows Rows) (d match.Deadline, err error) {
	err = rows.Scan(&d.Game, &d.Seat, (*timeColumn)(&d.Due))
	d.Seat++ // places count from 0
	return d, err
}

// NextDeadline implements storage.Deadlines.
func (s *Store) NextDeadline(ctx context.Context) (time.Time, error) {
	return oneTime(ctx, s, "the next deadline", s.texts.nextOverdue, s.dialect.Lease.holding()...)
}

// PutOff implements storage.Deadlines.
func (s *Store) PutOff(ctx context.Context, d match.Deadline, due time.Time) error {
	return s.change(ctx, func(tx Tx) error {
		// The game's row first, as in every change of a game: so no two wait for each other.
		doing := "put off a deadline of game " + string(d.Game)
		err := tx.run(ctx, doing, `UPDATE game SET rev = rev + 1 WHERE id = ?`, d.Game)
		if err != nil {
			return err
		}
		return tx.hit(ctx, storage.ErrStale, doing,
			`UPDATE seat SET due = ? WHERE game = ? AND place = ? AND due = ?`,
			nullMicros(due), d.Game, int(d.Seat)-1, d.Due.UnixMicro())
	})
}
