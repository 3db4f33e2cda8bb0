package main

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"konduktor/engine/enginetest"
)

// The command of docs/lessons.md makes the puzzles of the program again, byte for byte; each can be
// made alone.
func TestPuzzlesCanBeRegeneratedFromTheirSeed(t *testing.T) {
	file, err := os.ReadFile("../../engine/puzzle/puzzles.rec")
	if err != nil {
		t.Fatal(err)
	}
	const begins = "[Title "
	all := strings.Split(string(file), begins)[1:]
	first, count := enginetest.Size(6, 0), enginetest.Size(1, len(all))
	status, out, message := command(t, "puzzles", "--seed", "23", "--first", strconv.Itoa(first),
		"--count", strconv.Itoa(count))
	if want := begins + strings.Join(all[first:first+count], begins); status != exitFine ||
		out != want {
		t.Errorf("status %d, got\n%s\nwant\n%s\n%s", status, out, want, message)
	}
}
