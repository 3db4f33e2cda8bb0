package railway

import "konduktor/engine"

func (t *Title) deckCalled(p engine.Pile) (int, bool) {
	for i := range t.rules.Decks {
		if t.rules.Decks[i].Pile == p {
			return i, true
		}
	}
	return 0, false
}

// source is the deck that a named card comes from: another one if that is empty (W3); false: all
// are.
func (g *Game) source(named int) (int, bool) {
	if g.decks[named].Size() > 0 {
		return named, true
	}
	for i := range g.title.rules.Decks {
		if g.decks[i].Size() > 0 {
			return i, true
		}
	}
	return named, false
}

// discard puts the cards of a step on the discards of their decks, together (C6).
func (g *Game) discard(cards *engine.Cards) {
	if len(g.title.rules.Decks) == 1 {
		g.decks[0].Discard(cards)
		return
	}
	var by [maxDecks]engine.Cards
	for c, n := range cards {
		by[g.title.deckOf[c]][c] = n
	}
	for i := range by {
		g.decks[i].Discard(&by[i])
	}
}

// reshuffle makes a new deck of the discards wherever a deck is empty (C6).
func (g *Game) reshuffle() {
	for i := range g.title.rules.Decks {
		if n := g.decks[i].Reshuffle(); n > 0 {
			g.Report(engine.Event{
				Kind: engine.EventShuffled, Card: engine.NoCard,
				Pile: g.title.rules.Decks[i].Pile, N: n,
			})
		}
	}
}
