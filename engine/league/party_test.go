package league

import (
	"testing"

	"konduktor/engine/match"
)

func TestHoursOfAPartyDoNotDependOnItsOrder(t *testing.T) {
	for _, c := range []struct {
		hours [3]uint32
		want  uint32
	}{
		{[3]uint32{0b0011, 0b1100, 0b0111}, 0}, // two share none: the third's do not count
		{[3]uint32{0b0111, 0, 0b0110}, 0b0110},
		{[3]uint32{}, 0},
	} {
		for _, order := range [][3]int{
			{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
		} {
			w, at := Wish{Party: []match.UserID{"a", "b", "c"}, Hours: 0b1000}, 0
			err := w.Share(func(match.UserID) (Wish, error) {
				at++
				return Wish{Hours: c.hours[order[at-1]]}, nil
			})
			if err != nil || w.Hours != c.want {
				t.Errorf("%04b in the order %v: got %04b, %v; want %04b",
					c.hours, order, w.Hours, err, c.want)
			}
		}
	}
}
