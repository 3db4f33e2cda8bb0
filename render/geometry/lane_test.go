package geometry

import (
	"testing"
)

func TestMarksOfALaneStandOnDifferentSpaces(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for r := range l.Lanes {
			ln := &l.Lanes[r]
			seen := map[int]bool{}
			for i := range ln.Slots {
				seen[ln.Rank(i)] = true
			}
			if n := len(ln.Slots); len(seen) != n || ln.Rank(ln.CodeAt) != n-1 {
				t.Errorf("route %s: got the ranks %v for %d spaces, the one with the code is %d",
					l.Map.Routes[r].ID, seen, n, ln.Rank(ln.CodeAt))
			}
		}
	})
}

func TestACrowdedMapGetsALargerBoard(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		if l.W < leastRoom && l.H < leastTall-2 || l.W > widestRoom || l.H > mostTall {
			t.Errorf("got a board of %.0f × %.0f", l.W, l.H)
		}
		if px := l.Sizes.Code; px < 12 {
			t.Errorf("got codes %.1f pixels tall, want at least 12", px)
		}
	})
}
