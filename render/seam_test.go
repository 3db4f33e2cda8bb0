package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The facts say how many spaces of a lane that wraps lie on either side of the seam (maps/world.json, layout.wrap_spaces):
// first those at the left edge of the board.
func TestLanesThatWrapHaveTheirSpacesOnTheRightSides(t *testing.T) {
	want := map[string][2]int{
		"anchorage--cambridge-bay": {6, 0}, "anchorage--vancouver": {2, 0}, "tokyo--vancouver": {1, 5},
		"los-angeles--tokyo.1": {1, 6}, "los-angeles--tokyo.2": {1, 6}, "honolulu--los-angeles": {3, 0}, "honolulu--lima": {6, 0},
		"lima--sydney.1": {5, 3}, "lima--sydney.2": {5, 3}, "christchurch--valparaiso": {6, 1},
	}
	got := map[string][2]int{}
	eachBoard(t, func(_ *testing.T, l *layout) {
		for r := range l.lanes {
			if ln := &l.lanes[r]; len(ln.parts) > 1 {
				left, right := 0, 0
				for _, s := range ln.slots {
					if s.at.x < l.w/2 {
						left++
					} else {
						right++
					}
				}
				got[l.m.Routes[r].ID] = [2]int{left, right}
			}
		}
	})
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("spaces at the left and the right edge (-want +got):\n%s", d)
	}
}

func TestSignsAtTheEdgesStandByTheirLanesAndCoverNothing(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		for i := range l.exits {
			e := &l.exits[i]
			if far := max(e.sign.y0-e.at.y, e.at.y-e.sign.y1); far > 130*l.mt.scale {
				t.Errorf("the sign %s stands %.0f pixels from its lane", e.name, far)
			}
			if e.sign.x0 > 4 && e.sign.x1 < l.w-4 {
				t.Errorf("the sign %s does not stand at an edge", e.name)
			}
			signCoversNothing(t, l, i)
		}
	})
}

func signCoversNothing(t *testing.T, l *layout, sign int) {
	t.Helper()
	name, a := l.exits[sign].name, l.exits[sign].sign
	for r := range l.lanes {
		for _, s := range l.lanes[r].slots {
			if covered(a, s, 3*l.mt.scale) > 0 {
				t.Errorf("the sign %s covers a space of %s", name, l.m.Routes[r].ID)
			}
		}
	}
	for c, at := range l.cities {
		if a.overlap(area{at.x, at.y, at.x, at.y}.grown(l.mt.dot)) > 0 {
			t.Errorf("the sign %s covers the city %s", name, l.m.Cities[c].ID)
		}
		if l.labels[c].overlap(a) > 0 {
			t.Errorf("the sign %s covers the name of %s", name, l.m.Cities[c].ID)
		}
	}
	for i := range l.exits[:sign] {
		if a.overlap(l.exits[i].sign) > 0 {
			t.Errorf("the signs %s and %s cover each other", name, l.exits[i].name)
		}
	}
}

// A built port must not cover the spaces around its city.
func TestABuiltPortCoversNoSpace(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		for r := range l.lanes {
			for i, s := range l.lanes[r].slots {
				for c, at := range l.cities {
					if l.m.Cities[c].Port && cornerless(s, at, portSize*l.mt.scale) {
						t.Errorf("route %s: space %d is under a port in %s", l.m.Routes[r].ID, i+1, l.m.Cities[c].ID)
					}
				}
			}
		}
	})
}
