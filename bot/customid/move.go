package customid

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
)

// The notation's words for piles and places.
var (
	piles  = []string{engine.NoPile: "", engine.Trains: "trains", engine.Ships: "ships"}
	places = []string{engine.Nowhere: "", engine.ToHand: "hand", engine.ToRack: "rack"}
)

// PrintMove writes a move for a custom ID or a menu's option: the notation's word for the verb,
// then its arguments, with routes, cities and tickets as numbers: "claim:45:g2h". What the move
// lacks is left out: a payment, a deck, all of an exchange.
func PrintMove(m engine.Move) string {
	words := []string{m.Verb.String()}
	numbers := func(list ...int) {
		for _, n := range list {
			words = append(words, strconv.Itoa(n))
		}
	}
	switch m.Verb {
	case engine.Keep, engine.Share:
		for _, t := range m.Tickets {
			numbers(int(t))
		}
	case engine.Declare: // a set of any size has to fit: a bit for each ticket
		if len(m.Tickets) > 0 {
			words = append(words, strconv.FormatUint(bitsOf(m.Tickets), 36))
		}
	case engine.Pieces:
		numbers(int(m.N), int(m.M))
	case engine.Draw:
		numbers(int(m.Slot))
		words = append(words, piles[m.Pile], places[m.Where])
	case engine.Place:
		words = append(words, places[m.Where])
	case engine.Claim:
		numbers(int(m.Route))
	case engine.Port:
		numbers(int(m.City))
	case engine.Exchange:
		if m.Pile != engine.NoPile {
			words = append(words, piles[m.Pile])
			numbers(int(m.N))
		}
	}
	words = append(words, PrintPayment(m.Payment))
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), ":")
}

// ParseMove reads what PrintMove writes, and nothing else. It does not check whether the title has
// such a route or card, see Fits.
func ParseMove(text string) (engine.Move, bool) {
	words := strings.Split(text, ":")
	m := engine.Move{Verb: verbOf(words[0])}
	next := func() string {
		if len(words) < 2 {
			return ""
		}
		words = words[1:]
		return words[0]
	}
	switch m.Verb {
	case engine.Keep, engine.Share:
		for len(words) > 1 {
			m.Tickets = append(m.Tickets, engine.TicketID(number(next())))
		}
	case engine.Declare:
		set, _ := strconv.ParseUint(next(), 36, 64)
		for ; set != 0; set &= set - 1 {
			m.Tickets = append(m.Tickets, engine.TicketID(bits.TrailingZeros64(set)))
		}
	case engine.Pieces:
		m.N, m.M = uint8(number(next())), uint8(number(next()))
	case engine.Draw:
		m.Slot = uint8(number(next()))
		for len(words) > 1 {
			word := next()
			m.Pile = max(m.Pile, engine.Pile(index(piles, word)))
			m.Where = max(m.Where, engine.Where(index(places, word)))
		}
	case engine.Place:
		m.Where = engine.Where(index(places, next()))
	case engine.Claim:
		m.Route = engine.RouteID(number(next()))
	case engine.Port:
		m.City = engine.CityID(number(next()))
	case engine.Exchange:
		m.Pile = engine.Pile(index(piles, next()))
		m.N = uint8(number(next()))
	}
	if m.Verb.Paid() || m.Verb == engine.Lay {
		m.Payment, _ = ParsePayment(next())
	}
	// A value that was misread, or truncated to its type's size, does not print as it was.
	if m.Verb == 0 || m.Verb == engine.Place && m.Where == engine.Nowhere || PrintMove(m) != text {
		return engine.Move{}, false
	}
	return m, true
}

// bitsOf is a set of tickets with a bit for each.
func bitsOf(tickets []engine.TicketID) (set uint64) {
	for _, t := range tickets {
		set |= 1 << t
	}
	return set
}

// verbOf returns the verb for a word of the notation, 0 if there is none.
func verbOf(word string) engine.Verb {
	for v := engine.Keep; v <= engine.Pass; v++ {
		if v.String() == word {
			return v
		}
	}
	return 0
}

// index returns the index of a word in a list, 0 if it is not in it.
func index(list []string, word string) int { return max(slices.Index(list, word), 0) }

// Fits reports whether a title has the route, the city, the tickets and the cards of a move.
func Fits(m engine.Move, l *engine.Lexicon) bool {
	for c := len(l.Faces); c < engine.MaxCards; c++ {
		if m.Payment.Hand[c]+m.Payment.Rack[c] > 0 {
			return false
		}
	}
	for _, t := range m.Tickets {
		if int(t) >= len(l.Tickets) {
			return false
		}
	}
	return (m.Verb != engine.Claim || int(m.Route) < len(l.Routes)) &&
		(m.Verb != engine.Port || int(m.City) < len(l.Cities))
}

// PrintPayment writes a payment: each kind of card as a letter, "a" for the first, and its count if
// that is not 1; cards from a team's rack follow a dot. It is shorter than the notation, so that
// payments for the longest route fit a custom ID.
func PrintPayment(p engine.Payment) string {
	text := printCards(&p.Hand)
	if p.Rack != (engine.Cards{}) {
		text += "." + printCards(&p.Rack)
	}
	return text
}

func printCards(c *engine.Cards) string {
	var b strings.Builder
	for card, n := range c {
		if n > 0 {
			b.WriteByte(byte('a' + card))
		}
		if n > 1 {
			b.WriteString(strconv.Itoa(int(n)))
		}
	}
	return b.String()
}

// ParsePayment reads what PrintPayment writes for a payment that is not zero, and nothing else.
func ParsePayment(text string) (engine.Payment, bool) {
	hand, rack, _ := strings.Cut(text, ".")
	p := engine.Payment{Hand: parseCards(hand), Rack: parseCards(rack)}
	if p.IsZero() || PrintPayment(p) != text {
		return engine.Payment{}, false
	}
	return p, true
}

// parseCards reads what printCards writes; any other text gives cards that print differently.
func parseCards(text string) (c engine.Cards) {
	for text != "" {
		card := int(text[0]) - 'a'
		if card < 0 || card >= engine.MaxCards {
			return engine.Cards{}
		}
		text = text[1:]
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		c[card] = 1
		if digits > 0 {
			c[card] = uint8(number(text[:digits]))
		}
		text = text[digits:]
	}
	return c
}
