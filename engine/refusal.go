package engine

import (
	"fmt"
	"strings"
)

// Code names a reason why a move is refused. Every code has a sentence in each locale file.
type Code string

// The reasons. The keys of their arguments are in brackets.
const (
	RefuseOver         Code = "game-over"            // the game is over
	RefuseSeat         Code = "no-such-seat"         // the game has no such seat
	RefuseTurn         Code = "not-your-turn"        // [seat] whose turn it is
	RefuseChosen       Code = "already-chosen"       // the setup choice cannot be changed (C2)
	RefuseForeign      Code = "other-title"          // the title has no such move
	RefuseOwesKeep     Code = "owes-keep"            // [count] tickets on offer must be answered first
	RefuseOwesSecond   Code = "owes-second"          // the second card must be drawn first (C4)
	RefuseNoOffer      Code = "no-offer"             // there is nothing to keep
	RefuseKeepFew      Code = "keep-too-few"         // [min]
	RefuseNotOffered   Code = "ticket-not-offered"   // [ticket]
	RefuseNamedTwice   Code = "ticket-twice"         // [ticket]
	RefuseNoSlot       Code = "no-such-slot"         // [slot, slots]
	RefuseEmptySlot    Code = "empty-slot"           // [slot]
	RefuseWildSecond   Code = "wild-second"          // [slot] a face-up wild is never the second card (C4)
	RefuseDeckEmpty    Code = "deck-empty"           // no card is left to draw blind (C6)
	RefuseNoTickets    Code = "tickets-none"         // the ticket pile is empty (C9)
	RefuseTaken        Code = "route-taken"          // [route, seat]
	RefuseOwnLane      Code = "route-own-lane"       // [route] the seat has the other lane (C8)
	RefuseClosed       Code = "route-closed"         // [route] the few-player rule (C8)
	RefusePieces       Code = "pieces-short"         // [route, need, have]
	RefuseNoPayment    Code = "payment-missing"      // [route]
	RefuseNotHeld      Code = "cards-not-held"       // [card, need, have]
	RefusePayment      Code = "payment-wrong"        // [why, route, length, color] the cards do not pay exactly (C7)
	RefuseUnaffordable Code = "route-unaffordable"   // [route, length, color] no cards of the hand pay for it
	RefuseOwesPlace    Code = "owes-place"           // where the card drawn blind goes must be said first (S3)
	RefuseOwesPay      Code = "owes-pay"             // [count] a tunnel asks for cards: pay or withdraw (N6)
	RefuseOwesShare    Code = "owes-share"           // a kept ticket must be shared first (S2, S5)
	RefuseNoTunnel     Code = "no-tunnel"            // no tunnel is being dug
	RefuseNothingDrawn Code = "nothing-drawn"        // there is no card to place
	RefuseWhere        Code = "draw-where"           // [slot] the first card goes to hand or rack (S3)
	RefuseOtherPlace   Code = "draw-other-place"     // the second card goes where the first did not (S3)
	RefuseWildToRack   Code = "wild-to-rack"         // [slot] a face-up wild goes to the rack (S3)
	RefuseToll         Code = "tunnel-payment-wrong" // [why, route, count, color] not what the tunnel asks for (N6)
	RefuseShareCount   Code = "share-count"          // [max] how many tickets can be shared now
	RefuseNotYours     Code = "ticket-not-yours"     // [ticket] not in the seat's hand
	RefusePass         Code = "pass-not-allowed"     // something else is legal (C12)

	RefuseOwesPieces     Code = "owes-pieces"        // [count] pieces must be chosen first (W2)
	RefuseSplit          Code = "pieces-split"       // [count, trains, ships] the sum, and the most of each kind (W2)
	RefuseNoDeck         Code = "draw-which-deck"    // which deck is drawn or refilled from must be said (W3)
	RefuseNoPort         Code = "port-no-harbour"    // [city] no port can be built there (W10)
	RefusePortTaken      Code = "port-taken"         // [city, seat] there is one
	RefusePortAway       Code = "port-away"          // [city] no own route leads there
	RefusePortsGone      Code = "ports-gone"         // the seat has built all its ports
	RefusePortPayment    Code = "port-payment-wrong" // [why, city] not two train and two ship cards as a port needs them
	RefusePortCost       Code = "port-unaffordable"  // [city] no cards of the hand pay for it
	RefuseExchangeNone   Code = "exchange-none"      // at least one piece must be given up (W11)
	RefuseExchangeHave   Code = "exchange-short"     // [need, have] the seat has fewer of them
	RefuseExchangeBox    Code = "exchange-box"       // [need, have] the box has fewer of the other kind
	RefuseLayShape       Code = "lay-shape"          // neither two or more of one colour nor three singles (K5)
	RefuseLayWilds       Code = "lay-wilds-only"     // a row needs a coloured card (K5)
	RefuseLayOwn         Code = "lay-own-row"        // [card] the colour still lies in the seat's own railyard (K5)
	RefuseLayShort       Code = "lay-short"          // [card, seat, have, need] somebody's row is not shorter (K5)
	RefuseLaySingleTaken Code = "lay-single-taken"   // [card, seat] a single cannot rob a row (K5)
	RefusePlanNow        Code = "plan-not-now"       // the seat has something to do, or nobody knows yet what its turn begins with
	RefusePlanEnd        Code = "plan-no-turn"       // the game, or its pass, ends before the seat's next turn
)

