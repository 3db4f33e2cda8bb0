package sqlite

import (
	"context"
	"errors"
	"testing"
	"time"

	"konduktor/storage"
	"konduktor/storage/relational"
)

func TestCheckWritesRarelyEvenIfAskedOften(t *testing.T) {
	s := withMoves(t, 0)
	now := time.Unix(1000, 0)
	s.TellTime(func() time.Time { return now })
	for _, c := range []struct {
		later  time.Duration
		writes int
	}{{0, 1}, {relational.ProbeEvery - 1, 1}, {1, 2}} {
		now = now.Add(c.later)
		aborting(t, func(ctx context.Context) { _ = s.Check(ctx) })
		if err := s.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		var writes int
		if err := s.read.pool.QueryRowContext(t.Context(),
			`SELECT count FROM probe`).Scan(&writes); err != nil || writes != c.writes {
			t.Errorf("got %d writes, error %v, want %d", writes, err, c.writes)
		}
	}
}

func TestCheckFindsAFaultAndItsEnd(t *testing.T) {
	s := withMoves(t, 0)
	now := time.Unix(1000, 0)
	s.TellTime(func() time.Time { return now })
	behind(t, s, `CREATE TRIGGER fault AFTER UPDATE ON probe BEGIN SELECT RAISE(FAIL, 'fault'); END`)
	for _, healthy := range []bool{false, false, true} {
		if err := s.Check(t.Context()); (err == nil) != healthy {
			t.Errorf("got error %v, want healthy %v", err, healthy)
		}
		behind(t, s, `DROP TRIGGER IF EXISTS fault`)
		now = now.Add(relational.ProbeEvery / 2)
	}
}

func TestAFileIsCheckedWhileItIsInUse(t *testing.T) {
	s := withMoves(t, 5)
	if got, err := CheckFile(t.Context(), s.path); err != nil || got != (relational.Report{Games: 1}) {
		t.Errorf("got %+v, error %v", got, err)
	}
	behind(t, s, append(unguarded, `UPDATE move SET text = 'draw 9' WHERE ply = 3`)...)
	if got, err := CheckFile(t.Context(), s.path); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("got %+v, error %v, want %v", got, err, storage.ErrDamaged)
	}
}

func TestFileOfAnOlderVersionIsReportedAsOlder(t *testing.T) {
	path := release(t)
	nextRelease(t, `ALTER TABLE game ADD COLUMN novelty TEXT`)
	if got, err := CheckFile(t.Context(), path); err != nil || !got.Older {
		t.Errorf("got %+v, error %v, want it older", got, err)
	}
}
