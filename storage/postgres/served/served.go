// Package served makes PostgreSQL databases for the tests of bot. It is not part of bottest,
// because linking the driver takes 0.7 s of CPU time a test binary, and few of them need it.
package served

import (
	"context"
	"sync"
	"testing"

	"konduktor/storage"
	"konduktor/storage/postgres"
	"konduktor/storage/postgres/postgrestest"
)

// empty is a database with tables and nothing in them.
var empty struct {
	once    sync.Once
	address string
}

// New returns the address of an empty database.
func New(t testing.TB) string {
	t.Helper()
	empty.once.Do(func() {
		address := postgrestest.Keep(t)
		store, err := postgres.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		empty.address = address
	})
	return postgrestest.Copy(t, empty.address)
}

// Open opens a database, and reports whether the name is the address of one.
func Open(ctx context.Context, name string) (store storage.Store, ok bool, err error) {
	if !postgres.IsAddress(name) {
		return nil, false, nil
	}
	store, err = postgres.Open(ctx, name)
	return store, true, err
}
