package tariff

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Suit holds the cards of one colour (W1); without marks and ships there is one kind.
type Suit struct {
	Color                     string
	Train, Marked, Ship, Twin engine.Card // NoCard: the title has none
}

// Suits sorts a title's cards by colour, in canonical order.
func Suits(faces []engine.Face) []Suit {
	var list []Suit
	for i := range faces {
		f := &faces[i]
		if f.Wild {
			continue
		}
		at := slices.IndexFunc(list, func(s Suit) bool { return s.Color == f.Color })
		if at < 0 {
			at = len(list)
			list = append(list, Suit{f.Color, engine.NoCard, engine.NoCard, engine.NoCard, engine.NoCard})
		}
		*list[at].place(f) = engine.Card(i) // at most MaxCards
	}
	return list
}

func (s *Suit) place(f *engine.Face) *engine.Card {
	switch {
	case f.Twin:
		return &s.Twin
	case f.Ship:
		return &s.Ship
	case f.Port:
		return &s.Marked
	}
	return &s.Train
}

// Face returns the card that stands for the colour on routes of a kind.
func (s *Suit) Face(k railmap.Kind) engine.Card {
	if k == railmap.Sea && s.Ship != engine.NoCard {
		return s.Ship
	}
	return s.Train
}

// byHolding lists suits, most frequent first, equal ones in canonical order.
func byHolding(list []Suit, held func(*Suit) int) []*Suit {
	order := make([]*Suit, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortStableFunc(order, func(a, b *Suit) int { return held(b) - held(a) })
	return order
}

// held counts the train cards of a colour, with and without port mark.
func (s *Suit) held(cards *engine.Cards) uint8 {
	n := uint8(0)
	if s.Train != engine.NoCard {
		n += cards[s.Train]
	}
	if s.Marked != engine.NoCard {
		n += cards[s.Marked]
	}
	return n
}

// misfitColors says what is wrong with a payment's colours: there must be exactly one, and it must
// pay. serving counts the usable cards of a colour.
func misfitColors(all, paying []Suit, serving func(*Suit) uint8) engine.Misfit {
	colors, strange := 0, false
	for i := range all {
		s := &all[i]
		if serving(s) == 0 {
			continue
		}
		colors++
		strange = strange || !slices.ContainsFunc(paying, func(p Suit) bool { return p.Color == s.Color })
	}
	switch {
	case strange:
		return engine.WrongColor
	case colors > 1:
		return engine.MixedColors
	}
	return ""
}

// misfitNumber compares a number of cards, or of spaces they cover, with the one wanted.
func misfitNumber(got, want int) engine.Misfit {
	switch {
	case got < want:
		return engine.TooFewCards
	case got > want:
		return engine.TooManyCards
	}
	return ""
}
