package bottest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"konduktor/storage"
	"konduktor/storage/sqlite/sqlitetest"
)

// newServed and openServed are the functions of package served, nil in a test binary that does
// without PostgreSQL.
var (
	newServed  func(t testing.TB) string
	openServed func(ctx context.Context, name string) (s storage.Store, ok bool, err error)
)

// Serve lets the tests of a binary use PostgreSQL: their init passes New and Open of package
// served. With the build tag postgres all can.
func Serve(
	create func(t testing.TB) string,
	open func(ctx context.Context, name string) (s storage.Store, ok bool, err error),
) {
	newServed, openServed = create, open
}

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

// NewDatabase returns the address of an empty PostgreSQL database.
func NewDatabase(t testing.TB) string {
	t.Helper()
	if newServed == nil {
		t.Fatal("PostgreSQL is not linked into this test: go test -tags postgres, or call Serve")
	}
	return newServed(t)
}

// OpenStore opens a file, or a PostgreSQL database by its address.
func OpenStore(ctx context.Context, name string) (storage.Store, error) {
	if openServed != nil {
		if s, ok, err := openServed(ctx, name); ok {
			return s, err
		}
	}
	return sqlitetest.Open(ctx, name)
}
