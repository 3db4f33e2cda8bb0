package nordic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/railway/tariff"
)

// enough says, the dull way, whether cards pay for Murmansk-Lieksa with any left over: for some
// colour and some number s, 9-s of the colour, and 4s of whatever is left of all cards (N7).
func enough(cards engine.Cards) bool {
	for c := range wild {
		for s := range 10 {
			own := 9 - s
			if int(cards[c]) >= own && cards.Total()-own >= 4*s {
				return true
			}
		}
	}
	return false
}

func TestN7PaymentsMatchBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 9))
	for range enginetest.Size(100, 300) {
		var hand engine.Cards
		for range 3 { // few kinds, many of each
			hand[[]engine.Card{white, red, green, purple, wild}[rng.IntN(5)]] = uint8(rng.IntN(13))
		}
		enginetest.CheckTariff(t, substitute{}, hand, enough)
	}
}

// TestN7TheFirstProposalTakesFewCardsAndNoWilds looks at the order in which payments are proposed.
func TestN7TheFirstProposalTakesFewCardsAndNoWilds(t *testing.T) {
	ways := slices.Collect(substitute{}.Ways(engine.Cards{green: 10, red: 5, blue: 3, wild: 2}))
	if want := (engine.Cards{green: 9}); ways[0] != want {
		t.Errorf("first proposal %v, want nine green", ways[0][:wild+1])
	}
	if want := (engine.Cards{green: 8, red: 4}); ways[1] != want {
		t.Errorf("second proposal %v, want eight green and four red", ways[1][:wild+1])
	}
	few := slices.IsSortedFunc(ways, func(a, b engine.Cards) int { return a.Total() - b.Total() })
	if !few {
		t.Error("a payment of fewer cards comes after one of more")
	}
}

// TestN7FirstChoiceForEachNumberOfSubstitutesPays holds Ways to look at no choice in vain before
// the first that pays: with few cards of many colours there are hundreds of thousands.
func TestN7FirstChoiceForEachNumberOfSubstitutesPays(t *testing.T) {
	for each := range uint8(10) {
		hand := engine.Cards{
			white: each, blue: each, yellow: each, black: each, orange: each, red: each,
			green: each, purple: each, wild: each,
		}
		for s := max(0, longHaul-int(each)); s <= longHaul; s++ {
			usable := (substitute{}).usable(hand, s)
			order := append(tariff.ByNumber(&hand, wild), wild)
			tariff.Pick(&usable, order, longHaul+(perSpace-1)*s, func(way engine.Cards) bool {
				if most := (substitute{}).most(&way); s < longHaul && most != longHaul-s {
					t.Errorf("%d of each card, %d replaced: the first choice is %v", each, s, way[:wild+1])
				}
				return false
			})
		}
	}
}
