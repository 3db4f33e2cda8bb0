package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// verbs are the notation's words, by Verb.
var verbs = [...]string{
	Keep: "keep", Pieces: "pieces", Share: "share", Draw: "draw", Place: "place", Claim: "claim", Pay: "pay",
	Withdraw: "withdraw", Tickets: "tickets", Port: "port", Exchange: "exchange", Lay: "lay", Pass: "pass",
}

// String returns the notation's word.
func (v Verb) String() string {
	if int(v) < len(verbs) && verbs[v] != "" {
		return verbs[v]
	}
	return "?"
}

// maxWords bounds a move line; no title has as many tickets.
const maxWords = 300

// ParseMove reads a move of the title's notation, without the seat. The error says what cannot be read; whether the
// move is legal is not asked.
func (l *Lexicon) ParseMove(text string) (Move, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Move{}, fmt.Errorf("a move is missing")
	}
	if len(words) > maxWords {
		return Move{}, fmt.Errorf("a move of %d words is too long", len(words))
	}
	for v, word := range verbs {
		if word != "" && word == words[0] {
			return l.parseArguments(Verb(v), words[1:])
		}
	}
	return Move{}, fmt.Errorf("unknown move %q", words[0])
}

func (l *Lexicon) parseArguments(v Verb, args []string) (Move, error) {
	m := Move{Verb: v}
	var err error
	switch v {
	case Keep:
		m.Tickets, err = l.parseTickets(args)
	case Share:
		if err = wantWords(v, args, 1, 2); err == nil {
			m.Tickets, err = l.parseTickets(args)
		}
	case Draw:
		return l.parseDraw(args)
	case Place:
		if err = wantWords(v, args, 1, 1); err == nil {
			m.Where, err = parseWhere(args[0])
		}
	case Pieces:
		if err = wantWords(v, args, 2, 2); err == nil {
			m.N, m.M, err = parseTwo(args)
		}
	case Exchange:
		if err = wantWords(v, args, 2, 2); err != nil {
			break
		}
		if m.N, err = parseCount(args[0]); err == nil {
			m.Pile, err = parsePile(args[1])
		}
	case Claim, Port:
		if err = wantWords(v, args, 2, 2); err != nil {
			break
		}
		if err = l.parsePlace(&m, args[0]); err == nil {
			m.Payment, err = l.ParsePayment(args[1])
		}
	case Pay, Lay:
		if err = wantWords(v, args, 1, 1); err == nil {
			m.Payment, err = l.ParsePayment(args[0])
		}
	default: // tickets, withdraw, pass
		err = wantWords(v, args, 0, 0)
	}
	return m, err
}

func (l *Lexicon) parsePlace(m *Move, id string) error {
	var ok bool
	if m.Verb == Port {
		if m.City, ok = l.City(id); !ok {
			return fmt.Errorf("there is no city %q", id)
		}
		return nil
	}
	if m.Route, ok = l.Route(id); !ok {
		return fmt.Errorf("there is no route %q", id)
	}
	return nil
}

// parseDraw reads what follows "draw". In World a slot needs the deck that refills it (W3).
func (l *Lexicon) parseDraw(args []string) (Move, error) {
	m := Move{Verb: Draw}
	if err := wantWords(Draw, args, 1, 2); err != nil {
		return m, err
	}
	if args[0] == "deck" {
		return m, wantWords(Draw, args, 1, 1)
	}
	if pile, err := parsePile(args[0]); err == nil {
		m.Pile = pile
		return m, wantWords(Draw, args, 1, 1)
	}
	slot, err := parseCount(args[0])
	if err != nil {
		return m, err
	}
	if slot == 0 {
		slot = noSlot // "draw 0" names a slot that no market has; 0 is the deck's own sign
	}
	m.Slot = slot
	if len(args) == 1 {
		if l.TwoDecks {
			return m, fmt.Errorf("draw %d: which deck refills the slot, trains or ships?", slot)
		}
		return m, nil
	}
	if m.Pile, err = parsePile(args[1]); err == nil {
		return m, nil
	}
	m.Where, err = parseWhere(args[1])
	return m, err
}

// noSlot is a slot number beyond every market.
const noSlot = 0xFF

func wantWords(v Verb, args []string, least, most int) error {
	if len(args) < least || len(args) > most {
		return fmt.Errorf("%s has the wrong number of words", v)
	}
	return nil
}

