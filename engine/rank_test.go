package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
)

func TestRank(t *testing.T) {
	merits := func(f *engine.Final) []int { return []int{f.Total, f.Longest} }
	for _, c := range []struct {
		name    string
		finals  []engine.Final
		members int
		places  []int
		winners []engine.Seat
	}{
		{
			"a shared place skips the next",
			[]engine.Final{{Total: 5}, {Total: 9}, {Total: 9}, {Total: 1}},
			1,
			[]int{3, 1, 1, 4},
			[]engine.Seat{2, 3},
		},
		{
			"the second merit breaks a tie",
			[]engine.Final{{Total: 9, Longest: 2}, {Total: 9, Longest: 3}},
			1,
			[]int{2, 1},
			[]engine.Seat{2},
		},
		{
			"partners stand together",
			[]engine.Final{{Total: 1}, {Total: 1}, {Total: 7}, {Total: 7}, {Total: -2}, {Total: -2}},
			2,
			[]int{2, 2, 1, 1, 3, 3},
			[]engine.Seat{3, 4},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			winners := engine.Rank(c.finals, c.members, merits)
			var places []int
			for _, f := range c.finals {
				places = append(places, f.Place)
			}
			if diff := cmp.Diff(c.places, places) + cmp.Diff(c.winners, winners); diff != "" {
				t.Errorf("places and winners (-want +got):\n%s", diff)
			}
		})
	}
}
