package railway

import (
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// suit are the cards of one colour (W1). In a title without marks and ships there is one.
type suit struct {
	color                     string
	train, marked, ship, twin engine.Card // NoCard: the title has none
}

// suits sorts a title's cards by colour, in canonical order.
func suits(faces []engine.Face) []suit {
	var list []suit
	for i := range faces {
		f := &faces[i]
		if f.Wild {
			continue
		}
		at := slices.IndexFunc(list, func(s suit) bool { return s.color == f.Color })
		if at < 0 {
			at = len(list)
			list = append(list, suit{f.Color, engine.NoCard, engine.NoCard, engine.NoCard, engine.NoCard})
		}
		*list[at].place(f) = engine.Card(i) // at most MaxCards
	}
	return list
}

// place is where a suit keeps a card of that face.
func (s *suit) place(f *engine.Face) *engine.Card {
	switch {
	case f.Twin:
		return &s.twin
	case f.Ship:
		return &s.ship
	case f.Port:
		return &s.marked
	}
	return &s.train
}

// face is the card that stands for the colour on routes of a kind.
func (s *suit) face(k railmap.Kind) engine.Card {
	if k == railmap.Sea && s.ship != engine.NoCard {
		return s.ship
	}
	return s.train
}

// byHolding lists suits, those of which most is there first, equal ones in canonical order.
func byHolding(list []suit, held func(*suit) int) []*suit {
	order := make([]*suit, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortStableFunc(order, func(a, b *suit) int { return held(b) - held(a) })
	return order
}
