package railway

import (
	"iter"

	"github.com/konduktor-bot/konduktor/engine"
)

// rail is the tariff of a route in a title whose train cards may bear a port mark: as many train cards as spaces, all of the
// route's colour or, on a gray route, of any one; the mark means nothing here, and wilds stand for any (W4).
type rail struct {
	length uint8
	suits  []suit // of one colour; on a gray route all
	wild   engine.Card
}

// Affords counts the colour of which most is there.
func (r rail) Affords(cards *engine.Cards) bool { return r.mostSpaces(cards) >= r.length }

func (r rail) mostSpaces(cards *engine.Cards) uint8 {
	var colored uint8
	for i := range r.suits {
		s := &r.suits[i]
		colored = max(colored, cards[s.train]+cards[s.marked])
	}
	return colored + cards[r.wild]
}

// Pays wants the right number of cards and no two colours.
func (r rail) Pays(paid *engine.Cards) bool {
	if paid.Total() != int(r.length) {
		return false
	}
	for i := range r.suits {
		s := &r.suits[i]
		if paid[s.train]+paid[s.marked]+paid[r.wild] == r.length {
			return true
		}
	}
	return false
}

// Ways yields payments with the fewest wilds first, of those with as many the ones with the fewest port marks, then the
// colour of which most is there.
func (r rail) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := byHolding(r.suits, func(s *suit) int { return int(cards[s.train] + cards[s.marked]) })
		for wilds := range min(cards[r.wild], r.length) + 1 {
			need := r.length - wilds
			if need == 0 {
				yield(mixed(r.wild, wilds, 0, 0))
				return
			}
			for marked := range need + 1 {
				for _, s := range order {
					if cards[s.marked] < marked || cards[s.train] < need-marked {
						continue
					}
					way := mixed(r.wild, wilds, s.train, need-marked)
					way[s.marked] = marked
					if !yield(way) {
						return
					}
				}
			}
		}
	}
}
