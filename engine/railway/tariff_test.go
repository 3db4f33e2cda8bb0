package railway

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
)

// The tests' titles have four colours and a wild.
const (
	testColors = 4
	testWild   = engine.Card(testColors)
)

// subsets lists every part of a hand, the empty one and the whole hand too.
func subsets(hand engine.Cards) []engine.Cards {
	list := []engine.Cards{{}}
	for c := range hand {
		if hand[c] == 0 {
			continue
		}
		var more []engine.Cards
		for _, s := range list {
			for n := range hand[c] + 1 {
				s[c] = n
				more = append(more, s)
			}
		}
		list = more
	}
	return list
}

// payments finds, the dull way, the parts of a hand that pay and that have no smaller part which pays (C7).
func payments(hand engine.Cards, pays func(engine.Cards) bool) []engine.Cards {
	var enough, least []engine.Cards
	for _, s := range subsets(hand) {
		if pays(s) {
			enough = append(enough, s)
		}
	}
	for _, s := range enough {
		if !slices.ContainsFunc(enough, func(o engine.Cards) bool { return o != s && s.Holds(&o) }) {
			least = append(least, s)
		}
	}
	return least
}

// agree holds a tariff to the dull list of payments.
func agree(t *testing.T, tariff Tariff, hand engine.Cards, want []engine.Cards) {
	t.Helper()
	about := fmt.Sprintf("%T%+v with %v", tariff, tariff, hand)
	got := slices.Collect(tariff.Ways(hand))
	if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" {
		t.Fatalf("%s (-brute force +listed):\n%s", about, diff)
	}
	if tariff.Affords(&hand) != (len(want) > 0) {
		t.Fatalf("%s: affords says %v, there are %d payments", about, tariff.Affords(&hand), len(want))
	}
	for _, s := range subsets(hand) {
		if tariff.Pays(&s) != slices.Contains(want, s) {
			t.Fatalf("%s: pays says %v of %v", about, tariff.Pays(&s), s)
		}
	}
}

func sorted(list []engine.Cards) []engine.Cards {
	return slices.SortedFunc(slices.Values(list), func(a, b engine.Cards) int { return slices.Compare(a[:], b[:]) })
}

func anyHand(rng *rand.Rand, most int) engine.Cards {
	var hand engine.Cards
	for range rng.IntN(most + 1) {
		hand[rng.IntN(testColors+1)]++
	}
	return hand
}

// anyColor is a colour, or NoCard for gray.
func anyColor(rng *rand.Rand) engine.Card {
	if c := engine.Card(rng.IntN(testColors + 1)); c != testWild {
		return c
	}
	return engine.NoCard
}

func TestC7PaymentsOfOrdinaryRoutesAreThoseOfTheBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 2000 / thrift {
		p := plain{length: uint8(1 + rng.IntN(5)), color: anyColor(rng), wild: testWild, colors: testWild}
		hand := anyHand(rng, 9)
		agree(t, p, hand, payments(hand, func(s engine.Cards) bool { return covers(s, int(p.length), p.color, true) }))
	}
}

func TestN4PaymentsWithoutWildsAreThoseOfTheBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 4))
	for range 2000 / thrift {
		p := plain{length: uint8(1 + rng.IntN(5)), color: anyColor(rng), wild: engine.NoCard, colors: testWild}
		hand := anyHand(rng, 9)
		agree(t, p, hand, payments(hand, func(s engine.Cards) bool { return covers(s, int(p.length), p.color, false) }))
	}
}

// covers says whether cards are at least so many of one colour, wilds among them where they pay.
func covers(s engine.Cards, length int, color engine.Card, wilds bool) bool {
	for c := range testWild {
		if color != engine.NoCard && c != color {
			continue
		}
		n := int(s[c])
		if wilds {
			n += int(s[testWild])
		}
		if n >= length {
			return true
		}
	}
	return false
}

func TestN5PaymentsOfFerriesAreThoseOfTheBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	for range 1500 / thrift {
		f := ferry{symbols: uint8(1 + rng.IntN(2)), spaces: uint8(rng.IntN(4)), color: anyColor(rng), wild: testWild, colors: testWild}
		hand := anyHand(rng, 11)
		agree(t, f, hand, payments(hand, func(s engine.Cards) bool { return ferries(s, f) }))
	}
}

