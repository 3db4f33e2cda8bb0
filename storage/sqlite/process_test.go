package sqlite

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"konduktor/engine"
)

// kills returns how often the kill test kills: KONDUKTOR_KILLS, or 20.
func kills(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("KONDUKTOR_KILLS"))
	if err != nil {
		t.Log("20 kills; KONDUKTOR_KILLS says another number")
		return 20
	}
	return n
}

func TestNoAcknowledgedMoveIsLostToAKill(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "konduktor.db")
	acknowledged := map[engine.Ply]string{}
	stored := 0
	for i := range kills(t) {
		c := startChild(t, fmt.Sprint("life", i), 1<<30, path)
		c.acknowledged(t, 1+rand.IntN(60), acknowledged)
		if err := c.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		c.acknowledged(t, 1<<30, acknowledged) // its output from before its death counts
		_ = c.cmd.Wait()                       // "signal: killed"
		stored = wantAll(t, path, acknowledged)
	}
	t.Logf("%d moves acknowledged, %d stored", len(acknowledged), stored)
	if len(acknowledged) == 0 {
		t.Error("no move was acknowledged: nothing was tried")
	}
}

func TestProcessesShareAFile(t *testing.T) {
	t.Parallel()
	const processes, moves = 3, 150
	path := filepath.Join(t.TempDir(), "konduktor.db") // they race to create it, too
	var children []*child
	for i := range processes {
		children = append(children, startChild(t, fmt.Sprint("process", i), moves, path))
	}
	acknowledged := map[engine.Ply]string{}
	for i, c := range children {
		c.acknowledged(t, 1<<30, acknowledged)
		if err := c.cmd.Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
	}
	if got := wantAll(t, path, acknowledged); got != processes*moves || len(acknowledged) != got {
		t.Errorf("got %d moves, %d of them acknowledged; want %d", got, len(acknowledged),
			processes*moves)
	}
}

// Those who make a new file at once lock each other out of the change to WAL for a moment (seen on
// a busy machine).
func TestProcessesCanOpenANewFileAtOnce(t *testing.T) {
	t.Parallel()
	for range 4 {
		path := filepath.Join(t.TempDir(), "konduktor.db")
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				s, err := Open(t.Context(), path)
				if err != nil {
					t.Error(err)
					return
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
}

// Between the application id and the first table, a look at both must not see the new table beside
// the old id.
func TestUnfinishedFileIsNotTakenForAnotherPrograms(t *testing.T) {
	t.Parallel()
	for range 30 {
		path := filepath.Join(t.TempDir(), "konduktor.db")
		if _, err := prepareFile(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		var making sync.WaitGroup
		making.Go(func() {
			maker, err := connect(t.Context(), writing.dsn(path), 1)
			if err != nil {
				t.Error(err)
				return
			}
			defer maker.Close()
			if err := sign(t.Context(), maker); err != nil {
				t.Error(err)
			}
			if _, err := maker.ExecContext(t.Context(), `CREATE TABLE first (one)`); err != nil {
				t.Error(err)
			}
		})
		for range 20 {
			if _, err := prepareFile(t.Context(), path); err != nil && !isBusy(err) {
				t.Error(err)
			}
		}
		making.Wait()
	}
}
