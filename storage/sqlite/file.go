package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// applicationID is in the header of every file of Konduktor's: "KNDK".
const applicationID = 0x4b4e444b

// prepareFile creates the file if there is none, refuses one that is not Konduktor's, and returns the absolute path.
func prepareFile(ctx context.Context, path string) (string, error) {
	ready()
	if path == "" || path == ":memory:" {
		return "", fmt.Errorf("open database: %q is not a file's path", path)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("open database: %w", err)
	}
	if err := createFile(path); err != nil {
		return "", fmt.Errorf("open database: %w", err)
	}
	if _, err := inspect(ctx, path); err != nil {
		return "", fmt.Errorf("open database %s: %w", path, explain(err))
	}
	return path, nil
}

// createFile creates an empty file that only its owner can read, since it will hold the seeds of running games. SQLite
// gives its own files (-wal, -shm) the same mode. An existing file is left alone.
func createFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", path)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) { // another process was faster
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// inspect refuses a file that is neither Konduktor's nor empty before anything is written to it, even its journal mode. It
// reads only the first pages, so that a start takes no longer with many games: moves are checked whenever they are read, and
// CheckFile reads everything.
func inspect(ctx context.Context, path string) (empty bool, err error) {
	db, err := connect(ctx, inspecting.dsn(path), 1)
	if err != nil {
		return false, err
	}
	defer db.Close()
	// One transaction for both: another process may be creating the file, and it writes the id before the tables.
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // it has only read
	var id, tables int64
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return false, err
	}
	if err := tx.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return false, err
	}
	if id != applicationID && (id != 0 || tables != 0) {
		return false, errors.New("this is the database of another program")
	}
	return tables == 0, nil
}
