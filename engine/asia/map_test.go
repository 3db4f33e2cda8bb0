package asia_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// facts are what is known of the title's board, whatever its map file looks like.
type facts struct {
	Cities  []cityFacts
	Routes  []routeFacts
	Tickets []ticketFacts
}

type cityFacts struct {
	ID      string
	Name    string // "" for a station without a name
	En, Pl  string // "" where it is the name
	Unnamed bool
}

type routeFacts struct {
	A, B    string
	Length  int
	Color   string
	Kind    string
	Reveals int    `json:"tunnel_cards"`
	Group   string // of the lanes of a double or triple connection, "" for a single one
	Doubt   bool   `json:"length_check"`
}

type ticketFacts struct {
	Cities []string
	Points int
	Doubt  bool `json:"constructed"`
}

// knownFacts reads the facts that stand beside the repository; the test is skipped where they do not.
func knownFacts(t *testing.T) facts {
	t.Helper()
	data, err := os.ReadFile("../../../shared/maps/asia.json")
	if err != nil {
		t.Skipf("the facts of Asia are not at hand: %v", err)
	}
	var f facts
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	for i := range f.Cities {
		if c := &f.Cities[i]; c.Unnamed { // how it is described is the map's own
			c.En, c.Pl = "", ""
		}
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
	var f facts
	for _, c := range m.Cities {
		shown := cityFacts{ID: c.ID, Name: c.Name, Unnamed: c.Unnamed != ""}
		if !shown.Unnamed {
			shown.En, shown.Pl = c.Names["en"], c.Names["pl"]
		}
		f.Cities = append(f.Cities, shown)
	}
	id := func(c engine.CityID) string { return m.Cities[c].ID }
	for _, r := range m.Routes {
		shown := routeFacts{
			A: id(r.A), B: id(r.B), Length: r.Length, Color: r.Color, Kind: string(r.Kind), Reveals: r.Reveals, Doubt: !r.Attested,
		}
		if r.Lanes > 1 {
			first := m.Routes[m.Group(r.Group)[0]]
			shown.Group = id(first.A) + "--" + id(first.B)
		}
		f.Routes = append(f.Routes, shown)
	}
	for _, k := range m.Tickets {
		shown := ticketFacts{Points: k.Points, Doubt: !k.Attested}
		for _, c := range k.Cities {
			shown.Cities = append(shown.Cities, id(c))
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
func TestTheMapHasAllOfTheBoard(t *testing.T) {
	type counts struct{ Cities, Lanes, Doubles, Triples, Tickets int }
	m := board(t)
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
	if diff := cmp.Diff([]string{"purple", "white", "blue", "yellow", "orange", "black", "red", "green"}, m.Colors); diff != "" { // S1
		t.Errorf("colours (-want +got):\n%s", diff)
	}
}

func TestStationsWithoutANameAreDescribedInBothLanguages(t *testing.T) {
	m := board(t)
	type description struct{ En, Pl string }
	got := map[string]description{}
	for _, c := range m.Cities[43:] {
		got[c.ID] = description{c.Unnamed, c.Names["pl"]}
	}
	want := map[string]description{
		"unnamed-west":  {"station in the western Himalayas", "stacja w zachodnich Himalajach"},
		"unnamed-south": {"station in the southern Himalayas", "stacja w południowych Himalajach"},
		"unnamed-east":  {"station in the eastern Himalayas", "stacja we wschodnich Himalajach"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stations without a name (-want +got):\n%s", diff)
	}
}

func TestTheMapOwnsUpToWhatIsNotKnown(t *testing.T) {
	m := board(t)
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
	if len(lengths) != 11 || tickets != 60 {
		t.Errorf("got %d connections and %d tickets in doubt, want 11 and 60", len(lengths), tickets)
	}
}
