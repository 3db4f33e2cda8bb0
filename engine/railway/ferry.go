package railway

import (
	"iter"
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// perSymbol is how many coloured cards stand for the locomotive of one symbol (N5).
const perSymbol = 3

// ferry is the tariff of a ferry (N5): each symbol takes one wild or any three coloured cards, each other space one card
// of the colour (gray: of one colour for all of them) or a wild.
//
// A payment of w wilds and m coloured cards leaves no choice how it is divided: t symbols are paid by threes and a spaces
// by the colour, where w = (symbols-t) + (spaces-a) and m = a + 3t.
type ferry struct {
	symbols, spaces uint8       // spaces without a symbol
	color           engine.Card // NoCard: gray
	wild            engine.Card
	colors          engine.Card // cards below this one are colours
}

// Affords lays the colour on the spaces first: there one card does what three do on a symbol.
func (f ferry) Affords(cards *engine.Cards) bool {
	spaces := min(int(f.most(cards)), int(f.spaces))
	threes := min((f.colored(cards)-spaces)/perSymbol, int(f.symbols))
	return int(f.symbols+f.spaces)-spaces-threes <= int(cards[f.wild])
}

// most is how many cards of the ferry's colour there are, on a gray one of the colour of which there are most.
func (f ferry) most(cards *engine.Cards) uint8 {
	if f.color != engine.NoCard {
		return cards[f.color]
	}
	var most uint8
	for c := range f.colors {
		most = max(most, cards[c])
	}
	return most
}

func (f ferry) colored(cards *engine.Cards) int {
	total := 0
	for c := range f.colors {
		total += int(cards[c])
	}
	return total
}

// Pays divides the payment. It could be made smaller exactly if a card of the colour lies among the threes while a wild
// lies on a space: the card moves there, the wild to the symbol, and two cards are left over.
func (f ferry) Pays(paid *engine.Cards) bool {
	length, wilds, colored := int(f.symbols+f.spaces), int(paid[f.wild]), f.colored(paid)
	if paid.Total() != wilds+colored || (colored-length+wilds)%2 != 0 {
		return false
	}
	threes := (colored - length + wilds) / 2
	spaces := colored - perSymbol*threes
	if threes < 0 || threes > int(f.symbols) || spaces < 0 || spaces > int(f.spaces) {
		return false
	}
	most := int(f.most(paid))
	return most >= spaces && (threes == 0 || spaces == int(f.spaces) || most == spaces)
}

// Ways yields payments without threes first, of those with as many the ones with the fewest wilds; threes are made of the
// colours of which most is there.
func (f ferry) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		for threes := range int(f.symbols) + 1 {
			for wilds := range int(cards[f.wild]) + 1 {
				spaces := int(f.symbols+f.spaces) - threes - wilds
				if spaces < 0 || spaces > int(f.spaces) {
					continue
				}
				if !f.choose(&cards, wilds, spaces+perSymbol*threes, yield) {
					return
				}
			}
		}
	}
}

// choose yields the payments of so many wilds and coloured cards; false if yield stopped it.
func (f ferry) choose(cards *engine.Cards, wilds, colored int, yield func(engine.Cards) bool) bool {
	order := ByNumber(cards, f.colors)
	if f.color != engine.NoCard { // the ferry's own colour first
		order = append([]engine.Card{f.color}, slices.DeleteFunc(order, func(c engine.Card) bool { return c == f.color })...)
	}
	return Pick(cards, order, colored, func(way engine.Cards) bool {
		way[f.wild] = uint8(wilds)
		return !f.Pays(&way) || yield(way)
	})
}
