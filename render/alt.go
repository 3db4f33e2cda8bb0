package render

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/konduktor-bot/konduktor/engine"
)

func itoa(n int) string { return strconv.Itoa(n) }

// number is a number with a true minus where it is less than 0.
func number(n int) string {
	if n < 0 {
		return signed(n)
	}
	return itoa(n)
}

// signed is a number with its sign, a true minus.
func signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

// boardAlt is the alternative text of a board: the state, the seats, the market and the piles, then the last moves. Who
// wants every route takes BoardText.
func (p *painter) boardAlt(v *engine.View, o *Options) string {
	s := p.sayer(v, o)
	s.lang = o.Words("render.language")
	var b strings.Builder
	b.Grow(2 * MaxAlt) // bytes
	if c, ok := p.lex.City(o.Focus); ok && o.Focus != "" {
		write(&b, o.Words("render.around", "Map", mapName(o.Words, p.m), "City", s.city(c)), ". ")
	} else {
		write(&b, s.about("render.board", "Map", mapName(o.Words, p.m)), ". ")
	}
	s.tellState(&b)
	if dig := s.dig(); dig != "" {
		write(&b, "\n", dig)
	}
	s.tellSeats(&b)
	b.WriteByte('\n')
	s.tellMarket(&b)
	b.WriteByte('\n')
	s.tellPiles(&b)
	if len(o.Marked) > 0 {
		write(&b, "\n", s.about("render.marked", "Routes", s.routes(o.Marked)))
	}
	return clip(b.String())
}

// routes are routes in a row.
func (s *sayer) routes(list []engine.RouteID) string {
	var b strings.Builder
	for i, r := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s.route(r))
	}
	return b.String()
}

// clip shortens a text to what an alternative text may have. Discord counts UTF-16 units or characters; the former are
// never fewer.
func clip(text string) string {
	n := 0
	for i, r := range text {
		n += max(1, utf16.RuneLen(r))
		if n > MaxAlt {
			// There is room for the ellipsis since the last characters make way for it.
			return strings.TrimRight(shorten(text[:i]), " ,.") + "…"
		}
	}
	return text
}

// shorten takes the last two characters away.
func shorten(text string) string {
	r := []rune(text)
	return string(r[:max(0, len(r)-2)])
}
