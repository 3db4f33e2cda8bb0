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

// stores opens an empty store of each kind, for as long as a test of t's takes.
func stores(t *testing.T) map[string]func(*testing.T) storage.Store {
	databases := &emptied{}
	t.Cleanup(func() { databases.close(t) })
	return map[string]func(*testing.T) storage.Store{"sqlite": openFile, "postgres": databases.open}
}

func openFile(t *testing.T) storage.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "konduktor.db")
	must(t, sqlitetest.Write(path))
	var mu sync.Mutex
	var connections []*sql.Conn
	disk := sqlite.Disk{Unsynced: true, Connected: func(c *sql.Conn) {
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
// time in which another is made. Their stores stay open: PostgreSQL starts a process for each
// connection, and that takes longer than most of the tests.
type emptied struct {
	mu       sync.Mutex
	template string // the address of one with tables: copying it is faster than making them
	free     []database
}

// database is an open store, and a connection beside it.
type database struct {
	store  *postgres.Store
	behind *sql.DB
}

func (e *emptied) open(t *testing.T) storage.Store {
	t.Helper()
	d := e.take(t)
	t.Cleanup(func() { e.giveBack(t, d) })
	return d.store
}

// take returns a database with tables and no rows.
func (e *emptied) take(t *testing.T) (d database) {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.free); n > 0 {
		d = e.free[n-1]
		e.free = e.free[:n-1]
		return d
	}
	if e.template == "" {
		address := postgrestest.Keep(t)
		s, err := postgres.Open(t.Context(), address)
		must(t, err)
		must(t, s.Close())
		e.template = address
	}
	address := postgrestest.KeepCopy(t, e.template)
	var err error
	d.store, err = postgres.Open(t.Context(), address)
	must(t, err)
	d.behind, err = sql.Open("pgx", address)
	must(t, err)
	d.behind.SetMaxIdleConns(1)
	return d
}

func (e *emptied) giveBack(t *testing.T, d database) {
	t.Helper()
	for _, table := range []string{
		"game", "map", "interaction", "outbox", "dropped", "post", `"user"`, "habits", "setting", "daily",
		"daily_table", "rating", "attestation",
	} {
		if _, err := d.behind.ExecContext(context.Background(), `DELETE FROM `+table); err != nil {
			t.Error(err)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.free = append(e.free, d)
}

func (e *emptied) close(t *testing.T) {
	t.Helper()
	for _, d := range e.free {
		wantError(t, d.store.Close(), nil)
		wantError(t, d.behind.Close(), nil)
	}
}
