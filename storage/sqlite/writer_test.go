package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"konduktor/storage/relational"
)

// aborting calls do with contexts that end at every point of its work.
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

func TestCancelledCallersDoNotStopTheWriter(t *testing.T) {
	s := withMoves(t, 1)
	aborting(t, func(ctx context.Context) { _ = s.SwapSetting(ctx, "key", "", "value") })
	if err := appendMove(t, s, 1); err != nil {
		t.Errorf("the next move: %v", err)
	}
	wantMoves(t, s, 2)
}

func TestCancelledCallersDoNotStopReaders(t *testing.T) {
	s := withMoves(t, 1)
	aborting(t, func(ctx context.Context) { _, _ = s.Moves(ctx, game0.ID, -1) })
	if err := appendMove(t, s, 1); err != nil {
		t.Fatal(err)
	}
	for range readers { // none of the connections sees an old state
		wantMoves(t, s, 2)
		seen, err := s.read.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer s.read.give(seen)
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

// atOnce runs transactions that wait together, and returns what each came to; a panic is an error
// here. during is called in each once it has written its setting.
func atOnce(t *testing.T, s *Store, n int, during func(i int, tx relational.Session) error,
) []error {
	t.Helper()
	s.write.turn <- struct{}{} // somebody else has it
	errs := make([]error, n)
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					errs[i] = fmt.Errorf("panic: %v", p)
				}
			}()
			errs[i] = s.write.transact(t.Context(), func(tx relational.Session) error {
				_, err := tx.Exec(t.Context(), `INSERT INTO setting (key, value) VALUES (?, '')`, fmt.Sprint(i))
				return errors.Join(err, during(i, tx))
			})
		})
		for waits := 0; waits <= i; { // in this order
			s.write.mu.Lock()
			waits = len(s.write.waiting)
			s.write.mu.Unlock()
		}
	}
	<-s.write.turn
	running.Wait()
	return errs
}

// settings returns the keys that have been committed.
func settings(t *testing.T, s *Store) (keys []string) {
	t.Helper()
	if err := s.read.transact(t.Context(), func(tx relational.Session) error {
		rows, err := tx.Query(t.Context(), `SELECT key FROM setting ORDER BY key`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var key string
			if err := rows.Scan(&key); err != nil {
				return err
			}
			keys = append(keys, key)
		}
		return rows.Err()
	}); err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestTransactionsThatWaitTogetherShareACommit(t *testing.T) {
	s := openTemp(t)
	errs := atOnce(t, s, 3, func(i int, _ relational.Session) error {
		if keys := settings(t, s); len(keys) > 0 {
			t.Errorf("transaction %d: %v are committed already", i, keys)
		}
		return nil
	})
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if keys := settings(t, s); !slices.Equal(keys, []string{"0", "1", "2"}) {
		t.Errorf("committed are %v, want what all have written", keys)
	}
}

func TestFailedTransactionSparesOthersOfItsCommit(t *testing.T) {
	fault := errors.New("fault")
	s := openTemp(t)
	errs := atOnce(t, s, 4, func(i int, _ relational.Session) error {
		switch i {
		case 1:
			return fault
		case 2:
			panic("bug")
		}
		return nil
	})
	if errs[0] != nil || !errors.Is(errs[1], fault) || errs[2] == nil ||
		errs[2].Error() != "panic: bug" || errs[3] != nil {
		t.Errorf("got %v, want an error and a panic for those that failed", errs)
	}
	if keys := settings(t, s); !slices.Equal(keys, []string{"0", "3"}) {
		t.Errorf("committed are %v, want what the others have written", keys)
	}
}

// SQLite itself rolls back after some faults: then none of those that share the commit is told that
// its writing stands.
func TestLostSharedCommitFailsAllItsTransactions(t *testing.T) {
	s := openTemp(t)
	errs := atOnce(t, s, 3, func(i int, tx relational.Session) error {
		if i != 1 {
			return nil
		}
		_, err := tx.Exec(t.Context(), `ROLLBACK`)
		return errors.Join(err, errors.New("disk full"))
	})
	if slices.Contains(errs, nil) {
		t.Errorf("got %v, want errors for all", errs)
	}
	if keys := settings(t, s); len(keys) > 0 {
		t.Errorf("committed are %v, want none", keys)
	}
	if err := s.SwapSetting(t.Context(), "key", "", "value"); err != nil {
		t.Errorf("the next transaction: %v", err)
	}
}
