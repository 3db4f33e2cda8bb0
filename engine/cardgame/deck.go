package cardgame

import "github.com/konduktor-bot/konduktor/engine"

// deck is the draw pile with its discards. Its order is secret, its discards are public (C15). Within a pass nothing is
// shuffled into it again (K7).
type deck struct {
	stream   engine.Stream
	cards    [maxDeck]engine.Card
	top, end int // cards[top:end] lie face down, cards[top] is the top
	discards engine.Cards
	thrown   int // number of discards
}

// build shuffles the deck; what a scenario stacks lies on top of the shuffled rest (docs/notation.md).
func (d *deck) build(seed engine.Seed, contents engine.Cards, stacked []engine.Card) {
	d.stream = engine.NewStream(seed, "cards")
	d.end = copy(d.cards[:], stacked)
	for _, c := range stacked {
		contents[c]--
	}
	d.lay(&contents)
}

// renew makes a new deck of all cards that are not in hand (K9). The discards must be among them.
func (d *deck) renew(contents *engine.Cards) {
	d.top, d.end = 0, 0
	d.discards, d.thrown = engine.Cards{}, 0
	d.lay(contents)
}

// lay puts cards under the deck, in canonical order and then shuffled (C16).
func (d *deck) lay(contents *engine.Cards) {
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

// discard puts a robbed row on the discards (K5).
func (d *deck) discard(cards *engine.Cards) {
	for c, n := range cards {
		d.discards[c] += n
		d.thrown += int(n)
	}
}

// left counts the cards face down, by kind.
func (d *deck) left() engine.Cards {
	var cards engine.Cards
	for _, c := range d.cards[d.top:d.end] {
		cards[c]++
	}
	return cards
}
