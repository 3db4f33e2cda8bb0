package railway

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
)

// TestC7PaymentsAreThoseOfTheBruteForce compares the listed payments with every subset of a hand that the rule's own words
// allow: so many cards as spaces, no two colours, only the route's colour where it has one.
func TestC7PaymentsAreThoseOfTheBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	title := &Title{wild: 4, lanes: make([]lane, 1)}
	for range 3000 {
		l := &title.lanes[0]
		l.length, l.color = uint8(1+rng.IntN(5)), engine.Card(rng.IntN(5))
		if l.color == title.wild {
			l.color = engine.NoCard
		}
		var hand engine.Cards
		for range rng.IntN(9) {
			hand[rng.IntN(5)]++
		}
		var got []engine.Cards
		for p := range title.payments(engine.Move{Verb: engine.Claim}, hand) {
			got = append(got, p.Hand)
		}
		want := subsetsThatPay(hand, l, title.wild)
		if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" {
			t.Fatalf("length %d, colour %d, hand %v (-brute force +listed):\n%s", l.length, l.color, hand[:5], diff)
		}
		if title.affords(l, &hand) != (len(want) > 0) {
			t.Fatalf("length %d, colour %d, hand %v: affords says %v, %d payments", l.length, l.color, hand[:5],
				title.affords(l, &hand), len(want))
		}
		for _, p := range got {
			if !title.pays(l, &p) {
				t.Fatalf("listed payment %v does not pay", p[:5])
			}
		}
	}
}

// subsetsThatPay tries every subset of the first five kinds of cards.
func subsetsThatPay(hand engine.Cards, l *lane, wild engine.Card) []engine.Cards {
	list := []engine.Cards{{}}
	for c := range 5 {
		var more []engine.Cards
		for _, s := range list {
			for n := range hand[c] + 1 {
				s[c] = n
				more = append(more, s)
			}
		}
		list = more
	}
	return slices.DeleteFunc(list, func(s engine.Cards) bool { return !obeysC7(s, l, wild) })
}

func obeysC7(s engine.Cards, l *lane, wild engine.Card) bool {
	colors := map[int]bool{}
	for c := range 5 {
		if s[c] > 0 && engine.Card(c) != wild {
			colors[c] = true
		}
	}
	if s.Total() != int(l.length) || len(colors) > 1 {
		return false
	}
	return l.color == engine.NoCard || len(colors) == 0 || colors[int(l.color)]
}

func sorted(list []engine.Cards) []engine.Cards {
	return slices.SortedFunc(slices.Values(list), func(a, b engine.Cards) int { return slices.Compare(a[:], b[:]) })
}

func TestPaymentsAreOrderedSoThatScarceCardsAreKept(t *testing.T) {
	title := &Title{wild: 4, lanes: []lane{{length: 2, color: engine.NoCard}}}
	hand := engine.Cards{0: 2, 1: 1, 2: 3, 4: 2}
	var got [][5]uint8
	for p := range title.payments(engine.Move{Verb: engine.Claim}, hand) {
		got = append(got, [5]uint8(p.Hand[:5]))
	}
	want := [][5]uint8{ // no wild first, the colour held most first
		{2: 2}, {0: 2},
		{2: 1, 4: 1}, {0: 1, 4: 1}, {1: 1, 4: 1},
		{4: 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("payments of a gray route (-want +got):\n%s", diff)
	}
}
