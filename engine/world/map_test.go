package world_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/railmap"
	"konduktor/engine/world"
)

// TestMapIsAsLargeAsTheBox counts what the rules say there is (W1, W4, W6, W9, W10).
func TestMapIsAsLargeAsTheBox(t *testing.T) {
	m := world.Title.Map()
	kinds, ports, pairs, wraps, tours, doubt := map[railmap.Kind]int{}, 0, 0, 0, 0, 0
	for i := range m.Cities {
		if m.Cities[i].Port {
			ports++
		}
	}
	for i := range m.Routes {
		kinds[m.Routes[i].Kind]++
		pairs += m.Routes[i].Pairs
		if m.Routes[i].Wraps {
			wraps++
		}
		if !m.Routes[i].Attested {
			doubt++
		}
	}
	for i := range m.Tickets {
		if len(m.Tickets[i].Cities) > 2 {
			tours++
		}
		if !m.Tickets[i].Attested {
			doubt++
		}
	}
	if diff := cmp.Diff(map[railmap.Kind]int{railmap.Track: 71, railmap.Sea: 59}, kinds); diff != "" {
		t.Errorf("routes by kind (-want +got):\n%s", diff)
	}
	got := []int{len(m.Cities), ports, len(m.Routes), pairs, wraps, len(m.Tickets), tours, doubt}
	if diff := cmp.Diff([]int{48, 38, 130, 10, 10, 65, 8, 0}, got); diff != "" {
		t.Errorf("cities, ports, routes, pairs, wrapping routes, tickets, tours, doubts (-want "+
			"+got):\n%s", diff)
	}
	// W1
	if diff := cmp.Diff([]string{"purple", "yellow", "green", "red", "black", "white"},
		m.Colors); diff != "" {
		t.Errorf("colours (-want +got):\n%s", diff)
	}
}

func TestStationOutsideACityHasALabelAndADescription(t *testing.T) {
	m := world.Title.Map()
	c := &m.Cities[47]
	got := []string{c.ID, c.Name, c.Unnamed, c.Names["pl"]}
	want := []string{
		"ocean-waypoint", "South Ocean", "station in the southern Indian Ocean", "Ocean Płd.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("station (-want +got):\n%s", diff)
	}
}
