package geometry

import "testing"

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

// Discord's desktop client shows pictures at most 550 × 350 large, its Android client about 300
// wide.
func TestNamesCanBeReadWithoutOpeningABoard(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		tall := l.H + float64(l.Foot())
		desktop, phone := min(550/l.W, 350/tall), min(300/l.W, 320/tall)
		if px := l.Sizes.Name * desktop; px < 8.99 {
			t.Errorf("names are %.2f pixels high on a desktop, want at least 9", px)
		}
		if px := NewsText * phone; px < 6.99 {
			t.Errorf("the news are %.2f pixels high on a phone, want at least 7", px)
		}
		if l.W < 1650 || l.Sizes.Code < 12 {
			t.Errorf("opened, it is %.0f wide with codes of %.1f pixels, want at least 1650 and 12",
				l.W, l.Sizes.Code)
		}
	})
}
