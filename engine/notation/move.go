package notation

import (
	"fmt"
	"strconv"
	"strings"

	"konduktor/engine"
)

// maxWords bounds the words of a move; no offer has that many tickets.
const maxWords = 300

// ParseMove reads a move without the seat. It does not check legality.
func ParseMove(l *engine.Lexicon, text string) (engine.Move, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return engine.Move{}, fmt.Errorf("a move is missing")
	}
	if len(words) > maxWords {
		return engine.Move{}, fmt.Errorf("a move of %d words is too long", len(words))
	}
	verb, ok := engine.ParseVerb(words[0])
	if !ok {
		return engine.Move{}, fmt.Errorf("unknown move %q", words[0])
	}
	return parseArguments(l, verb, words[1:])
}

func parseArguments(l *engine.Lexicon, v engine.Verb, args []string) (engine.Move, error) {
	m := engine.Move{Verb: v}
	var err error
	switch v {
	case engine.Keep, engine.Declare:
		m.Tickets, err = parseTickets(l, args)
	case engine.Share:
		if err = wantWords(v, args, 1, 2); err == nil {
			m.Tickets, err = parseTickets(l, args)
		}
	case engine.Draw:
		return parseDraw(l, args)
	case engine.Place:
		if err = wantWords(v, args, 1, 1); err == nil {
			m.Where, err = parseWhere(args[0])
		}
	case engine.Pieces:
		if err = wantWords(v, args, 2, 2); err == nil {
			m.N, m.M, err = parseTwo(args)
		}
	case engine.Exchange:
		if err = wantWords(v, args, 2, 2); err != nil {
			break
		}
		if m.N, err = parseCount(args[0]); err == nil {
			m.Pile, err = parsePile(args[1])
		}
	case engine.Claim, engine.Port:
		if err = wantWords(v, args, 2, 2); err != nil {
			break
		}
		if err = parsePlace(l, &m, args[0]); err == nil {
			m.Payment, err = ParsePayment(l, args[1])
		}
	case engine.Pay, engine.Lay:
		if err = wantWords(v, args, 1, 1); err == nil {
			m.Payment, err = ParsePayment(l, args[0])
		}
	default: // tickets, withdraw, pass
		err = wantWords(v, args, 0, 0)
	}
	return m, err
}

func parsePlace(l *engine.Lexicon, m *engine.Move, id string) error {
	var ok bool
	if m.Verb == engine.Port {
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
func parseDraw(l *engine.Lexicon, args []string) (engine.Move, error) {
	m := engine.Move{Verb: engine.Draw}
	if err := wantWords(engine.Draw, args, 1, 2); err != nil {
		return m, err
	}
	if args[0] == "deck" {
		return m, wantWords(engine.Draw, args, 1, 1)
	}
	if pile, err := parsePile(args[0]); err == nil {
		m.Pile = pile
		return m, wantWords(engine.Draw, args, 1, 1)
	}
	slot, err := parseCount(args[0])
	if err != nil {
		return m, err
	}
	if slot == 0 {
		slot = noSlot // "draw 0" names a slot that no market has; Slot 0 means the deck
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

func wantWords(v engine.Verb, args []string, least, most int) error {
	if len(args) < least || len(args) > most {
		return fmt.Errorf("%s has the wrong number of words", v)
	}
	return nil
}

func parsePile(word string) (engine.Pile, error) {
	switch word {
	case "trains":
		return engine.Trains, nil
	case "ships":
		return engine.Ships, nil
	}
	return engine.NoPile, fmt.Errorf("%q is neither trains nor ships", word)
}

func parseWhere(word string) (engine.Where, error) {
	switch word {
	case "hand":
		return engine.ToHand, nil
	case "rack":
		return engine.ToRack, nil
	}
	return engine.Nowhere, fmt.Errorf("%q is neither hand nor rack", word)
}

func parseTwo(args []string) (n, m uint8, err error) {
	if n, err = parseCount(args[0]); err == nil {
		m, err = parseCount(args[1])
	}
	return n, m, err
}

// parseCount reads a number. One beyond a uint8 becomes 255, which is never legal.
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

func parseTickets(l *engine.Lexicon, ids []string) ([]engine.TicketID, error) {
	var list []engine.TicketID
	for _, id := range ids {
		t, ok := l.Ticket(id)
		if !ok {
			return nil, fmt.Errorf("there is no ticket %q", id)
		}
		list = append(list, t)
	}
	return list, nil
}

// PrintMove writes a move in the title's notation, without the seat.
func PrintMove(l *engine.Lexicon, m engine.Move) string {
	words := []string{m.Verb.String()}
	switch m.Verb {
	case engine.Keep, engine.Share, engine.Declare:
		for _, t := range m.Tickets {
			words = append(words, l.Tickets[t])
		}
	case engine.Draw:
		words = append(words, printDraw(m)...)
	case engine.Place:
		words = append(words, printWhere(m.Where))
	case engine.Pieces:
		words = append(words, strconv.Itoa(int(m.N)), strconv.Itoa(int(m.M)))
	case engine.Exchange:
		words = append(words, strconv.Itoa(int(m.N)), printPile(m.Pile))
	case engine.Claim:
		words = append(words, l.Routes[m.Route], PrintPayment(l, m.Payment))
	case engine.Port:
		words = append(words, l.Cities[m.City], PrintPayment(l, m.Payment))
	case engine.Pay, engine.Lay:
		words = append(words, PrintPayment(l, m.Payment))
	}
	return strings.Join(words, " ")
}

func printDraw(m engine.Move) []string {
	switch {
	case m.Slot == 0 && m.Pile == engine.NoPile:
		return []string{"deck"}
	case m.Slot == 0:
		return []string{printPile(m.Pile)}
	case m.Pile != engine.NoPile:
		return []string{strconv.Itoa(int(m.Slot)), printPile(m.Pile)}
	case m.Where != engine.Nowhere:
		return []string{strconv.Itoa(int(m.Slot)), printWhere(m.Where)}
	}
	return []string{strconv.Itoa(int(m.Slot))}
}

func printPile(p engine.Pile) string {
	if p == engine.Ships {
		return "ships"
	}
	return "trains"
}

func printWhere(w engine.Where) string {
	if w == engine.ToRack {
		return "rack"
	}
	return "hand"
}
