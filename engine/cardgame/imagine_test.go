package cardgame

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
)

// hiddenOf tells all secrets of a game.
func hiddenOf(game engine.Game) engine.Hidden {
	g := game.(*Game)
	h := engine.Hidden{
		Passed: g.Passed, Idle: g.Idle, Open: g.open, Last: g.Turn, Declare: g.asks,
		Decks: [][]engine.Card{slices.Clone(g.deck.FaceDown())},
	}
	pile := g.tickets
	h.Tickets = pile.Draw(pile.Size())
	for i := range g.N {
		s := &g.seats[i]
		h.Seats = append(h.Seats, engine.HiddenSeat{
			Hand: s.hand, Track: s.track, Tickets: s.tickets(false), Offer: s.offer, Chosen: s.chosen,
			Dealt: s.dealt, Declared: s.declared,
			Drawn: engine.NoCard,
		})
	}
	return h
}

func TestAGameImaginedWithItsTrueSecretsIsTheSameGame(t *testing.T) {
	t.Parallel()
	enginetest.CheckImagined(t, Title, 6, hiddenOf)
}
