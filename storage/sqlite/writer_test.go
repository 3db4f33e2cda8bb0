package sqlite

import (
	"context"
	"testing"
	"time"
)

// aborting calls do with contexts that end at every point of what it does.
func aborting(t *testing.T, do func(ctx context.Context)) {
	t.Helper()
	for i := range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(time.Duration(i)*2*time.Microsecond, cancel)
		do(ctx)
		timer.Stop()
		cancel()
	}
}

func TestCallersWhoGoAwayDoNotEndWriting(t *testing.T) {
	s := withMoves(t, 1)
	aborting(t, func(ctx context.Context) { _ = s.SetSetting(ctx, "key", "value") })
	if err := appendMove(t, s, 1); err != nil {
		t.Errorf("the next move: %v", err)
	}
	wantMoves(t, s, 2)
}

func TestCallersWhoGoAwayDoNotEndReading(t *testing.T) {
	s := withMoves(t, 1)
	aborting(t, func(ctx context.Context) { _, _ = s.Moves(ctx, game0.ID, -1) })
	if err := appendMove(t, s, 1); err != nil {
		t.Fatal(err)
	}
	for range 2 * readers { // none of the connections sees an old state
		wantMoves(t, s, 2)
	}
}

func TestAConnectionLeftInATransactionIsUsedAgain(t *testing.T) {
	s := withMoves(t, 1)
	behind(t, s, begin, `DELETE FROM outbox`)
	if err := appendMove(t, s, 1); err == nil {
		t.Error("in the middle of another transaction: got no error")
	}
	if err := appendMove(t, s, 1); err != nil {
		t.Errorf("the next move: %v", err)
	}
	due, err := s.Due(t.Context(), move0(9).At, 9)
	if err != nil || len(due) != 1 {
		t.Errorf("%d messages are due, error %v; want the one at the head of the lane", len(due), err)
	}
	wantMoves(t, s, 2)
}

func TestABrokenConnectionIsReplacedByOneOfTheSameSettings(t *testing.T) {
	s := withMoves(t, 1)
	broken := s.write.conn
	if err := s.write.prepared.close(); err != nil {
		t.Fatal(err)
	}
	if err := appendMove(t, s, 1); err == nil {
		t.Error("on the broken connection: got no error")
	}
	if err := appendMove(t, s, 1); err != nil {
		t.Errorf("the next move: %v", err)
	}
	if s.write.conn == broken {
		t.Error("the broken connection is in use")
	}
	wantMoves(t, s, 2)
	wantDurable(t, s)
}

func TestEveryCommitIsOnTheDiskBeforeItIsAcknowledged(t *testing.T) {
	wantDurable(t, openTemp(t))
}

// wantDurable says that the writing connection waits for the disk (FULL) at every commit: with
// NORMAL a power cut takes moves back that players have been answered.
func wantDurable(t *testing.T, s *Store) {
	t.Helper()
	for name, want := range map[string]string{"synchronous": "2", "journal_mode": "wal"} {
		var got string
		if err := s.write.conn.QueryRowContext(t.Context(), "PRAGMA "+name).Scan(&got); err != nil ||
			got != want {
			t.Errorf("%s is %q, error %v, want %q", name, got, err, want)
		}
	}
}
