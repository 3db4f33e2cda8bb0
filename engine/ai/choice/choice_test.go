package choice_test

import (
	"math"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
)

func TestPow2IsCloseToThePowerOfTwo(t *testing.T) {
	for x := -19.9; x <= 0; x += .07 {
		if got, want := choice.Pow2(x), math.Exp2(x); math.Abs(got-want) > .02*want {
			t.Errorf("2 to the power of %.2f: %v, want %v", x, got, want)
		}
	}
	if got := choice.Pow2(-1000); got != 0 {
		t.Errorf("a very small power: %v", got)
	}
}

func TestBestAgreesWithSort(t *testing.T) {
	var list choice.List
	for i, worth := range []float64{1, 4, 2, 4} {
		list.Add(engine.Move{Slot: uint8(i)}, worth)
	}
	best, ok := list.Best()
	list.Sort()
	if first := list[0].Move; !ok || best.Slot != 1 || !best.Equal(&first) {
		t.Errorf("best %+v, first %+v", best, first)
	}
	if _, ok := (choice.List{}).Best(); ok {
		t.Error("nothing was chosen from nothing")
	}
}

func TestTurnsLeftCountsTheViewersTurns(t *testing.T) {
	for _, c := range []struct {
		viewer, mover engine.Seat
		left          int
		want          float64
	}{{1, 1, 3, 1}, {1, 1, 4, 2}, {3, 1, 3, 1}, {2, 3, 1, 0}} {
		v := engine.View{
			Viewer: c.viewer, ToMove: []engine.Seat{c.mover}, TurnsLeft: c.left,
			Seats: make([]engine.SeatView, 3),
		}
		if got := choice.TurnsLeft(&v); got != c.want {
			t.Errorf("seat %d while seat %d moves, %d turns left: %v, want %v",
				c.viewer, c.mover, c.left, got, c.want)
		}
	}
}
