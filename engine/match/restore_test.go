package match_test

import (
	"errors"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// restored takes a table up after a restore from a copy of the moment.
func restored(w *week, id int) error {
	w.Helper()
	return w.do("", match.Restore{ID: id, Copy: w.table.Updated})
}

func TestAfterARestoreATurnHasAllOfItsTimeAgain(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	whole := w.table.Seats[0].Left(match.Calendar{}, w.now)
	w.wait(20 * time.Hour)
	other := w.table.Seats[1].Clock
	if err := restored(w, 500_000); err != nil {
		t.Fatal(err)
	}
	if left := w.table.Seats[0].Left(match.Calendar{}, w.now); left != whole {
		t.Errorf("%v are left, want %v as when the turn began", left, whole)
	}
	if !w.table.Seats[0].Due.After(w.now) {
		t.Errorf("the clock is due at %v, and it is %v", w.table.Seats[0].Due, w.now)
	}
	if w.table.Seats[1].Clock != other {
		t.Errorf("the clock of a seat that is not waited for is %+v, was %+v", w.table.Seats[1].Clock,
			other)
	}
}

func TestAfterARestoreAPauseGoesOn(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	w.must("pause", "ola", match.Pause{})
	w.must("pause", "bo", match.Pause{})
	before := w.table.Seats[0].Clock
	if err := restored(w, 500_000); err != nil {
		t.Fatal(err)
	}
	if !w.table.Paused || w.table.Seats[0].Clock != before {
		t.Errorf("paused: %v; the clock is %+v, was %+v", w.table.Paused, w.table.Seats[0].Clock, before)
	}
}

func TestAfterARestoreVotesBeginAnew(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	w.must("a vote", "ola", match.Cancel{})
	vote := w.table.StopVotes
	if err := restored(w, 500_000); err != nil {
		t.Fatal(err)
	}
	if len(w.table.Leaving) > 0 {
		t.Errorf("%v still want the game cancelled", w.table.Leaving)
	}
	w.must("a new vote", "bo", match.Cancel{})
	w.refused("ola", match.Cancel{Vote: vote}, "stop-vote-over")
	w.refused("ola", match.Cancel{Vote: vote + 1}, "stop-vote-over")
}

func TestATableIsTakenUpOnceForEachRestore(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	copied := w.table.Updated
	if err := restored(w, 500_000); err != nil {
		t.Fatal(err)
	}
	if err := restored(w, 500_000); !errors.Is(err, match.ErrUnchanged) {
		t.Errorf("the same restore: %v", err)
	}
	w.wait(time.Minute)
	w.turn()
	if err := w.do("", match.Restore{ID: 500_001, Copy: copied}); !errors.Is(err,
		match.ErrUnchanged) {
		t.Errorf("a game that was played since the copy: %v", err)
	}
	before := w.table.Branch
	if err := restored(w, 500_002); err != nil || w.table.Branch <= before {
		t.Errorf("a later restore: %v, branch %d after %d", err, w.table.Branch, before)
	}
}

func TestPositionsOfTheLostTimeAreKnown(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	old := w.table.At()
	later := match.Position{Ply: old.Ply + 1, Branch: old.Branch}
	if w.table.Lost(old) || !w.table.Lost(later) {
		t.Errorf("lost are the present position: %v, one to come: %v", w.table.Lost(old),
			w.table.Lost(later))
	}
	if err := restored(w, 500_000); err != nil {
		t.Fatal(err)
	}
	if !w.table.Lost(old) || !w.table.Lost(later) || w.table.Lost(w.table.At()) {
		t.Errorf("after a restore %v, %v and %v are not told apart", old, later, w.table.At())
	}
	if w.table.View(engine.Public).ToMove[0] != w.table.SeatOf("ola") {
		t.Error("the game itself has changed")
	}
}
