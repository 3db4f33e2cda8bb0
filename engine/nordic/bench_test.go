package nordic_test

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/nordic"
)

// networks are those of all seats at the end of so many random games.
func networks(b *testing.B, games int) [][]engine.RouteID {
	b.Helper()
	var list [][]engine.RouteID
	for i := range games {
		setup, rng := ai.Simulated(2, i, 3)
		policy, _ := ai.New("random", rng)
		g, err := nordic.Title.New(setup)
		if err != nil {
			b.Fatal(err)
		}
		if _, err = ai.Play(g, policy, nil); err != nil {
			b.Fatal(err)
		}
		v := g.View(engine.Public)
		for s := range v.Seats {
			list = append(list, v.Seats[s].Routes)
		}
	}
	return list
}

// BenchmarkLongestPathOfAGame searches the path of one seat's network at the end of a game.
func BenchmarkLongestPathOfAGame(b *testing.B) {
	list := networks(b, 50)
	m := nordic.Title.Map()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		_ = m.Longest(list[i%len(list)])
	}
}

// BenchmarkLongestPathOfAFullNetwork searches that of 40 trains in one piece, grown over one-space routes first: the more
// routes, the harder.
func BenchmarkLongestPathOfAFullNetwork(b *testing.B) {
	m := nordic.Title.Map()
	routes := full(40)
	b.ReportAllocs()
	for b.Loop() {
		_ = m.Longest(routes)
	}
	b.ReportMetric(float64(len(routes)), "routes")
}

// full grows a network of at most so many trains from the first route, always by the shortest route that touches it and
// whose connection it has not.
func full(trains int) []engine.RouteID {
	m := nordic.Title.Map()
	cities, groups := map[engine.CityID]bool{}, map[int]bool{}
	var list []engine.RouteID
	for {
		best := -1
		for i := range m.Routes {
			r := &m.Routes[i]
			touches := len(list) == 0 || cities[r.A] || cities[r.B]
			if groups[r.Group] || !touches || r.Length > trains || best >= 0 && m.Routes[best].Length <= r.Length {
				continue
			}
			best = i
		}
		if best < 0 {
			return list
		}
		r := &m.Routes[best]
		list, trains = append(list, engine.RouteID(best)), trains-r.Length
		cities[r.A], cities[r.B], groups[r.Group] = true, true, true
	}
}

// BenchmarkFirstPaymentOfMurmanskLieksa proposes a payment out of a hand of forty cards of all kinds (N7).
func BenchmarkFirstPaymentOfMurmanskLieksa(b *testing.B) {
	setup, _ := ai.Simulated(1, 0, 2)
	for range 7 { // nine kinds in turn: dealt in fours and drawn in twos, each seat gets all of them alike
		for c := range engine.Card(9) {
			setup.Stacked = map[string][]engine.Card{"Deck": append(setup.Stacked["Deck"], c)}
		}
	}
	g, err := nordic.Title.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	drawUntil(b, g, 40)
	route, _ := nordic.Title.Lexicon().Route("lieksa--murmansk")
	claim := engine.Move{Verb: engine.Claim, Route: route}
	b.ReportAllocs()
	for b.Loop() {
		for p := range g.Payments(1, claim) {
			paid := p.Cards()
			b.ReportMetric(float64(paid.Total()), "cards")
			break
		}
	}
}

// drawUntil keeps all tickets and draws blind until seat 1 holds so many cards.
func drawUntil(b *testing.B, g engine.Game, cards int) {
	b.Helper()
	for {
		v := g.View(1)
		if v.Own().Hand.N >= cards {
			return
		}
		seat := v.ToMove[0]
		m := engine.Move{Verb: engine.Draw}
		if v.Phase == engine.InSetup {
			m = g.AppendLegal(nil, seat)[0]
		}
		if _, err := g.Apply(seat, m); err != nil {
			b.Fatal(err)
		}
	}
}
