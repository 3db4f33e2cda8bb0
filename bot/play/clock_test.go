package play

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/match"
)

func TestAMoveOfAnotherSeatLeavesATimeAsItIs(t *testing.T) {
	games := New(Options{Patience: 24 * time.Hour})
	early := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	now := early.Add(time.Hour)
	owing := engine.View{Owes: engine.OwesPay, ToMove: []engine.Seat{1, 2, 3}} // what no title has yet
	until := func(t time.Time) match.Clock { return match.Clock{Due: t, Ends: t} }
	g := match.Game{Seats: []match.Seat{{Clock: until(early)}, {Clock: until(early)}, {}, {Clock: until(early)}}}
	before := g.Seats
	if err := games.setClocks(t.Context(), &g, &owing, moved{seat: 1, at: now}); err != nil {
		t.Fatal(err)
	}
	fresh := now.Add(24 * time.Hour)
	if diff := cmp.Diff([]match.Clock{until(fresh), until(early), until(fresh), {}}, clocks(g)); diff != "" {
		t.Errorf("clocks (-want +got):\n%s", diff)
	}
	if !before[0].Due.Equal(early) {
		t.Error("the row before the move has changed")
	}
}
