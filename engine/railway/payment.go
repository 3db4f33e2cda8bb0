package railway

import (
	"iter"

	"github.com/konduktor-bot/konduktor/engine"
)

// affords reports whether a hand can pay for a lane, by counting (design D14).
func (t *Title) affords(l *lane, hand *engine.Cards) bool {
	wilds := hand[t.wild]
	if l.color != engine.NoCard {
		return hand[l.color]+wilds >= l.length
	}
	for c := range t.wild { // the wild is the last card: before it lie the colours
		if hand[c]+wilds >= l.length {
			return true
		}
	}
	return false
}

// pays reports whether cards are exactly a payment for a lane: as many as it has spaces, all of its colour or of one
// colour on a gray route, wilds standing for any (C7).
func (t *Title) pays(l *lane, paid *engine.Cards) bool {
	color := l.color
	total := int(paid[t.wild])
	for c := range t.wild {
		if paid[c] == 0 {
			continue
		}
		if color == engine.NoCard {
			color = c
		}
		if c != color {
			return false
		}
		total += int(paid[c])
	}
	return total == int(l.length)
}

// payments yields the ways to pay for a claim with a hand: fewest wilds first, then the colour of which most is held.
// A move that is not a claim has none. hand is a copy: a view may keep the sequence.
func (t *Title) payments(m engine.Move, hand engine.Cards) iter.Seq[engine.Payment] {
	return func(yield func(engine.Payment) bool) {
		if m.Verb != engine.Claim || int(m.Route) >= len(t.lanes) {
			return
		}
		l := &t.lanes[m.Route]
		colors := t.payingColors(l, &hand)
		for wilds := range min(hand[t.wild], l.length) + 1 {
			plain := l.length - wilds
			if plain == 0 {
				yield(t.payment(t.wild, 0, wilds))
				return
			}
			for _, c := range colors {
				if hand[c] >= plain && !yield(t.payment(c, plain, wilds)) {
					return
				}
			}
		}
	}
}

// payingColors lists the colours that a lane takes, those of which most is held first.
func (t *Title) payingColors(l *lane, hand *engine.Cards) []engine.Card {
	if l.color != engine.NoCard {
		return []engine.Card{l.color}
	}
	var colors []engine.Card
	for c := range t.wild {
		i := len(colors)
		colors = append(colors, c)
		for ; i > 0 && hand[colors[i-1]] < hand[c]; i-- {
			colors[i] = colors[i-1]
		}
		colors[i] = c
	}
	return colors
}

func (t *Title) payment(color engine.Card, plain, wilds uint8) engine.Payment {
	var p engine.Payment
	p.Hand[t.wild] = wilds
	if plain > 0 {
		p.Hand[color] = plain
	}
	return p
}
