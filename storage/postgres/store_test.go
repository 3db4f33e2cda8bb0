package postgres

import (
	"sync"
	"testing"

	"go.uber.org/goleak"

	"konduktor/storage/postgres/postgrestest"
)

func TestMain(m *testing.M) {
	runAsChild() // does not return in a child of process_test.go
	goleak.VerifyTestMain(m)
}

// template is a database with tables: copying it takes less time than making them.
var template struct {
	once    sync.Once
	address string
}

// newDatabase returns the address of a new database with tables and no rows.
func newDatabase(t testing.TB) string {
	t.Helper()
	return postgrestest.Copy(t, madeTables(t))
}

// madeTables returns the address of the template.
func madeTables(t testing.TB) string {
	t.Helper()
	template.once.Do(func() {
		address := postgrestest.Keep(t)
		s, err := Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		template.address = address
	})
	return template.address
}

// openTemp opens a new store that ends with the test.
func openTemp(t testing.TB) *Store {
	t.Helper()
	return openAt(t, newDatabase(t))
}

// openAt opens another store on a database, as another process does.
func openAt(t testing.TB, address string) *Store {
	t.Helper()
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
