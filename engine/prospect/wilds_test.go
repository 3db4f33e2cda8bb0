package prospect_test

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/nordic"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// The viewer has two locomotives and two red cards.
func TestN4WildsInHandServeFerriesAndTunnelsOnly(t *testing.T) {
	setup := engine.Setup{Names: []string{"Ola", "Bo"}, Stacked: map[string][]engine.Card{}}
	lexicon := nordic.Title.Lexicon()
	for name := range strings.FieldsSeq("wild wild red red") {
		c, ok := lexicon.Card(name)
		if !ok {
			t.Fatalf("no card %s", name)
		}
		setup.Stacked["Deck"] = append(setup.Stacked["Deck"], c)
	}
	g, err := nordic.Title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	m := titles.Map("nordic")
	tried := map[bool]int{}
	for r := range m.Routes {
		route := &m.Routes[r]
		if route.Color != "red" && route.Color != railmap.Gray || route.Symbols > 0 {
			continue
		}
		takes := route.Kind == railmap.Tunnel
		want := max(route.Length-2, 0)
		if takes {
			want = max(route.Length-4, 0)
		}
		tried[takes]++
		if got := prospect.Lacks(&v, m, []engine.RouteID{engine.RouteID(r)}); got != want {
			t.Errorf("route %d of %d spaces, tunnel %t: %d cards are lacking, want %d",
				r, route.Length, takes, got, want)
		}
	}
	if tried[true] == 0 || tried[false] == 0 {
		t.Errorf("tunnels and other routes: %v", tried)
	}
}
