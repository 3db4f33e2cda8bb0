package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ours is the application id in the header of every file of Konduktor's: "KNDK".
const ours = 0x4b4e444b

// prepareFile makes sure that there is a file which is ours or empty, and returns its absolute path.
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
	if err := inspect(ctx, path); err != nil {
		return "", fmt.Errorf("open database %s: %w", path, explain(err))
	}
	return path, nil
}

// createFile creates an empty file that only its owner can read, since it will hold the seeds of running games. SQLite
// gives its own files (-wal, -shm) the same mode. A file that is there is left alone.
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
	if errors.Is(err, fs.ErrExist) { // another process was quicker
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// inspect refuses a file that is not ours before anything is written to it, even its journal mode. It reads the first
// pages only, so that a start takes no longer with many games: Verify reads all of it, and moves are checked when read.
func inspect(ctx context.Context, path string) error {
	db, err := connect(ctx, looking.dsn(path), 1)
	if err != nil {
		return err
	}
	defer db.Close()
	var id, tables int64
	if err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	if id != ours && (id != 0 || tables != 0) {
		return errors.New("this is the database of another program")
	}
	return nil
}
