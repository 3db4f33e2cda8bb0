package sqlite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// lockOrder in the environment makes this test binary a process that locks a file and waits to be
// killed.
const lockOrder = "KONDUKTOR_STORAGE_LOCK"

func lockAsChild() {
	path := os.Getenv(lockOrder)
	if path == "" {
		return
	}
	_, err := Lock(path)
	fmt.Println("locked", err)
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	os.Exit(0)
}

func TestALockIsFreeAsSoonAsItsProcessIsKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary)
	cmd.Env = append(os.Environ(), lockOrder+"="+path)
	in, err := cmd.StdinPipe() // open, so that the child waits
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "locked <nil>\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	if _, err := Lock(path); !errors.Is(err, ErrServed) {
		t.Errorf("a second lock: got %v, want it refused", err)
	}
	if served, err := IsServed(path); !served || err != nil {
		t.Errorf("served: %v, %v", served, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // "signal: killed"
	if served, err := IsServed(path); served || err != nil {
		t.Errorf("after the kill served: %v, %v", served, err)
	}
	unlock, err := Lock(path)
	if err != nil {
		t.Fatalf("after the kill: %v", err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
}

func TestALockHoldsThroughALinkToTheDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	s, err := Open(context.WithoutCancel(t.Context()), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	unlock, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(link); !errors.Is(err, ErrServed) {
		t.Errorf("through a link: got %v, want it refused", err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
}

func TestALookAtALockMakesNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	if served, err := IsServed(path); served || err != nil {
		t.Errorf("served: %v, %v", served, err)
	}
	if _, err := os.Stat(path + ".lock"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a lock: %v", err)
	}
}
