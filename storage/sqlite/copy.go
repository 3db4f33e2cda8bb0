package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Copy writes all that the database at from holds at this moment to a new file, which only its
// owner can read; a bot can go on with either. It is how backups are made and restored. The copy is
// checked and on the disk before it gets its name: a file at to is a whole database. It replaces no
// file (fs.ErrExist), nor takes a place beside a log that SQLite would take for the copy's.
func Copy(ctx context.Context, from, to string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if _, err := os.Lstat(to + suffix); err == nil {
			return fmt.Errorf("copy %s: %s is in the way: %w", from, to+suffix, fs.ErrExist)
		}
	}
	part, err := os.CreateTemp(filepath.Dir(to), ".konduktor-copy-*") // mode 0600
	if err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	defer os.Remove(part.Name())
	defer part.Close()
	if err := vacuumInto(ctx, from, part.Name()); err != nil {
		return fmt.Errorf("copy %s to %s: %w", from, to, explain(err))
	}
	if err := part.Sync(); err != nil { // VACUUM INTO does not
		return fmt.Errorf("copy %s to %s: %w", from, to, err)
	}
	if err := os.Link(part.Name(), to); err != nil { // unlike a renaming, it never replaces a file
		return fmt.Errorf("copy %s: %w", from, err)
	}
	return syncFolder(filepath.Dir(to))
}

// vacuumInto fills an empty file by a connection of its own, so that no move waits for it, and
// checks it.
func vacuumInto(ctx context.Context, from, to string) error {
	from, err := existing(ctx, from)
	if err != nil {
		return err
	}
	if to, err = filepath.Abs(to); err != nil {
		return err
	}
	db, err := connect(ctx, inspecting.dsn(from), 1)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return err
	}
	made, err := connect(ctx, inspecting.dsn(to), 1)
	if err != nil {
		return err
	}
	defer made.Close()
	return checkPages(ctx, tx{session: made})
}

// existing returns the absolute path of a file that is there, and is ours.
func existing(ctx context.Context, path string) (string, error) {
	ready()
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(absolute); errors.Is(err, fs.ErrNotExist) {
		return "", missing{}
	} else if err != nil {
		return "", err
	}
	path = absolute
	empty, err := inspect(ctx, path)
	if err == nil && empty {
		err = errors.New("the file is empty")
	}
	return path, err
}

// missing says that there is no file, in an error that names it already. It is fs.ErrNotExist.
type missing struct{}

// Error says so.
func (missing) Error() string { return "there is no such file" }

// Is reports whether the target is fs.ErrNotExist.
func (missing) Is(target error) bool { return target == fs.ErrNotExist }

// syncFolder puts a new name in a folder on the disk. Windows cannot, and keeps names in a journal.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("keep the copy: %w", err)
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("keep the copy: %w", err)
	}
	return nil
}
