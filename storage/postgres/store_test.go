package postgres

import (
	"context"
	"database/sql"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"konduktor/storage"
	"konduktor/storage/postgres/postgrestest"
	"konduktor/storage/storagetest"
)

func TestMain(m *testing.M) {
	runAsChild() // does not return in a child of process_test.go
	goleak.VerifyTestMain(m)
}

func TestStoreBehavesAsEveryStoreMust(t *testing.T) {
	var empty emptied
	storagetest.Run(t, func(t *testing.T) storage.Store { return openAt(t, empty.database(t)) })
}

// emptied are databases that a test has done with: to empty one takes a tenth of the time in which
// another is made.
type emptied struct {
	mu   sync.Mutex
	free []string
}

// database returns the address of a database with tables and no rows.
func (e *emptied) database(t *testing.T) string {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	address := ""
	if n := len(e.free); n > 0 {
		address, e.free = e.free[n-1], e.free[:n-1]
	} else {
		address = postgrestest.KeepCopy(t, madeTables(t))
	}
	t.Cleanup(func() { // after the store was closed
		db, err := sql.Open("pgx", address)
		if err != nil {
			t.Error(err)
			return
		}
		defer db.Close()
		for _, table := range []string{"game", "map", "interaction", "outbox", "dropped", "post", `"user"`, "habits", "setting"} {
			if _, err := db.ExecContext(context.Background(), `DELETE FROM `+table); err != nil {
				t.Error(err)
			}
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		e.free = append(e.free, address)
	})
	return address
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
