package geometry

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The facts say how many spaces of a lane that wraps lie on either side of the seam
// (maps/world.json, layout.wrap_spaces): first those at the left edge of the board.
func TestLanesThatWrapHaveTheirSpacesOnTheRightSides(t *testing.T) {
	want := map[string][2]int{
		"anchorage--cambridge-bay": {6, 0}, "anchorage--vancouver": {2, 0}, "tokyo--vancouver": {1, 5},
		"los-angeles--tokyo.1": {1, 6}, "los-angeles--tokyo.2": {1, 6}, "honolulu--los-angeles": {3, 0},
		"honolulu--lima": {6, 0},
		"lima--sydney.1": {5, 3}, "lima--sydney.2": {5, 3}, "christchurch--valparaiso": {6, 1},
	}
	got := map[string][2]int{}
	eachBoard(t, func(_ *testing.T, l *Layout) {
		for r := range l.Lanes {
			if ln := &l.Lanes[r]; len(ln.Stretches) > 1 {
				left, right := 0, 0
				for _, s := range ln.Slots {
					if s.At.X < l.W/2 {
						left++
					} else {
						right++
					}
				}
				got[l.Map.Routes[r].ID] = [2]int{left, right}
			}
		}
	})
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("spaces at the left and the right edge (-want +got):\n%s", d)
	}
}

func TestSignsAtTheEdgesStandByTheirLanesAndCoverNothing(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for i := range l.Exits {
			e := &l.Exits[i]
			if far := l.fromSign(e); far > 130*l.Sizes.Scale {
				t.Errorf("the sign %s stands %.0f pixels from its lane", e.Name, far)
			}
			if e.Sign == (Area{}) {
				continue
			}
			if e.Sign.X0 > 4 && e.Sign.X1 < l.W-4 {
				t.Errorf("the sign %s does not stand at an edge", e.Name)
			}
			signCoversNothing(t, l, i)
		}
	})
}

// fromSign is how far an exit is from a sign at its edge with its city.
func (l *Layout) fromSign(e *Exit) float64 {
	least := math.Inf(1)
	for i := range l.Exits {
		if o := &l.Exits[i]; o.To == e.To && o.Name == e.Name && o.Sign != (Area{}) {
			least = min(least, max(o.Sign.Y0-e.At.Y, e.At.Y-o.Sign.Y1))
		}
	}
	return least
}

func signCoversNothing(t *testing.T, l *Layout, sign int) {
	t.Helper()
	name, a := l.Exits[sign].Name, l.Exits[sign].Sign
	for r := range l.Lanes {
		for _, s := range l.Lanes[r].Slots {
			if covered(a, s, 3*l.Sizes.Scale) > 0 {
				t.Errorf("the sign %s covers a space of %s", name, l.Map.Routes[r].ID)
			}
		}
	}
	for c, at := range l.Cities {
		if a.Overlap(Area{at.X, at.Y, at.X, at.Y}.Grown(l.Sizes.Dot)) > 0 {
			t.Errorf("the sign %s covers the city %s", name, l.Map.Cities[c].ID)
		}
		if l.Labels[c].Overlap(a) > 0 {
			t.Errorf("the sign %s covers the name of %s", name, l.Map.Cities[c].ID)
		}
	}
	for i := range l.Exits[:sign] {
		if a.Overlap(l.Exits[i].Sign) > 0 {
			t.Errorf("the signs %s and %s cover each other", name, l.Exits[i].Name)
		}
	}
}

// The signs of claimed routes are larger, most of them; in any company all signs are there, in the
// order of their lanes, and cover nothing.
func TestSignsOfClaimedRoutesAreLargeAndCoverNothing(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		free, large, claims := l.Exits, 0, 0
		defer func() { l.Exits = free }()
		dice := rand.New(rand.NewPCG(2, 3))
		for n := range 60 {
			weights := map[int]int{}
			for i := range free {
				if dice.IntN(60) < n {
					weights[free[i].Group] = 1 + dice.IntN(2)
				}
			}
			l.Exits = free
			l.Exits = l.Signs(func(group int) int { return weights[group] })
			for i := range l.Exits {
				e := &l.Exits[i]
				if e.by != i {
					continue
				}
				if e.Sign == (Area{}) {
					t.Errorf("%v: the sign %s is missing", weights, e.Name)
				}
				if e.Weight > 0 {
					if claims++; e.Size > 1.3*l.Sizes.Sign {
						large++
					}
				}
				signCoversNothing(t, l, i)
				for j := range l.Exits[:i] {
					o := &l.Exits[j]
					if o.by == j && o.To == e.To && (o.level < e.level) != (o.Sign.Y0 < e.Sign.Y0) {
						t.Errorf("%v: the signs %s and %s are in the wrong order", weights, o.Name, e.Name)
					}
				}
			}
		}
		t.Logf("%d of %d signs of claimed routes are large", large, claims)
		if large < claims/2 {
			t.Errorf("%d of %d signs of claimed routes are large, want half of them", large, claims)
		}
	})
}

// Built ports are squares: no name and no sign on a board lies on one, whether it is built or not.
func TestNothingWrittenLiesOnAPort(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for c, at := range l.Cities {
			if !l.Map.Cities[c].Port {
				continue
			}
			port := at.Around(l.Port())
			for i := range l.Labels {
				for _, line := range l.Labels[i].Areas { // plates may touch it
					if n := line.Overlap(port); n > 0 {
						t.Errorf("the name of %s covers %.0f pixels of the port of %s", l.Map.Cities[i].ID, n,
							l.Map.Cities[c].ID)
					}
				}
			}
			for i := range l.Exits {
				if n := l.Exits[i].Sign.Overlap(port); n > 0 {
					t.Errorf("the sign %s covers %.0f pixels of the port of %s", l.Exits[i].Name, n,
						l.Map.Cities[c].ID)
				}
			}
		}
	})
}
