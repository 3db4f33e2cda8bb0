package caption

import (
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
)

// The signs of a title besides those of its cards, which are called like the faces, and of its
// kinds of pieces ("trains"). Package emblem draws them.
const (
	DeckSign   = "deck"
	PairSign   = "pair" // a space that takes two cards (W6)
	PortSign   = "port"
	TicketSign = "ticket"
)

// SeatSign is the sign of a seat's pieces.
func SeatSign(n engine.Seat) string { return "seat-" + strconv.Itoa(int(n)) }

// Sign is the mark of a sign, with a space behind it; "" if it has none.
func (w *Vocabulary) Sign(name string) string {
	if w.Mark == nil || name == "" {
		return ""
	}
	return w.Mark(name)
}

// Counted lists cards by their signs: "🟥2 🟦1". Cards without signs are named.
func (w *Vocabulary) Counted(v *engine.View, cards *engine.Cards) string {
	var signs []string
	for c, n := range cards {
		if n == 0 {
			continue
		}
		sign := w.numbered(v.Lexicon().Faces[c].Name, int(n))
		if sign == "" {
			return w.Cards(v, *cards)
		}
		signs = append(signs, sign)
	}
	if len(signs) == 0 {
		return w.Words("names.none")
	}
	return strings.Join(signs, " ")
}

// numbered is a sign with a number, "" if there is no sign.
func (w *Vocabulary) numbered(name string, n int) string {
	if sign := w.Sign(name); sign != "" {
		return strings.TrimSpace(sign) + strconv.Itoa(n)
	}
	return ""
}

// Lacking is what a way takes by signs: "🟥3 any2×2"; in words where there is no sign.
func (w *Vocabulary) Lacking(list []prospect.Need) string {
	var parts []string
	between := " "
	for n, same := range runs(list) {
		part := w.numbered(needSign(&n))
		switch {
		case n.Color == railmap.Gray && n.Ship:
			part = w.Words("render.any-ship", "Number", n.Cards)
		case n.Color == railmap.Gray:
			part = w.Words("render.any", "Number", n.Cards)
		case part == "":
			part, between = w.need(n), ", "
		}
		if same > 1 {
			part += "×" + strconv.Itoa(same)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, between)
}

// needSign is the sign of what a way takes, and how many of it; "" for cards of any one colour.
func needSign(n *prospect.Need) (name string, times int) {
	switch {
	case n.Pairs > 0:
		return PairSign, n.Pairs
	case n.Wilds > 0:
		return "wild", n.Wilds
	case n.Color == railmap.Gray:
		return "", 0
	case n.Ship:
		return n.Color + "-ship", n.Cards
	}
	return n.Color, n.Cards
}
