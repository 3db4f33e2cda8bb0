package caption

import (
	"slices"
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

// lacking is what an open ticket's way takes, where it can be said by signs: ": 🟥×3, 2 of one
// colour". The signs come first, so that discord.Spare finds all of it.
func (s *Caption) lacking(p *prospect.Ticket) string {
	if p.Standing != prospect.Open || !s.Hints(s.View) {
		return ""
	}
	var signs []string
	words := prospect.Needs(s.Map, p.Way.Routes)
	words = slices.DeleteFunc(words, func(n prospect.Need) bool {
		name, times := needSign(&n)
		sign := s.Sign(name)
		if sign != "" {
			signs = append(signs, strings.TrimSpace(sign)+"×"+strconv.Itoa(times))
		}
		return sign != ""
	})
	if len(signs) == 0 {
		return ""
	}
	if len(words) > 0 {
		signs = append(signs, s.Needs(words))
	}
	return ": " + strings.Join(signs, ", ")
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
