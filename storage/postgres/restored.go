package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// MarkRestored marks a database as restored from a copy: see relational.MarkRestored. It does not
// bring the tables up to date, since an older program may be about to use them.
func MarkRestored(ctx context.Context, address string, now time.Time,
) (mark storage.Restored, ok bool, err error) {
	s, err := connect(ctx, address, patient(), patience)
	if err != nil {
		return mark, false, err
	}
	has, _, err := s.versions(ctx)
	if err == nil && has == 0 {
		err = errors.New("it has no tables: restore it first")
	}
	if err == nil {
		err = s.Change(ctx, func(session relational.Session) (err error) {
			mark, ok, err = relational.MarkRestored(ctx, session, now)
			return err
		})
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return storage.Restored{}, false, fmt.Errorf("mark %s: %w", Name(address), explain(err))
	}
	return mark, ok, nil
}
