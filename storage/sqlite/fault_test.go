package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/relational"
)

// game0 is a running game of two seats.
var game0 = match.Game{
	ID: "game0", State: match.Running, Title: "amsterdam", Version: 1, Seed: engine.Seed{1, 2, 3},
	Options: map[string]string{"goods": "on"}, Seats: []match.Seat{
		{User: "a", Name: "Ada"},
		{User: "b", Name: "Bob"},
	},
}

// moves0 are the moves of game0 as far as a test has asked for them.
var moves0 []match.Move

func move0(ply int) match.Move {
	for i := len(moves0); i <= ply; i++ {
		head := match.FirstLink(game0)
		if i > 0 {
			head = moves0[i-1].Head()
		}
		moves0 = append(moves0, match.Move{
			Ply: engine.Ply(i), Seat: engine.Seat(i%2 + 1), Text: fmt.Sprint("draw ", i%5),
			At: time.Unix(int64(i), 0).UTC(), After: head,
		})
	}
	return moves0[ply]
}

// appendMove makes a move as the bot does, with its interaction and a message.
func appendMove(t testing.TB, s *Store, ply int) error {
	name := fmt.Sprint("n", ply)
	return s.Append(t.Context(), game0.ID, move0(ply), match.RowUpdate{
		State:  match.Running,
		ToMove: []match.UserID{"a"},
	}, storage.Origin{Interaction: name, Answer: name}, []storage.Message{{
		Lane: "table", Kind: "board",
		Game: game0.ID, Nonce: name,
	}})
}

