package railway

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
)

// The cards of these tests: of each colour train cards without and with port mark, single and double ships; then the wild.
const (
	suitKinds  = 4
	suitColors = 3
	suitWild   = engine.Card(suitKinds * suitColors)
)

func testSuits(t *testing.T) []suit {
	t.Helper()
	var faces []engine.Face
	for _, c := range []string{"red", "blue", "gold"} {
		faces = append(faces,
			engine.Face{Name: c, Color: c}, engine.Face{Name: c + "-port", Color: c, Port: true},
			engine.Face{Name: c + "-ship", Color: c, Port: true, Ship: true},
			engine.Face{Name: c + "-ships", Color: c, Ship: true, Twin: true})
	}
	list := suits(append(faces, engine.Face{Name: "wild", Wild: true}))
	want := []suit{{"red", 0, 1, 2, 3}, {"blue", 4, 5, 6, 7}, {"gold", 8, 9, 10, 11}}
	if diff := cmp.Diff(want, list, cmp.AllowUnexported(suit{})); diff != "" {
		t.Fatalf("suits (-want +got):\n%s", diff)
	}
	return list
}

// anySuits are all colours, or one of them.
func anySuits(rng *rand.Rand, all []suit) []suit {
	if i := rng.IntN(len(all) + 1); i < len(all) {
		return all[i : i+1]
	}
	return all
}

// deal returns so many cards at most of the kinds listed; the wild is dealt twice as often.
func deal(rng *rand.Rand, most int, kinds ...int) engine.Cards {
	var hand engine.Cards
	for range rng.IntN(most + 1) {
		if i := rng.IntN(suitColors*len(kinds) + 2); i < suitColors*len(kinds) {
			hand[suitKinds*(i/len(kinds))+kinds[i%len(kinds)]]++
		} else {
			hand[suitWild]++
		}
	}
	return hand
}

// anyColorPays says whether the cards of some colour, of which each kind counts so much, and wilds cover so many spaces.
func anyColorPays(s engine.Cards, list []suit, length int, train, marked, ship, twin int) bool {
	return slices.ContainsFunc(list, func(c suit) bool {
		n := train*int(s[c.train]) + marked*int(s[c.marked]) + ship*int(s[c.ship]) + twin*int(s[c.twin])
		return n+int(s[suitWild]) >= length
	})
}

func TestW4PaymentsOfRailRoutesAreThoseOfTheBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	all := testSuits(t)
	for range 1500 / thrift {
		r := rail{length: uint8(1 + rng.IntN(5)), suits: anySuits(rng, all), wild: suitWild}
		hand := deal(rng, 9, 0, 1, 2, 3)
		agree(t, r, hand, payments(hand, func(s engine.Cards) bool {
			return anyColorPays(s, r.suits, int(r.length), 1, 1, 0, 0)
		}))
	}
}

func TestW5PaymentsOfSeaRoutesAreThoseOfTheBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	all := testSuits(t)
	for range 1500 / thrift {
		r := sea{length: uint8(1 + rng.IntN(8)), suits: anySuits(rng, all), wild: suitWild}
		hand := deal(rng, 10, 1, 2, 3)
		agree(t, r, hand, payments(hand, func(s engine.Cards) bool {
			return anyColorPays(s, r.suits, int(r.length), 0, 0, 1, 2)
		}))
	}
}

func TestW6PaymentsOfPairRoutesAreThoseOfTheBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	all := testSuits(t)
	for range 1000 / thrift {
		p := pair{
			pairs: uint8(1 + rng.IntN(3)), spaces: uint8(max(0, rng.IntN(5)-2)), suits: anySuits(rng, all), all: all, wild: suitWild,
		}
		hand := deal(rng, 9, 0, 1, 2)
		agree(t, p, hand, payments(hand, func(s engine.Cards) bool {
			return slices.ContainsFunc(p.suits, func(c suit) bool { return pairsPaid(s, all, int(p.pairs), int(p.spaces), c) })
		}))
	}
}

// pairsPaid lays down one pair after the other in every way, then cards of one colour on the spaces without a mark.
func pairsPaid(s engine.Cards, all []suit, pairs, spaces int, color suit) bool {
	if pairs == 0 {
		return int(s[color.train])+int(s[color.marked])+int(s[suitWild]) >= spaces
	}
	for _, c := range all {
		for _, x := range []engine.Card{c.train, c.marked, suitWild} {
			for _, y := range []engine.Card{c.train, c.marked, suitWild} {
				var two engine.Cards
				two[x]++
				two[y]++
				if s.Holds(&two) && pairsPaid(s.Minus(&two), all, pairs-1, spaces, color) {
					return true
				}
			}
		}
	}
	return false
}

