package geometry

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
)

// cramped are the names that may be nearer to another city, or whose line crosses a space, with the
// reason. Everything else holds for them, too, and a line leads to each from its city.
var cramped = map[string]string{
	"stavanger":     "between two double connections and the edge",
	"stockholm":     "nine ferries leave towards the sea, tracks fill the land",
	"sundsvall":     "if Stockholm, Vaasa and it are large at once",
	"chengdu":       "between two double connections, all other sides are tracks",
	"shanghai":      "two triple connections on the one side, a coast full of names on the other",
	"unnamed-south": "six connections, two of them double",
	"sydney":        "if a neighbour is large: six connections and the edge",
	"christchurch":  "in the corner, behind the way to Sydney",
	"mumbai":        "if a neighbour is large: a coast of double connections",
}

// Names belong to one city each and hide nothing, on an empty board and after any two claims, whose
// cities have large names. Spaces count where a piece would lie, owner's number and all, harbours
// with the port that can be built there. Seats and languages do not change names or their places.
func TestANameBelongsToItsCityAndCoversNothing(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		checkNames(t, l, "empty")
		rng := rand.New(rand.NewPCG(21, 4))
		for range enginetest.Size(4, 200) {
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
			checkNames(t, stressed, fmt.Sprint(changed))
			for _, c := range changed {
				if lb := &stressed.Labels[c]; len(lb.Lines) > 0 && lb.Plate == 0 {
					t.Errorf("%v: the name of %s has no plate", changed, l.Map.Cities[c].ID)
				}
			}
		}
	})
}

func checkNames(t *testing.T, l *Layout, when string) {
	t.Helper()
	for i := range l.Labels {
		if l.Map.Cities[i].Name != "" {
			checkName(t, l, i, when)
		}
	}
}

func checkName(t *testing.T, l *Layout, i int, when string) {
	t.Helper()
	lb, id := &l.Labels[i], l.Map.Cities[i].ID
	if len(lb.Lines) == 0 || !Box(0, 0, l.W, l.H).Holds(lb.Bounds()) {
		t.Errorf("%s: the name of %s is missing or not whole", when, id)
		return
	}
	boxes := lb.boxes(&[1]Area{})
	for _, box := range boxes {
		if l.onTarget(box) {
			t.Errorf("%s: the name of %s lies on a space, a city or a sign", when, id)
		}
	}
	for j := range l.Labels[:i] {
		o, other := &l.Labels[j], l.Map.Cities[j].ID
		switch {
		case len(o.Lines) == 0:
		case lb.InLine(o):
			t.Errorf("%s: the names of %s and %s stand in one line", when, id, other)
		case slices.ContainsFunc(boxes, func(a Area) bool { return o.Overlap(a) > 0 }):
			t.Errorf("%s: the names of %s and %s cover each other", when, id, other)
		case lb.leads(o) || o.leads(lb):
			t.Errorf("%s: a line crosses the name of %s or %s", when, id, other)
		}
	}
	whole, far := lb.Area().Grown(lb.Plate), len(lb.Lead) > 0
	own := whole.from(l.Cities[i])
	nearer := slices.ContainsFunc(l.Cities, func(c Point) bool { return whole.from(c) < own })
	if nearer && (!far || cramped[id] == "") {
		t.Errorf("%s: the name of %s is nearer to another city (line: %t)", when, id, far)
	}
	if far && l.across([2]Point(lb.Lead)) > 0 && cramped[id] == "" {
		t.Errorf("%s: the line to the name of %s crosses a space or a sign", when, id)
	}
	if !far && own > l.Sizes.Dot+leadFrom*lb.Size {
		t.Errorf("%s: no line leads to the name of %s, which is far", when, id)
	}
}
