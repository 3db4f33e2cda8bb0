package sqlite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/storage"
)

func TestABackupIsTheWholeStoreAndOpens(t *testing.T) {
	s := withMoves(t, 20)
	path := filepath.Join(t.TempDir(), "backup.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	for ply := 20; ply < 25; ply++ { // the original goes on
		if err := appendMove(t, s, ply); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got mode %v, error %v, want 600", info.Mode(), err)
	}
	restored := openAt(t, path)
	wantMoves(t, restored, 20)
	if err := appendMove(t, restored, 20); err != nil {
		t.Errorf("a move in the restored store: %v", err)
	}
}

func TestABackupReplacesNothingAndLeavesNothingBehind(t *testing.T) {
	s := withMoves(t, 5)
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.WriteFile(taken, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), taken); err == nil {
		t.Error("onto a file: got no error")
	}
	if err := s.Backup(t.Context(), s.path); err == nil {
		t.Error("onto itself: got no error")
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "no", "folder")); err == nil {
		t.Error("into no folder: got no error")
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "good")); err != nil {
		t.Error(err)
	}
	var names []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff([]string{"good", "taken"}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if text, err := os.ReadFile(taken); string(text) != "mine" {
		t.Errorf("the file in the way is now %q, error %v", text, err)
	}
}

func TestDroppedMessagesArePruned(t *testing.T) {
	s := openTemp(t)
	for range maxDropped + 5 {
		if err := s.Enqueue(t.Context(), []storage.Message{{Lane: "a", Kind: "board"}}); err != nil {
			t.Fatal(err)
		}
		due, err := s.Due(t.Context(), move0(0).At.AddDate(1, 0, 0), 1)
		if err != nil || len(due) != 1 {
			t.Fatalf("got %d messages, error %v", len(due), err)
		}
		if err := s.Drop(t.Context(), due[0].ID, "test"); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Dropped(t.Context(), 10*maxDropped)
	if err != nil || len(got) != maxDropped {
		t.Errorf("got %d, error %v, want %d", len(got), err, maxDropped)
	}
}
