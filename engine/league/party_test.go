package league

import "testing"

func TestHoursOfAPartyDoNotDependOnItsOrder(t *testing.T) {
	for _, c := range []struct {
		hours [3]uint32
		want  uint32
	}{
		{[3]uint32{0b0011, 0b1100, 0b0111}, 0}, // two share none: the third's do not count
		{[3]uint32{0b0111, 0, 0b0110}, 0b0110},
		{[3]uint32{}, 0},
	} {
		for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			var people []Wish
			for _, i := range order {
				people = append(people, Wish{Hours: c.hours[i]})
			}
			w := Wish{Hours: 0b1000}
			if w.Share(people); w.Hours != c.want {
				t.Errorf("%04b in the order %v: got %04b, want %04b", c.hours, order, w.Hours, c.want)
			}
		}
	}
}
