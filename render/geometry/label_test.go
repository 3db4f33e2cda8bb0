package geometry

import (
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
)

// mostFar are the names on a shipped board that are not nearest to their own city. Each has a line
// to it: no place beside it is free of spaces, cities and other names.
var mostFar = map[string]int{"amsterdam": 0, "nordic": 2, "asia": 16, "world": 9}

// Names must belong to one city, and nothing that can be claimed may lie under them. After any two
// claims, whose cities' names are written large, those are whole and no other is missing; some may
// then lie on a space, a city or a sign.
func TestANameBelongsToItsCityAndCoversNothing(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		far := doubts(t, l)
		if most := mostFar[l.Map.Title]; len(far) > most {
			t.Errorf("%d names are nearer to another city, want at most %d: %v", len(far), most, far)
		}
		rng := rand.New(rand.NewPCG(21, 4))
		for range enginetest.Size(6, 200) {
			var changed []engine.CityID
			for range 2 {
				r := &l.Map.Routes[rng.IntN(len(l.Map.Routes))]
				for _, c := range []engine.CityID{r.A, r.B} {
					if !slices.Contains(changed, c) {
						changed = append(changed, c)
					}
				}
			}
			stressed := l.Stress(changed)
			for _, c := range changed {
				if lb := &stressed.Labels[c]; len(lb.Lines) > 0 && (!lb.Strong || !onBoard(l, lb)) {
					t.Errorf("%v: the name of %s is not large, or not whole", changed, l.Map.Cities[c].ID)
				}
			}
			for i := range l.Cities {
				if l.Map.Cities[i].Name != "" && len(stressed.Labels[i].Lines) == 0 {
					t.Errorf("%v: the name of %s is missing", changed, l.Map.Cities[i].ID)
				}
			}
		}
	})
}

func onBoard(l *Layout, lb *Label) bool { return Box(0, 0, l.W, l.H).Holds(lb.Area()) }

// doubts reports names that cover something or read on from others, and returns those that another
// city is nearer to.
func doubts(t *testing.T, l *Layout) (far []string) {
	t.Helper()
	for i := range l.Labels {
		lb, id := &l.Labels[i], l.Map.Cities[i].ID
		if len(lb.Lines) == 0 {
			continue
		}
		for _, line := range lb.Areas {
			if l.onTarget(line) && id != crampedName {
				t.Errorf("the name of %s lies on a space, a city or a sign", id)
			}
		}
		for j := range l.Labels[:i] {
			if o := &l.Labels[j]; len(o.Lines) > 0 && lb.InLine(o) {
				t.Errorf("the names of %s and %s stand in one line", id, l.Map.Cities[j].ID)
			}
		}
		own := lb.Area().from(l.Cities[i])
		if slices.ContainsFunc(l.Cities, func(c Point) bool { return lb.Area().from(c) < own }) {
			far = append(far, id)
			if len(lb.Lead) == 0 {
				t.Errorf("the name of %s is nearer to another city and has no line", id)
			}
		}
	}
	return far
}
