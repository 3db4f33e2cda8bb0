package asia_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/asia"
)

func TestMapHoldsTheWholeBoard(t *testing.T) {
	type counts struct{ Cities, Lanes, Doubles, Triples, Tickets int }
	m := asia.Title.Map()
	reveals, lanes := map[int]int{}, map[int]int{}
	for _, r := range m.Routes {
		reveals[r.Reveals]++
		lanes[r.Lanes]++
	}
	got := counts{len(m.Cities), len(m.Routes), lanes[2] / 2, lanes[3] / 3, len(m.Tickets)}
	if diff := cmp.Diff(counts{46, 126, 28, 4, 60}, got); diff != "" {
		t.Errorf("what is on the map (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[int]int{0: 116, 4: 3, 5: 3, 6: 4}, reveals); diff != "" { // S8
		t.Errorf("routes by the cards that they turn up (-want +got):\n%s", diff)
	}
	// S1
	if diff := cmp.Diff([]string{
		"purple", "white", "blue", "yellow", "orange", "black", "red",
		"green",
	}, m.Colors); diff != "" {
		t.Errorf("colours (-want +got):\n%s", diff)
	}
}

func TestStationsOutsideCitiesHaveALabelAndADescription(t *testing.T) {
	m := asia.Title.Map()
	type description struct{ Name, En, Pl string }
	got := map[string]description{}
	for _, c := range m.Cities[43:] {
		got[c.ID] = description{c.Name, c.Unnamed, c.Names["pl"]}
	}
	want := map[string]description{
		"unnamed-west":  {"West Himalaya", "station in the western Himalayas", "Himalaje Zach."},
		"unnamed-south": {"South Himalaya", "station in the southern Himalayas", "Himalaje Płd."},
		"unnamed-east":  {"East Himalaya", "station in the eastern Himalayas", "Himalaje Wsch."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stations (-want +got):\n%s", diff)
	}
}

func TestMapMarksUnattestedFacts(t *testing.T) {
	m := asia.Title.Map()
	lengths, tickets := map[int]bool{}, 0
	for _, r := range m.Routes {
		if !r.Attested {
			lengths[r.Group] = true
		}
	}
	for _, k := range m.Tickets {
		if !k.Attested {
			tickets++
		}
	}
	if len(lengths) != 11 || tickets != 45 {
		t.Errorf("got %d connections and %d tickets in doubt, want 11 and 45", len(lengths), tickets)
	}
}
