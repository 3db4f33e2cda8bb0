package film

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/render/rendertest"
)

// A turn that changes nothing on the board keeps the line of the one before, which says who.
func TestShotShowsTheSeatItsLineNames(t *testing.T) {
	turns := rendertest.Course(t, amsterdam.Title, 2)
	kept := 0
	for _, s := range Script(amsterdam.Title.Map(), turns) {
		if s.Kind != Turn {
			continue
		}
		for seat := engine.Seat(1); seat <= 2; seat++ {
			if s.About(seat) != (seat == s.Deed.Seat) {
				t.Errorf("turn %d: about seat %d: %t, but its line is about seat %d", s.Number, seat,
					s.About(seat), s.Deed.Seat)
			}
		}
		if s.Turn.Seat != s.Deed.Seat {
			kept++
		}
	}
	if kept == 0 {
		t.Error("no line is kept over another seat's turn")
	}
}
