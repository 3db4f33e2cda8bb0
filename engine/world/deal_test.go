package world_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/world"
)

// shuffled lists a deck as C16 wants it: the names in canonical order, each so often, shuffled with
// the stream.
func shuffled(stream string, counts ...any) []string {
	var deck []string
	for i := 0; i < len(counts); i += 2 {
		for range counts[i+1].(int) {
			deck = append(deck, counts[i].(string))
		}
	}
	s := engine.NewStream(engine.Seed{}, stream)
	engine.Shuffle(&s, deck)
	return deck
}

// TestC16TheDealOfTheZeroSeed deals from decks that are laid and shuffled here: train cards to all
// seats, then ship cards, then the market (C17).
func TestC16TheDealOfTheZeroSeed(t *testing.T) {
	trains, ships := []any{}, []any{}
	for _, c := range []string{"purple", "yellow", "green", "red", "black", "white"} {
		trains = append(trains, c, 7, c+"-port", 4)
		ships = append(ships, c+"-ship", 4, c+"-ships", 6)
	}
	t1, s1 := shuffled("trains", append(trains, "wild", 14)...), shuffled("ships", ships...)
	if len(t1) != 80 || len(s1) != 60 {
		t.Fatalf("%d train cards and %d ship cards, want 80 and 60", len(t1), len(s1))
	}
	var want [3][]string
	want[0] = append(append(want[0], t1[:3]...), s1[:7]...)
	want[1] = append(append(want[1], t1[3:6]...), s1[7:14]...)
	want[2] = append(append(want[2], t1[6:9]...), s1[14:17]...)

	g, err := world.Title.New(engine.Setup{Names: []string{"Ala", "Bartek"}})
	if err != nil {
		t.Fatal(err)
	}
	v, lex := g.Unveiled(), world.Title.Lexicon()
	for i := range 2 {
		var hand engine.Cards
		for _, name := range want[i] {
			c, _ := lex.Card(name)
			hand[c]++
		}
		if diff := cmp.Diff(notation.PrintCards(lex, hand),
			notation.PrintCards(lex, v.Seats[i].Hand.Cards)); diff != "" {
			t.Errorf("hand of seat %d (-want +got):\n%s", i+1, diff)
		}
	}
	var market []string
	for _, c := range v.Market {
		market = append(market, lex.Faces[c].Name)
	}
	if diff := cmp.Diff(want[2], market); diff != "" {
		t.Errorf("market (-want +got):\n%s", diff)
	}
	// These values must never change: records depend on them.
	const golden = "red purple white black-ships green-ships black-ship"
	if got := strings.Join(market, " "); got != golden {
		t.Errorf("market of the zero seed is %q, want %q", got, golden)
	}
}
