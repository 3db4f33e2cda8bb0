package tariff

import (
	"iter"

	"konduktor/engine"
)

// Pair is the tariff of a route with pair marks (W6): each marked space takes two train cards of
// one colour, another pair may have another; spaces without a mark take one card each, as on any
// route. Wilds fill up; two of them make a pair.
//
// All payments have the same number of cards, so none can be left out.
type Pair struct {
	Pairs, Spaces uint8  // spaces with and without the mark
	Suits         []Suit // colours that pay for the spaces without
	All           []Suit
	Wild          engine.Card
}

func (p Pair) total() int { return 2*int(p.Pairs) + int(p.Spaces) }

// Affords tries each colour for the spaces without a mark and pairs what is left.
func (p Pair) Affords(cards *engine.Cards) bool {
	if p.Spaces == 0 {
		return p.pairsIn(cards, 0, 0) >= int(p.Pairs)
	}
	for i := range p.Suits {
		held := int(p.Suits[i].held(cards))
		for n := range min(held, int(p.Spaces)) + 1 {
			wilds := int(p.Spaces) - n
			if wilds > int(cards[p.Wild]) {
				continue
			}
			used := *cards
			used[p.Wild] -= uint8(wilds)
			if p.pairsIn(&used, p.Suits[i].Train, n) >= int(p.Pairs) {
				return true
			}
		}
	}
	return false
}

// pairsIn counts the pairs among the cards when n cards of one colour are spent elsewhere.
func (p Pair) pairsIn(cards *engine.Cards, spent engine.Card, n int) int {
	full, odd, wilds := 0, 0, int(cards[p.Wild])
	for i := range p.All {
		k := int(p.All[i].held(cards))
		if n > 0 && p.All[i].Train == spent {
			k -= n
		}
		full += k / 2
		odd += k % 2
	}
	return full + min(wilds, odd) + max(wilds-odd, 0)/2
}

// Misfit accepts the right number of train cards that can be paired.
func (p Pair) Misfit(paid *engine.Cards) engine.Misfit {
	trains := int(paid[p.Wild])
	for i := range p.All {
		trains += int(p.All[i].held(paid))
	}
	if trains < paid.Total() {
		return engine.WrongDeck
	}
	if why := misfitNumber(trains, p.total()); why != "" {
		return why
	}
	if p.Affords(paid) {
		return ""
	}
	most := 0
	for i := range p.Suits {
		most = max(most, int(p.Suits[i].held(paid)))
	}
	if most+int(paid[p.Wild]) < int(p.Spaces) {
		return engine.WrongColor
	}
	return engine.NoPair
}

// Ways yields payments with the fewest wilds, then port marks, then most frequent colours first.
func (p Pair) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := byHolding(p.All, func(s *Suit) int { return int(s.held(&cards)) })
		var colors engine.Cards // the number of each colour, stored at its plain card
		var plain []engine.Card
		for _, s := range order {
			colors[s.Train] = s.held(&cards)
			plain = append(plain, s.Train)
		}
		for wilds := range min(int(cards[p.Wild]), p.total()) + 1 {
			need := p.total() - wilds
			least, most := marksIn(order, &cards, need)
			for marked := least; marked <= most; marked++ {
				var way engine.Cards
				goOn := pick(&colors, plain, need, wilds+int(p.Spaces), &way, func(way engine.Cards) bool {
					way[p.Wild] = uint8(wilds) // at most what is held
					return !p.Affords(&way) || p.mark(order, &cards, way, marked, yield)
				})
				if !goOn {
					return
				}
			}
		}
	}
}

// marksIn is how many of need train cards bear the port mark at least and at most.
func marksIn(order []*Suit, cards *engine.Cards, need int) (least, most int) {
	plain, marked := 0, 0
	for _, s := range order {
		plain += int(cards[s.Train])
		marked += int(s.held(cards)) - int(cards[s.Train])
	}
	return max(need-plain, 0), min(need, marked)
}

// pick is Pick with at most odd colours of an odd number of cards: the others are paired.
func pick(cards *engine.Cards, order []engine.Card, k, odd int, way *engine.Cards,
	yield func(engine.Cards) bool,
) bool {
	if k == 0 {
		return yield(*way)
	}
	left := 0
	for _, c := range order {
		left += int(cards[c])
	}
	if left < k {
		return true
	}
	c := order[0]
	for n := min(int(cards[c]), k); n >= 0; n-- {
		if n%2 > odd {
			continue
		}
		way[c] = uint8(n)
		if !pick(cards, order[1:], k-n, odd-n%2, way, yield) {
			return false
		}
	}
	way[c] = 0
	return true
}

// mark yields the ways to use exactly marked cards with port mark.
func (p Pair) mark(order []*Suit, cards *engine.Cards, way engine.Cards, marked int,
	yield func(engine.Cards) bool,
) bool {
	var room engine.Cards // how many more cards of a colour may bear the mark
	var marks []engine.Card
	for _, s := range order {
		if s.Marked == engine.NoCard {
			continue
		}
		least := max(int(way[s.Train])-int(cards[s.Train]), 0)
		way[s.Marked] = uint8(least) // no more than the way has of the colour
		room[s.Marked] = min(way[s.Train], cards[s.Marked]) - uint8(least)
		way[s.Train] -= uint8(least)
		marked -= least
		marks = append(marks, s.Marked)
	}
	if marked < 0 {
		return true
	}
	return Pick(&room, marks, marked, func(more engine.Cards) bool {
		whole := way.Plus(&more)
		for _, s := range order {
			if s.Marked != engine.NoCard {
				whole[s.Train] -= more[s.Marked]
			}
		}
		return yield(whole)
	})
}