// Codes lists every reason; a test holds the locale files against it.
var Codes = []Code{
	RefuseOver, RefuseSeat, RefuseTurn, RefuseChosen, RefuseForeign, RefuseOwesKeep, RefuseOwesSecond, RefuseNoOffer,
	RefuseKeepFew, RefuseNotOffered, RefuseNamedTwice, RefuseNoSlot, RefuseEmptySlot, RefuseWildSecond,
	RefuseDeckEmpty, RefuseNoTickets, RefuseTaken, RefuseOwnLane, RefuseClosed, RefusePieces, RefuseNoPayment,
	RefuseNotHeld, RefusePayment, RefuseUnaffordable, RefuseOwesPlace, RefuseOwesPay, RefuseOwesShare, RefuseNoTunnel,
	RefuseNothingDrawn, RefuseWhere, RefuseOtherPlace, RefuseWildToRack, RefuseToll, RefuseShareCount, RefuseNotYours,
	RefusePass, RefuseOwesPieces, RefuseSplit, RefuseNoDeck, RefuseNoPort, RefusePortTaken, RefusePortAway, RefusePortsGone,
	RefusePortPayment, RefusePortCost, RefuseExchangeNone, RefuseExchangeHave, RefuseExchangeBox, RefuseLayShape, RefuseLayWilds,
	RefuseLayOwn, RefuseLayShort, RefuseLaySingleTaken, RefusePlanNow, RefusePlanEnd,
}

// Misfit names the part of a payment that does not fit: the argument "why" of a payment that is refused. Every misfit has
// a sentence in each locale file.
type Misfit string

// The misfits; a payment that fits has none.
const (
	TooFewCards  Misfit = "too-few-cards"
	TooManyCards Misfit = "too-many-cards" // some of them could be left out (C7)
	WrongColor   Misfit = "wrong-color"    // a card of a colour that does not pay here
	MixedColors  Misfit = "mixed-colors"   // two colours where one must do
	NoWilds      Misfit = "no-wilds"       // a wild where wilds do not pay (N4)
	TooFewWilds  Misfit = "too-few-wilds"  // a symbol has neither a wild nor three cards (N5)
	WrongDeck    Misfit = "wrong-deck"     // ships for trains or trains for ships (W4)
	UnevenDecks  Misfit = "uneven-decks"   // a port takes as many trains as ships (W10)
	NoPair       Misfit = "no-pair"        // two cards of different colours on a space with the pair mark (W6)
	NoPortMark   Misfit = "no-port-mark"   // a card without the mark cannot pay for a port (W10)
)

// Misfits lists every misfit; a test holds the locale files against it.
var Misfits = []Misfit{
	TooFewCards, TooManyCards, WrongColor, MixedColors, NoWilds, TooFewWilds, WrongDeck, UnevenDecks, NoPair, NoPortMark,
}

// Arg is an argument of a refusal's sentence; its value is an int, Card, RouteID, CityID, TicketID, Seat, Misfit or string.
type Arg struct {
	Key   string
	Value any
}

// Refusal says why a move is not legal now. It is a value; its sentence is in the locale files.
type Refusal struct {
	Code Code
	Args []Arg
}

// Refuse returns a refusal with its arguments.
func Refuse(code Code, args ...Arg) *Refusal { return &Refusal{Code: code, Args: args} }

// Error returns the code and its arguments for logs and tests, not for people.
func (r *Refusal) Error() string {
	var b strings.Builder
	b.WriteString(string(r.Code))
	for _, a := range r.Args {
		fmt.Fprintf(&b, " %s=%v", a.Key, a.Value)
	}
	return b.String()
}
