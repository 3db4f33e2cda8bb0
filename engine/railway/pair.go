package railway

import (
	"iter"

	"github.com/konduktor-bot/konduktor/engine"
)

// pair is the tariff of a route with pair marks (W6): each marked space takes two train cards of one colour, another pair
// may have another; the spaces without a mark take one card each as on any route. Wilds fill up, two of them are a pair.
//
// All payments have as many cards, so none could be left out of one.
type pair struct {
	pairs, spaces uint8  // spaces with and without the mark
	suits         []suit // colours that pay for the spaces without
	all           []suit
	wild          engine.Card
}

func (p pair) total() int { return 2*int(p.pairs) + int(p.spaces) }

// Affords tries each colour for the spaces without a mark, and pairs what is left.
func (p pair) Affords(cards *engine.Cards) bool {
	if p.spaces == 0 {
		return p.pairsIn(cards, 0, 0) >= int(p.pairs)
	}
	for i := range p.suits {
		held := int(held(cards, &p.suits[i]))
		for n := range min(held, int(p.spaces)) + 1 {
			wilds := int(p.spaces) - n
			if wilds > int(cards[p.wild]) {
				continue
			}
			used := *cards
			used[p.wild] -= uint8(wilds)
			if p.pairsIn(&used, p.suits[i].train, n) >= int(p.pairs) {
				return true
			}
		}
	}
	return false
}

// held is how many train cards of a colour there are.
func held(cards *engine.Cards, s *suit) uint8 {
	n := uint8(0)
	if s.train != engine.NoCard {
		n += cards[s.train]
	}
	if s.marked != engine.NoCard {
		n += cards[s.marked]
	}
	return n
}

// pairsIn counts the pairs that cards make, of which so many of one colour serve elsewhere.
func (p pair) pairsIn(cards *engine.Cards, spent engine.Card, n int) int {
	full, odd, wilds := 0, 0, int(cards[p.wild])
	for i := range p.all {
		k := int(held(cards, &p.all[i]))
		if n > 0 && p.all[i].train == spent {
			k -= n
		}
		full += k / 2
		odd += k % 2
	}
	return full + min(wilds, odd) + max(wilds-odd, 0)/2
}

// Pays wants the right number of train cards that fall into pairs.
func (p pair) Pays(paid *engine.Cards) bool {
	trains := int(paid[p.wild])
	for i := range p.all {
		trains += int(held(paid, &p.all[i]))
	}
	return trains == p.total() && paid.Total() == trains && p.Affords(paid)
}

// Ways yields payments with the fewest wilds first, of those with as many the ones with the fewest port marks, then those
// of the colours of which most is there.
func (p pair) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := byHolding(p.all, func(s *suit) int { return int(held(&cards, s)) })
		var colors engine.Cards // how many there are, under the plain card of each colour
		var plain []engine.Card
		for _, s := range order {
			colors[s.train] = held(&cards, s)
			plain = append(plain, s.train)
		}
		for wilds := range min(int(cards[p.wild]), p.total()) + 1 {
			need := p.total() - wilds
			for marked := range need + 1 {
				goOn := Pick(&colors, plain, need, func(way engine.Cards) bool {
					way[p.wild] = uint8(wilds) // at most what is held
					return !p.Affords(&way) || p.mark(order, &cards, way, marked, yield)
				})
				if !goOn {
					return
				}
			}
		}
	}
}

// mark yields the ways to take so many of a payment's cards with port mark; false if yield stopped it.
func (p pair) mark(order []*suit, cards *engine.Cards, way engine.Cards, marked int, yield func(engine.Cards) bool) bool {
	var room engine.Cards // how many more cards of a colour may bear the mark
	var marks []engine.Card
	for _, s := range order {
		if s.marked == engine.NoCard {
			continue
		}
		least := max(int(way[s.train])-int(cards[s.train]), 0)
		way[s.marked] = uint8(least) // no more than the way has of the colour
		room[s.marked] = min(way[s.train], cards[s.marked]) - uint8(least)
		way[s.train] -= uint8(least)
		marked -= least
		marks = append(marks, s.marked)
	}
	if marked < 0 {
		return true
	}
	return Pick(&room, marks, marked, func(more engine.Cards) bool {
		whole := way.Plus(&more)
		for _, s := range order {
			if s.marked != engine.NoCard {
				whole[s.train] -= more[s.marked]
			}
		}
		return yield(whole)
	})
}
