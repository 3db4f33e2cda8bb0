package notation

import (
	"fmt"
	"strconv"
	"strings"

	"konduktor/engine"
)

// ParsePayment reads a payment: terms joined by "+", and in Asia "hand/rack".
func ParsePayment(l *engine.Lexicon, text string) (engine.Payment, error) {
	var p engine.Payment
	hand, rack, split := text, "", false
	if l.Racks {
		hand, rack, split = strings.Cut(text, "/")
	}
	if split && rack == "" {
		return p, fmt.Errorf("payment %q names nothing after the /", text)
	}
	if hand != "" || !split {
		if err := parseCards(l, &p.Hand, hand); err != nil {
			return p, err
		}
	}
	if split {
		if err := parseCards(l, &p.Rack, rack); err != nil {
			return p, err
		}
	}
	return p, nil
}

func parseCards(l *engine.Lexicon, c *engine.Cards, text string) error {
	for term := range strings.SplitSeq(text, "+") {
		digits := len(term) - len(strings.TrimLeft(term, "0123456789"))
		count := uint8(1)
		if digits > 0 {
			count, _ = parseCount(term[:digits])
		}
		card, ok := l.Card(term[digits:])
		if !ok {
			return fmt.Errorf("there is no card %q", term[digits:])
		}
		if count == 0 {
			return fmt.Errorf("%q counts no card", term)
		}
		c[card] = uint8(min(int(c[card])+int(count), 0xFF))
	}
	return nil
}

// PrintPayment writes a payment: each card once, in canonical order.
func PrintPayment(l *engine.Lexicon, p engine.Payment) string {
	text := PrintCards(l, p.Hand)
	if p.Rack != (engine.Cards{}) {
		text += "/" + PrintCards(l, p.Rack)
	}
	return text
}

// PrintCards writes cards as the terms of a payment; "" for no cards.
func PrintCards(l *engine.Lexicon, c engine.Cards) string {
	var b strings.Builder
	for card, n := range c {
		if n == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('+')
		}
		if n > 1 {
			b.WriteString(strconv.Itoa(int(n)))
		}
		b.WriteString(l.Faces[card].Name)
	}
	return b.String()
}