func TestW10PaymentsOfPortsAreThoseOfTheBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	all := testSuits(t)
	for range 1500 / thrift {
		h := harbour{each: 2, suits: all, wild: suitWild}
		hand := deal(rng, 12, 0, 1, 2, 3)
		agree(t, h, hand, payments(hand, func(s engine.Cards) bool {
			return slices.ContainsFunc(all, func(c suit) bool {
				return max(0, 2-int(s[c.marked]))+max(0, 2-int(s[c.ship])) <= int(s[suitWild])
			})
		}))
	}
}

// cardsOf has so many cards of the kinds, in the order of the suits, and wilds.
func cardsOf(red, blue [suitKinds]uint8, wilds uint8) engine.Cards {
	var c engine.Cards
	copy(c[:], red[:])
	copy(c[suitKinds:], blue[:])
	c[suitWild] = wilds
	return c
}

// wantOrder compares the payments of a hand, in their order.
func wantOrder(t *testing.T, tariff Tariff, hand engine.Cards, want ...engine.Cards) {
	t.Helper()
	if diff := cmp.Diff(want, slices.Collect(tariff.Ways(hand))); diff != "" {
		t.Errorf("payments in their order (-want +got):\n%s", diff)
	}
}

func TestPlainTrainCardsArePaidBeforePortMarkedOnesAndWildsLast(t *testing.T) {
	all := testSuits(t)
	none := [suitKinds]uint8{}
	hand := cardsOf([suitKinds]uint8{1, 1}, [suitKinds]uint8{2, 1}, 1)
	wantOrder(t, rail{length: 2, suits: all, wild: suitWild}, hand,
		cardsOf(none, [suitKinds]uint8{2}, 0),
		cardsOf(none, [suitKinds]uint8{1, 1}, 0), // blue: more of it is there
		cardsOf([suitKinds]uint8{1, 1}, none, 0),
		cardsOf(none, [suitKinds]uint8{1}, 1),
		cardsOf([suitKinds]uint8{1}, none, 1),
		cardsOf(none, [suitKinds]uint8{0, 1}, 1),
		cardsOf([suitKinds]uint8{0, 1}, none, 1),
	)
}

func TestDoubleShipsThatWasteNothingArePaidFirstAndWildsLast(t *testing.T) {
	all := testSuits(t)
	none := [suitKinds]uint8{}
	hand := cardsOf([suitKinds]uint8{0, 0, 3, 2}, none, 1)
	wantOrder(t, sea{length: 3, suits: all[:1], wild: suitWild}, hand,
		cardsOf([suitKinds]uint8{0, 0, 1, 1}, none, 0),
		cardsOf([suitKinds]uint8{0, 0, 3, 0}, none, 0),
		cardsOf([suitKinds]uint8{0, 0, 0, 2}, none, 0), // a space too many
		cardsOf([suitKinds]uint8{0, 0, 0, 1}, none, 1),
		cardsOf([suitKinds]uint8{0, 0, 2, 0}, none, 1),
	)
}

func TestPairsArePaidOfPlainCardsFirstAndWildsLast(t *testing.T) {
	all := testSuits(t)
	none := [suitKinds]uint8{}
	hand := cardsOf([suitKinds]uint8{1, 1}, [suitKinds]uint8{2, 1}, 1)
	wantOrder(t, pair{pairs: 1, suits: all, all: all, wild: suitWild}, hand,
		cardsOf(none, [suitKinds]uint8{2}, 0),
		cardsOf(none, [suitKinds]uint8{1, 1}, 0),
		cardsOf([suitKinds]uint8{1, 1}, none, 0),
		cardsOf(none, [suitKinds]uint8{1}, 1),
		cardsOf([suitKinds]uint8{1}, none, 1),
		cardsOf(none, [suitKinds]uint8{0, 1}, 1),
		cardsOf([suitKinds]uint8{0, 1}, none, 1),
	)
}

func TestPortsArePaidWithTheFewestWildsFirst(t *testing.T) {
	all := testSuits(t)
	none := [suitKinds]uint8{}
	hand := cardsOf([suitKinds]uint8{0, 2, 1}, [suitKinds]uint8{0, 1, 1}, 2)
	wantOrder(t, harbour{each: 2, suits: all, wild: suitWild}, hand,
		cardsOf([suitKinds]uint8{0, 2, 1}, none, 1),
		cardsOf([suitKinds]uint8{0, 2}, none, 2),
		cardsOf([suitKinds]uint8{0, 1, 1}, none, 2),
		cardsOf(none, [suitKinds]uint8{0, 1, 1}, 2),
	)
}
