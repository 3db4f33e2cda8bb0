package cardgame_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// facts are what is known of the title's cards, whatever its map file looks like.
type facts struct {
	Colors  []string
	Cities  []cityFacts
	Tickets []ticketFacts
	Bonuses struct {
		Big []bonusFacts `json:"big_cities"`
	}
}

type cityFacts struct {
	ID, Name string
	En, Pl   string // "" where it is the name
	Region   string
}

type ticketFacts struct {
	Cities []string
	Points int
	Cards  map[string]int
}

type bonusFacts struct {
	City   string
	Points int
	Color  string // of the card; that of the city's region
}

// knownFacts reads the facts that stand beside the repository; the test is skipped where they do not.
func knownFacts(t *testing.T) facts {
	t.Helper()
	data, err := os.ReadFile("../../../shared/maps/cardgame.json")
	if err != nil {
		t.Skipf("the facts of the Card Game are not at hand: %v", err)
	}
	var f facts
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// board reads the title's map.
func board(t *testing.T) *railmap.Map {
	t.Helper()
	data, err := os.ReadFile("map.toml")
	if err != nil {
		t.Fatal(err)
	}
	m, err := railmap.Parse(data, "map.toml")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// shownFacts are the facts that a map states, in its order.
func shownFacts(m *railmap.Map) facts {
	f := facts{Colors: m.Colors}
	for _, c := range m.Cities {
		f.Cities = append(f.Cities, cityFacts{c.ID, c.Name, c.Names["en"], c.Names["pl"], c.Region})
		if c.Bonus > 0 {
			f.Bonuses.Big = append(f.Bonuses.Big, bonusFacts{c.ID, c.Bonus, c.Region})
		}
	}
	for _, k := range m.Tickets {
		shown := ticketFacts{Points: k.Points, Cards: map[string]int{}}
		for _, c := range k.Cities {
			shown.Cities = append(shown.Cities, m.Cities[c].ID)
		}
		for c, n := range k.Cards {
			if n > 0 {
				shown.Cards[m.Colors[c]] = n
			}
		}
		f.Tickets = append(f.Tickets, shown)
	}
	return f
}

func TestTheMapStatesTheKnownFactsInTheirOrder(t *testing.T) {
	want, got := knownFacts(t), shownFacts(board(t))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts of the map (-want +got):\n%s", diff)
	}
}

// These counts hold whether or not the facts are at hand.
func TestTheMapHasAllOfTheCards(t *testing.T) {
	type counts struct{ Cities, Routes, Tickets, Points, Cards, Bonuses int }
	m := board(t)
	got := counts{Cities: len(m.Cities), Routes: len(m.Routes), Tickets: len(m.Tickets)}
	for _, k := range m.Tickets {
		got.Points += k.Points
		for _, n := range k.Cards {
			got.Cards += n
		}
	}
	bonuses := map[string]int{}
	for _, c := range m.Cities {
		if c.Bonus > 0 {
			bonuses[c.ID] = c.Bonus
			got.Bonuses++
		}
	}
	if diff := cmp.Diff(counts{34, 0, 46, 581, 132, 6}, got); diff != "" { // K1
		t.Errorf("what is on the map (-want +got):\n%s", diff)
	}
	want := map[string]int{"seattle": 8, "los-angeles": 12, "chicago": 12, "dallas": 10, "new-york": 15, "miami": 8}
	if diff := cmp.Diff(want, bonuses); diff != "" { // K10
		t.Errorf("big cities (-want +got):\n%s", diff)
	}
}

func TestTwoCitiesInBothOrdersAreTwoTickets(t *testing.T) {
	m := board(t)
	got := []string{m.Tickets[engine.TicketID(0)].ID, m.Tickets[engine.TicketID(1)].ID}
	if diff := cmp.Diff([]string{"chicago--new-york", "new-york--chicago"}, got); diff != "" {
		t.Errorf("the first two tickets (-want +got):\n%s", diff)
	}
}
