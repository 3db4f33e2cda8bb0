package titles_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// TestTheReadmeSaysHowWellTheFactsAreKnown compares README's table with the map files.
func TestTheReadmeSaysHowWellTheFactsAreKnown(t *testing.T) {
	const heading = "| title | seats | routes | tickets |\n"
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(readme), heading)
	table, _, _ = strings.Cut(table, "\n\n")
	if !found {
		t.Fatalf("README has no table that begins with %q", heading)
	}
	want := "|---|---|---|---|"
	for _, title := range titles.All() {
		m := titles.MapOf(title)
		want += fmt.Sprintf("\n| %s | %s | %s | %s |",
			m.Name, seatsOf(title), routesKnown(m), ticketsKnown(m))
	}
	if diff := cmp.Diff(want, table); diff != "" {
		t.Errorf("README's table (-map files +README):\n%s\nas it should be:\n%s%s", diff, heading, want)
	}
}

func seatsOf(title engine.Title) string {
	var sizes []string
	for _, n := range title.SeatCounts() {
		sizes = append(sizes, fmt.Sprint(n))
	}
	last := len(sizes) - 1
	if last == 0 {
		return sizes[0]
	}
	return strings.Join(sizes[:last], ", ") + " or " + sizes[last]
}

func routesKnown(m *railmap.Map) string {
	if len(m.Routes) == 0 {
		return "it has no board"
	}
	doubtful := map[int]bool{}
	for i := range m.Routes {
		if r := &m.Routes[i]; !r.Attested {
			doubtful[r.Group] = true
		}
	}
	if len(doubtful) == 0 {
		return m.RoutesFrom
	}
	return fmt.Sprintf("%s; %d connections may be one short", m.RoutesFrom, len(doubtful))
}

func ticketsKnown(m *railmap.Map) string {
	attested, from := 0, ""
	for i := range m.Tickets {
		if m.Tickets[i].Attested {
			attested++
		}
	}
	if m.TicketsFrom != "" {
		from = ": " + m.TicketsFrom
	}
	if attested == len(m.Tickets) {
		return fmt.Sprintf("all %d%s", attested, from)
	}
	return fmt.Sprintf(
		"%d of %d attested%s; the other %d are a reconstruction, with points by the shortest way",
		attested, len(m.Tickets), from, len(m.Tickets)-attested)
}
