package cardgame

import (
	"math/rand/v2"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
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

func TestK3AViewTellsWhatItsViewerHeardOfTheOwnTrack(t *testing.T) {
	t.Parallel()
	passes := 0
	for i := range 6 {
		g, rng := dealtGame(t, i, 2+i%3, engine.UsualOptions(Title)), rand.New(rand.NewPCG(3, uint64(i)))
		var heard [maxSeats]engine.Cards
		for !g.Over() {
			_, _, events := enginetest.PlayRandomly(t, g, rng)
			for _, e := range events {
				switch e.Kind {
				case engine.EventDealtAnew:
					heard = [maxSeats]engine.Cards{}
					passes++
				case engine.EventMoved:
					e = e.For(e.Seat)
					heard[e.Seat-1] = heard[e.Seat-1].Plus(&e.Payment.Hand)
				}
			}
			for k := range 2 + i%3 {
				seat := engine.Seat(k + 1)
				v := g.View(seat)
				if got := v.Own().Moved; got != heard[k] {
					t.Fatalf("ply %d, seat %d: got %v, heard of %v", v.Ply, seat, got, heard[k])
				}
			}
		}
	}
	if passes == 0 {
		t.Error("no second pass was played")
	}
}
