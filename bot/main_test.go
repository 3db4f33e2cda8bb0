package bot

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"konduktor/bot/locale"
	"konduktor/storage/sqlite"
)

// TestMain lets more tests run side by side than there are cores: those on the sandbox mostly wait, a second each for
// discordgo to close its connection.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
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

// newStoreFile returns the path of a store in which nothing is.
func newStoreFile(t testing.TB) string {
	t.Helper()
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
