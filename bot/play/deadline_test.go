package play

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/storage"
)

func TestAMoveOfAnotherSeatLeavesATimeAsItIs(t *testing.T) {
	games := New(Options{Patience: 24 * time.Hour})
	early := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	now := early.Add(time.Hour)
	owing := engine.View{Owes: engine.OwesPay, ToMove: []engine.Seat{1, 2, 3}} // what no title has yet
	g := storage.Game{Seats: []storage.Seat{{Due: early}, {Due: early}, {}, {Due: early}}}
	before := g.Seats
	games.SetDeadlines(&g, &owing, 1, now)
	fresh := now.Add(24 * time.Hour)
	want := map[engine.Seat]time.Time{1: fresh, 2: early, 3: fresh}
	if diff := cmp.Diff(want, deadlines(g)); diff != "" {
		t.Errorf("deadlines (-want +got):\n%s", diff)
	}
	if !before[0].Due.Equal(early) {
		t.Error("the row before the move has changed")
	}
}
