package tariff

import (
	"iter"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

const perSymbol = railmap.CardsPerSymbol

// Ferry is the tariff of a ferry (N5): each symbol takes one wild or any three coloured cards, each
// other space one card of the colour (gray: one colour for all of them) or a wild.
//
// A payment of w wilds and m coloured cards can be divided in one way only: t symbols are paid by
// threes and a spaces by the colour, where w = (symbols-t) + (spaces-a) and m = a + 3t.
type Ferry struct {
	Symbols, Spaces uint8       // spaces without a symbol
	Color           engine.Card // NoCard: gray
	Wild            engine.Card
	Colors          engine.Card // cards below this one are colours
}

// Affords lays the colour on spaces first: there one card does what three do on a symbol.
func (f Ferry) Affords(cards *engine.Cards) bool {
	return f.missing(int(f.most(cards)), f.colored(cards)) <= int(cards[f.Wild])
}

// missing counts the symbols and spaces left to wilds; most is the number of cards of the colour.
func (f Ferry) missing(most, colored int) int {
	spaces := min(most, int(f.Spaces))
	threes := min((colored-spaces)/perSymbol, int(f.Symbols))
	return int(f.Symbols+f.Spaces) - spaces - threes
}

// most counts the cards of the ferry's colour; on a gray ferry, of the most frequent one.
func (f Ferry) most(cards *engine.Cards) uint8 {
	if f.Color != engine.NoCard {
		return cards[f.Color]
	}
	var most uint8
	for c := range f.Colors {
		most = max(most, cards[c])
	}
	return most
}

func (f Ferry) colored(cards *engine.Cards) int {
	total := 0
	for c := range f.Colors {
		total += int(cards[c])
	}
	return total
}

// Misfit names the colour if the cards would pay in the ferry's colour, else the symbol that lacks
// a wild.
func (f Ferry) Misfit(paid *engine.Cards) engine.Misfit {
	colored, wilds := f.colored(paid), int(paid[f.Wild])
	switch {
	case f.pays(paid):
		return ""
	case paid.Total() != wilds+colored:
		return engine.WrongColor
	case f.Affords(paid):
		return engine.TooManyCards
	case wilds+colored < int(f.Symbols+f.Spaces):
		return engine.TooFewCards
	case f.missing(colored, colored) > wilds:
		return engine.TooFewWilds
	case f.Color == engine.NoCard:
		return engine.MixedColors
	}
	return engine.WrongColor
}

// pays divides the payment. It could be smaller exactly if a card of the colour is among the threes
// while a wild pays for a space: swap them, and two cards are left over.
func (f Ferry) pays(paid *engine.Cards) bool {
	length, wilds, colored := int(f.Symbols+f.Spaces), int(paid[f.Wild]), f.colored(paid)
	if paid.Total() != wilds+colored || (colored-length+wilds)%2 != 0 {
		return false
	}
	threes := (colored - length + wilds) / 2
	spaces := colored - perSymbol*threes
	if threes < 0 || threes > int(f.Symbols) || spaces < 0 || spaces > int(f.Spaces) {
		return false
	}
	most := int(f.most(paid))
	return most >= spaces && (threes == 0 || spaces == int(f.Spaces) || most == spaces)
}

// Ways yields payments with the fewest threes, then wilds first. Threes take the most frequent
// colours.
func (f Ferry) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		for threes := range int(f.Symbols) + 1 {
			for wilds := range int(cards[f.Wild]) + 1 {
				spaces := int(f.Symbols+f.Spaces) - threes - wilds
				if spaces < 0 || spaces > int(f.Spaces) {
					continue
				}
				if !f.choose(&cards, wilds, threes, spaces, yield) {
					return
				}
			}
		}
	}
}

// choose yields the payments with these numbers of wilds, and of symbols and spaces paid by
// coloured cards.
func (f Ferry) choose(cards *engine.Cards, wilds, threes, spaces int,
	yield func(engine.Cards) bool,
) bool {
	order := ByNumber(cards, f.Colors)
	if f.Color != engine.NoCard { // the ferry's own colour first
		order = append([]engine.Card{f.Color},
			slices.DeleteFunc(order, func(c engine.Card) bool { return c == f.Color })...)
	}
	if threes == 0 { // one colour: no mixtures to try
		return f.inOneColor(cards, order, wilds, spaces, yield)
	}
	return Pick(cards, order, spaces+perSymbol*threes, func(way engine.Cards) bool {
		way[f.Wild] = uint8(wilds)
		return !f.pays(&way) || yield(way)
	})
}

// inOneColor yields the payment of wilds and n cards of one colour.
func (f Ferry) inOneColor(cards *engine.Cards, order []engine.Card, wilds, spaces int,
	yield func(engine.Cards) bool,
) bool {
	if f.Color != engine.NoCard {
		order = order[:1]
	}
	for _, c := range order {
		if int(cards[c]) < spaces {
			continue
		}
		var way engine.Cards
		way[f.Wild], way[c] = uint8(wilds), uint8(spaces)
		if !yield(way) {
			return false
		}
		if spaces == 0 {
			break
		}
	}
	return true
}
