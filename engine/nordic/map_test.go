package nordic_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// facts is a map in the form of ../shared/maps. A field that the map has no use for stays as it is there, so that a
// difference shows.
type facts struct {
	Title   string       `json:"title"`
	Cities  []cityFact   `json:"cities"`
	Routes  []routeFact  `json:"routes"`
	Tickets []ticketFact `json:"tickets"`
}

type cityFact struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	EN   string `json:"en"`
	PL   string `json:"pl"`
}

type routeFact struct {
	A           string `json:"a"`
	B           string `json:"b"`
	Length      int    `json:"length"`
	Color       string `json:"color"`
	Kind        string `json:"kind"`
	Locomotives int    `json:"locomotives"`
	TunnelCards int    `json:"tunnel_cards"`
	Pairs       int    `json:"pairs"`
	Bonus       bool   `json:"bonus"`
	Wrap        bool   `json:"wrap"`
	Group       string `json:"group"`
}

type ticketFact struct {
	Cities []string `json:"cities"`
	Points int      `json:"points"`
}

func TestMapHasTheFactsOfTheTitle(t *testing.T) {
	data, err := os.ReadFile("../../../shared/maps/nordic.json")
	if err != nil {
		t.Skipf("the facts are not at hand: %v", err)
	}
	var want facts
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, factsOf(readMap(t))); diff != "" {
		t.Errorf("facts (-json +toml):\n%s", diff)
	}
}

// TestMapIsAsLargeAsTheBox counts what the rules say there is (N1, N5, N6).
func TestMapIsAsLargeAsTheBox(t *testing.T) {
	m := readMap(t)
	kinds, symbols, spaces := map[railmap.Kind]int{}, 0, 0
	for i := range m.Routes {
		kinds[m.Routes[i].Kind]++
		symbols += m.Routes[i].Symbols
		spaces += m.Routes[i].Length
	}
	if diff := cmp.Diff(map[railmap.Kind]int{railmap.Track: 47, railmap.Ferry: 24, railmap.Tunnel: 10}, kinds); diff != "" {
		t.Errorf("routes by kind (-want +got):\n%s", diff)
	}
	got := []int{len(m.Cities), len(m.Routes), len(m.Tickets), len(m.Colors), symbols, spaces}
	if diff := cmp.Diff([]int{39, 81, 46, 8, 30, 207}, got); diff != "" {
		t.Errorf("cities, routes, tickets, colours, symbols, spaces (-want +got):\n%s", diff)
	}
}

// TestIDsNeverChange compares the ids that records hold with those of the first release, in order.
func TestIDsNeverChange(t *testing.T) {
	m := readMap(t)
	var got []string
	for i := range m.Cities {
		got = append(got, m.Cities[i].ID)
	}
	for i := range m.Routes {
		got = append(got, m.Routes[i].ID)
	}
	for i := range m.Tickets {
		got = append(got, m.Tickets[i].ID)
	}
	want, err := os.ReadFile("testdata/nordic.ids")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Fields(string(want)), got); diff != "" {
		t.Errorf("ids of cities, routes and tickets (-want +got):\n%s", diff)
	}
}

func readMap(t *testing.T) *railmap.Map {
	t.Helper()
	data, err := os.ReadFile("map.toml")
	if err != nil {
		t.Fatal(err)
	}
	m, err := railmap.Parse(data, "engine/nordic/map.toml")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// factsOf writes a map in the other form. A connection of several lanes is named after its first one there.
func factsOf(m *railmap.Map) facts {
	f := facts{Title: m.Title}
	id := func(c engine.CityID) string { return m.Cities[c].ID }
	for i := range m.Cities {
		c := &m.Cities[i]
		f.Cities = append(f.Cities, cityFact{ID: c.ID, Name: c.Name, EN: c.Names["en"], PL: c.Names["pl"]})
	}
	for i := range m.Routes {
		r := &m.Routes[i]
		fact := routeFact{
			A: id(r.A), B: id(r.B), Length: r.Length, Color: r.Color, Kind: string(r.Kind),
			Locomotives: r.Symbols, TunnelCards: r.Reveals, Pairs: r.Pairs, Bonus: r.Carts, Wrap: r.Wraps,
		}
		if r.Lanes > 1 {
			first := &m.Routes[m.Group(r.Group)[0]]
			fact.Group = id(first.A) + "--" + id(first.B)
		}
		f.Routes = append(f.Routes, fact)
	}
	for i := range m.Tickets {
		fact := ticketFact{Points: m.Tickets[i].Points}
		for _, c := range m.Tickets[i].Cities {
			fact.Cities = append(fact.Cities, id(c))
		}
		f.Tickets = append(f.Tickets, fact)
	}
	return f
}
