package railway

import (
	"iter"

	"github.com/konduktor-bot/konduktor/engine"
)

// Tariff is how one route is paid for (C7). It looks at cards only, wherever they lie; what it says must agree: a route is
// affordable exactly when there is a way to pay for it, and every way pays.
type Tariff interface {
	// Affords reports whether some of the cards pay for the route. It counts and never lists ways (design D14): it is
	// asked for every open route at every move.
	Affords(cards *engine.Cards) bool
	// Pays reports whether exactly these cards are a payment: they pay, and no part of them could be left out.
	Pays(paid *engine.Cards) bool
	// Ways yields the payments that the cards contain, best proposal first.
	Ways(cards engine.Cards) iter.Seq[engine.Cards]
}

// plain is the tariff of ordinary routes and of tunnels: as many cards as spaces, all of the route's colour or, on a gray
// route, of any one; wilds stand for any where they pay at all.
type plain struct {
	length uint8
	color  engine.Card // NoCard: gray
	wild   engine.Card // NoCard: wilds do not pay here (N4)
	colors engine.Card // cards below this one are colours
}

// Affords counts the route's colour, or on a gray route that of which most is there.
func (p plain) Affords(cards *engine.Cards) bool { return p.mostSpaces(cards) >= p.length }

func (p plain) mostSpaces(cards *engine.Cards) uint8 {
	var wilds, colored uint8
	if p.wild != engine.NoCard {
		wilds = cards[p.wild]
	}
	if p.color != engine.NoCard {
		return cards[p.color] + wilds
	}
	for c := range p.colors {
		colored = max(colored, cards[c])
	}
	return colored + wilds
}

// Pays wants the right number of cards and no two colours.
func (p plain) Pays(paid *engine.Cards) bool {
	color, total := p.color, 0
	for c, n := range paid {
		card := engine.Card(c)
		if n == 0 {
			continue
		}
		total += int(n)
		if card == p.wild {
			continue
		}
		if color == engine.NoCard {
			color = card
		}
		if card != color || card >= p.colors {
			return false
		}
	}
	return total == int(p.length)
}

// Ways yields payments with the fewest wilds first, of those with as many the colour of which most is there.
func (p plain) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		var held uint8
		if p.wild != engine.NoCard {
			held = cards[p.wild]
		}
		colors := payingColors(p.color, p.colors, &cards)
		for wilds := range min(held, p.length) + 1 {
			need := p.length - wilds
			if need == 0 {
				yield(mixed(p.wild, wilds, 0, 0))
				return
			}
			for _, c := range colors {
				if cards[c] >= need && !yield(mixed(p.wild, wilds, c, need)) {
					return
				}
			}
		}
	}
}

// mixed is a payment of wilds and cards of one colour.
func mixed(wild engine.Card, wilds uint8, color engine.Card, n uint8) engine.Cards {
	var way engine.Cards
	if n > 0 {
		way[color] = n
	}
	if wilds > 0 {
		way[wild] = wilds
	}
	return way
}

// payingColors lists the colours that a route takes, those of which most is there first.
func payingColors(color, colors engine.Card, cards *engine.Cards) []engine.Card {
	if color != engine.NoCard {
		return []engine.Card{color}
	}
	return ByNumber(cards, colors)
}

// ByNumber lists the cards below colors, those of which most is there first, equal ones in canonical order.
func ByNumber(cards *engine.Cards, colors engine.Card) []engine.Card {
	list := make([]engine.Card, 0, colors+1)
	for c := range colors {
		i := len(list)
		list = append(list, c)
		for ; i > 0 && cards[list[i-1]] < cards[c]; i-- {
			list[i] = list[i-1]
		}
		list[i] = c
	}
	return list
}

// Pick yields every choice of k of the cards of the kinds in order, as many as possible of the first kinds first; false
// if yield stopped it.
func Pick(cards *engine.Cards, order []engine.Card, k int, yield func(engine.Cards) bool) bool {
	var way engine.Cards
	return pick(cards, order, k, &way, yield)
}

func pick(cards *engine.Cards, order []engine.Card, k int, way *engine.Cards, yield func(engine.Cards) bool) bool {
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
		way[c] = uint8(n)
		if !pick(cards, order[1:], k-n, way, yield) {
			return false
		}
	}
	way[c] = 0
	return true
}
