package railway

import (
	"math/rand/v2"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/railway/tariff"
)

// anyHand deals up to n cards of four colours and the wild.
func anyHand(rng *rand.Rand, most int) engine.Cards {
	var hand engine.Cards
	for range rng.IntN(most + 1) {
		hand[rng.IntN(5)]++
	}
	return hand
}

func TestS4APaymentIsDividedBetweenHandAndRackInEveryWay(t *testing.T) {
	t.Parallel()
	const wild = engine.Card(4)
	title := &Title{wild: wild, lanes: []lane{{tariff: tariff.Ordinary{
		Length: 3, Color: 0, Wild: wild,
		Colors: wild,
	}}}}
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
		for _, h := range enginetest.Parts(p.hand) {
			for _, r := range enginetest.Parts(p.rack) {
				both := h.Plus(&r)
				if title.lanes[0].tariff.Misfit(&both) != "" {
					continue
				}
				want++
				if !seen[engine.Payment{Hand: h, Rack: r}] {
					t.Fatalf("hand %v, rack %v: %v and %v pay but are not listed",
						p.hand[:5], p.rack[:5], h[:5], r[:5])
				}
			}
		}
		if len(seen) != want {
			t.Fatalf("hand %v, rack %v: %d listed, %d pay", p.hand[:5], p.rack[:5], len(seen), want)
		}
	}
}
