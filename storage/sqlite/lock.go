package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// One process serves a file, and says so by a lock of the operating system on a file beside it,
// which is free as soon as the process is gone. SQLite's own locks say nothing of that: other
// programs may read and write the database meanwhile.

var (
	// ErrServed says that another process serves the file.
	ErrServed = errors.New("another process serves the database")
	// ErrNoLocks says that there are no locks where the file is.
	ErrNoLocks = errors.New("the file system has no locks")
)

// Lock claims the right to serve the file at path, which need not be there yet, until unlock is
// called or the process is gone. ErrServed; ErrNoLocks.
func Lock(path string) (unlock func() error, err error) {
	name, err := lockFile(path)
	if err != nil {
		return nil, err
	}
	if unlock, err = lock(name); err != nil {
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	return unlock, nil
}

// IsServed reports whether a process holds the Lock of a file. It makes none. ErrNoLocks.
func IsServed(path string) (bool, error) {
	name, err := lockFile(path)
	if err != nil {
		return false, err
	}
	err = tryLock(name)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return false, nil
	case errors.Is(err, ErrServed):
		return true, nil
	}
	return false, fmt.Errorf("look at the lock %s: %w", name, err)
}

// lockFile names the file that is locked: the same one through whatever link the database is named.
func lockFile(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("lock the database: %w", err)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	} else if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(folder, filepath.Base(path))
	}
	return path + ".lock", nil
}

// ServerOf returns which process last said that it serves a file; false if none did, or it has
// ended. It changes nothing.
func ServerOf(ctx context.Context, path string) (server storage.Server, ok bool, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return server, false, nil
	}
	_, err = look(ctx, path, func(s *Store, _ bool) (relational.Report, error) {
		server, _, ok, err = storage.ReadServer(ctx, s)
		return relational.Report{}, err
	})
	return server, ok, err
}
