package tariff

import (
	"iter"

	"konduktor/engine"
)

// Rail is the tariff of a route in a title whose train cards may bear a port mark: as many train
// cards as spaces, of the route's colour or, on a gray route, of any one. Marks do not count, and
// wilds stand for any (W4).
type Rail struct {
	Length uint8
	Suits  []Suit // of one colour; on a gray route all
	All    []Suit
	Wild   engine.Card
}

// Affords counts the most frequent colour.
func (r Rail) Affords(cards *engine.Cards) bool { return r.MostSpaces(cards) >= r.Length }

// MostSpaces counts the most frequent colour and the wilds.
func (r Rail) MostSpaces(cards *engine.Cards) uint8 {
	var colored uint8
	for i := range r.Suits {
		s := &r.Suits[i]
		colored = max(colored, cards[s.Train]+cards[s.Marked])
	}
	return colored + cards[r.Wild]
}

// Misfit accepts the right number of train cards of one colour.
func (r Rail) Misfit(paid *engine.Cards) engine.Misfit {
	trains := int(paid[r.Wild])
	for i := range r.All {
		trains += int(r.All[i].held(paid))
	}
	if trains < paid.Total() {
		return engine.WrongDeck
	}
	if why := misfitColors(r.All, r.Suits, func(s *Suit) uint8 { return s.held(paid) }); why != "" {
		return why
	}
	return misfitNumber(trains, int(r.Length))
}

// Ways yields payments with the fewest wilds, then port marks, then the most frequent colour first.
func (r Rail) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := byHolding(r.Suits, func(s *Suit) int { return int(cards[s.Train] + cards[s.Marked]) })
		for wilds := range min(cards[r.Wild], r.Length) + 1 {
			need := r.Length - wilds
			if need == 0 {
				yield(mixed(r.Wild, wilds, 0, 0))
				return
			}
			for marked := range need + 1 {
				for _, s := range order {
					if cards[s.Marked] < marked || cards[s.Train] < need-marked {
						continue
					}
					way := mixed(r.Wild, wilds, s.Train, need-marked)
					way[s.Marked] = marked
					if !yield(way) {
						return
					}
				}
			}
		}
	}
}
