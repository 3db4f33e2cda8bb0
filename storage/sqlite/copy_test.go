package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCopyHoldsTheWholeStoreAndCanBeUsed(t *testing.T) {
	s := withMoves(t, 20)
	path := filepath.Join(t.TempDir(), "backup.db")
	if err := Copy(t.Context(), s.path, path); err != nil {
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

func TestACopyReplacesNothingAndLeavesNothingBehind(t *testing.T) {
	s := withMoves(t, 5)
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.WriteFile(taken, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Copy(t.Context(), s.path, taken); err == nil {
		t.Error("onto a file: got no error")
	}
	if err := Copy(t.Context(), s.path, s.path); err == nil {
		t.Error("onto itself: got no error")
	}
	if err := Copy(t.Context(), s.path, filepath.Join(dir, "no", "folder")); err == nil {
		t.Error("into no folder: got no error")
	}
	if err := Copy(t.Context(), s.path, filepath.Join(dir, "good")); err != nil {
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

func TestCopyRefusesAPathWithAnotherDatabasesLog(t *testing.T) {
	s := withMoves(t, 1)
	for _, suffix := range []string{"-wal", "-shm"} {
		path := filepath.Join(t.TempDir(), "konduktor.db")
		if err := os.WriteFile(path+suffix, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Copy(t.Context(), s.path, path); !errors.Is(err, fs.ErrExist) {
			t.Errorf("beside %s: got %v, want %v", suffix, err, fs.ErrExist)
		}
	}
}

func TestOnlyADatabaseOfOursIsCopiedAndChecked(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"text": "to be or not to be", "empty": "", "none": ""} {
		path := filepath.Join(dir, name)
		if name != "none" {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := Copy(t.Context(), path, filepath.Join(dir, "copy")); err == nil {
			t.Errorf("copy of %s: got no error", name)
		}
		if _, err := CheckFile(t.Context(), path); err == nil {
			t.Errorf("check of %s: got no error", name)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("got files %v, error %v, want the two that were", entries, err)
	}
}
