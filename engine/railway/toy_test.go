package railway

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/notation"
	"konduktor/engine/railmap/mapfile"
)

// toyMap is a ring of five cities with a double connection: small enough that decks, tickets and
// routes run out soon.
const toyMap = `
title = "toy"
name = "Toy"
version = 1
aspect = 1.5
colors = ["red", "blue"]
cities = [
  { id = "a", name = "A", x = 0.1, y = 0.5 },
  { id = "b", name = "B", x = 0.4, y = 0.1 },
  { id = "c", name = "C", x = 0.9, y = 0.3 },
  { id = "d", name = "D", x = 0.8, y = 0.8 },
  { id = "e", name = "E", x = 0.3, y = 0.9 },
]
routes = [
  { a = "a", b = "b", length = 1, color = "red" },
  { a = "b", b = "c", length = 2, color = "gray", group = "bc" },
  { a = "b", b = "c", length = 2, color = "blue", group = "bc" },
  { a = "c", b = "d", length = 2, color = "blue" },
  { a = "d", b = "e", length = 3, color = "gray" },
  { a = "a", b = "e", length = 1, color = "gray" },
]
tickets = [
  { cities = ["a", "c"], points = 3 },
  { cities = ["a", "d"], points = 4 },
  { cities = ["b", "d"], points = 4 },
  { cities = ["b", "e"], points = 2 },
  { cities = ["c", "e"], points = 5 },
  { cities = ["a", "e"], points = 1 },
]
`

// toyRules are like a board title's, with few cards.
func toyRules() *Rules {
	return &Rules{
		ID: "toy", Version: 1, Seats: []int{2, 3},
		Faces: []engine.Face{
			{Name: "red", Color: "red"},
			{Name: "blue", Color: "blue"},
			{Name: "wild", Wild: true},
		},
		Decks: OneDeck(engine.Cards{6, 6, 4}, 2, 3), Fleet: OneKind("carts", 6), WildAlone: true,
		Flush:     3,
		Offer:     Offer{First: 2, KeepFirst: 1, Later: 2, Keep: 1},
		Unused:    BySeats{2: 1},
		LastRound: LastRound{PiecesAtMost: 1, Turns: 1},
		TieBreaks: []Measure{Completed},
	}
}

// titleOn puts rules on a map given as the text of its file.
func titleOn(t *testing.T, r *Rules, text string) *Title {
	t.Helper()
	m, err := mapfile.Parse([]byte(text), r.ID+".toml")
	if err != nil {
		t.Fatal(err)
	}
	title, err := New(r, m)
	if err != nil {
		t.Fatal(err)
	}
	return title
}

// dealt deals the first game of a series.
func dealt(t *testing.T, title *Title, series uint64, seats int) *Game {
	t.Helper()
	setup, _ := ai.Simulated(series, 0, seats)
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

func toyGame(t *testing.T, series uint64, seats int) *Game {
	t.Helper()
	return dealt(t, titleOn(t, toyRules(), toyMap), series, seats)
}

// stacked deals a game whose deck begins with the cards named.
func stacked(t *testing.T, r *Rules, seats int, cards string) *Game {
	t.Helper()
	title := titleOn(t, r, toyMap)
	setup, _ := ai.Simulated(1, 0, seats)
	for name := range strings.FieldsSeq(cards) {
		c, ok := title.Lexicon().Card(name)
		if !ok {
			t.Fatalf("no card %q", name)
		}
		setup.Stacked = map[string][]engine.Card{"Deck": append(setup.Stacked["Deck"], c)}
	}
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

// play makes moves in notation, seat first; each must be legal.
func play(t *testing.T, g *Game, lines ...string) {
	t.Helper()
	for _, line := range lines {
		m, err := notation.ParseMove(g.title.lexicon, line[2:])
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if _, err := g.Apply(engine.Seat(line[0]-'0'), m); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
	}
}

// keepAll answers every seat's setup offer with all tickets.
func keepAll(t *testing.T, g *Game) {
	t.Helper()
	for _, s := range g.ToMove() {
		if _, err := g.Apply(s, g.AppendLegal(nil, s)[0]); err != nil {
			t.Fatal(err)
		}
	}
}
