package bot

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"konduktor/bot/locale"
	"konduktor/storage"
	"konduktor/storage/postgres"
	"konduktor/storage/postgres/postgrestest"
	"konduktor/storage/sqlite"
)

// TestMain lets more tests run side by side than there are cores: those on the sandbox mostly wait, a second each for
// discordgo to close its connection.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	code := m.Run()
	if code == 0 {
		if err := leaked(); err != nil {
			fmt.Fprintln(os.Stderr, "after the tests:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// leaked returns what still runs ten seconds after the tests. A look of goleak's takes less than half a second, but package discord
// gives the library five seconds to close a connection, and on a busy machine it takes its time.
func leaked() (err error) {
	for range 25 {
		if err = goleak.Find(); err == nil {
			return nil
		}
	}
	return err
}

// loadCatalog loads the texts once for all tests, and emptyStore makes a store's tables once: both take longer than many a
// test.
var (
	loadCatalog = sync.OnceValues(locale.Load)
	emptyStore  = sync.OnceValues(makeEmptyStore)
)

// makeEmptyStore returns the file of a store in which nothing is.
func makeEmptyStore() ([]byte, error) {
	dir, err := os.MkdirTemp("", "konduktor")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "empty.db")
	store, err := sqlite.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := store.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// onPostgreSQL has all tests use PostgreSQL (KONDUKTOR_STORE=postgres) in place of files; CI does so in a few (onServer).
var onPostgreSQL = os.Getenv("KONDUKTOR_STORE") == "postgres"

// emptyDatabase is a PostgreSQL database with tables and nothing in them.
var emptyDatabase struct {
	once    sync.Once
	address string
}

// newDatabase returns the address of a PostgreSQL database in which nothing is.
func newDatabase(t testing.TB) string {
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

// openStore opens a file, or a database.
func openStore(ctx context.Context, name string) (storage.Store, error) {
	if postgres.IsAddress(name) {
		return postgres.Open(ctx, name)
	}
	return sqlite.Open(ctx, name)
}

// newStoreFile returns the path of a store in which nothing is.
func newStoreFile(t testing.TB) string {
	t.Helper()
	if onPostgreSQL {
		return newDatabase(t)
	}
	file, err := emptyStore()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
