// Package cards holds what every machine has: a deck with its discards, the pile of tickets, and an
// offer of tickets.
package cards

import "konduktor/engine"

// MaxDeck is the size of the largest deck of any title (N1, S1).
const MaxDeck = 110

// Deck is a draw pile, whose order is secret, with its public discards (C15). A copy is
// independent.
type Deck struct {
	stream   engine.Stream
	orders   *orders // one for each taker; nil: all take from the top
	cards    [MaxDeck]engine.Card
	top, end int    // cards[top:end] lie face down, cards[top] is the top; with orders, top were taken
	taken    places // with orders
	discards engine.Cards
	thrown   int // number of discards
}

// Build shuffles at most MaxDeck cards; a scenario's stacked cards lie on top (docs/notation.md).
func (d *Deck) Build(seed engine.Seed, purpose string, contents engine.Cards,
	stacked []engine.Card,
) {
	d.stream = engine.NewStream(seed, purpose)
	d.end = copy(d.cards[:], stacked)
	for _, c := range stacked {
		contents[c]--
	}
	d.lay(&contents)
}

// BuildApart makes a deck of at most MaxDeck cards in which each taker has an order of its own
// (C18).
func (d *Deck) BuildApart(seed engine.Seed, purpose string, contents engine.Cards) {
	d.orders = newOrders(seed, purpose)
	d.lay(&contents)
}

// lay puts cards under the deck, in canonical order and then shuffled (C16, C18).
func (d *Deck) lay(contents *engine.Cards) {
	start := d.end
	for c, n := range contents {
		for range n {
			d.cards[d.end] = engine.Card(c)
			d.end++
		}
	}
	if d.orders != nil {
		d.orders, d.taken = d.orders.next(d.end), places{}
		return
	}
	engine.Shuffle(&d.stream, d.cards[start:d.end])
}

// Size is the number of cards face down.
func (d *Deck) Size() int { return d.end - d.top }

// FaceDown returns the face-down cards, top first; with an order for each taker, in canonical
// order. It may share memory with the deck.
func (d *Deck) FaceDown() []engine.Card {
	if d.orders == nil {
		return d.cards[d.top:d.end]
	}
	left := make([]engine.Card, 0, d.Size())
	for i, c := range d.cards[:d.end] {
		if !d.taken.has(i) {
			left = append(left, c)
		}
	}
	return left
}

// Discards are the cards discarded.
func (d *Deck) Discards() engine.Cards { return d.discards }

// Discarded is the number of cards discarded.
func (d *Deck) Discarded() int { return d.thrown }

// Take removes the top card, or the taker's first one; the deck must not be empty.
func (d *Deck) Take(by Taker) engine.Card {
	i := d.top
	if d.orders != nil {
		i = d.orders.first(by, d.taken)
		d.taken.add(i)
	}
	d.top++
	return d.cards[i]
}

// Discard puts a step's cards on the discards, together (C6).
func (d *Deck) Discard(cards *engine.Cards) {
	for c, n := range cards {
		d.discards[c] += n
		d.thrown += int(n)
	}
}

// Reshuffle shuffles the discards into an empty deck (C6), and returns their number.
func (d *Deck) Reshuffle() int {
	if d.Size() > 0 || d.thrown == 0 {
		return 0
	}
	n := d.thrown
	discards := d.discards
	d.Renew(&discards)
	return n
}

// Redeal shuffles the face-down cards anew, in canonical order at first (C19). Later shuffles come
// from the seed, too.
func (d *Deck) Redeal(seed engine.Seed, purpose string) {
	var left engine.Cards
	for _, c := range d.FaceDown() {
		left[c]++
	}
	d.stream = engine.NewStream(seed, purpose)
	if d.orders != nil {
		d.orders = newOrders(seed, purpose)
	}
	d.top, d.end = 0, 0
	d.lay(&left)
}

// Renew makes a new deck of some cards, all discards among them (K9).
func (d *Deck) Renew(contents *engine.Cards) {
	d.top, d.end = 0, 0
	d.discards, d.thrown = engine.Cards{}, 0
	d.lay(contents)
}

// Restore sets a deck up in mid-game: at most MaxDeck face-down cards, top first, and discards.
// Later shuffles come from the seed.
func (d *Deck) Restore(seed engine.Seed, purpose string, faceDown []engine.Card,
	discards *engine.Cards,
) {
	d.stream = engine.NewStream(seed, purpose)
	d.top, d.end = 0, copy(d.cards[:], faceDown)
	d.discards, d.thrown = *discards, discards.Total()
}
