package railmap_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// anyMap is a map in the form of ../shared/maps with its fields as they come, whatever the title.
type anyMap struct {
	Title   string           `json:"title"`
	Layout  map[string]any   `json:"layout"`
	Colors  []string         `json:"colors"`
	Cities  []map[string]any `json:"cities"`
	Routes  []map[string]any `json:"routes"`
	Tickets []map[string]any `json:"tickets"`
}

// words are the names of fields in the other form and in ours.
var words = map[string]string{
	"id": "id", "name": "name", "x": "x", "y": "y", "en": "en", "pl": "pl", "port": "port", "region": "region",
	"a": "a", "b": "b", "length": "length", "color": "color", "kind": "kind", "locomotives": "symbols", "pairs": "pairs",
	"tunnel_cards": "reveals", "bonus": "carts", "wrap": "wraps", "group": "group",
	"cities": "cities", "points": "points", "points_any_order": "points", "points_in_order": "in_order",
	"penalty": "penalty", "attested": "attested", "cards": "cards",
}

// line writes one city, route or ticket in our form. What is 0, false or empty is left out.
func line(of map[string]any, more ...string) string {
	parts := more
	for key, v := range of {
		word, known := words[key]
		if text := tomlValue(v); known && text != "0" && text != "false" && text != `""` {
			parts = append(parts, word+" = "+text)
		}
	}
	return "{ " + strings.Join(parts, ", ") + " },\n"
}

func tomlValue(v any) string {
	switch v := v.(type) {
	case map[string]any:
		var parts []string
		for key, x := range v {
			parts = append(parts, key+" = "+tomlValue(x))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case []any:
		var parts []string
		for _, x := range v {
			parts = append(parts, tomlValue(x))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// ourForm writes the facts of a title as a map file.
func ourForm(m *anyMap) string {
	colors := map[string]bool{}
	for _, c := range m.Colors {
		colors[c] = true
	}
	for _, r := range m.Routes {
		colors[r["color"].(string)] = true
	}
	delete(colors, railmap.Gray)
	var quoted []string
	for c := range colors {
		quoted = append(quoted, `"`+c+`"`)
	}
	s := &strings.Builder{}
	fmt.Fprintf(s, "title = %q\nname = %q\nversion = 1\naspect = %v\ncolors = [%s]\ncities = [\n",
		m.Title, m.Title, m.Layout["aspect"], strings.Join(quoted, ", "))
	for _, c := range m.Cities {
		if c["name"] == "" {
			fmt.Fprint(s, line(c, fmt.Sprintf("unnamed = %q", c["en"])))
		} else {
			fmt.Fprint(s, line(c))
		}
	}
	s.WriteString("]\nroutes = [\n")
	for _, r := range m.Routes {
		if r["wrap"] == true {
			fmt.Fprint(s, line(r, "bends = [[1, 0.5], [0, 0.5]]"))
		} else {
			fmt.Fprint(s, line(r))
		}
	}
	s.WriteString("]\ntickets = [\n")
	for _, k := range m.Tickets {
		delete(k, "id")
		fmt.Fprint(s, line(k))
	}
	return s.String() + "]\n"
}

// TestEveryTitleFitsTheForm writes the facts of all five titles as map files and reads them back.
func TestEveryTitleFitsTheForm(t *testing.T) {
	for _, c := range []struct {
		title                          string
		Cities, Routes, Tickets, Lanes int // Lanes: routes that share their connection
	}{
		{"amsterdam", 17, 45, 24, 26},
		{"nordic", 39, 81, 46, 28},
		{"world", 48, 130, 65, 68},
		{"asia", 46, 126, 60, 68},
		{"cardgame", 34, 0, 46, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			data, err := os.ReadFile("../../../shared/maps/" + c.title + ".json")
			if err != nil {
				t.Skipf("the facts are not at hand: %v", err)
			}
			var facts anyMap
			if err := json.Unmarshal(data, &facts); err != nil {
				t.Fatal(err)
			}
			m, err := railmap.Parse([]byte(ourForm(&facts)), c.title)
			if err != nil {
				t.Fatal(err)
			}
			mustHold(t, m)
			lanes := 0
			for i := range m.Routes {
				lanes += min(m.Routes[i].Lanes-1, 1)
			}
			got := []int{len(m.Cities), len(m.Routes), len(m.Tickets), lanes}
			if diff := cmp.Diff([]int{c.Cities, c.Routes, c.Tickets, c.Lanes}, got); diff != "" {
				t.Errorf("cities, routes, tickets, lanes (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTheGuideShowsAMapThatIsRight reads the example of docs/maps.md.
func TestTheGuideShowsAMapThatIsRight(t *testing.T) {
	guide := string(readFile(t, "../../docs/maps.md"))
	_, rest, _ := strings.Cut(guide, "```toml\n")
	example, _, found := strings.Cut(rest, "```")
	if faults := railmap.Check([]byte(example), "docs/maps.md"); !found || len(faults) > 0 {
		t.Errorf("example found: %v, faults: %v", found, faults)
	}
}
