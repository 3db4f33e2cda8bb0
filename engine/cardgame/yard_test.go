package cardgame

import (
	"testing"

	"konduktor/engine"
)

func TestViewTellsTheLongestRowItsViewerCanLay(t *testing.T) {
	g := dealtGame(t, 0, 3, nil)
	g.rows = [colors]row{
		0: {owner: 2, cards: 1}, 1: {owner: 2, cards: 3, wilds: 1},
		2: {owner: 1, cards: 4},
	}
	g.seat(1).hand = engine.Cards{0: 1, 1: 2, wild: 2}
	v := g.View(1)
	for _, c := range []struct {
		name        string
		card        engine.Card
		least, most uint8
	}{
		{"K5 a row of one is robbed by two", 0, 2, 3},
		{"K5 a row of three is robbed by four", 1, 4, 4},
		{"K5 a colour in the own railyard waits", 2, 0, 0},
		{"K5 locomotives alone are no row", 3, 2, 0},
	} {
		if v.LeastRow[c.card] != c.least || v.MostRow[c.card] != c.most {
			t.Errorf("%s: got %d to %d, want %d to %d", c.name, v.LeastRow[c.card], v.MostRow[c.card],
				c.least, c.most)
		}
	}
}
