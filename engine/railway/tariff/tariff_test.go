package tariff

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/enginetest"
)

// The tests' titles have four colours and a wild.
const (
	testColors = 4
	testWild   = engine.Card(testColors)
)

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

func TestC7PaymentsOfOrdinaryRoutesMatchBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	for range enginetest.Size(667, 2000) {
		p := Ordinary{
			Length: uint8(1 + rng.IntN(5)), Color: anyColor(rng), Wild: testWild,
			Colors: testWild,
		}
		hand := anyHand(rng, 9)
		enginetest.CheckTariff(t, p, hand, func(s engine.Cards) bool {
			return covers(s, int(p.Length), p.Color, true)
		})
	}
}

func TestN4PaymentsWithoutWildsMatchBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 4))
	for range enginetest.Size(667, 2000) {
		p := Ordinary{
			Length: uint8(1 + rng.IntN(5)), Color: anyColor(rng), Wild: engine.NoCard,
			Colors: testWild,
		}
		hand := anyHand(rng, 9)
		enginetest.CheckTariff(t, p, hand, func(s engine.Cards) bool {
			return covers(s, int(p.Length), p.Color, false)
		})
	}
}

// covers reports whether enough cards have one colour, including wilds if these pay.
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

func TestN5PaymentsOfFerriesMatchBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 5))
	for range enginetest.Size(500, 1500) {
		f := Ferry{
			Symbols: uint8(1 + rng.IntN(2)), Spaces: uint8(rng.IntN(4)), Color: anyColor(rng),
			Wild: testWild, Colors: testWild,
		}
		hand := anyHand(rng, 11)
		enginetest.CheckTariff(t, f, hand, func(s engine.Cards) bool { return ferries(s, f) })
	}
}

// ferries tries every way to divide cards, with any left over, among the symbols and the spaces
// (N5).
func ferries(s engine.Cards, f Ferry) bool {
	for c := range testWild {
		if f.Color != engine.NoCard && c != f.Color {
			continue
		}
		if symbolPaid(s, int(f.Symbols), int(f.Spaces), c) {
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
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 6))
	for range enginetest.Size(334, 1000) {
		asks, color := 1+rng.IntN(3), anyColor(rng)
		hand := anyHand(rng, 7)
		enginetest.CheckTariff(t, Toll(asks, color, testWild), hand, func(s engine.Cards) bool {
			n := int(s[testWild])
			if color != engine.NoCard { // only wilds were played: only wilds pay
				n += int(s[color])
			}
			return n >= asks
		})
	}
}

func TestFirstPaymentsKeepScarceCards(t *testing.T) {
	hand := engine.Cards{0: 2, 1: 1, 2: 3, 4: 2}
	var got [][5]uint8
	for way := range (Ordinary{
		Length: 2, Color: engine.NoCard, Wild: testWild,
		Colors: testWild,
	}).Ways(hand) {
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
