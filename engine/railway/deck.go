package railway

import "github.com/konduktor-bot/konduktor/engine"

// deck is a draw pile with its discards. Its order is secret, its discards are public (C15).
type deck struct {
	stream   engine.Stream
	cards    [maxDeck]engine.Card
	top, end int // cards[top:end] lie face down, cards[top] is the top
	discards engine.Cards
	thrown   int // number of discards
}

// build shuffles the deck; what a scenario stacks lies on top of the shuffled rest (docs/notation.md).
func (d *deck) build(seed engine.Seed, rules *Deck, stacked []engine.Card) {
	contents := rules.Cards
	d.stream = engine.NewStream(seed, rules.Stream)
	d.end = copy(d.cards[:], stacked)
	for _, c := range stacked {
		contents[c]--
	}
	d.lay(contents)
}

// lay puts cards under the deck, in canonical order and then shuffled (C16).
func (d *deck) lay(contents engine.Cards) {
	start := d.end
	for c, n := range contents {
		for range n {
			d.cards[d.end] = engine.Card(c)
			d.end++
		}
	}
	engine.Shuffle(&d.stream, d.cards[start:d.end])
}

// size is the number of cards face down.
func (d *deck) size() int { return d.end - d.top }

// take removes the top card; the deck must not be empty.
func (d *deck) take() engine.Card {
	c := d.cards[d.top]
	d.top++
	return c
}

// discard puts a step's cards on the discards, together (C6).
func (d *deck) discard(cards *engine.Cards) {
	for c, n := range cards {
		d.discards[c] += n
		d.thrown += int(n)
	}
}

// reshuffle makes a new deck of the discards if the deck is empty and there are any (C6), and says of how many.
func (d *deck) reshuffle() int {
	if d.size() > 0 || d.thrown == 0 {
		return 0
	}
	n := d.thrown
	d.top, d.end = 0, 0
	d.lay(d.discards)
	d.discards, d.thrown = engine.Cards{}, 0
	return n
}

// deckCalled finds the deck that a move names.
func (t *Title) deckCalled(p engine.Pile) (int, bool) {
	for i := range t.rules.Decks {
		if t.rules.Decks[i].Pile == p {
			return i, true
		}
	}
	return 0, false
}

// source is the deck from which a card comes when one is named: another one if that is empty (W3). false: all are empty.
func (g *Game) source(named int) (int, bool) {
	if g.decks[named].size() > 0 {
		return named, true
	}
	for i := range g.title.rules.Decks {
		if g.decks[i].size() > 0 {
			return i, true
		}
	}
	return named, false
}

// discard puts a step's cards on the discards of their decks, together (C6).
func (g *Game) discard(cards *engine.Cards) {
	if len(g.title.rules.Decks) == 1 {
		g.decks[0].discard(cards)
		return
	}
	var by [maxDecks]engine.Cards
	for c, n := range cards {
		by[g.title.deckOf[c]][c] = n
	}
	for i := range by {
		g.decks[i].discard(&by[i])
	}
}

// reshuffle makes new decks of discards where a deck is empty (C6).
func (g *Game) reshuffle() {
	for i := range g.title.rules.Decks {
		if n := g.decks[i].reshuffle(); n > 0 {
			g.Report(engine.Event{Kind: engine.EventShuffled, Card: engine.NoCard, Pile: g.title.rules.Decks[i].Pile, N: n})
		}
	}
}
