package relational

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"konduktor/storage"
)

// MarkRestored marks a database as restored from a copy, and returns the mark; false for one that
// holds no game. now is the time of the restore. The tables may be of any version: they have had
// these columns since the first.
func MarkRestored(ctx context.Context, s Session, now time.Time,
) (mark storage.Restored, ok bool, err error) {
	var last sql.NullInt64
	if err := s.QueryRow(ctx, `SELECT max(at) FROM (SELECT max(updated) AS at FROM game
		UNION ALL SELECT max(at) FROM move) AS changes`).Scan(&last); err != nil {
		return mark, false, fmt.Errorf("read when the copy was made: %w", err)
	}
	if !last.Valid {
		return mark, false, nil
	}
	mark = storage.NewRestored(now, time.UnixMicro(last.Int64))
	// The copy may hold the mark of an earlier restore: the tables are told of the last one.
	if _, err := s.Exec(ctx, `INSERT INTO setting (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
		storage.RestoredKey, mark.Encode()); err != nil {
		return mark, false, fmt.Errorf("mark the database as restored: %w", err)
	}
	return mark, true, nil
}
