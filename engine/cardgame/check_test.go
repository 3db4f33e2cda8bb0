package cardgame

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
)

// TestMapsTooLargeForTheMachineAreRefused spoils one thing of the title's own map at a time.
func TestMapsTooLargeForTheMachineAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, says string
		spoil      func(*railmap.Map)
	}{
		{"nine colours", "9 colours", func(m *railmap.Map) {
			m.Colors = append(m.Colors, "gold")
			for i := range m.Tickets {
				m.Tickets[i].Cards = append(m.Tickets[i].Cards, 0)
			}
		}},
		{"seven colours", "cards of 8 colours", func(m *railmap.Map) { m.Colors = m.Colors[:7] }},
		{"a route", "has no routes", func(m *railmap.Map) {
			m.Routes = []railmap.Route{{ID: "x", A: 0, B: 1, Length: 1}}
			m.Index()
		}},
		{"too few tickets", "23 tickets", func(m *railmap.Map) { m.Tickets = m.Tickets[:23] }},
		{"more tickets than bits", "92 tickets", func(m *railmap.Map) {
			m.Tickets = slices.Repeat(m.Tickets, 2)
		}},
		{"a ticket of three cities", "3 cities", func(m *railmap.Map) {
			m.Tickets[0].Cities = append(m.Tickets[0].Cities, 5)
		}},
		{"a ticket without cards", "needs no cards", func(m *railmap.Map) { m.Tickets[0].Cards = nil }},
		{"a ticket of 300 cards", "300 cards", func(m *railmap.Map) { m.Tickets[0].Cards[0] = 300 }},
		{"a ticket to nowhere", "does not have", func(m *railmap.Map) { m.Tickets[0].Cities[0] = 200 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mapfile.MustParse(mapFile, "map.toml")
			c.spoil(m)
			if _, err := newEdition(m); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want an error that says %q", err, c.says)
			}
		})
	}
}
