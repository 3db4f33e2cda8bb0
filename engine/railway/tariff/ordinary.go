package tariff

import (
	"iter"

	"konduktor/engine"
)

// Ordinary is the tariff of ordinary routes and tunnels: as many cards as spaces, all of the
// route's colour or, on a gray route, of any one; wilds stand for any, where they pay.
type Ordinary struct {
	Length uint8
	Color  engine.Card // NoCard: gray
	Wild   engine.Card // NoCard: wilds do not pay here (N4)
	Colors engine.Card // cards below this one are colours
}

// Affords counts the cards of the route's colour, on a gray route the most frequent one.
func (p Ordinary) Affords(cards *engine.Cards) bool { return p.MostSpaces(cards) >= p.Length }

// MostSpaces counts the route's colour, or the most frequent one, and the wilds.
func (p Ordinary) MostSpaces(cards *engine.Cards) uint8 {
	var wilds, colored uint8
	if p.Wild != engine.NoCard {
		wilds = cards[p.Wild]
	}
	if p.Color != engine.NoCard {
		return cards[p.Color] + wilds
	}
	for c := range p.Colors {
		colored = max(colored, cards[c])
	}
	return colored + wilds
}

// Misfit accepts the right number of cards of one colour.
func (p Ordinary) Misfit(paid *engine.Cards) engine.Misfit {
	color, total := p.Color, 0
	for c, n := range paid {
		card := engine.Card(c)
		if n == 0 {
			continue
		}
		total += int(n)
		switch {
		case card == p.Wild:
		case card >= p.Colors && p.Wild == engine.NoCard:
			return engine.NoWilds // N4
		case card >= p.Colors || p.Color != engine.NoCard && card != p.Color:
			return engine.WrongColor
		case color == engine.NoCard:
			color = card
		case card != color:
			return engine.MixedColors
		}
	}
	return misfitNumber(total, int(p.Length))
}

// Ways yields payments by the number of wilds, then the most frequent colour first.
func (p Ordinary) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		var held uint8
		if p.Wild != engine.NoCard {
			held = cards[p.Wild]
		}
		colors := payingColors(p.Color, p.Colors, &cards)
		for wilds := range min(held, p.Length) + 1 {
			need := p.Length - wilds
			if need == 0 {
				yield(mixed(p.Wild, wilds, 0, 0))
				return
			}
			for _, c := range colors {
				if cards[c] >= need && !yield(mixed(p.Wild, wilds, c, need)) {
					return
				}
			}
		}
	}
}

// payingColors lists the colours that a route takes, the most frequent first.
func payingColors(color, colors engine.Card, cards *engine.Cards) []engine.Card {
	if color != engine.NoCard {
		return []engine.Card{color}
	}
	return ByNumber(cards, colors)
}

// Toll is the tariff for what a tunnel asks: exactly this many cards of the colour played, or
// wilds; only wilds if the tunnel was paid for with wilds alone (N6).
func Toll(asks int, played, wild engine.Card) Tariff {
	if played == engine.NoCard {
		return Ordinary{Length: uint8(asks), Color: wild, Wild: engine.NoCard, Colors: wild + 1}
	}
	return Ordinary{Length: uint8(asks), Color: played, Wild: wild, Colors: wild}
}
