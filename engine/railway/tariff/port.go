package tariff

import (
	"iter"

	"konduktor/engine"
)

// Port is the tariff of a port (W10): Each train cards and Each single ships, all with port mark
// and of one colour; a wild stands for any of them.
type Port struct {
	Each  uint8
	Suits []Suit
	Wild  engine.Card
}

// Affords counts the usable cards of each colour.
func (h Port) Affords(cards *engine.Cards) bool {
	wilds := cards[h.Wild]
	for i := range h.Suits {
		s := &h.Suits[i]
		if min(cards[s.Marked], h.Each)+min(cards[s.Ship], h.Each)+wilds >= 2*h.Each {
			return true
		}
	}
	return false
}

// Misfit accepts the right number of cards with port mark, from each deck no more than its share.
func (h Port) Misfit(paid *engine.Cards) engine.Misfit {
	trains, ships, wilds := 0, 0, int(paid[h.Wild])
	for i := range h.Suits {
		trains += int(paid[h.Suits[i].Marked])
		ships += int(paid[h.Suits[i].Ship])
	}
	if trains+ships+wilds < paid.Total() {
		return engine.NoPortMark
	}
	if why := misfitColors(h.Suits, h.Suits, func(s *Suit) uint8 {
		return paid[s.Marked] + paid[s.Ship]
	}); why != "" {
		return why
	}
	if trains > int(h.Each) || ships > int(h.Each) {
		return engine.UnevenDecks
	}
	return misfitNumber(trains+ships+wilds, int(2*h.Each))
}

// Ways yields payments by the number of wilds, then the most frequent colour first.
func (h Port) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := byHolding(h.Suits, func(s *Suit) int { return int(cards[s.Marked] + cards[s.Ship]) })
		for wilds := range min(cards[h.Wild], 2*h.Each) + 1 {
			need := 2*h.Each - wilds
			if need == 0 {
				yield(mixed(h.Wild, wilds, 0, 0))
				return
			}
			for _, s := range order {
				if !h.waysIn(s, &cards, need, wilds, yield) {
					return
				}
			}
		}
	}
}

// waysIn yields the payments with need cards of one colour; false if yield stopped it.
func (h Port) waysIn(s *Suit, cards *engine.Cards, need, wilds uint8,
	yield func(engine.Cards) bool,
) bool {
	for trains := min(cards[s.Marked], h.Each, need); ; trains-- {
		if ships := need - trains; ships > min(cards[s.Ship], h.Each) {
			return true
		}
		way := mixed(h.Wild, wilds, s.Marked, trains)
		way[s.Ship] = need - trains
		if !yield(way) {
			return false
		}
		if trains == 0 {
			return true
		}
	}
}
