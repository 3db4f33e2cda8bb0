package nordic_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/nordic"
	"konduktor/engine/railmap"
)

// TestMapIsAsLargeAsTheBox counts what the rules say there is (N1, N5, N6).
func TestMapIsAsLargeAsTheBox(t *testing.T) {
	m := nordic.Title.Map()
	kinds, symbols, spaces := map[railmap.Kind]int{}, 0, 0
	for i := range m.Routes {
		kinds[m.Routes[i].Kind]++
		symbols += m.Routes[i].Symbols
		spaces += m.Routes[i].Length
	}
	if diff := cmp.Diff(map[railmap.Kind]int{railmap.Track: 47, railmap.Ferry: 24, railmap.Tunnel: 10},
		kinds); diff != "" {
		t.Errorf("routes by kind (-want +got):\n%s", diff)
	}
	got := []int{len(m.Cities), len(m.Routes), len(m.Tickets), len(m.Colors), symbols, spaces}
	if diff := cmp.Diff([]int{39, 81, 46, 8, 30, 207}, got); diff != "" {
		t.Errorf("cities, routes, tickets, colours, symbols, spaces (-want +got):\n%s", diff)
	}
}
