package engine

import (
	"fmt"
	"slices"
	"strings"
)

// Code names a reason why a move is refused. Every code has a sentence in each locale file.
type Code string

// The reasons. The keys of their arguments are in brackets.
const (
	RefuseOver    Code = "game-over"      // the game is over
	RefuseSeat    Code = "no-such-seat"   // the game has no such seat
	RefuseTurn    Code = "not-your-turn"  // [seat] whose turn it is
	RefuseChosen  Code = "already-chosen" // the setup choice cannot be changed (C2)
	RefuseForeign Code = "other-title"    // the title has no such move
	// [count] tickets on offer must be answered first
	RefuseOwesKeep   Code = "owes-keep"
	RefuseOwesSecond Code = "owes-second"        // the second card must be drawn first (C4)
	RefuseNoOffer    Code = "no-offer"           // there is nothing to keep
	RefuseKeepFew    Code = "keep-too-few"       // [min]
	RefuseNotOffered Code = "ticket-not-offered" // [ticket]
	RefuseNamedTwice Code = "ticket-twice"       // [ticket]
	RefuseNoSlot     Code = "no-such-slot"       // [slot, slots]
	RefuseEmptySlot  Code = "empty-slot"         // [slot]
	// [slot] a face-up wild is never the second card (C4)
	RefuseWildSecond Code = "wild-second"
	RefuseDeckEmpty  Code = "deck-empty"      // no card is left to draw blind (C6)
	RefuseNoTickets  Code = "tickets-none"    // the ticket pile is empty (C9)
	RefuseTaken      Code = "route-taken"     // [route, seat]
	RefuseOwnLane    Code = "route-own-lane"  // [route] the seat has the other lane (C8)
	RefuseClosed     Code = "route-closed"    // [route] the few-player rule (C8)
	RefusePieces     Code = "pieces-short"    // [route, need, have]
	RefuseNoPayment  Code = "payment-missing" // [route]
	RefuseNotHeld    Code = "cards-not-held"  // [card, need, have]
	// [why, route, length, color] the cards do not pay exactly (C7)
	RefusePayment Code = "payment-wrong"
	// [route, length, color] no cards of the hand pay for it
	RefuseUnaffordable Code = "route-unaffordable"
	// where the card drawn blind goes must be said first (S3)
	RefuseOwesPlace Code = "owes-place"
	// [count] a tunnel asks for cards: pay or withdraw (N6)
	RefuseOwesPay      Code = "owes-pay"
	RefuseOwesShare    Code = "owes-share"    // a kept ticket must be shared first (S2, S5)
	RefuseNoTunnel     Code = "no-tunnel"     // no tunnel is being dug
	RefuseNothingDrawn Code = "nothing-drawn" // there is no card to place
	// [slot] the first card goes to hand or rack (S3)
	RefuseWhere Code = "draw-where"
	// the second card goes where the first did not (S3)
	RefuseOtherPlace Code = "draw-other-place"
	RefuseWildToRack Code = "wild-to-rack" // [slot] a face-up wild goes to the rack (S3)
	// [why, route, count, color] not what the tunnel asks for (N6)
	RefuseToll       Code = "tunnel-payment-wrong"
	RefuseShareCount Code = "share-count"      // [max] how many tickets can be shared now
	RefuseNotYours   Code = "ticket-not-yours" // [ticket] not in the seat's hand
	RefusePass       Code = "pass-not-allowed" // something else is legal (C12)

	RefuseOwesPieces Code = "owes-pieces" // [count] pieces must be chosen first (W2)
	// [count, trains, ships] the sum, and the most of each kind (W2)
	RefuseSplit Code = "pieces-split"
	// which deck is drawn or refilled from must be said (W3)
	RefuseNoDeck    Code = "draw-which-deck"
	RefuseNoPort    Code = "port-no-harbour" // [city] no port can be built there (W10)
	RefusePortTaken Code = "port-taken"      // [city, seat] there is one
	RefusePortAway  Code = "port-away"       // [city] no own route leads there
	RefusePortsGone Code = "ports-gone"      // the seat has built all its ports
	// [why, city] not two train and two ship cards as a port needs them
	RefusePortPayment  Code = "port-payment-wrong"
	RefusePortCost     Code = "port-unaffordable" // [city] no cards of the hand pay for it
	RefuseExchangeNone Code = "exchange-none"     // at least one piece must be given up (W11)
	RefuseExchangeHave Code = "exchange-short"    // [need, have] the seat has fewer of them
	// [need, have] the box has fewer of the other kind
	RefuseExchangeBox Code = "exchange-box"
	// neither two or more of one colour nor three singles (K5)
	RefuseLayShape Code = "lay-shape"
	RefuseLayWilds Code = "lay-wilds-only" // a row needs a coloured card (K5)
	// [card] the colour still lies in the seat's own railyard (K5)
	RefuseLayOwn Code = "lay-own-row"
	// [card, seat, have, need] somebody's row is not shorter (K5)
	RefuseLayShort       Code = "lay-short"
	RefuseLaySingleTaken Code = "lay-single-taken" // [card, seat] a single cannot rob a row (K5)

	RefuseOwesDeclare  Code = "owes-declare"    // a set of tickets must be declared (K8)
	RefuseNoDeclare    Code = "declare-not-now" // no declaration is due
	RefuseDeclareCards Code = "declare-cards"   // [ticket] the track does not pay for it as well
	RefuseDeclareMore  Code = "declare-more"    // [ticket] the track pays for it as well
	RefuseDeclareOrder Code = "declare-order"   // [ticket] it comes before the one named first

	// the seat has something to do, or nobody knows yet how its turn will begin
	RefusePlanNow Code = "plan-not-now"
	// the game, or its pass, ends before the seat's next turn
	RefusePlanEnd Code = "plan-no-turn"
)

