package caption

import (
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Sorts are the sorts of cards of a title with two decks, as in a hand (W1). Wilds are train cards.
var Sorts = []string{TrainSort, PortSort, ShipSort, TwinSort}

// The sorts of cards of a title with two decks.
const (
	TrainSort = "train"
	PortSort  = "port" // a train card with the port mark (W5)
	ShipSort  = "ship"
	TwinSort  = "twin" // a double ship
	WildSort  = "wild"
)

// SortOf is a card's sort (W1).
func SortOf(f *engine.Face) string {
	switch {
	case f.Wild:
		return WildSort
	case f.Twin:
		return TwinSort
	case f.Ship:
		return ShipSort
	case f.Port:
		return PortSort
	}
	return TrainSort
}

// OfSort filters cards by sort.
func OfSort(lex *engine.Lexicon, cards *engine.Cards, sort string) engine.Cards {
	var list engine.Cards
	for i := range lex.Faces {
		if is := SortOf(&lex.Faces[i]); is == sort || is == WildSort && sort == TrainSort {
			list[i] = cards[i]
		}
	}
	return list
}

// Color is the word for a colour of the map, as a card or a route is called.
func (w *Vocabulary) Color(name string) string {
	if name == railmap.Gray {
		return w.Words("render.gray")
	}
	return w.Words("render.card." + name)
}

// Card names a card: "red", or with two decks "red train" (W1). NoCard is face down.
func (w *Vocabulary) Card(v *engine.View, c engine.Card) string {
	lex := v.Lexicon()
	if c == engine.NoCard || int(c) >= len(lex.Faces) {
		return w.Words("names.face-down")
	}
	f := &lex.Faces[c]
	if sort := SortOf(f); w.inFull && lex.TwoDecks && (sort == TrainSort || sort == PortSort) {
		return w.Words("card."+sort, "Color", w.Colored(f.Color, 1))
	}
	if w.ids != nil {
		return w.Words(w.ids.cardIDs[c])
	}
	return w.Words("render.card." + f.Name)
}

// Wilds is "2 locomotives".
func (w *Vocabulary) Wilds(n int) string { return w.Words("render.wild-number", "Count", n) }

// Colored is a colour before the name of n ships or trains, which some languages inflect.
func (w *Vocabulary) Colored(name string, n int) string {
	return w.Words("render.colors."+name, "Count", n)
}

// CardsOf is "3 red".
func (w *Vocabulary) CardsOf(color string, n int) string {
	word := w.Color(color)
	if n != 1 && color != railmap.Gray {
		word = w.Colored(color, n)
	}
	return w.Words("render.number", "Number", n, "Card", word)
}

// Ships is "2 red ships" (W4).
func (w *Vocabulary) Ships(color string, n int) string {
	return w.Words("render.ship-number", "Count", n, "Color", w.Colored(color, n))
}

// Number is a number of cards of a kind: "2 red", "1 wild", "3 black double ships".
func (w *Vocabulary) Number(v *engine.View, c engine.Card, n int) string {
	lex := v.Lexicon()
	f := &lex.Faces[c]
	switch sort := SortOf(f); {
	case sort == WildSort:
		return w.Wilds(n)
	case sort == TwinSort:
		return w.Words("render.double-ship-number", "Count", n, "Color", w.Colored(f.Color, n))
	case sort == ShipSort:
		return w.Ships(f.Color, n)
	case lex.TwoDecks && w.inFull:
		return w.Words("cards."+sort, "Count", n, "Color", w.Colored(f.Color, n))
	case sort == PortSort:
		return w.Words("render.marked-number", "Cards", w.CardsOf(f.Color, n))
	}
	word := w.Card(v, c)
	switch {
	case n == 1:
	case w.ids != nil:
		word = w.Words(w.ids.colorIDs[c], "Count", n)
	default:
		word = w.Colored(f.Color, n)
	}
	return w.Words("render.number", "Number", n, "Card", word)
}

// Cards lists cards: "2 red, 1 wild", or "none".
func (w *Vocabulary) Cards(v *engine.View, cards engine.Cards) string {
	return w.list(v, &cards, "names.none")
}

// list lists cards, with the text none if there are none.
func (w *Vocabulary) list(v *engine.View, cards *engine.Cards, none string) string {
	var b strings.Builder
	b.Grow(64) // bytes, enough for most lists
	for c, n := range cards {
		if n == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.Sign(v.Lexicon().Faces[c].Name))
		b.WriteString(w.Number(v, engine.Card(c), int(n)))
	}
	if b.Len() == 0 {
		return w.Words(none)
	}
	return b.String()
}

// Shown lists cards in the order in which they were turned up.
func (w *Vocabulary) Shown(v *engine.View, cards []engine.Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = w.Card(v, c)
		if c != engine.NoCard {
			names[i] = w.Sign(v.Lexicon().Faces[c].Name) + names[i]
		}
	}
	if len(names) == 0 {
		return w.Words("names.none")
	}
	return strings.Join(names, ", ")
}

// Payment lists the cards of a payment, those from the team's rack apart (S4).
func (w *Vocabulary) Payment(v *engine.View, p engine.Payment) string {
	switch {
	case p.Rack == (engine.Cards{}):
		return w.Cards(v, p.Hand)
	case p.Hand == (engine.Cards{}):
		return w.Words("names.payment-only-rack", "Rack", w.Cards(v, p.Rack))
	}
	return w.Words("names.payment-rack", "Hand", w.Cards(v, p.Hand), "Rack", w.Cards(v, p.Rack))
}
