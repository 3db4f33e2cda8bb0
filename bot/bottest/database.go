package bottest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"konduktor/storage"
	"konduktor/storage/postgres"
	"konduktor/storage/postgres/postgrestest"
	"konduktor/storage/sqlite/sqlitetest"
)

// NewFile returns the path of an empty SQLite database, or with KONDUKTOR_STORE=postgres the
// address of a PostgreSQL one.
func NewFile(t testing.TB) string {
	t.Helper()
	if os.Getenv("KONDUKTOR_STORE") == "postgres" {
		return NewDatabase(t)
	}
	path := filepath.Join(t.TempDir(), "test.db")
	if err := sqlitetest.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// emptyDatabase is a PostgreSQL database with tables and nothing in them.
var emptyDatabase struct {
	once    sync.Once
	address string
}

// NewDatabase returns the address of an empty PostgreSQL database.
func NewDatabase(t testing.TB) string {
	t.Helper()
	emptyDatabase.once.Do(func() {
		address := postgrestest.Keep(t)
		store, err := postgres.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		emptyDatabase.address = address
	})
	return postgrestest.Copy(t, emptyDatabase.address)
}

// OpenStore opens a file, or a PostgreSQL database by its address.
func OpenStore(ctx context.Context, name string) (storage.Store, error) {
	if postgres.IsAddress(name) {
		return postgres.Open(ctx, name)
	}
	return sqlitetest.Open(ctx, name)
}
