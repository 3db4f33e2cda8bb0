package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// command carries out a command line and returns its status and what it wrote.
func command(t *testing.T, args ...string) (status int, out, message string) {
	t.Helper()
	var said, complained bytes.Buffer
	status = run(t.Context(), args, streams{&said, &complained})
	return status, said.String(), complained.String()
}

// file writes a file with a content and returns its path.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSoakPrintsItsFiguresLast(t *testing.T) {
	status, out, message := command(t, "soak", "post", "--size", "1")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if last := lines[len(lines)-1]; status != exitFine ||
		!strings.HasPrefix(last, "post: games=1 ended=1 stuck=0 wait95=") {
		t.Errorf("status %d, %q; %s", status, last, message)
	}
}

func TestSoakRefusesUnknownTrials(t *testing.T) {
	for _, args := range [][]string{
		{"soak", "weather"}, {"soak", "sim", "--size", "huge"}, {"soak", "load", "--bots", "2"}, {"soak"},
	} {
		if status, _, _ := command(t, args...); status != exitUsage {
			t.Errorf("%v: status %d, want %d", args, status, exitUsage)
		}
	}
}
