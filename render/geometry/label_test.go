package geometry

import (
	"slices"
	"strings"
	"testing"
)

// Names belong to one city each and hide nothing, with the plates of changed cities and whatever
// has been claimed: spaces count where a piece would lie, owner's number and all, harbours with the
// port that can be built there. No position, seat or language moves a name of a board.
func TestANameBelongsToItsCityAndCoversNothing(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for i := range l.Labels {
			if l.Map.Cities[i].Name != "" {
				checkName(t, l, i)
			}
		}
	})
}

// The label of a station without a name fits, in any language, into the place of its name.
func TestAStationReadsInEachLanguageAtOnePlace(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for i := range l.Labels {
			c, lb := &l.Map.Cities[i], &l.Labels[i]
			if c.Unnamed == "" || c.Name == "" {
				continue
			}
			for lang, name := range c.Names {
				got := l.Reads(lb, name)
				if strings.Join(got.Lines, " ") != name || !lb.Area().Grown(0.01).Holds(got.Area()) {
					t.Errorf("%s in %s: got %q at %v, want %q within %v",
						c.ID, lang, got.Lines, got.Area(), name, lb.Area())
				}
			}
		}
	})
}

func checkName(t *testing.T, l *Layout, i int) {
	t.Helper()
	lb, id := &l.Labels[i], l.Map.Cities[i].ID
	if lb.Size < l.Sizes.Name {
		t.Errorf("the name of %s is smaller than others", id)
	}
	if len(lb.Lines) == 0 || !Box(0, 0, l.W, l.H).Holds(lb.Bounds()) {
		t.Errorf("the name of %s is missing or not whole", id)
		return
	}
	boxes := lb.boxes(&[1]Area{})
	for _, line := range lb.Areas { // a plate may touch the rim of a piece
		if l.onTarget(line) {
			t.Errorf("the name of %s lies on a space, a city or a sign", id)
		}
	}
	for j := range l.Labels[:i] {
		o, other := &l.Labels[j], l.Map.Cities[j].ID
		switch {
		case len(o.Lines) == 0:
		case lb.InLine(o):
			t.Errorf("the names of %s and %s stand in one line", id, other)
		case slices.ContainsFunc(boxes, func(a Area) bool { return o.Overlap(a) > 0 }):
			t.Errorf("the names of %s and %s cover each other", id, other)
		case lb.leads(o) || o.leads(lb):
			t.Errorf("a line crosses the name of %s or %s", id, other)
		}
	}
	whole, far := lb.Area().Grown(lb.Plate), len(lb.Lead) > 0
	own := whole.Distance(l.Cities[i])
	nearer := slices.ContainsFunc(l.Cities, func(c Point) bool { return whole.Distance(c) < own })
	if nearer {
		t.Errorf("the name of %s is nearer to another city (line: %t)", id, far)
	}
	if far && l.across([2]Point(lb.Lead)) > 0 {
		t.Errorf("the line to the name of %s crosses a space or a sign", id)
	}
	if !far && own > l.Sizes.Dot+leadFrom*lb.Size {
		t.Errorf("no line leads to the name of %s, which is far", id)
	}
}

// A line from a city to its name across another city would make it the name of that one.
func TestLabelLineAcrossACityHasACost(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		bare := *l
		bare.Lanes, bare.Exits = nil, nil
		r := l.Sizes.Dot
		for i, c := range l.Cities {
			if got := bare.across([2]Point{c.Minus(Pt(r+4, 0)), c.Plus(Pt(r+4, 0))}); got < 1 {
				t.Errorf("a line across %s costs %g", l.Map.Cities[i].ID, got)
			}
			own := [2]Point{c.Plus(Pt(r, 0)), c.Plus(Pt(r+4, 0))}
			if got := bare.across(own); got != 0 {
				t.Errorf("a line that begins at %s costs %g", l.Map.Cities[i].ID, got)
			}
		}
	})
}
