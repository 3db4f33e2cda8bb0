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

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// game0 is a running game of two seats.
var game0 = storage.Game{
	ID: "game0", State: storage.Running, Title: "amsterdam", Version: 1, Seed: engine.Seed{1, 2, 3},
	Options: map[string]string{"goods": "on"}, Seats: []storage.Seat{{User: "a", Name: "Ada"}, {User: "b", Name: "Bob"}},
}

func move0(ply int) storage.Move {
	return storage.Move{Ply: engine.Ply(ply), Seat: engine.Seat(ply%2 + 1), Text: fmt.Sprint("draw ", ply%5), At: time.Unix(int64(ply), 0).UTC()}
}

// appendMove makes a move as the bot does, with its interaction and a message.
func appendMove(t testing.TB, s *Store, ply int) error {
	name := fmt.Sprint("n", ply)
	return s.Append(t.Context(), game0.ID, move0(ply), storage.Progress{State: storage.Running, ToMove: []string{"a"}},
		storage.Cause{Interaction: name, Answer: name}, []storage.Message{{Lane: "table", Kind: "board", Game: game0.ID, Nonce: name}})
}

// withMoves opens a new store in which game0 has n moves.
func withMoves(t testing.TB, n int) *Store {
	t.Helper()
	s := openTemp(t)
	if err := s.Create(t.Context(), game0, storage.Cause{}, nil); err != nil {
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
	for _, step := range []string{"INSERT ON interaction", "INSERT ON move", "UPDATE ON game", "INSERT ON outbox"} {
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
			if err := s.Verify(t.Context()); err != nil {
				t.Error(err)
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
	if err := s.Verify(t.Context()); err != nil {
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
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", dir).CombinedOutput(); err != nil {
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
	if err := s.Create(t.Context(), game0, storage.Cause{}, nil); err != nil {
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

func TestLockedByAnotherProcessTooLongIsSaid(t *testing.T) {
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
	err = appendMove(t, s, 1)
	if err == nil {
		t.Error("got no error")
	}
	t.Log(err)
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

// unguarded takes the guards against changing moves away.
var unguarded = []string{`DROP TRIGGER move_stays_as_it_is`, `DROP TRIGGER move_stays`}

func TestAnAlteredGameIsFoundAndNamed(t *testing.T) {
	for name, c := range map[string]struct{ alter, want string }{
		"text of a move":              {`UPDATE move SET text = 'draw 9' WHERE ply = 4`, "game game0, ply 4"},
		"seat of a move":              {`UPDATE move SET seat = 2 WHERE ply = 4`, "game game0, ply 4"},
		"link of a move":              {`UPDATE move SET link = zeroblob(32) WHERE ply = 4`, "game game0, ply 4"},
		"a move taken out":            {`DELETE FROM move WHERE ply = 4`, "game game0, ply 4"},
		"the last move taken out":     {`DELETE FROM move WHERE ply = 9`, "game game0, ply 9"},
		"row taken back":              {`UPDATE game SET ply = 9`, "game game0, ply 10"},
		"a move too many":             {`INSERT INTO move SELECT game, 10, seat, text, at, link FROM move WHERE ply = 9`, "game game0, ply 10"},
		"seed":                        {`UPDATE game SET seed = zeroblob(32)`, "game game0, ply 0"},
		"title":                       {`UPDATE game SET title = 'nordic'`, "game game0, ply 0"},
		"rules":                       {`UPDATE game SET version = 2`, "game game0, ply 0"},
		"options":                     {`UPDATE game SET options = '{"goods":"off"}'`, "game game0, ply 0"},
		"number of seats":             {`DELETE FROM seat WHERE place = 1`, "game game0, ply 0"},
		"a list that is none":         {`UPDATE game SET to_move = 'a'`, "game game0: a list"},
		"a move that is out of order": {`UPDATE move SET ply = CASE ply WHEN 2 THEN 100 ELSE ply END`, "game game0, ply 2"},
	} {
		t.Run(name, func(t *testing.T) {
			s := withMoves(t, 10)
			behind(t, s, append(unguarded, c.alter)...)
			moves, err := s.Moves(t.Context(), game0.ID, -1)
			if !errors.Is(err, storage.ErrDamaged) || moves != nil {
				t.Fatalf("got %d moves and error %v, want %v", len(moves), err, storage.ErrDamaged)
			}
			if got := err.Error(); !strings.Contains(got, c.want) {
				t.Errorf("the error is %q and does not say %q", got, c.want)
			}
			if err := s.Verify(t.Context()); !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("Verify: got %v, want %v", err, storage.ErrDamaged)
			}
		})
	}
}

func TestAMapIsNeverAnotherThanWasSaved(t *testing.T) {
	s := withMoves(t, 1)
	sum, err := s.SaveMap(t.Context(), []byte("a map"))
	if err != nil {
		t.Fatal(err)
	}
	g := game0
	g.ID, g.Map = "onmap", sum
	if err := s.Create(t.Context(), g, storage.Cause{}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Fatalf("Verify: %v", err)
	}
	for _, statement := range []string{`UPDATE map SET text = x'00'`, `DELETE FROM map`} {
		if _, err := s.write.conn.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s: got no error", statement)
		}
	}
	behind(t, s, `DROP TRIGGER map_stays_as_it_is`, `UPDATE map SET text = x'00'`)
	if text, err := s.Map(t.Context(), sum); !errors.Is(err, storage.ErrDamaged) || text != nil {
		t.Errorf("got %q and error %v, want %v", text, err, storage.ErrDamaged)
	}
	if err := s.Verify(t.Context()); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("Verify: got %v, want %v", err, storage.ErrDamaged)
	}
}

func TestMovesStayAndGoWithTheirGame(t *testing.T) {
	s := withMoves(t, 3)
	for _, statement := range []string{`UPDATE move SET text = 'x'`, `DELETE FROM move`, `DELETE FROM move WHERE ply = 2`} {
		if _, err := s.write.conn.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s: got no error", statement)
		}
	}
	wantMoves(t, s, 3)
	behind(t, s, `DELETE FROM game`)
	var left int
	if err := s.write.conn.QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM move) + (SELECT count(*) FROM seat)`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left behind, error %v", left, err)
	}
}

func TestDamagedFilesAreRefusedOrReadRight(t *testing.T) {
	s := withMoves(t, 60)
	want, err := s.Moves(t.Context(), game0.ID, -1)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	refused, right := 0, 0
	for i, harm := range harms(len(whole)) {
		path := filepath.Join(t.TempDir(), "harmed.db")
		if err := os.WriteFile(path, harm(append([]byte(nil), whole...)), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readMoves(t, path)
		if err == nil && cmp.Diff(want, got) != "" {
			t.Errorf("harm %d is read as other moves without an error:\n%s", i, cmp.Diff(want, got))
		}
		if err != nil {
			refused++
		} else {
			right++
		}
	}
	t.Logf("%d harmed files: %d refused, %d read right", refused+right, refused, right)
	if refused == 0 || right == 0 {
		t.Error("the harms are all of one kind")
	}
}

func readMoves(t *testing.T, path string) (moves []storage.Move, err error) {
	s, err := Open(t.Context(), path)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Moves(t.Context(), game0.ID, -1)
}

func TestTransactionThatPanicsLeavesNothingAndHoldsNobodyUp(t *testing.T) {
	s := withMoves(t, 2)
	func() {
		defer func() { _ = recover() }()
		_ = s.change(t.Context(), func(tx tx) error {
			if _, err := tx.exec(t.Context(), `DELETE FROM outbox`); err != nil {
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
	err := s.change(ctx, func(tx tx) error {
		_, err := tx.exec(ctx, `DELETE FROM outbox`)
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
