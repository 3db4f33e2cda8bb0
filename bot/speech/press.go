package speech

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
)

// Patterns of the custom ids of panels, for the router. Each carries its game, and those that move also the ply they
// were offered at, so that a stale one is never carried out (design D8). {route} is a route's number, {cards} a payment
// as PrintPress writes it, {tickets} are tickets' numbers, {page} is a page's number from 0.
const (
	PressDraw        = "g/{game}/{ply}/draw"                  // menu: Values[0] is what follows "draw" in the notation
	PressKeep        = "g/{game}/{ply}/keep"                  // menu: Values are ticket ids
	PressKeepNone    = "g/{game}/{ply}/keep/none"             // keeps no ticket of the offer (K6)
	PressRoute       = "g/{game}/{ply}/route"                 // menu: Values[0] is a route id; asks to confirm
	PressPayment     = "g/{game}/{ply}/pay/{route}"           // menu: Values[0] is a payment; asks to confirm
	PressClaim       = "g/{game}/{ply}/claim/{route}/{cards}" // claims
	PressTickets     = "g/{game}/{ply}/tickets"               // asks to confirm
	PressTicketsSure = "g/{game}/{ply}/tickets/sure"          // draws tickets
	PressPass        = "g/{game}/{ply}/pass"                  // passes
	PressWays        = "g/{game}/{ply}/ways/{route}"          // menu: Values[0] are Ways to pay; asks to confirm
	PressToll        = "g/{game}/{ply}/toll"                  // menu: Values[0] is a payment; asks to confirm
	PressTollWays    = "g/{game}/{ply}/toll/ways"             // menu: Values[0] are Ways to pay; asks to confirm
	PressPay         = "g/{game}/{ply}/toll/pay/{cards}"      // pays what a tunnel asks for
	PressWithdraw    = "g/{game}/{ply}/withdraw"              // withdraws from a tunnel
	PressPlace       = "g/{game}/{ply}/place/{where}"         // says where a card goes: "hand" or "rack"
	PressShare       = "g/{game}/{ply}/share"                 // menu: Values are ticket ids; a whole turn asks to confirm
	PressShareSure   = "g/{game}/{ply}/share/{tickets}"       // shares tickets
	PressLay         = "g/{game}/{ply}/lay"                   // menu: Values[0] is a colour's name, or Singles; asks to confirm
	PressLayCards    = "g/{game}/{ply}/lay/cards"             // menu: Values[0] is what to lay, as a payment; asks to confirm
	PressLayWays     = "g/{game}/{ply}/lay/ways/{card}"       // menu: Values[0] are Ways among the rows of a colour; asks to confirm
	PressLaySingles  = "g/{game}/{ply}/lay/singles"           // menu: Values are three colours' names; asks to confirm
	PressLaySure     = "g/{game}/{ply}/lay/sure/{cards}"      // lays cards
	PressPage        = "g/{game}/{ply}/page/{page}"           // turns the pages of the routes; also the way back
	PressHand        = "g/{game}/hand"                        // opens the own panel
	PressLog         = "g/{game}/log/{page}"                  // turns the pages of the log
	PressText        = "g/{game}/text/{page}"                 // turns the pages of the board as text
)

// press fills a pattern.
func press(pattern, game string, ply engine.Ply, more ...string) string {
	pairs := []string{"{game}", game, "{ply}", strconv.Itoa(int(ply))}
	return strings.NewReplacer(append(pairs, more...)...).Replace(pattern)
}

// HandID returns the custom id of a button that opens the clicker's own panel of a game.
func HandID(game string) string { return press(PressHand, game, 0) }

// maxPage bounds a page's number in a custom id.
const maxPage = 9999

// ParsePage reads a page's number from a custom id.
func ParsePage(text string) (int, bool) { return parseNumber(text, maxPage) }

// ParseRoute reads a route's number from a custom id; it is one of a map with n routes.
func ParseRoute(text string, n int) (engine.RouteID, bool) {
	r, ok := parseNumber(text, n-1)
	return engine.RouteID(r), ok
}

// parseNumber reads a number of at most most, in the one way in which it is written.
func parseNumber(text string, most int) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || int(n) > most || strconv.Itoa(int(n)) != text {
		return 0, false
	}
	return int(n), true
}

func printRoute(r engine.RouteID) string { return strconv.Itoa(int(r)) }

// PrintPress writes a payment shortly, for a custom id: each kind of card as a letter, "a" for the first, and its count
// if it is not 1; what comes from a team's rack follows a dot. A payment of the longest route fits where the notation
// would not.
func PrintPress(p engine.Payment) string {
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

// ParsePress reads what PrintPress has written, and nothing else, for a title with so many kinds of cards.
func ParsePress(text string, kinds int) (engine.Payment, error) {
	var p engine.Payment
	hand, rack, _ := strings.Cut(text, ".")
	if err := parseCards(&p.Hand, hand, kinds); err != nil {
		return engine.Payment{}, err
	}
	if err := parseCards(&p.Rack, rack, kinds); err != nil {
		return engine.Payment{}, err
	}
	if text == "" || PrintPress(p) != text {
		return engine.Payment{}, fmt.Errorf("payment %q is not written as it should be", text)
	}
	return p, nil
}

func parseCards(c *engine.Cards, text string, kinds int) error {
	for text != "" {
		card := int(text[0]) - 'a'
		if card < 0 || card >= min(kinds, engine.MaxCards) {
			return fmt.Errorf("there is no card %q", text[:1])
		}
		text = text[1:]
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		n := 1
		if digits > 0 {
			parsed, err := strconv.ParseUint(text[:digits], 10, 8)
			if err != nil {
				return fmt.Errorf("so many cards there are not: %w", err)
			}
			n, text = int(parsed), text[digits:]
		}
		c[card] = uint8(n)
	}
	return nil
}
