package match_test

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
)

func TestMovedSinceTakesAPlyBeforeTheBeginningForTheBeginning(t *testing.T) {
	w := newTable(t, "daily")
	h, err := match.Recount(w.table.Edition(), w.table.Game, w.moves, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := h.Chronicle(w.table.Edition(), w.table.Game, engine.Public, nil)
	mover := w.moves[0].Seat
	after := engine.Ply(len(w.moves)) + 1
	for ply, want := range map[engine.Ply]bool{-1: true, 0: true, after: false} {
		if got := c.MovedSince(mover, ply); got != want {
			t.Errorf("since ply %d: got %v", ply, got)
		}
	}
}
