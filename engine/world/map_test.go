package world_test

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
	ID      string `json:"id"`
	Name    string `json:"name"`
	EN      string `json:"en"`
	PL      string `json:"pl"`
	Port    bool   `json:"port"`
	Unnamed bool   `json:"unnamed"`
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
	Doubt       bool   `json:"length_check"`
}

type ticketFact struct {
	Cities   []string `json:"cities"`
	Points   int      `json:"points"`
	AnyOrder int      `json:"points_any_order"`
	InOrder  int      `json:"points_in_order"`
	Penalty  int      `json:"penalty"`
	Doubt    bool     `json:"constructed"`
}

func TestMapHasTheFactsOfTheTitle(t *testing.T) {
	data, err := os.ReadFile("../../../shared/maps/world.json")
	if err != nil {
		t.Skipf("the facts are not at hand: %v", err)
	}
	var want facts
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	for i := range want.Cities {
		if c := &want.Cities[i]; c.Unnamed { // how it is described is the map's own
			c.EN, c.PL = "", ""
		}
	}
	if diff := cmp.Diff(want, factsOf(readMap(t))); diff != "" {
		t.Errorf("facts (-json +toml):\n%s", diff)
	}
}

// TestMapIsAsLargeAsTheBox counts what the rules say there is (W1, W4, W6, W9, W10).
func TestMapIsAsLargeAsTheBox(t *testing.T) {
	m := readMap(t)
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
		t.Errorf("cities, ports, routes, pairs, wrapping routes, tickets, tours, things in doubt (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"purple", "yellow", "green", "red", "black", "white"}, m.Colors); diff != "" { // W1
		t.Errorf("colours (-want +got):\n%s", diff)
	}
}

func TestTheStationWithoutANameIsDescribedInBothLanguages(t *testing.T) {
	m := readMap(t)
	c := &m.Cities[47]
	got := []string{c.ID, c.Name, c.Unnamed, c.Names["pl"]}
	want := []string{"ocean-waypoint", "", "station in the southern Indian Ocean", "stacja na południu Oceanu Indyjskiego"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("station without a name (-want +got):\n%s", diff)
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
	want, err := os.ReadFile("testdata/world.ids")
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
	m, err := railmap.Parse(data, "engine/world/map.toml")
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
		shown := cityFact{ID: c.ID, Name: c.Name, Port: c.Port, Unnamed: c.Unnamed != ""}
		if !shown.Unnamed {
			shown.EN, shown.PL = c.Names["en"], c.Names["pl"]
		}
		f.Cities = append(f.Cities, shown)
	}
	for i := range m.Routes {
		r := &m.Routes[i]
		fact := routeFact{
			A: id(r.A), B: id(r.B), Length: r.Length, Color: r.Color, Kind: string(r.Kind), Doubt: !r.Attested,
			Locomotives: r.Symbols, TunnelCards: r.Reveals, Pairs: r.Pairs, Bonus: r.Carts, Wrap: r.Wraps,
		}
		if r.Lanes > 1 {
			first := &m.Routes[m.Group(r.Group)[0]]
			fact.Group = id(first.A) + "--" + id(first.B)
		}
		f.Routes = append(f.Routes, fact)
	}
	for i := range m.Tickets {
		k := &m.Tickets[i]
		fact := ticketFact{Points: k.Points, Doubt: !k.Attested}
		if k.InOrder > 0 { // W9
			fact = ticketFact{AnyOrder: k.Points, InOrder: k.InOrder, Penalty: k.Penalty, Doubt: !k.Attested}
		}
		for _, c := range k.Cities {
			fact.Cities = append(fact.Cities, id(c))
		}
		f.Tickets = append(f.Tickets, fact)
	}
	return f
}