// Codes lists every reason; a test compares the locale files with it.
var Codes = []Code{
	RefuseOver, RefuseSeat, RefuseTurn, RefuseChosen, RefuseForeign, RefuseOwesKeep, RefuseOwesSecond,
	RefuseNoOffer,
	RefuseKeepFew, RefuseNotOffered, RefuseNamedTwice, RefuseNoSlot, RefuseEmptySlot, RefuseWildSecond,
	RefuseDeckEmpty, RefuseNoTickets, RefuseTaken, RefuseOwnLane, RefuseClosed, RefusePieces,
	RefuseNoPayment,
	RefuseNotHeld, RefusePayment, RefuseUnaffordable, RefuseOwesPlace, RefuseOwesPay, RefuseOwesShare,
	RefuseNoTunnel,
	RefuseNothingDrawn, RefuseWhere, RefuseOtherPlace, RefuseWildToRack, RefuseToll, RefuseShareCount,
	RefuseNotYours,
	RefusePass, RefuseOwesPieces, RefuseSplit, RefuseNoDeck, RefuseNoPort, RefusePortTaken,
	RefusePortAway, RefusePortsGone,
	RefusePortPayment, RefusePortCost, RefuseExchangeNone, RefuseExchangeHave, RefuseExchangeBox,
	RefuseLayShape, RefuseLayWilds,
	RefuseLayOwn, RefuseLayShort, RefuseLaySingleTaken, RefuseOwesDeclare, RefuseNoDeclare,
	RefuseDeclareCards, RefuseDeclareMore, RefuseDeclareOrder, RefusePlanNow, RefusePlanEnd,
}

// Misfit says what is wrong with a refused payment: its argument "why".
type Misfit string

const (
	TooFewCards  Misfit = "too-few-cards"
	TooManyCards Misfit = "too-many-cards" // some of them could be left out (C7)
	WrongColor   Misfit = "wrong-color"    // a card of a colour that does not pay here
	MixedColors  Misfit = "mixed-colors"   // two colours where one must do
	NoWilds      Misfit = "no-wilds"       // a wild where wilds do not pay (N4)
	TooFewWilds  Misfit = "too-few-wilds"  // a symbol has neither a wild nor three cards (N5)
	WrongDeck    Misfit = "wrong-deck"     // ships for trains or trains for ships (W4)
	UnevenDecks  Misfit = "uneven-decks"   // a port takes as many trains as ships (W10)
	NoPair       Misfit = "no-pair"        // two colours on a space with the pair mark (W6)
	NoPortMark   Misfit = "no-port-mark"   // a card without the mark cannot pay for a port (W10)
)

// Misfits lists every misfit; a test compares the locale files with it.
var Misfits = []Misfit{
	TooFewCards, TooManyCards, WrongColor, MixedColors, NoWilds, TooFewWilds, WrongDeck, UnevenDecks,
	NoPair, NoPortMark,
}

// Arg is an argument of a refusal's sentence.
type Arg struct {
	Key   string
	Value any
}

// Refusal says why a move is not legal now; the locale files have its sentence.
type Refusal struct {
	Code Code
	Args []Arg
}

// Refuse returns a refusal; pairs are the keys and values of its arguments in turn.
func Refuse(code Code, pairs ...any) *Refusal {
	r := &Refusal{Code: code}
	for pair := range slices.Chunk(pairs, 2) {
		r.Args = append(r.Args, Arg{pair[0].(string), pair[1]})
	}
	return r
}

// Error returns the code and its arguments for logs and tests, not for people.
func (r *Refusal) Error() string {
	var b strings.Builder
	b.WriteString(string(r.Code))
	for _, a := range r.Args {
		fmt.Fprintf(&b, " %s=%v", a.Key, a.Value)
	}
	return b.String()
}
