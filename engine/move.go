package engine

import "slices"

// Verb says what kind of move a Move is. The words are those of the notation.
type Verb uint8

const (
	Keep     Verb = iota + 1 // answer to a ticket offer (C9)
	Pieces                   // World's choice of pieces (W2)
	Share                    // put own tickets on the team's rack (S2, S5, S6)
	Draw                     // take a card (C4, W3, S3, K4)
	Place                    // where a blind first card goes (S3)
	Claim                    // claim a route (C7)
	Pay                      // pay what a tunnel asks for (N6)
	Withdraw                 // take a tunnel's payment back (N6)
	Tickets                  // draw tickets (C9)
	Port                     // build a port (W10)
	Exchange                 // exchange pieces (W11)
	Lay                      // lay cards into the railyard (K5)
	Declare                  // say which tickets one's track pays for (K8)
	Pass                     // nothing else is legal (C12)
)

// verbs are the words of the notation, by Verb.
var verbs = [...]string{
	Keep: "keep", Pieces: "pieces", Share: "share", Draw: "draw", Place: "place", Claim: "claim",
	Pay:      "pay",
	Withdraw: "withdraw", Tickets: "tickets", Port: "port", Exchange: "exchange", Lay: "lay",
	Declare: "declare", Pass: "pass",
}

// String returns the word of the notation.
func (v Verb) String() string {
	if int(v) < len(verbs) && verbs[v] != "" {
		return verbs[v]
	}
	return "?"
}

// ParseVerb returns the verb that a word of the notation stands for.
func ParseVerb(word string) (Verb, bool) {
	i := slices.Index(verbs[:], word)
	return Verb(max(i, 0)), i > 0
}

// Pile names one of World's two decks in a move (W3, W11).
type Pile uint8

// The piles; NoPile in titles with one deck.
const (
	NoPile Pile = iota
	Trains
	Ships
)

// Where says where a drawn card goes in Asia (S3).
type Where uint8

// The places; Nowhere in other titles.
const (
	Nowhere Where = iota
	ToHand
	ToRack
)

// Move is what a seat does. Fields that the verb does not use are zero.
//
// Legal lists a move that is paid for (Claim, Pay, Port) once, with an empty Payment; Payments
// yields the ways to pay. It lists Declare once, without Tickets; Declarations yields the sets.
type Move struct {
	Verb    Verb
	Slot    uint8 // Draw: market slot, 1-based; 0 is the deck
	Pile    Pile  // Draw: the deck drawn or refilled from; Exchange: the kind given up
	Where   Where // Draw, Place
	City    CityID
	Route   RouteID
	N, M    uint8      // Pieces: trains and ships; Exchange: how many
	Payment Payment    // Claim, Pay, Port, Lay
	Tickets []TicketID // Keep, Share, in the order named; Declare, in the map file's order
}

// Paid reports whether moves of this verb carry a payment listed by Payments.
func (v Verb) Paid() bool { return v == Claim || v == Pay || v == Port }

// Equal reports whether both are the same move. Keep ignores the order of its tickets.
func (m *Move) Equal(o *Move) bool {
	a, b := *m, *o
	a.Tickets, b.Tickets = nil, nil
	if !sameButTickets(&a, &b) || len(m.Tickets) != len(o.Tickets) {
		return false
	}
	if m.Verb != Keep {
		return slices.Equal(m.Tickets, o.Tickets)
	}
	return slices.Equal(slices.Sorted(slices.Values(m.Tickets)),
		slices.Sorted(slices.Values(o.Tickets)))
}

func sameButTickets(a, b *Move) bool {
	return a.Verb == b.Verb && a.Slot == b.Slot && a.Pile == b.Pile && a.Where == b.Where &&
		a.City == b.City &&
		a.Route == b.Route && a.N == b.N && a.M == b.M && a.Payment == b.Payment
}
