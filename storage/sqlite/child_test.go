package sqlite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// childOrder in the environment makes this test binary a player in a process of its own: "name
// moves path".
const childOrder = "KONDUKTOR_STORAGE_CHILD"

// contested is the game that the children play.
const contested match.GameID = "contest"

func runAsChild() {
	order := os.Getenv(childOrder)
	if order == "" {
		return
	}
	fields := strings.SplitN(order, " ", 3)
	moves, err := strconv.Atoi(fields[1])
	if err == nil {
		err = playAsChild(context.Background(), fields[0], moves, fields[2])
	}
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// playAsChild makes moves in the contested game beside other processes, and acknowledges each by a
// line "ply text".
func playAsChild(ctx context.Context, name string, moves int, path string) error {
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	game := match.Game{ID: contested, State: match.Running, Title: "amsterdam", Seed: engine.Seed{1}}
	if err := s.Create(ctx, game, storage.Origin{}, nil); err != nil &&
		!errors.Is(err, storage.ErrExists) {
		return err
	}
	for made := 0; made < moves; {
		row, err := s.Game(ctx, contested)
		if err != nil {
			return err
		}
		text := fmt.Sprintf("%s-%d", name, made)
		m := match.Move{
			Ply: row.Ply, Seat: 1, Text: text, At: time.Unix(int64(row.Ply), 0),
			After: row.Head,
		}
		lane := fmt.Sprint("lane", row.Ply)
		err = s.Append(ctx, contested, m, match.RowUpdate{State: match.Running},
			storage.Origin{Interaction: text},
			[]storage.Message{{Lane: lane, Kind: "board", Game: contested, Ply: row.Ply + 1, Nonce: lane}})
		if errors.Is(err, storage.ErrStale) {
			continue
		}
		if err != nil {
			return err
		}
		made++
		fmt.Println(row.Ply, text)
	}
	return s.Close()
}

// child is a running child.
type child struct {
	cmd   *exec.Cmd
	lines *bufio.Reader
}

func startChild(t *testing.T, name string, moves int, path string) *child {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %s", childOrder, name, moves, path))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &child{cmd, bufio.NewReader(out)}
}

// acknowledged reads up to n lines into moves, by ply. A line that the kill has cut off does not
// count.
func (c *child) acknowledged(t *testing.T, n int, moves map[engine.Ply]string) {
	t.Helper()
	for range n {
		line, err := c.lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		ply, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		number, err := strconv.Atoi(ply)
		if err != nil {
			t.Fatalf("a child says %q", line)
		}
		if other, ok := moves[engine.Ply(number)]; ok {
			t.Fatalf("ply %d was acknowledged as %s and as %s", number, other, text)
		}
		moves[engine.Ply(number)] = text
	}
}

// wantAll says that everything that was acknowledged is there, whole, each move with its message.
func wantAll(t *testing.T, path string, acknowledged map[engine.Ply]string) (moves int) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	stored, err := s.Moves(t.Context(), contested, -1)
	if err != nil {
		t.Fatal(err)
	}
	for ply, text := range acknowledged {
		if int(ply) >= len(stored) || stored[ply].Text != text {
			t.Fatalf("ply %d (%s) was acknowledged; %d moves are stored", ply, text, len(stored))
		}
	}
	due, err := s.Due(t.Context(), time.Now(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if len(due) != len(stored) {
		t.Fatalf("%d moves, %d messages", len(stored), len(due))
	}
	for _, m := range stored {
		if _, err := s.Answer(t.Context(), m.Text); err != nil {
			t.Fatalf("interaction of ply %d: %v", m.Ply, err)
		}
	}
	return len(stored)
}
