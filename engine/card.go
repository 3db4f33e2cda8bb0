package engine

// Card is the index of a kind of card in Lexicon.Faces, its title's canonical order.
type Card uint8

// NoCard marks an empty market slot and a card that the viewer may not know.
const NoCard Card = 0xFF

// MaxCards bounds the kinds of cards of a title: World has 6 colours of 4 kinds and the wild (W1).
const MaxCards = 25

// Cards counts cards by kind: a hand, a rack, a payment, or the contents of a pile.
type Cards [MaxCards]uint8

// Total returns the number of cards.
func (c *Cards) Total() int {
	n := 0
	for _, k := range c {
		n += int(k)
	}
	return n
}

// Holds reports whether c contains all cards of d.
func (c *Cards) Holds(d *Cards) bool {
	for i := range c {
		if d[i] > c[i] {
			return false
		}
	}
	return true
}

// Plus returns the cards of c and d together.
func (c Cards) Plus(d *Cards) Cards {
	for i := range c {
		c[i] += d[i]
	}
	return c
}

// Minus returns c without the cards of d; c must hold them all.
func (c Cards) Minus(d *Cards) Cards {
	for i := range c {
		c[i] -= d[i]
	}
	return c
}

// Payment is what a seat lays down from its hand and, in a team title, from the team's rack (S4).
type Payment struct {
	Hand, Rack Cards
}

// Cards returns the cards of hand and rack together.
func (p *Payment) Cards() Cards { return p.Hand.Plus(&p.Rack) }

func (p *Payment) size() int {
	cards := p.Cards()
	return cards.Total()
}

// IsZero reports whether nothing is laid down.
func (p *Payment) IsZero() bool { return *p == Payment{} }

// Face describes one kind of card of a title.
type Face struct {
	Name  string // the notation's word: "red", "red-port", "red-ship", "red-ships", "wild"
	Color string // the map file's colour; "" for the wild
	Wild  bool   // locomotive or joker (C7)
	Port  bool   // bears the port mark (W1)
	Ship  bool   // belongs to the ship deck (W1)
	Twin  bool   // a double ship: covers up to two spaces (W5)
}
