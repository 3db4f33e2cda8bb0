package tariff

import (
	"testing"

	"konduktor/engine"
)

// The colours of the test cards without marks.
const (
	red engine.Card = iota
	blue
)

func TestAMisfitSaysWhichPartOfAPaymentIsWrong(t *testing.T) {
	all := testSuits(t)
	gray := Ordinary{Length: 3, Color: engine.NoCard, Wild: testWild, Colors: testWild}
	inRed := Ordinary{Length: 3, Color: red, Wild: testWild, Colors: testWild}
	noWilds := Ordinary{Length: 3, Color: engine.NoCard, Wild: engine.NoCard, Colors: testWild}
	ferry := Ferry{Symbols: 1, Spaces: 2, Color: red, Wild: testWild, Colors: testWild}
	grayFerry := Ferry{Symbols: 1, Spaces: 2, Color: engine.NoCard, Wild: testWild, Colors: testWild}
	rail := Rail{Length: 2, Suits: all[:1], All: all, Wild: suitWild}
	grayRail := Rail{Length: 2, Suits: all, All: all, Wild: suitWild}
	sea := Sea{Length: 3, Suits: all, All: all, Wild: suitWild}
	pair := Pair{Pairs: 1, Spaces: 1, Suits: all[:1], All: all, Wild: suitWild}
	port := Port{Each: 2, Suits: all, Wild: suitWild}
	type suitCards = [suitKinds]uint8
	none := suitCards{}
	for _, c := range []struct {
		name   string
		tariff Tariff
		paid   engine.Cards
		want   engine.Misfit
	}{
		{"C7 three of a colour pay", inRed, engine.Cards{red: 3}, ""},
		{"C7 too few cards", inRed, engine.Cards{red: 2}, engine.TooFewCards},
		{"C7 too many cards", inRed, engine.Cards{red: 3, testWild: 1}, engine.TooManyCards},
		{"C7 the wrong colour", inRed, engine.Cards{red: 2, blue: 1}, engine.WrongColor},
		{"C7 two colours on a gray route", gray, engine.Cards{red: 2, blue: 1}, engine.MixedColors},
		{"N4 a wild where none pays", noWilds, engine.Cards{red: 2, testWild: 1}, engine.NoWilds},
		{"N5 a symbol without a wild", ferry, engine.Cards{red: 3}, engine.TooFewWilds},
		{"N5 too few cards on a ferry", ferry, engine.Cards{red: 1, testWild: 1}, engine.TooFewCards},
		{"N5 the spaces take the colour", ferry, engine.Cards{blue: 2, testWild: 1}, engine.WrongColor},
		{
			"N5 a wild that three cards have replaced", ferry,
			engine.Cards{red: 5, testWild: 1},
			engine.TooManyCards,
		},
		{
			"N5 two colours on the spaces of a gray ferry", grayFerry,
			engine.Cards{red: 1, blue: 1, testWild: 1},
			engine.MixedColors,
		},
		{"N6 a toll in another colour", Toll(1, red, testWild), engine.Cards{blue: 1}, engine.WrongColor},
		{
			"N6 a colour for a tunnel of wilds", Toll(1, engine.NoCard, testWild),
			engine.Cards{red: 1},
			engine.WrongColor,
		},
		{"N6 too large a toll", Toll(1, red, testWild), engine.Cards{red: 2}, engine.TooManyCards},
		{"W4 a ship on rails", rail, cardsOf(suitCards{1, 0, 1}, none, 0), engine.WrongDeck},
		{"W4 the wrong colour", rail, cardsOf(suitCards{1}, suitCards{0, 1}, 0), engine.WrongColor},
		{"W4 two colours", grayRail, cardsOf(suitCards{1}, suitCards{0, 1}, 0), engine.MixedColors},
		{"W4 trains at sea", sea, cardsOf(suitCards{3}, none, 0), engine.WrongDeck},
		{"W5 a space is left", sea, cardsOf(suitCards{0, 0, 0, 1}, none, 0), engine.TooFewCards},
		{
			"W5 a ship could be left out", sea, cardsOf(suitCards{0, 0, 2, 1}, none, 0),
			engine.TooManyCards,
		},
		{"W5 only double ships waste a space", sea, cardsOf(suitCards{0, 0, 0, 2}, none, 0), ""},
		{"W6 two cards that are no pair", pair, cardsOf(suitCards{1, 1}, suitCards{1}, 0), engine.NoPair},
		{
			"W6 the space without a mark takes the colour", pair, cardsOf(none, suitCards{3}, 0),
			engine.WrongColor,
		},
		{"W6 a ship is no train", pair, cardsOf(suitCards{2, 0, 1}, none, 0), engine.WrongDeck},
		{"W10 a card without the mark", port, cardsOf(suitCards{1, 1, 2}, none, 0), engine.NoPortMark},
		{"W10 two colours", port, cardsOf(suitCards{0, 2}, suitCards{0, 0, 2}, 0), engine.MixedColors},
		{"W10 three trains and a ship", port, cardsOf(suitCards{0, 3, 1}, none, 0), engine.UnevenDecks},
		{"W10 too few cards", port, cardsOf(suitCards{0, 2, 1}, none, 0), engine.TooFewCards},
		{"W10 a wild too many", port, cardsOf(suitCards{0, 2, 2}, none, 1), engine.TooManyCards},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.tariff.Misfit(&c.paid); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
