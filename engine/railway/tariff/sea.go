package tariff

import (
	"iter"

	"konduktor/engine"
)

// Sea is the tariff of a sea route: ship cards of the route's colour or, on a gray route, of any
// one, that cover its spaces (W4). A single ship or a wild covers one, a double ship up to two. No
// change is given and no card could be left out (W5), so only double ships alone may cover a space
// too many.
type Sea struct {
	Length uint8
	Suits  []Suit // of one colour; on a gray route all
	All    []Suit
	Wild   engine.Card
}

// Affords counts the colour that covers most: cards that cover the route contain a payment.
func (r Sea) Affords(cards *engine.Cards) bool { return r.MostSpaces(cards) >= r.Length }

// MostSpaces counts the colour that covers most, and the wilds.
func (r Sea) MostSpaces(cards *engine.Cards) uint8 {
	var covered uint8
	for i := range r.Suits {
		s := &r.Suits[i]
		covered = max(covered, cards[s.Ship]+2*cards[s.Twin])
	}
	return covered + cards[r.Wild]
}

// Misfit accepts ship cards of one colour if all are needed.
func (r Sea) Misfit(paid *engine.Cards) engine.Misfit {
	wilds, single, twin := int(paid[r.Wild]), 0, 0
	for i := range r.All {
		single += int(paid[r.All[i].Ship])
		twin += int(paid[r.All[i].Twin])
	}
	if single+twin+wilds < paid.Total() {
		return engine.WrongDeck
	}
	if why := misfitColors(r.All, r.Suits, func(s *Suit) uint8 {
		return paid[s.Ship] + paid[s.Twin]
	}); why != "" {
		return why
	}
	covered := single + 2*twin + wilds
	if covered == int(r.Length)+1 && twin == paid.Total() {
		return "" // W5: none of the double ships could be left out
	}
	return misfitNumber(covered, int(r.Length))
}

// Ways yields payments with the fewest wilds, then without waste, then with the fewest single
// ships, which all bear the port mark, then the most frequent colour first.
func (r Sea) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := byHolding(r.Suits, func(s *Suit) int { return int(cards[s.Ship] + 2*cards[s.Twin]) })
		for wilds := range min(cards[r.Wild], r.Length) + 1 {
			need := r.Length - wilds
			if need == 0 {
				yield(mixed(r.Wild, wilds, 0, 0))
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

// yieldIn yields the payment with these numbers of cards in each colour that has them.
func (r Sea) yieldIn(order []*Suit, cards *engine.Cards, wilds, single, twin uint8,
	yield func(engine.Cards) bool,
) bool {
	for _, s := range order {
		if cards[s.Ship] < single || cards[s.Twin] < twin {
			continue
		}
		way := mixed(r.Wild, wilds, s.Ship, single)
		way[s.Twin] = twin
		if !yield(way) {
			return false
		}
	}
	return true
}
