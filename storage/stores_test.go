package storage_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"sync"
	"testing"

	"konduktor/storage"
	"konduktor/storage/postgres"
	"konduktor/storage/postgres/postgrestest"
	"konduktor/storage/sqlite"
	"konduktor/storage/sqlite/sqlitetest"
)

// stores opens an empty store of each kind, which is closed when its test ends.
func stores() map[string]func(*testing.T) storage.Store {
	databases := &emptied{}
	return map[string]func(*testing.T) storage.Store{"sqlite": openFile, "postgres": databases.open}
}

func openFile(t *testing.T) storage.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "konduktor.db")
	must(t, sqlitetest.Write(path))
	var mu sync.Mutex
	var connections []*sql.Conn
	disk := sqlite.Disk{Normal: true, Connected: func(c *sql.Conn) {
		mu.Lock()
		defer mu.Unlock()
		connections = append(connections, c)
	}}
	s, err := sqlite.OpenOn(t.Context(), disk, path)
	must(t, err)
	t.Cleanup(func() {
		wantParsedOnce(t, connections)
		wantError(t, s.Close(), nil)
	})
	return s
}

// emptied are PostgreSQL databases that a test has done with: to empty one takes a tenth of the
// time in which another is made.
type emptied struct {
	mu       sync.Mutex
	template string // the address of one with tables: copying it is faster than making them
	free     []string
}

func (e *emptied) open(t *testing.T) storage.Store {
	t.Helper()
	address := e.take(t)
	s, err := postgres.Open(t.Context(), address)
	must(t, err)
	t.Cleanup(func() {
		wantError(t, s.Close(), nil)
		e.giveBack(t, address)
	})
	return s
}

// take returns the address of a database with tables and no rows.
func (e *emptied) take(t *testing.T) string {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.free); n > 0 {
		address := e.free[n-1]
		e.free = e.free[:n-1]
		return address
	}
	if e.template == "" {
		address := postgrestest.Keep(t)
		s, err := postgres.Open(t.Context(), address)
		must(t, err)
		must(t, s.Close())
		e.template = address
	}
	return postgrestest.KeepCopy(t, e.template)
}

func (e *emptied) giveBack(t *testing.T, address string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Error(err)
		return
	}
	defer db.Close()
	for _, table := range []string{
		"game", "map", "interaction", "outbox", "dropped", "post", `"user"`, "habits", "setting", "daily",
		"daily_table", "rating", "attestation",
	} {
		if _, err := db.ExecContext(context.Background(), `DELETE FROM `+table); err != nil {
			t.Error(err)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.free = append(e.free, address)
}
