// Package tariff says how routes, tunnels and ports are paid for (C7, N4-N6, W4-W6, W10). It does
// not tell hand from rack.
package tariff

import (
	"iter"

	"konduktor/engine"
)

// Tariff is how one route is paid for (C7). A route is affordable exactly if there is a way to pay,
// and every way is a payment without a misfit.
type Tariff interface {
	// Affords reports whether some of the cards pay for the route. It is asked at every move, so it
	// lists no ways.
	Affords(cards *engine.Cards) bool
	// Misfit says why exactly these cards are no payment; "" if they pay and all are needed.
	Misfit(paid *engine.Cards) engine.Misfit
	// Ways yields the payments that the cards contain, best proposal first.
	Ways(cards engine.Cards) iter.Seq[engine.Cards]
}

// Measured is a tariff whose routes of one colour differ only in length: they are affordable up to
// the most spaces that the cards pay for.
type Measured interface {
	Tariff
	// MostSpaces is the most spaces that some of the cards pay for.
	MostSpaces(cards *engine.Cards) uint8
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

// ByNumber lists the cards below colors, most frequent first.
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

// Pick yields every choice of k cards of the kinds in order, most of the first kinds first; false
// if yield stopped it.
func Pick(cards *engine.Cards, order []engine.Card, k int, yield func(engine.Cards) bool) bool {
	var way engine.Cards
	return pick(cards, order, k, k, &way, yield)
}
