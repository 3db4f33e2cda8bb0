package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// MarkRestored marks a file as restored from a copy: see relational.MarkRestored. It does not bring
// the tables up to date, since an older program may be about to use them.
func MarkRestored(ctx context.Context, path string, now time.Time,
) (mark storage.Restored, ok bool, err error) {
	absolute, err := existing(ctx, path)
	if err != nil {
		return mark, false, fmt.Errorf("mark %s: %w", path, explain(err))
	}
	db, err := connect(ctx, writing.dsn(absolute), 1)
	if err != nil {
		return mark, false, fmt.Errorf("mark %s: %w", path, explain(err))
	}
	mark, ok, err = relational.MarkRestored(ctx, tx{session: db}, now)
	if err = errors.Join(err, db.Close()); err != nil {
		return storage.Restored{}, false, fmt.Errorf("mark %s: %w", path, explain(err))
	}
	return mark, ok, nil
}