// withMoves opens a new store in which game0 has n moves.
func withMoves(t testing.TB, n int) *Store {
	t.Helper()
	s := openTemp(t)
	if err := s.Create(t.Context(), game0, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	for ply := range n {
		if err := appendMove(t, s, ply); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// behind does behind the store's back what it never does.
func behind(t testing.TB, s *Store, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := s.write.conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func TestAppendThatFailsAnywhereLeavesNothing(t *testing.T) {
	for _, step := range []string{
		"INSERT ON interaction", "INSERT ON move", "UPDATE ON game",
		"INSERT ON outbox",
	} {
		t.Run(step, func(t *testing.T) {
			s := withMoves(t, 3)
			behind(t, s, `CREATE TRIGGER fault AFTER `+step+` BEGIN SELECT RAISE(FAIL, 'fault'); END`)
			if err := appendMove(t, s, 3); err == nil {
				t.Fatal("got no error")
			}
			g, err := s.Game(t.Context(), game0.ID)
			if err != nil || g.Ply != 3 || g.Rev != 3 {
				t.Errorf("got ply %d, revision %d, error %v, want 3 and 3", g.Ply, g.Rev, err)
			}
			if _, err := s.Answer(t.Context(), "n3"); !errors.Is(err, storage.ErrNotFound) {
				t.Errorf("the interaction is remembered: %v", err)
			}
			behind(t, s, `DROP TRIGGER fault`)
			if err := appendMove(t, s, 3); err != nil {
				t.Errorf("the same move afterwards: %v", err)
			}
			if _, err := s.verify(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestMessageThatCannotBeSettledStaysDue(t *testing.T) {
	ctx := t.Context()
	for step, take := range map[string]func(s *Store, id int64) error{
		"INSERT ON post": func(s *Store, id int64) error {
			return s.Sent(ctx, id, []storage.Post{{
				Game: game0.ID, Kind: "board", Channel: "c",
				Message: "m",
			}})
		},
		"DELETE ON outbox": func(s *Store, id int64) error { return s.Drop(ctx, id, "test") },
	} {
		t.Run(step, func(t *testing.T) {
			s := withMoves(t, 1)
			behind(t, s, `CREATE TRIGGER fault AFTER `+step+` BEGIN SELECT RAISE(FAIL, 'fault'); END`)
			due, err := s.Due(ctx, move0(9).At, 9)
			if err != nil || len(due) != 1 {
				t.Fatalf("%d messages are due, error %v", len(due), err)
			}
			if err := take(s, due[0].ID); err == nil {
				t.Error("got no error")
			}
			still, err := s.Due(ctx, move0(9).At, 9)
			if diff := cmp.Diff(due, still); err != nil || diff != "" {
				t.Errorf("error %v, due (-before +after):\n%s", err, diff)
			}
			if dropped, err := s.Dropped(ctx, 9); err != nil || len(dropped) != 0 {
				t.Errorf("%d messages count as dropped, error %v", len(dropped), err)
			}
		})
	}
}

// appendUntilFull makes moves until there is no room, and returns how many were acknowledged.
func appendUntilFull(t *testing.T, s *Store, ply int) int {
	t.Helper()
	for ; ply < 100_000; ply++ {
		err := appendMove(t, s, ply)
		if errors.Is(err, storage.ErrFull) {
			return ply
		}
		if err != nil {
			t.Fatalf("ply %d: got %v, want %v", ply, err, storage.ErrFull)
		}
	}
	t.Fatal("the disk does not get full")
	return 0
}

func wantMoves(t *testing.T, s *Store, n int) {
	t.Helper()
	if _, err := s.verify(t.Context()); err != nil {
		t.Error(err)
	}
	moves, err := s.Moves(t.Context(), game0.ID, -1)
	if err != nil || len(moves) != n {
		t.Errorf("got %d moves and error %v, want %d", len(moves), err, n)
	}
}

func TestFullFileLosesNothingAndGoesOnWhenThereIsRoom(t *testing.T) {
	s := withMoves(t, 0)
	made := 0
	for pages := 60; pages < 70; pages++ { // SQLite fills up at ten different points of a move
		behind(t, s, fmt.Sprint(`PRAGMA max_page_count = `, pages))
		made = appendUntilFull(t, s, made)
		wantMoves(t, s, made)
	}
}

func TestFullDiskLosesNothingAndGoesOnWhenThereIsRoom(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs",
		dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be made here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 256<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	s := openAt(t, filepath.Join(dir, "konduktor.db"))
	if err := s.Create(t.Context(), game0, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	made := appendUntilFull(t, s, 0)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if err := appendMove(t, s, made); err != nil {
		t.Errorf("with room again, without restart: %v", err)
	}
	wantMoves(t, s, made+1)
}

func TestLongLockOfAnotherProcessIsReported(t *testing.T) {
	s := withMoves(t, 1)
	other, err := connect(t.Context(), writing.dsn(s.path), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	behind(t, s, `PRAGMA busy_timeout = 50`)
	held, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := appendMove(t, s, 1); !isBusy(err) ||
		!strings.Contains(err.Error(), "another process has kept the database locked") {
		t.Errorf("got error %v, want it to say who has the database locked", err)
	}
	if _, err := s.Game(t.Context(), game0.ID); err != nil {
		t.Errorf("reading does not wait for a writer: %v", err)
	}
	if err := held.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := appendMove(t, s, 1); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestPanickingTransactionLeavesNothingAndBlocksNobody(t *testing.T) {
	s := withMoves(t, 2)
	func() {
		defer func() { _ = recover() }()
		_ = file{s}.Change(t.Context(), func(tx relational.Session) error {
			if _, err := tx.Exec(t.Context(), `DELETE FROM outbox`); err != nil {
				t.Error(err)
			}
			panic("in the middle")
		})
	}()
	due, err := s.Due(t.Context(), move0(9).At, 9)
	if err != nil || len(due) != 1 {
		t.Errorf("%d messages are due, error %v; want the one that was", len(due), err)
	}
	if err := appendMove(t, s, 2); err != nil {
		t.Errorf("the next move: %v", err)
	}
}

func TestContextThatEndsInTheMiddleOfATransactionKeepsNothing(t *testing.T) {
	s := withMoves(t, 2)
	ctx, cancel := context.WithCancel(t.Context())
	err := file{s}.Change(ctx, func(tx relational.Session) error {
		_, err := tx.Exec(ctx, `DELETE FROM outbox`)
		cancel()
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	due, err := s.Due(t.Context(), move0(9).At, 9)
	if err != nil || len(due) != 1 {
		t.Errorf("%d messages are due, error %v; want the one that was", len(due), err)
	}
}

func TestDroppedMessagesArePruned(t *testing.T) {
	s := openTemp(t)
	for range relational.MaxDropped + 5 {
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
	got, err := s.Dropped(t.Context(), 10*relational.MaxDropped)
	if err != nil || len(got) != relational.MaxDropped {
		t.Errorf("got %d, error %v, want %d", len(got), err, relational.MaxDropped)
	}
}
