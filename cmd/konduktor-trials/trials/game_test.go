package trials

import (
	"testing"

	"konduktor/engine/match"
)

// TestForcedWithdrawalCountsAsItsMove holds N6 in the trials: a seat that cannot
// pay for a tunnel is not asked, so its one click makes two plies.
func TestForcedWithdrawalCountsAsItsMove(t *testing.T) {
	dug := []match.Move{{Seat: 1, Text: "draw deck"}, {Seat: 2, Text: "claim 54 3g"}}
	if !(&game{moves: dug}).wasMade(1) {
		t.Error("a move is not found made")
	}
	if (&game{moves: dug}).wasMade(0) {
		t.Error("another seat's next move counts as part of a move")
	}
	if !(&game{moves: append(dug, match.Move{Seat: 2, Text: "withdraw"})}).wasMade(1) {
		t.Error("a tunnel that was withdrawn from at once is not found made")
	}
	if (&game{moves: append(dug, match.Move{Seat: 1, Text: "withdraw"})}).wasMade(1) {
		t.Error("a withdrawal by another seat counts as part of a move")
	}
}
