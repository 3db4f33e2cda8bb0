package sqlite

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"konduktor/storage"
	"konduktor/storage/faultvfs"
	"konduktor/storage/relational"
)

// afterPowerCuts opens and closes a store on what a power cut has left, at many points of what do
// does with a file in a folder, and calls see with the store.
func afterPowerCuts(t *testing.T, folder string, do func(path string) error,
	see func(s *Store) error,
) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 8))
	disk, err := faultvfs.Insert(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Eject()
	var left []faultvfs.Image
	changes := 0
	disk.Before(func(string) {
		if changes++; changes < 24 || changes%20 == 0 { // the journal mode changes in the first ones
			image, _ := disk.PowerCut(rng)
			left = append(left, image)
		}
	})
	if err := do(filepath.Join(folder, "konduktor.db")); err != nil {
		t.Fatal(err)
	}
	if len(left) < 10 {
		t.Errorf("only %d power cuts", len(left))
	}
	for i, image := range left {
		folder := t.TempDir()
		if err := image.Write(folder); err != nil {
			t.Fatal(err)
		}
		s, err := Open(t.Context(), filepath.Join(folder, "konduktor.db"))
		if err != nil {
			t.Errorf("power cut %d: %v", i, err)
			continue
		}
		if err := errors.Join(see(s), s.Close()); err != nil {
			t.Errorf("power cut %d: %v", i, err)
		}
	}
}

func openAndCloseOnDisk(t *testing.T) func(path string) error {
	return func(path string) error {
		s, err := OpenOn(t.Context(), Disk{VFS: faultvfs.VFS}, path)
		if err != nil {
			return err
		}
		return s.Close()
	}
}

func TestAPowerCutWhileTheFileIsMadeDoesNotStopTheNextStart(t *testing.T) {
	afterPowerCuts(t, t.TempDir(), openAndCloseOnDisk(t), func(s *Store) error {
		return s.Create(t.Context(), game0, storage.Origin{}, nil)
	})
}

func TestAPowerCutAtTheFirstStartFromABackupLosesNothing(t *testing.T) {
	folder := t.TempDir()
	if err := Copy(t.Context(), withMoves(t, 5).path,
		filepath.Join(folder, "konduktor.db")); err != nil {
		t.Fatal(err)
	}
	afterPowerCuts(t, folder, openAndCloseOnDisk(t), func(s *Store) error {
		wantMoves(t, s, 5)
		return nil
	})
}

func TestCheckOfAnUnfinishedFileSaysThatTheNextStartRepairsIt(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "konduktor.db")
	if err := Copy(t.Context(), withMoves(t, 5).path, path); err != nil {
		t.Fatal(err)
	}
	disk, err := faultvfs.Insert(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Eject()
	var left faultvfs.Image
	disk.Before(func(string) { // once a journal is synced and its change to the database is under way
		if image, loose := disk.PowerCut(rand.New(rand.NewPCG(2, 2))); left == nil &&
			loose["konduktor.db"] > 0 {
			left = image
		}
	})
	if err := openAndCloseOnDisk(t)(path); err != nil {
		t.Fatal(err)
	}
	unfinished := t.TempDir()
	if err := left.Write(unfinished); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(unfinished, "konduktor.db")
	if got, err := CheckFile(t.Context(), path); err == nil ||
		!strings.Contains(err.Error(), "the next start of the bot takes it back") {
		t.Errorf("got %+v, error %v", got, err)
	}
	if err := openAndClose(t, path); err != nil {
		t.Fatal(err)
	}
	if got, err := CheckFile(t.Context(), path); err != nil || got != (relational.Report{Games: 1}) {
		t.Errorf("after a start: got %+v, error %v", got, err)
	}
}

func TestAnUnfinishedFileOfAnotherProgramIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.db")
	page, journal := make([]byte, 4096), make([]byte, 512)
	copy(page, "SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20")
	copy(journal, journalMark)
	journal[journalPages+3] = 2 // pages before the transaction
	for name, content := range map[string][]byte{path: page, path + "-journal": journal} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := openAndClose(t, path); !errors.Is(err, errNotOurs) {
		t.Errorf("got %v, want %v", err, errNotOurs)
	}
	if got, err := os.ReadFile(path + "-journal"); err != nil || !bytes.Equal(got, journal) {
		t.Errorf("the journal has changed, error %v", err)
	}
}
