package customid

import (
	"strconv"
	"strings"

	"konduktor/engine"
)

// Ways names those ways to pay for a move that have all its traits; the zero value names all ways.
// If they are too many for one menu, the player answers questions ("how many locomotives?") until
// they fit.
type Ways []Trait

// Trait is an aspect of a payment with its value.
type Trait struct {
	Aspect Aspect
	Value  uint32
}

// Aspect is the subject of a question about payments.
type Aspect uint8

// The aspects: the kinds of cards, as bits; then, by card, how many there are of it, and how many
// of these come from the team's rack (S4).
const (
	WhichKinds Aspect = 0
	OfNumber   Aspect = 1
	OfRack            = OfNumber + engine.MaxCards
	AllAspects        = OfRack + engine.MaxCards
)

// Of returns the aspect's value for a payment.
func (a Aspect) Of(p *engine.Payment) uint32 {
	switch {
	case a >= OfRack:
		return uint32(p.Rack[a-OfRack])
	case a >= OfNumber:
		return uint32(p.Hand[a-OfNumber] + p.Rack[a-OfNumber])
	}
	kinds := uint32(0)
	for c := range p.Hand {
		if p.Hand[c]+p.Rack[c] > 0 {
			kinds |= 1 << c
		}
	}
	return kinds
}

// Letters of the aspects.
const (
	kindsLetter  = 'k'
	numberLetter = 'n'
	rackLetter   = 'r'
)

// Print writes the ways as the value of a menu's option: "nb2,ra1" names those with two of the
// second card in all, and one of the first card from the rack.
func (w Ways) Print() string {
	terms := make([]string, len(w))
	for i, t := range w {
		letters := string(rune(kindsLetter))
		switch {
		case t.Aspect >= OfRack:
			letters = string([]rune{rackLetter, rune('a' + t.Aspect - OfRack)})
		case t.Aspect >= OfNumber:
			letters = string([]rune{numberLetter, rune('a' + t.Aspect - OfNumber)})
		}
		terms[i] = letters + strconv.Itoa(int(t.Value))
	}
	return strings.Join(terms, ",")
}

// ParseWays reads what Print writes for ways that are not zero, and nothing else.
func ParseWays(text string) (Ways, bool) {
	if text == "" || len(text) > MaxLength {
		return nil, false
	}
	var w Ways
	for term := range strings.SplitSeq(text, ",") {
		t, ok := parseTrait(term)
		if !ok {
			return nil, false
		}
		w = append(w, t)
	}
	return w, w.Print() == text
}

func parseTrait(term string) (Trait, bool) {
	if len(term) < 2 {
		return Trait{}, false
	}
	if term[0] == kindsLetter {
		n, err := strconv.ParseUint(term[1:], 10, engine.MaxCards)
		return Trait{WhichKinds, uint32(n)}, err == nil
	}
	first := OfNumber
	if term[0] == rackLetter {
		first = OfRack
	}
	card := term[1]
	if term[0] != numberLetter && term[0] != rackLetter || card < 'a' || card >= 'a'+engine.MaxCards {
		return Trait{}, false
	}
	n, err := strconv.ParseUint(term[2:], 10, 8)
	return Trait{first + Aspect(card-'a'), uint32(n)}, err == nil
}

// Include reports whether a payment is one of the ways.
func (w Ways) Include(p *engine.Payment) bool {
	for _, t := range w {
		if t.Aspect.Of(p) != t.Value {
			return false
		}
	}
	return true
}
