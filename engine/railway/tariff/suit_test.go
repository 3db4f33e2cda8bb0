package tariff

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/enginetest"
)

// The cards of these tests: of each colour train cards without and with port mark, single and
// double ships; then the wild.
const (
	suitKinds  = 4
	suitColors = 3
	suitWild   = engine.Card(suitKinds * suitColors)
)

func testSuits(t *testing.T) []Suit {
	t.Helper()
	var faces []engine.Face
	for _, c := range []string{"red", "blue", "gold"} {
		faces = append(faces,
			engine.Face{Name: c, Color: c}, engine.Face{Name: c + "-port", Color: c, Port: true},
			engine.Face{Name: c + "-ship", Color: c, Port: true, Ship: true},
			engine.Face{Name: c + "-ships", Color: c, Ship: true, Twin: true})
	}
	list := Suits(append(faces, engine.Face{Name: "wild", Wild: true}))
	want := []Suit{{"red", 0, 1, 2, 3}, {"blue", 4, 5, 6, 7}, {"gold", 8, 9, 10, 11}}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Fatalf("suits (-want +got):\n%s", diff)
	}
	return list
}

// anySuits are all colours, or one of them.
func anySuits(rng *rand.Rand, all []Suit) []Suit {
	if i := rng.IntN(len(all) + 1); i < len(all) {
		return all[i : i+1]
	}
	return all
}

// deal returns up to n cards of the kinds listed; the wild is dealt twice as often.
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

// anyColorPays says whether the cards of some colour, and wilds, cover a number of spaces. Each
// kind of card counts as many spaces as given.
func anyColorPays(s engine.Cards, list []Suit, length int, train, marked, ship, twin int) bool {
	return slices.ContainsFunc(list, func(c Suit) bool {
		n := train*int(s[c.Train]) + marked*int(s[c.Marked]) + ship*int(s[c.Ship]) + twin*int(s[c.Twin])
		return n+int(s[suitWild]) >= length
	})
}

func TestW4PaymentsOfRailRoutesMatchBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 1))
	all := testSuits(t)
	for range enginetest.Size(500, 1500) {
		r := Rail{Length: uint8(1 + rng.IntN(5)), Suits: anySuits(rng, all), All: all, Wild: suitWild}
		hand := deal(rng, 9, 0, 1, 2, 3)
		enginetest.CheckTariff(t, r, hand, func(s engine.Cards) bool {
			return anyColorPays(s, r.Suits, int(r.Length), 1, 1, 0, 0)
		})
	}
}

func TestW5PaymentsOfSeaRoutesMatchBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 1))
	all := testSuits(t)
	for range enginetest.Size(500, 1500) {
		r := Sea{Length: uint8(1 + rng.IntN(8)), Suits: anySuits(rng, all), All: all, Wild: suitWild}
		hand := deal(rng, 10, 1, 2, 3)
		enginetest.CheckTariff(t, r, hand, func(s engine.Cards) bool {
			return anyColorPays(s, r.Suits, int(r.Length), 0, 0, 1, 2)
		})
	}
}

func TestW6PaymentsOfPairRoutesMatchBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 1))
	all := testSuits(t)
	for range enginetest.Size(334, 1000) {
		p := Pair{
			Pairs: uint8(1 + rng.IntN(3)), Spaces: uint8(max(0, rng.IntN(5)-2)), Suits: anySuits(rng, all),
			All: all, Wild: suitWild,
		}
		hand := deal(rng, 9, 0, 1, 2)
		enginetest.CheckTariff(t, p, hand, func(s engine.Cards) bool {
			return slices.ContainsFunc(p.Suits, func(c Suit) bool {
				return pairsPaid(s, all, int(p.Pairs), int(p.Spaces), c)
			})
		})
	}
}

// pairsPaid lays down one pair after the other in every way, then cards of one colour on the spaces
// without a mark.
func pairsPaid(s engine.Cards, all []Suit, pairs, spaces int, color Suit) bool {
	if pairs == 0 {
		return int(s[color.Train])+int(s[color.Marked])+int(s[suitWild]) >= spaces
	}
	for _, c := range all {
		for _, x := range []engine.Card{c.Train, c.Marked, suitWild} {
			for _, y := range []engine.Card{c.Train, c.Marked, suitWild} {
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

func TestW10PaymentsOfPortsMatchBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(10, 1))
	all := testSuits(t)
	for range enginetest.Size(500, 1500) {
		h := Port{Each: 2, Suits: all, Wild: suitWild}
		hand := deal(rng, 12, 0, 1, 2, 3)
		enginetest.CheckTariff(t, h, hand, func(s engine.Cards) bool {
			return slices.ContainsFunc(all, func(c Suit) bool {
				return max(0, 2-int(s[c.Marked]))+max(0, 2-int(s[c.Ship])) <= int(s[suitWild])
			})
		})
	}
}

// cardsOf has these numbers of cards of the kinds, in the order of the suits, and wilds.
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
	wantOrder(t, Rail{Length: 2, Suits: all, All: all, Wild: suitWild}, hand,
		cardsOf(none, [suitKinds]uint8{2}, 0),
		cardsOf(none, [suitKinds]uint8{1, 1}, 0), // blue: more of it is there
		cardsOf([suitKinds]uint8{1, 1}, none, 0),
		cardsOf(none, [suitKinds]uint8{1}, 1),
		cardsOf([suitKinds]uint8{1}, none, 1),
		cardsOf(none, [suitKinds]uint8{0, 1}, 1),
		cardsOf([suitKinds]uint8{0, 1}, none, 1),
	)
}

func TestDoubleShipsArePaidFirstWithoutWasteAndWildsLast(t *testing.T) {
	all := testSuits(t)
	none := [suitKinds]uint8{}
	hand := cardsOf([suitKinds]uint8{0, 0, 3, 2}, none, 1)
	wantOrder(t, Sea{Length: 3, Suits: all[:1], All: all, Wild: suitWild}, hand,
		cardsOf([suitKinds]uint8{0, 0, 1, 1}, none, 0),
		cardsOf([suitKinds]uint8{0, 0, 3, 0}, none, 0),
		cardsOf([suitKinds]uint8{0, 0, 0, 2}, none, 0), // a space too many
		cardsOf([suitKinds]uint8{0, 0, 0, 1}, none, 1),
		cardsOf([suitKinds]uint8{0, 0, 2, 0}, none, 1),
	)
}

func TestPairsArePaidWithPlainCardsFirstAndWildsLast(t *testing.T) {
	all := testSuits(t)
	none := [suitKinds]uint8{}
	hand := cardsOf([suitKinds]uint8{1, 1}, [suitKinds]uint8{2, 1}, 1)
	wantOrder(t, Pair{Pairs: 1, Suits: all, All: all, Wild: suitWild}, hand,
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
	wantOrder(t, Port{Each: 2, Suits: all, Wild: suitWild}, hand,
		cardsOf([suitKinds]uint8{0, 2, 1}, none, 1),
		cardsOf([suitKinds]uint8{0, 2}, none, 2),
		cardsOf([suitKinds]uint8{0, 1, 1}, none, 2),
		cardsOf(none, [suitKinds]uint8{0, 1, 1}, 2),
	)
}
