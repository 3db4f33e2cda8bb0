package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/konduktor-bot/konduktor/storage"
)

// Backup writes a copy of everything as it is at this moment to a new file, which only its owner can read, while games go
// on. The copy is checked and on the disk before it gets its name: a file at path is a whole backup. It refuses to
// replace a file.
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("back up to %s: there is a file of this name already", path)
	}
	part, err := os.CreateTemp(filepath.Dir(path), ".konduktor-backup-*") // mode 0600
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	defer os.Remove(part.Name())
	defer part.Close()
	if err := s.copyTo(ctx, part.Name()); err != nil {
		return fmt.Errorf("back up to %s: %w", path, explain(err))
	}
	if err := part.Sync(); err != nil { // VACUUM INTO does not
		return fmt.Errorf("back up: %w", err)
	}
	if err := os.Link(part.Name(), path); err != nil { // unlike a renaming, it never replaces a file
		return fmt.Errorf("back up: %w", err)
	}
	return syncFolder(filepath.Dir(path))
}

// copyTo writes the copy by a connection of its own, so that no move waits for it.
func (s *Store) copyTo(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	db, err := connect(ctx, looking.dsn(s.path), 1)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return err
	}
	return checkCopy(ctx, path)
}

func checkCopy(ctx context.Context, path string) error {
	db, err := connect(ctx, looking.dsn(path), 1)
	if err != nil {
		return err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return fmt.Errorf("check the copy: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", storage.ErrDamaged, verdict)
	}
	return nil
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	return nil
}

// Verify reads everything: the file's own structure, the chain of every game's moves, and the maps. It returns ErrDamaged
// with all that it found, and takes about a millisecond a game of 300 moves.
func (s *Store) Verify(ctx context.Context) error {
	if err := s.verifyFile(ctx); err != nil {
		return err
	}
	games, err := s.GamesIn(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, g := range games {
		_, err := s.Moves(ctx, g.ID, -1)
		if err != nil && !errors.Is(err, storage.ErrDamaged) {
			return err
		}
		errs = append(errs, err)
	}
	if err := s.verifyMaps(ctx, games); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// verifyMaps reads the maps that games are played on.
func (s *Store) verifyMaps(ctx context.Context, games []storage.Game) error {
	seen := map[string]bool{"": true}
	var errs []error
	for _, g := range games {
		if seen[g.Map] {
			continue
		}
		seen[g.Map] = true
		_, err := s.Map(ctx, g.Map)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (s *Store) verifyFile(ctx context.Context) error {
	return s.look(ctx, func(tx tx) error {
		var verdict string
		if err := tx.row(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
			return fmt.Errorf("check the file: %w", err)
		}
		if verdict != "ok" {
			return fmt.Errorf("%w: %s", storage.ErrDamaged, verdict)
		}
		var loose int
		if err := tx.row(ctx, `SELECT count(*) FROM pragma_foreign_key_check`).Scan(&loose); err != nil {
			return fmt.Errorf("check the file's references: %w", err)
		}
		if loose > 0 {
			return fmt.Errorf("%w: %d rows belong to games that are not there", storage.ErrDamaged, loose)
		}
		return nil
	})
}
