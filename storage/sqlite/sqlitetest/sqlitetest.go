// Package sqlitetest makes SQLite databases for tests, fast: the tables are made once for all tests
// of a process, and nothing waits for the disk.
package sqlitetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"konduktor/storage/sqlite"
)

// empty is the content of a database that has tables and nothing in them. To make those takes
// longer than many a test.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "konduktor")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "empty.db")
	store, err := Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := store.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Write makes an empty database.
func Write(path string) error {
	content, err := empty()
	if err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

// Open opens a database that does not wait for the disk.
func Open(ctx context.Context, path string) (*sqlite.Store, error) {
	return sqlite.OpenOn(ctx, sqlite.Disk{Unsynced: true}, path)
}

// New returns an empty store, which is closed when the test ends.
func New(t testing.TB) *sqlite.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	if err := Write(path); err != nil {
		t.Fatal(err)
	}
	store, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}
