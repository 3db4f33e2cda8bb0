package sqlite

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"konduktor/storage"
)

// explain adds to an error of SQLite's what its code means for Konduktor or an operator. It leaves
// other errors, and errors that it has explained before, unchanged.
func explain(err error) error {
	c := code(err)
	if c == 0 || errors.Is(err, storage.ErrFull) || errors.Is(err, storage.ErrDamaged) {
		return err
	}
	if isUnfinished(err) {
		return fmt.Errorf(
			"the last change to the file was cut off, and the next start of the bot takes it back: %w", err,
		)
	}
	switch c & 0xff {
	case codes.SQLITE_FULL:
		return fmt.Errorf("%w: %w", storage.ErrFull, err)
	case codes.SQLITE_CORRUPT:
		return fmt.Errorf("%w: %w", storage.ErrDamaged, err)
	case codes.SQLITE_NOTADB:
		return fmt.Errorf("%w, or this is not a database: %w", storage.ErrDamaged, err)
	case codes.SQLITE_BUSY:
		return fmt.Errorf("another process has kept the database locked: %w", err)
	case codes.SQLITE_READONLY, codes.SQLITE_PERM:
		return fmt.Errorf("the database file or its folder may not be written: %w", err)
	case codes.SQLITE_CANTOPEN:
		return fmt.Errorf("%w: the file or its folder cannot be used: %w", storage.ErrAway, err)
	case codes.SQLITE_IOERR:
		return fmt.Errorf("%w: the disk does not read or write: %w", storage.ErrAway, err)
	case codes.SQLITE_INTERRUPT: // the context has ended while a statement ran
		return fmt.Errorf("%w: %w", context.Canceled, err)
	}
	return err
}

// isUnique reports whether a statement failed because there is a row with the same key.
func isUnique(err error) bool {
	c := code(err)
	return c == codes.SQLITE_CONSTRAINT_UNIQUE || c == codes.SQLITE_CONSTRAINT_PRIMARYKEY
}

// code returns SQLite's code of an error, 0 if it has none.
func code(err error) int {
	if fault, ok := errors.AsType[*sqlite.Error](err); ok {
		return fault.Code()
	}
	return 0
}

// isUnfinished reports whether a file has a rollback journal that only a connection that may write
// can take back.
func isUnfinished(err error) bool { return code(err) == codes.SQLITE_READONLY_ROLLBACK }

// isBusy reports whether another process had the database locked.
func isBusy(err error) bool { return code(err)&0xff == codes.SQLITE_BUSY }
