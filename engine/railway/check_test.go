package railway

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
)

func parsed(t *testing.T, text string) *railmap.Map {
	t.Helper()
	m, err := mapfile.Parse([]byte(text), "map.toml")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRulesTooLargeForTheMachineAreRefused spoils one thing of rules, or of their map, at a
// time.
func TestRulesTooLargeForTheMachineAreRefused(t *testing.T) {
	toy := func(spoil func(*Rules)) func() (*Rules, *railmap.Map) {
		return func() (*Rules, *railmap.Map) {
			r := toyRules()
			spoil(r)
			return r, parsed(t, toyMap)
		}
	}
	seas := func(spoil func(*Rules)) func() (*Rules, *railmap.Map) {
		return func() (*Rules, *railmap.Map) {
			r := seasRules()
			spoil(r)
			return r, parsed(t, seasMap)
		}
	}
	onMap := func(spoil func(*railmap.Map)) func() (*Rules, *railmap.Map) {
		return func() (*Rules, *railmap.Map) {
			m := parsed(t, toyMap)
			spoil(m)
			return toyRules(), m
		}
	}
	face := func(name, color string) engine.Face { return engine.Face{Name: name, Color: color} }
	for _, c := range []struct {
		name, says string
		spoiled    func() (*Rules, *railmap.Map)
	}{
		{"a market of eight slots", "market of 8 slots", toy(func(r *Rules) { r.Decks[0].Market = 8 })},
		{
			"a market of fewer than none", "too few to deal",
			toy(func(r *Rules) { r.Decks[0].Market = -1 }),
		},
		{"more seats than there are", "7 seats", toy(func(r *Rules) { r.Seats = []int{2, 7} })},
		{"no seats", "0 seats", toy(func(r *Rules) { r.Seats = []int{0} })},
		{"no numbers of seats", "no number of seats", toy(func(r *Rules) { r.Seats = nil })},
		{"teams that seats do not make", "teams of 2", toy(func(r *Rules) { r.TeamSize = 2 })},
		{"teams of fewer than none", "teams of -1", toy(func(r *Rules) { r.TeamSize = -1 })},
		{"26 kinds of cards", "26 kinds of cards", toy(func(r *Rules) {
			for i := len(r.Faces); i < 26; i++ {
				r.Faces = slices.Insert(r.Faces, 0, face(fmt.Sprint("c", i), fmt.Sprint("c", i)))
			}
		})},
		{"no cards", "0 kinds of cards", toy(func(r *Rules) { r.Faces = nil })},
		{
			"no wild", "the last card is the wild",
			toy(func(r *Rules) { r.Faces[2] = face("green", "green") }),
		},
		{
			"a wild before the colours", "the last card is the wild",
			toy(func(r *Rules) { r.Faces[0], r.Faces[2] = r.Faces[2], r.Faces[0] }),
		},
		{"a card without colour", "has no colour", toy(func(r *Rules) { r.Faces[0].Color = "" })},
		{"two cards of a name", "called red", toy(func(r *Rules) { r.Faces[1].Name = "red" })},
		{"two plain cards of a colour", "same kind", toy(func(r *Rules) { r.Faces[1].Color = "red" })},
		{
			"ships without double ships", "double ships",
			toy(func(r *Rules) { r.Faces[1] = engine.Face{Name: "ship", Color: "red", Ship: true} }),
		},
		{"a colour without trains", "no plain train", toy(func(r *Rules) { r.Faces[0].Port = true })},
		{"a colour with other cards than the first", "has other kinds", seas(func(r *Rules) {
			r.Faces = slices.Insert(r.Faces, len(r.Faces)-1, face("gold", "gold"))
		})},
		{
			"ports without ships", "which no colour has",
			toy(func(r *Rules) { r.Ports = Ports{Each: 1, Cards: 1, Worth: []int{1}} }),
		},
		{"no deck", "0 decks", toy(func(r *Rules) { r.Decks = nil })},
		{"three decks", "3 decks", seas(func(r *Rules) { r.Decks = append(r.Decks, r.Decks[0]) })},
		{
			"a deck of 111 cards", "111 cards",
			toy(func(r *Rules) { r.Decks[0].Cards = engine.Cards{50, 50, 11} }),
		},
		{"a deck that is dealt out", "too few to deal", toy(func(r *Rules) { r.Decks[0].Hand = 6 })},
		{"cards of no kind", "of no kind", toy(func(r *Rules) { r.Decks[0].Cards[3] = 1 })},
		{"a card in two decks", "in two decks", seas(func(r *Rules) { r.Decks[1].Cards[redTrain] = 1 })},
		{
			"two decks of one name", "names of their own",
			seas(func(r *Rules) { r.Decks[1].Pile = engine.Trains }),
		},
		{
			"one deck with a name", "names of their own",
			toy(func(r *Rules) { r.Decks[0].Pile = engine.Ships }),
		},
		{"a flush at fewer than no wilds", "flush at -1", toy(func(r *Rules) { r.Flush = -1 })},
		{
			"two decks for teams", "two decks leave no word",
			seas(func(r *Rules) { r.Seats, r.TeamSize = []int{2}, 2 }),
		},
		{"no pieces", "0 kinds of pieces", toy(func(r *Rules) { r.Fleet.Kinds = nil })},
		{
			"three kinds of pieces", "3 kinds of pieces",
			seas(func(r *Rules) { r.Fleet.Kinds = append(r.Fleet.Kinds, r.Fleet.Kinds[0]) }),
		},
		{"256 pieces", "256 carts", toy(func(r *Rules) { r.Fleet = OneKind("carts", 256) })},
		{
			"two kinds of pieces of one name", "names of their own",
			seas(func(r *Rules) { r.Fleet.Kinds[1].Pile = engine.Trains }),
		},
		{
			"a choice of one kind of pieces", "a choice of 3 pieces",
			toy(func(r *Rules) { r.Fleet.Choose = 3 }),
		},
		{"a choice without advice", "with an advice", seas(func(r *Rules) { r.Fleet.Advised = nil })},
		{"a choice of 256 pieces", "a choice of 256", seas(func(r *Rules) { r.Fleet.Choose = 256 })},
		{
			"an advice that is no choice", "cannot be chosen",
			seas(func(r *Rules) { r.Fleet.Advised = []int{1, 1} }),
		},
		{"an offer of nine tickets", "offers of 9", toy(func(r *Rules) { r.Offer.First = 9 })},
		{"a later offer of 60 tickets", "60 tickets", toy(func(r *Rules) { r.Offer.Later = 60 })},
		{"an offer of no tickets", "and 0 tickets", toy(func(r *Rules) { r.Offer.Later = 0 })},
		{
			"an offer without a ticket to keep", "at least one ticket",
			toy(func(r *Rules) { r.Offer.Keep = 0 }),
		},
		{"fewer than no ports", "-1 ports", seas(func(r *Rules) { r.Ports.Each = -1 })},
		{
			"ports worth nothing said", "what a port is worth",
			seas(func(r *Rules) { r.Ports.Worth = nil }),
		},
		{"ports of 130 cards", "a port of 130 cards", seas(func(r *Rules) { r.Ports.Cards = 130 })},
		{
			"a last round of fewer than no turns", "last round of -1",
			toy(func(r *Rules) { r.LastRound.Turns = -1 }),
		},
		{
			"an award without measure", "an award",
			toy(func(r *Rules) { r.Awards = []Award{{Name: "x", Points: 1}} }),
		},
		{
			"a tie-break without measure", "a tie-break",
			toy(func(r *Rules) { r.TieBreaks = []Measure{nil} }),
		},
		{
			"too few tickets", "too few for 3 seats",
			onMap(func(m *railmap.Map) { m.Tickets = m.Tickets[:5] }),
		},
		{
			"more cities than ids", "256 cities",
			onMap(func(m *railmap.Map) { m.Cities = make([]railmap.City, 256) }),
		},
		{
			"more routes than fit", "301 routes",
			onMap(func(m *railmap.Map) { m.Routes = make([]railmap.Route, 301) }),
		},
		{
			"more tickets than ids", "251 tickets",
			onMap(func(m *railmap.Map) { m.Tickets = make([]railmap.Ticket, 251) }),
		},
		{
			"a map without indices", "not indexed",
			onMap(func(m *railmap.Map) {
				*m = railmap.Map{
					Cities: m.Cities, Routes: m.Routes,
					Tickets: m.Tickets,
				}
			}),
		},
		{"a route of ten spaces", "10 spaces", onMap(func(m *railmap.Map) { m.Routes[0].Length = 10 })},
		{
			"a route to nowhere", "two cities of the map",
			onMap(func(m *railmap.Map) { m.Routes[0].A = 99 }),
		},
		{
			"more symbols than spaces", "more marks",
			onMap(func(m *railmap.Map) { m.Routes[0].Symbols = 2 }),
		},
		{
			"more pair marks than spaces", "more marks",
			onMap(func(m *railmap.Map) { m.Routes[0].Pairs = 2 }),
		},
		{
			"a tunnel that turns up seven cards", "turns up 7 cards",
			onMap(func(m *railmap.Map) { m.Routes[0].Reveals = 7 }),
		},
		{
			"a connection that is not there", "not indexed",
			onMap(func(m *railmap.Map) { m.Routes[0].Group = 99 }),
		},
		{
			"a ticket of one city", "1 cities",
			onMap(func(m *railmap.Map) { m.Tickets[0].Cities = m.Tickets[0].Cities[:1] }),
		},
		{
			"a ticket to nowhere", "does not have",
			onMap(func(m *railmap.Map) { m.Tickets[0].Cities[1] = 99 }),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(c.spoiled())
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want an error that says %q", err, c.says)
			}
		})
	}
}