// ferries tries every way to divide cards, with any left over, among the symbols and the spaces (N5).
func ferries(s engine.Cards, f ferry) bool {
	for c := range testWild {
		if f.color != engine.NoCard && c != f.color {
			continue
		}
		if symbolPaid(s, int(f.symbols), int(f.spaces), c) {
			return true
		}
	}
	return false
}

// symbolPaid pays for one symbol after the other: with a wild, or with any three coloured cards.
func symbolPaid(s engine.Cards, symbols, spaces int, color engine.Card) bool {
	if symbols == 0 {
		return int(s[color])+int(s[testWild]) >= spaces
	}
	if s[testWild] > 0 {
		rest := s
		rest[testWild]--
		if symbolPaid(rest, symbols-1, spaces, color) {
			return true
		}
	}
	for a := range testWild {
		for b := range testWild {
			for c := range testWild {
				var three engine.Cards
				three[a]++
				three[b]++
				three[c]++
				if s.Holds(&three) && symbolPaid(s.Minus(&three), symbols-1, spaces, color) {
					return true
				}
			}
		}
	}
	return false
}

func TestN6WhatATunnelAsksIsPaidInTheColourPlayedOrWilds(t *testing.T) {
	title := &Title{wild: testWild}
	rng := rand.New(rand.NewPCG(7, 6))
	for range 1000 / thrift {
		tun := tunnel{asks: 1 + rng.IntN(3), color: anyColor(rng)}
		hand := anyHand(rng, 7)
		agree(t, tun.toll(title), hand, payments(hand, func(s engine.Cards) bool {
			n := int(s[testWild])
			if tun.color != engine.NoCard { // only wilds were played: only wilds pay
				n += int(s[tun.color])
			}
			return n >= tun.asks
		}))
	}
}

func TestPaymentsAreOrderedSoThatScarceCardsAreKept(t *testing.T) {
	hand := engine.Cards{0: 2, 1: 1, 2: 3, 4: 2}
	var got [][5]uint8
	for way := range (plain{length: 2, color: engine.NoCard, wild: testWild, colors: testWild}).Ways(hand) {
		got = append(got, [5]uint8(way[:5]))
	}
	want := [][5]uint8{ // no wild first, the colour held most first
		{2: 2},
		{0: 2},
		{2: 1, 4: 1},
		{0: 1, 4: 1},
		{1: 1, 4: 1},
		{4: 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("payments of a gray route (-want +got):\n%s", diff)
	}
}

func TestS4APaymentIsDividedBetweenHandAndRackInEveryWay(t *testing.T) {
	title := &Title{wild: testWild, lanes: []lane{{tariff: plain{length: 3, color: 0, wild: testWild, colors: testWild}}}}
	rng := rand.New(rand.NewPCG(4, 4))
	for range 500 {
		p := purse{title: title, wallet: wallet{hand: anyHand(rng, 6), rack: anyHand(rng, 6)}}
		seen := map[engine.Payment]bool{}
		for pay := range p.Payments(engine.Move{Verb: engine.Claim}) {
			if seen[pay] {
				t.Fatalf("hand %v, rack %v: %v is listed twice", p.hand[:5], p.rack[:5], pay)
			}
			seen[pay] = true
		}
		want := 0
		for _, h := range subsets(p.hand) {
			for _, r := range subsets(p.rack) {
				both := h.Plus(&r)
				if !title.lanes[0].tariff.Pays(&both) {
					continue
				}
				want++
				if !seen[engine.Payment{Hand: h, Rack: r}] {
					t.Fatalf("hand %v, rack %v: %v and %v pay but are not listed", p.hand[:5], p.rack[:5], h[:5], r[:5])
				}
			}
		}
		if len(seen) != want {
			t.Fatalf("hand %v, rack %v: %d listed, %d pay", p.hand[:5], p.rack[:5], len(seen), want)
		}
	}
}
