package assign_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"konduktor/engine"
	"konduktor/engine/cardgame/assign"
)

// maximalBySubsets is the dull way: of every set that the track pays for, it asks whether one more
// ticket could be paid for. A set that comes first in the map file's order is first.
func maximalBySubsets(track *engine.Cards, open assign.Set) []assign.Set {
	var list []assign.Set
	for set := open; ; set = (set - 1) & open {
		maximal := covers(track, set)
		for t := range (open &^ set).Each {
			maximal = maximal && !covers(track, set.With(t))
		}
		if maximal {
			list = append(list, set)
		}
		if set == 0 {
			break
		}
	}
	slices.SortFunc(list, func(a, b assign.Set) int {
		differ := a ^ b
		if a&differ&-differ != 0 { // the first ticket in only one of them
			return -1
		}
		return 1
	})
	return list
}

func TestK8MaximalSetsMatchASearchOfAllSubsets(t *testing.T) {
	t.Parallel()
	several := 0
	rapid.Check(t, func(t *rapid.T) {
		track, open := draw(t, 30, 13)
		got := slices.Collect(tickets.Maximal(&track, open, nil))
		want := maximalBySubsets(&track, open)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("track %s, tickets %v (-by subsets +got):\n%s", cards(&track), ids(open), diff)
		}
		only, one := tickets.Only(&track, open)
		if one != (len(want) == 1) || one && only != want[0] {
			t.Fatalf("track %s, tickets %v: the only set is %v (%v), there are %d", cards(&track), ids(open),
				ids(only), one, len(want))
		}
		if len(want) > 1 {
			several++
		}
		best := tickets.Choose(&track, open)
		if !slices.Contains(want, best) {
			t.Fatalf("track %s, tickets %v: the best set %v is not maximal",
				cards(&track), ids(open), ids(best))
		}
	})
	if several < 10 {
		t.Errorf("only %d tracks left a choice: the test proves little", several)
	}
}

func TestK8FittingTicketsCanBePaidForWithTheSet(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		track, open := draw(t, 40, 20)
		set := open & assign.Set(rapid.Uint64().Draw(t, "set")&rapid.Uint64().Draw(t, "fewer"))
		got, pays := tickets.Fitting(&track, open, set)
		if pays != covers(&track, set) {
			t.Fatalf("track %s pays for %v: %v", cards(&track), ids(set), pays)
		}
		var want assign.Set
		for t := range (open &^ set).Each {
			if covers(&track, set.With(t)) {
				want = want.With(t)
			}
		}
		if pays && got != want {
			t.Fatalf("track %s, beside %v fit %v, want %v", cards(&track), ids(set), ids(got), ids(want))
		}
	})
}

func TestK8TicketsThatAlwaysFitAreInEverySet(t *testing.T) {
	t.Parallel()
	added := 0
	rapid.Check(t, func(t *rapid.T) {
		track, open := draw(t, 30, 12)
		set := open & assign.Set(rapid.Uint64().Draw(t, "set")&rapid.Uint64().Draw(t, "fewer"))
		settled, free, ok := tickets.Settle(&track, open, set)
		if ok != covers(&track, set) {
			t.Fatalf("track %s pays for %v: %v", cards(&track), ids(set), ok)
		}
		if !ok {
			return
		}
		var any assign.Set // tickets of all maximal sets with these
		all := open
		for _, one := range maximalBySubsets(&track, open) {
			if one&set == set {
				any, all = any|one, all&one
			}
		}
		if settled&^all != 0 || settled|free != any || settled&free != 0 {
			t.Fatalf("track %s, %v of %v: settled %v, free %v, in all sets %v, in any %v", cards(&track),
				ids(set), ids(open), ids(settled), ids(free), ids(all), ids(any))
		}
		added += (settled &^ set).Size()
	})
	if added == 0 {
		t.Error("no ticket was added: the test proves little")
	}
}

// However many tickets a seat holds, a few sets are found at once.
func TestK8FirstMaximalSetsOfAllTicketsAreFoundQuickly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		track, open := draw(t, 96, 46)
		found := 0
		for set := range tickets.Maximal(&track, open, nil) {
			beside, pays := tickets.Fitting(&track, open, set)
			if !pays || beside != 0 || set&^open != 0 {
				t.Fatalf("track %s, tickets %v: %v is not maximal", cards(&track), ids(open), ids(set))
			}
			if found++; found == 100 {
				break
			}
		}
	})
}
