package match

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
)

func TestAnotherSeatsMoveLeavesADeadlineUnchanged(t *testing.T) {
	early := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	now := early.Add(time.Hour)
	// No title lets several seats pay at once yet.
	owing := engine.View{Owes: engine.OwesPay, ToMove: []engine.Seat{1, 2, 3}}
	until := func(t time.Time) Clock { return Clock{Due: t, Ends: t} }
	g := Table{Game: Game{Seats: []Seat{
		{Clock: until(early)}, {Clock: until(early)}, {}, {Clock: until(early)},
	}}}
	before := g.Seats
	g.setClocks(&owing, movedAt{seat: 1, at: now, patience: 24 * time.Hour})
	fresh := now.Add(24 * time.Hour)
	want := []Clock{until(fresh), until(early), until(fresh), {}}
	if diff := cmp.Diff(want, g.clocks()); diff != "" {
		t.Errorf("clocks (-want +got):\n%s", diff)
	}
	if !before[0].Due.Equal(early) {
		t.Error("the row before the move has changed")
	}
}
