package railway

import (
	"iter"

	"github.com/konduktor-bot/konduktor/engine"
)

// sea is the tariff of a sea route: ship cards of the route's colour or, on a gray route, of any one, that cover its spaces
// (W4). A single ship and a wild cover one, a double ship up to two; no change is given, and no card could be left out
// (W5): so a space too many is covered only by double ships alone.
type sea struct {
	length uint8
	suits  []suit // of one colour; on a gray route all
	wild   engine.Card
}

// Affords counts the colour that covers most. What covers the route has a part of which none can be left out.
func (r sea) Affords(cards *engine.Cards) bool { return r.mostSpaces(cards) >= r.length }

func (r sea) mostSpaces(cards *engine.Cards) uint8 {
	var covered uint8
	for i := range r.suits {
		s := &r.suits[i]
		covered = max(covered, cards[s.ship]+2*cards[s.twin])
	}
	return covered + cards[r.wild]
}

// Pays wants no two colours, and no card that could be left out.
func (r sea) Pays(paid *engine.Cards) bool {
	wilds, all := int(paid[r.wild]), paid.Total()
	for i := range r.suits {
		s := &r.suits[i]
		single, twin := int(paid[s.ship]), int(paid[s.twin])
		if single+twin+wilds != all {
			continue
		}
		covered := single + 2*twin + wilds
		if covered == int(r.length) || covered == int(r.length)+1 && twin == all {
			return true
		}
	}
	return false
}

// Ways yields payments with the fewest wilds first, of those with as many the ones that cover no space too many, then the
// ones with the fewest single ships, which all bear the port mark, then the colour of which most is there.
func (r sea) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := byHolding(r.suits, func(s *suit) int { return int(cards[s.ship] + 2*cards[s.twin]) })
		for wilds := range min(cards[r.wild], r.length) + 1 {
			need := r.length - wilds
			if need == 0 {
				yield(mixed(r.wild, wilds, 0, 0))
				return
			}
			for single := need % 2; single <= need; single += 2 {
				if !r.yieldIn(order, &cards, wilds, single, (need-single)/2, yield) {
					return
				}
			}
			if odd := need%2 == 1; odd && wilds == 0 && !r.yieldIn(order, &cards, 0, 0, (need+1)/2, yield) {
				return
			}
		}
	}
}

// yieldIn yields the payment of so many cards in each colour that has them; false if yield stopped it.
func (r sea) yieldIn(order []*suit, cards *engine.Cards, wilds, single, twin uint8, yield func(engine.Cards) bool) bool {
	for _, s := range order {
		if cards[s.ship] < single || cards[s.twin] < twin {
			continue
		}
		way := mixed(r.wild, wilds, s.ship, single)
		way[s.twin] = twin
		if !yield(way) {
			return false
		}
	}
	return true
}
