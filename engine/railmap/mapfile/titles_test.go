package mapfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/railmap/mapfile"
)

func TestMapsOfTheTitlesAreComplete(t *testing.T) {
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
			m := parseFile(t, "../../"+c.title+"/map.toml")
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

// TestExampleOfTheMapGuideIsValid reads the example of docs/maps.md.
func TestExampleOfTheMapGuideIsValid(t *testing.T) {
	guide := string(readFile(t, "../../../docs/maps.md"))
	_, rest, _ := strings.Cut(guide, "```toml\n")
	example, _, found := strings.Cut(rest, "```")
	if faults := mapfile.Check([]byte(example), "docs/maps.md"); !found || len(faults) > 0 {
		t.Errorf("example found: %v, faults: %v", found, faults)
	}
}
