package titles_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// facts is a map in the form of testdata/facts (its README.md says where they are from).
type facts struct {
	Title   string
	Colors  []string // only where the title says them apart from its routes
	Cities  []cityFact
	Routes  []routeFact
	Tickets []ticketFact
	Bonuses struct {
		Big []bonusFact `json:"big_cities"` // K10
	}
}

type cityFact struct {
	ID, Name string
	En, Pl   string // "" where it is the name
	Region   string
	Port     bool
	Unnamed  bool
}

type routeFact struct {
	A, B        string
	Length      int
	Color, Kind string
	Locomotives int
	TunnelCards int `json:"tunnel_cards"`
	Pairs       int
	Bonus, Wrap bool
	Group       string // of the lanes of a connection that has several: its first one
	Doubt       bool   `json:"length_check"`
}

type ticketFact struct {
	Cities   []string
	Points   int
	AnyOrder int `json:"points_any_order"`
	InOrder  int `json:"points_in_order"`
	Penalty  int
	Cards    map[string]int
	Attested *bool `json:"attested"`
	Doubt    bool  `json:"constructed"`
}

type bonusFact struct {
	City   string
	Points int
	Color  string // of the card; that of the city's region
}

func TestMapsHaveTheFactsOfTheirTitles(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			data, err := os.ReadFile("testdata/facts/" + title.ID() + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var want facts
			if err := json.Unmarshal(data, &want); err != nil {
				t.Fatal(err)
			}
			for i := range want.Cities {
				if c := &want.Cities[i]; c.Unnamed { // what it is called is the map's own
					c.Name, c.En, c.Pl = "", "", ""
				}
			}
			for i := range want.Tickets {
				k := &want.Tickets[i]
				k.Doubt = k.Doubt || k.Attested != nil && !*k.Attested
				k.Attested = nil
			}
			got := factsOf(titles.MapOf(title))
			if want.Colors == nil {
				got.Colors = nil
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("facts (-json +toml):\n%s", diff)
			}
		})
	}
}

// factsOf writes a map in the other form.
func factsOf(m *railmap.Map) facts {
	f := facts{Title: m.Title, Colors: m.Colors}
	id := func(c engine.CityID) string { return m.Cities[c].ID }
	for i := range m.Cities {
		c := &m.Cities[i]
		fact := cityFact{ID: c.ID, Region: c.Region, Port: c.Port, Unnamed: c.Unnamed != ""}
		if !fact.Unnamed {
			fact.Name, fact.En, fact.Pl = c.Name, c.Names["en"], c.Names["pl"]
		}
		f.Cities = append(f.Cities, fact)
		if c.Bonus > 0 {
			f.Bonuses.Big = append(f.Bonuses.Big, bonusFact{c.ID, c.Bonus, c.Region})
		}
	}
	for i := range m.Routes {
		r := &m.Routes[i]
		fact := routeFact{
			A: id(r.A), B: id(r.B), Length: r.Length, Color: r.Color, Kind: string(r.Kind),
			Doubt:       !r.Attested,
			Locomotives: r.Symbols, TunnelCards: r.Reveals, Pairs: r.Pairs, Bonus: r.Carts, Wrap: r.Wraps,
		}
		if r.Lanes > 1 {
			first := &m.Routes[m.Group(r.Group)[0]]
			fact.Group = id(first.A) + "--" + id(first.B)
		}
		f.Routes = append(f.Routes, fact)
	}
	for i := range m.Tickets {
		f.Tickets = append(f.Tickets, ticketFactOf(m, &m.Tickets[i]))
	}
	return f
}

func ticketFactOf(m *railmap.Map, k *railmap.Ticket) ticketFact {
	fact := ticketFact{Points: k.Points, Doubt: !k.Attested, Cards: map[string]int{}}
	if k.InOrder > 0 { // W9
		fact.Points, fact.AnyOrder, fact.InOrder, fact.Penalty = 0, k.Points, k.InOrder, k.Penalty
	}
	for _, c := range k.Cities {
		fact.Cities = append(fact.Cities, m.Cities[c].ID)
	}
	for c, n := range k.Cards {
		if n > 0 {
			fact.Cards[m.Colors[c]] = n
		}
	}
	return fact
}

// TestIDsNeverChange compares the ids of cities, routes and tickets with those of the first
// release, in order: the replay of released records rests on them.
func TestIDsNeverChange(t *testing.T) {
	for _, title := range titles.All() {
		m := titles.MapOf(title)
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
		want, err := os.ReadFile("../" + title.ID() + "/testdata/" + title.ID() + ".ids")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Fields(string(want)), got); diff != "" {
			t.Errorf("%s: ids (-want +got):\n%s", title.ID(), diff)
		}
	}
}
