package sqlite

import (
	"context"
	"fmt"
	"os"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// CheckFile reads all of a database file, which stays as it is, also while a bot uses it. It
// returns ErrDamaged with all that it found.
func CheckFile(ctx context.Context, path string) (relational.Report, error) {
	return look(ctx, path, func(s *Store, older bool) (relational.Report, error) {
		if older {
			return relational.Report{Older: true}, s.verifyFile(ctx)
		}
		games, err := s.verify(ctx)
		return relational.Report{Games: games}, err
	})
}

// LookAt reports whether a bot could use a database file, as it is or after an upgrade, without
// reading all of it. It changes nothing, and can be called while a bot uses the file. Of the Report
// it fills neither Games nor Unsafe.
func LookAt(ctx context.Context, path string) (relational.Report, error) {
	report, err := look(ctx, path, func(s *Store, older bool) (relational.Report, error) {
		if older { // its tables are read after the upgrade
			return relational.Report{Older: true}, nil
		}
		return s.Report(ctx)
	})
	if err != nil {
		return relational.Report{}, err
	}
	// Not while SQLite has the file open: where locks belong to the process, closing a descriptor
	// gives them up.
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return relational.Report{}, fmt.Errorf("look whether the database can be written: %w", err)
	}
	return report, file.Close()
}

// look opens a file for reading only and calls see with it, and whether an older Konduktor made its
// tables.
func look(
	ctx context.Context, path string, see func(s *Store, older bool) (relational.Report, error),
) (relational.Report, error) {
	absolute, err := existing(ctx, path)
	if err != nil {
		return relational.Report{}, fmt.Errorf("check %s: %w", path, explain(err))
	}
	s := newStore(absolute, Disk{})
	if s.read, err = openReader(ctx, reading, absolute, 1); err != nil {
		return relational.Report{}, fmt.Errorf("check %s: %w", path, explain(err))
	}
	defer func() { _ = s.read.close() }() // it has only read
	has, knows, err := versions(ctx, s.read.pool)
	if err != nil {
		return relational.Report{}, fmt.Errorf("check %s: %w", path, explain(err))
	}
	return see(s, has < knows)
}

// verify reads everything: the file's own structure and all of its games. It returns how many games
// there are, and ErrDamaged with all that it found.
func (s *Store) verify(ctx context.Context) (int, error) {
	if err := s.verifyFile(ctx); err != nil {
		return 0, err
	}
	return s.Verify(ctx)
}

func (s *Store) verifyFile(ctx context.Context) error {
	return file{s}.Read(ctx, func(t relational.Session) error {
		if err := checkPages(ctx, t); err != nil {
			return err
		}
		var loose int
		if err := t.QueryRow(ctx,
			`SELECT count(*) FROM pragma_foreign_key_check`).Scan(&loose); err != nil {
			return fmt.Errorf("check the file's references: %w", err)
		}
		if loose > 0 {
			return fmt.Errorf("%w: %d rows belong to games that are not there", storage.ErrDamaged, loose)
		}
		return nil
	})
}

// checkPages has SQLite go over the structure of a file.
func checkPages(ctx context.Context, db relational.Session) error {
	var verdict string
	if err := db.QueryRow(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return fmt.Errorf("check the file: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", storage.ErrDamaged, verdict)
	}
	return nil
}
