package nordic_test

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/nordic"
)

// BenchmarkFirstPaymentOfMurmanskLieksa proposes a payment out of a hand of forty cards of all
// kinds (N7).
func BenchmarkFirstPaymentOfMurmanskLieksa(b *testing.B) {
	setup, _ := ai.Simulated(1, 0, 2)
	// nine kinds in turn: dealt in fours and drawn in twos, each seat gets all of them alike
	for range 7 {
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

// drawUntil keeps all tickets and draws blind until seat 1 holds n cards.
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