// Numbers of the rules are changed at random: either New refuses them with a sentence, or games by
// them can be dealt and played.
func TestRulesAcceptedByNewCanBePlayed(t *testing.T) {
	maps := []*railmap.Map{parsed(t, toyMap), parsed(t, pairsMap), parsed(t, seasMap)}
	played := 0
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.IntRange(0, 2).Draw(t, "kind")
		r := []func() *Rules{toyRules, pairsRules, seasRules}[kind]()
		numbers := []*int{
			&r.Decks[0].Hand, &r.Decks[0].Market, &r.Flush, &r.Offer.First, &r.Offer.KeepFirst,
			&r.Offer.Later, &r.Offer.Keep,
			&r.Fleet.Choose, &r.Fleet.Price, &r.Fleet.Kinds[0].Number, &r.TeamSize, &r.LastRound.Turns,
			&r.LastRound.PiecesAtMost,
			&r.Ports.Each, &r.Ports.Cards, &r.Ports.Unbuilt, &r.Unused[2],
		}
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			*rapid.SampledFrom(numbers).Draw(t, "number") = rapid.IntRange(-1, 9).Draw(t, "value")
		}
		r.Decks[0].Cards[rapid.IntRange(0, len(r.Faces)).Draw(t, "card")] = uint8(rapid.IntRange(0,
			60).Draw(t, "cards"))
		title, err := New(r, maps[kind])
		if err != nil {
			return
		}
		played++
		seed := rapid.Uint64().Draw(t, "seed")
		setup, _ := ai.Simulated(seed, 0, rapid.SampledFrom(r.Seats).Draw(t, "seats"))
		g, err := title.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		for range 300 {
			if g.Over() {
				break
			}
			enginetest.PlayRandomly(t, g, rng)
		}
	})
	if played == 0 {
		t.Error("New took none of the rules")
	}
}

func TestC1AGameIsDealtForANumberOfSeatsOfTheTitleOnly(t *testing.T) {
	for _, n := range []int{0, 1, 4, 7, 200} {
		if _, err := titleOn(t, toyRules(),
			toyMap).New(engine.Setup{Names: make([]string, n)}); err == nil {
			t.Errorf("a game of %d is dealt, want an error", n)
		}
	}
}
