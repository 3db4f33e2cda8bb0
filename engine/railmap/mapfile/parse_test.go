package mapfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
)

var withoutIndices = cmp.Options{
	cmpopts.IgnoreUnexported(railmap.Map{}),
	cmpopts.EquateApprox(0, 1e-9),
}

func parseFile(t testing.TB, file string) *railmap.Map {
	t.Helper()
	m, err := mapfile.Parse(readFile(t, file), file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sumOfEverything is what sha256sum says of testdata/everything.toml.
const sumOfEverything = "b00bee293a447d4b1ee94071c94decf593f9a9a5602d356a3459233677da56b1"

func TestParseReadsEveryField(t *testing.T) {
	got := parseFile(t, "testdata/everything.toml")
	want := &railmap.Map{
		Title: "nordic", Name: "Everything", Version: 3, Sum: sumOfEverything, Aspect: 0.8,
		Text:   string(readFile(t, "testdata/everything.toml")),
		Colors: []string{"red", "blue"}, RoutesFrom: "the board", TicketsFrom: "the cards (all)",
		Cities: []railmap.City{
			{
				ID: "ems", Name: "Ems", Names: map[string]string{"pl": "Emsa"},
				At:    railmap.Point{X: 0.1, Y: 0.1},
				Label: railmap.Point{X: 0.02, Y: -0.03}, Port: true,
			},
			{ID: "hof", Name: "Hof", At: railmap.Point{X: 0.5, Y: 0.5}},
			{
				ID: "sea", Unnamed: "station at sea", Names: map[string]string{"pl": "stacja na morzu"},
				At: railmap.Point{X: 0.9, Y: 0.1},
			},
			{
				ID: "ulm", Name: "Ulm", Names: map[string]string{"en": "Ulm (Danube)"},
				At: railmap.Point{X: 0.5, Y: 0.9},
			},
		},
		Routes: []railmap.Route{
			{
				ID: "ems--hof", A: 1, B: 0, Length: 4, Color: "red", Kind: railmap.Ferry, Symbols: 2, Group: 0,
				Lanes: 1, Attested: true,
			},
			{
				ID: "hof--ulm.1", A: 3, B: 1, Length: 2, Color: "blue", Kind: railmap.Track, Group: 1, Lanes: 2,
				Attested: true,
			},
			{
				ID: "ems--sea", A: 0, B: 2, Length: 5, Color: railmap.Gray, Kind: railmap.Sea, Wraps: true,
				Group: 2, Lanes: 1,
				Bends: []railmap.Point{{X: 0, Y: 0.2}, {X: 1, Y: 0.2}}, Attested: true,
			},
			{
				ID: "hof--ulm.2", A: 1, B: 3, Length: 3, Color: railmap.Gray, Kind: railmap.Tunnel, Reveals: 3,
				Group: 1, Lane: 1,
				Lanes: 2, Attested: true,
			},
			{
				ID: "hof--ulm.3", A: 3, B: 1, Length: 2, Color: "red", Kind: railmap.Tunnel, Reveals: 5,
				Group: 3, Lanes: 1,
				Bends: []railmap.Point{{X: 0.25, Y: 0.7}}, Attested: true,
			},
			{
				ID: "hof--sea", A: 2, B: 1, Length: 3, Color: railmap.Gray, Kind: railmap.Track, Pairs: 3,
				Carts: true, Group: 4, Lanes: 1,
			},
		},
		Tickets: []railmap.Ticket{
			{ID: "ulm--ems", Cities: []engine.CityID{3, 0}, Points: 7, Penalty: 7, Attested: true},
			{ID: "ems--ulm", Cities: []engine.CityID{0, 3}, Points: 8, Penalty: 8, Attested: true},
			{ID: "ulm--ems.2", Cities: []engine.CityID{3, 0}, Points: 9, Penalty: 9},
			{
				ID: "ems--hof--ulm", Cities: []engine.CityID{0, 1, 3}, Points: 6, InOrder: 9, Penalty: 15,
				Attested: true,
			},
		},
		Shapes: []railmap.Shape{
			{Kind: "water", Points: []railmap.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}}},
			{Kind: "border", Width: 0.01, Points: []railmap.Point{{X: 0, Y: 0}, {X: 1, Y: 1}}},
		},
	}
	if diff := cmp.Diff(want, got, withoutIndices); diff != "" {
		t.Errorf("map (-want +got):\n%s", diff)
	}
	mustHold(t, got)
	if diff := cmp.Diff([]engine.RouteID{1, 3}, got.Group(1)); diff != "" {
		t.Errorf("C8 lanes of the connection (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]engine.RouteID{0, 1, 3, 4, 5}, got.At(1)); diff != "" {
		t.Errorf("routes at hof (-want +got):\n%s", diff)
	}
	if at := got.Routes[2].WrapsAt(); at != 0 {
		t.Errorf("the route that wraps leaves the board after bend %d, want 0", at)
	}
}

func TestParseReadsAMapOfCardsOnly(t *testing.T) {
	m, err := mapfile.Parse([]byte("\ufeff"+`
title = "cardgame"
name = "Cards"
version = 1
aspect = 1.6
colors = ["black", "white"]
projection = "mercator"
window = [-10, -60, 10, 60]
cities = [
  { id = "north", name = "North", lon = 0, lat = 30, region = "black", bonus = 12 },
  { id = "south", name = "South", lon = 0, lat = -30, region = "white" },
]
tickets = [ { cities = ["north", "south"], points = 5, cards = { white = 2 } } ]
`), "cards.toml")
	if err != nil {
		t.Fatal(err)
	}
	want := []railmap.City{
		{
			ID: "north", Name: "North", At: railmap.Point{X: 0.5, Y: 0.2914488589}, Region: "black",
			Bonus: 12,
		},
		{ID: "south", Name: "South", At: railmap.Point{X: 0.5, Y: 0.7085511411}, Region: "white"},
	}
	if diff := cmp.Diff(want, m.Cities, withoutIndices); diff != "" {
		t.Errorf("cities (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{0, 2}, m.Tickets[0].Cards); diff != "" {
		t.Errorf("cards of the ticket (-want +got):\n%s", diff)
	}
}

func TestMustParsePanicsOnABrokenMap(t *testing.T) {
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "broken.toml:1:") {
			t.Errorf("got %v, want a panic that says where", err)
		}
	}()
	mapfile.MustParse([]byte("nonsense"), "broken.toml")
}

func BenchmarkParse(b *testing.B) {
	data := readFile(b, "../../amsterdam/map.toml")
	b.ReportAllocs()
	for b.Loop() {
		mapfile.MustParse(data, "map.toml")
	}
}