func parsePile(word string) (Pile, error) {
	switch word {
	case "trains":
		return Trains, nil
	case "ships":
		return Ships, nil
	}
	return NoPile, fmt.Errorf("%q is neither trains nor ships", word)
}

func parseWhere(word string) (Where, error) {
	switch word {
	case "hand":
		return ToHand, nil
	case "rack":
		return ToRack, nil
	}
	return Nowhere, fmt.Errorf("%q is neither hand nor rack", word)
}

func parseTwo(args []string) (n, m uint8, err error) {
	if n, err = parseCount(args[0]); err == nil {
		m, err = parseCount(args[1])
	}
	return n, m, err
}

// parseCount reads a number; larger ones than a uint8 become 255, which is legal nowhere.
func parseCount(word string) (uint8, error) {
	if word == "" {
		return 0, fmt.Errorf("a number is missing")
	}
	n := 0
	for _, d := range word {
		if d < '0' || d > '9' {
			return 0, fmt.Errorf("%q is not a number", word)
		}
		n = min(10*n+int(d-'0'), 0xFF)
	}
	return uint8(n), nil
}

func (l *Lexicon) parseTickets(ids []string) ([]TicketID, error) {
	var list []TicketID
	for _, id := range ids {
		t, ok := l.Ticket(id)
		if !ok {
			return nil, fmt.Errorf("there is no ticket %q", id)
		}
		list = append(list, t)
	}
	return list, nil
}

// ParsePayment reads a payment: terms joined by "+", and in Asia "hand/rack".
func (l *Lexicon) ParsePayment(text string) (Payment, error) {
	var p Payment
	hand, rack, split := text, "", false
	if l.Racks {
		hand, rack, split = strings.Cut(text, "/")
	}
	if split && rack == "" {
		return p, fmt.Errorf("payment %q names nothing after the /", text)
	}
	if hand != "" || !split {
		if err := l.parseCards(&p.Hand, hand); err != nil {
			return p, err
		}
	}
	if split {
		if err := l.parseCards(&p.Rack, rack); err != nil {
			return p, err
		}
	}
	return p, nil
}

func (l *Lexicon) parseCards(c *Cards, text string) error {
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

// PrintMove writes a move in the title's notation, without the seat.
func (l *Lexicon) PrintMove(m Move) string {
	words := []string{m.Verb.String()}
	switch m.Verb {
	case Keep, Share:
		for _, t := range m.Tickets {
			words = append(words, l.Tickets[t])
		}
	case Draw:
		words = append(words, printDraw(m)...)
	case Place:
		words = append(words, printWhere(m.Where))
	case Pieces:
		words = append(words, strconv.Itoa(int(m.N)), strconv.Itoa(int(m.M)))
	case Exchange:
		words = append(words, strconv.Itoa(int(m.N)), printPile(m.Pile))
	case Claim:
		words = append(words, l.Routes[m.Route], l.PrintPayment(m.Payment))
	case Port:
		words = append(words, l.Cities[m.City], l.PrintPayment(m.Payment))
	case Pay, Lay:
		words = append(words, l.PrintPayment(m.Payment))
	}
	return strings.Join(words, " ")
}

func printDraw(m Move) []string {
	switch {
	case m.Slot == 0 && m.Pile == NoPile:
		return []string{"deck"}
	case m.Slot == 0:
		return []string{printPile(m.Pile)}
	case m.Pile != NoPile:
		return []string{strconv.Itoa(int(m.Slot)), printPile(m.Pile)}
	case m.Where != Nowhere:
		return []string{strconv.Itoa(int(m.Slot)), printWhere(m.Where)}
	}
	return []string{strconv.Itoa(int(m.Slot))}
}

func printPile(p Pile) string {
	if p == Ships {
		return "ships"
	}
	return "trains"
}

func printWhere(w Where) string {
	if w == ToRack {
		return "rack"
	}
	return "hand"
}

// PrintPayment writes a payment: each card once, in canonical order.
func (l *Lexicon) PrintPayment(p Payment) string {
	text := l.PrintCards(p.Hand)
	if p.Rack != (Cards{}) {
		text += "/" + l.PrintCards(p.Rack)
	}
	return text
}

// PrintCards writes cards as the terms of a payment; none are "".
func (l *Lexicon) PrintCards(c Cards) string {
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
