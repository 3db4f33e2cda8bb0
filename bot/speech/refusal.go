package speech

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
)

// examples is how many possibilities a refusal names.
const examples = 3

// Refusal says why a move is refused and what is possible instead. v is the mover's view before the
// move.
func (s *Speaker) Refusal(v *engine.View, r *engine.Refusal) string {
	return joined(s.refusal(v, r), s.instead(v, r))
}

func joined(sentences ...string) string {
	return strings.Join(slices.DeleteFunc(sentences, func(text string) bool { return text == "" }),
		" ")
}

func (s *Speaker) refusal(v *engine.View, r *engine.Refusal) string {
	args := []any{"Wild", s.Words(wildCard), "Wilds", s.wilds()}
	for _, a := range r.Args {
		args = append(args, s.argument(v, a)...)
	}
	if r.Code == engine.RefusePieces {
		args = append(args, "Pieces", s.piecesOf(v, r))
	}
	if c, n, ok := counted(r); ok {
		args = append(args, "Cards", s.Number(v, c, n))
	}
	text := s.say("refusal."+s.reason(r), args...)
	if why, ok := misfit(r); ok {
		text = s.say("misfit."+string(why), args...) + " " + text
	}
	return text
}

// misfit returns the fault of a refused payment; false if the refusal is not about a payment.
func misfit(r *engine.Refusal) (engine.Misfit, bool) {
	for _, a := range r.Args {
		if why, ok := a.Value.(engine.Misfit); ok {
			return why, true
		}
	}
	return "", false
}

// reason is the end of the sentence's ID. A tunnel that was begun with wilds only takes nothing
// else (N6); a number of cards beyond the largest that the notation can hold is not named.
func (s *Speaker) reason(r *engine.Refusal) string {
	for _, a := range r.Args {
		if r.Code == engine.RefuseToll && a.Value == engine.NoCard {
			return string(r.Code) + "-wilds"
		}
		if r.Code == engine.RefuseNotHeld && a.Key == "need" && a.Value == math.MaxUint8 {
			return string(r.Code) + "-many"
		}
	}
	return string(r.Code)
}

// counted returns the cards that a refusal counts: those needed, held, or in the row to rob.
func counted(r *engine.Refusal) (c engine.Card, n int, ok bool) {
	number := map[string]int{}
	for _, a := range r.Args {
		switch value := a.Value.(type) {
		case engine.Card:
			c, ok = value, value != engine.NoCard
		case int:
			number[a.Key] = value
		}
	}
	n = number["have"]
	if need := number["need"]; r.Code == engine.RefuseNotHeld && need != math.MaxUint8 {
		n = need
	}
	return c, n, ok
}

// argument words an argument's value for the reader, under its key in upper case; a number also
// chooses the plural form.
func (s *Speaker) argument(v *engine.View, a engine.Arg) []any {
	key := strings.ToUpper(a.Key[:1]) + a.Key[1:]
	switch value := a.Value.(type) {
	case engine.Card:
		if a.Key == "color" && value == engine.NoCard {
			return []any{key, s.say("render.gray")}
		}
		return []any{key, s.Card(v, value)}
	case engine.RouteID:
		return []any{key, s.Route(value), "Takes", s.fare(value)}
	case engine.TicketID:
		return []any{key, s.Ticket(value)}
	case engine.CityID:
		return []any{key, s.City(value)}
	case engine.Seat:
		return []any{key, s.Seat(v, value)}
	case int:
		if a.Key == "length" || a.Key == "min" || a.Key == "count" || a.Key == "need" {
			return []any{key, value, "Count", value}
		}
		return []any{key, value}
	}
	return []any{key, a.Value}
}

// instead says what is possible, where that helps: ways to pay for the route, cards to draw,
// tickets to keep.
func (s *Speaker) instead(v *engine.View, r *engine.Refusal) string {
	switch r.Code {
	case engine.RefusePayment, engine.RefuseNoPayment:
		return s.insteadPay(v, r)
	case engine.RefuseToll, engine.RefuseOwesPay:
		return s.ways(v, engine.Move{Verb: engine.Pay})
	case engine.RefuseWildSecond, engine.RefuseNoSlot, engine.RefuseEmptySlot, engine.RefuseDeckEmpty,
		engine.RefuseOwesSecond, engine.RefuseWhere, engine.RefuseWildToRack, engine.RefuseOtherPlace,
		engine.RefuseNoDeck:
		return s.insteadDraw(v)
	case engine.RefusePortPayment, engine.RefuseNoPort, engine.RefusePortTaken, engine.RefusePortAway,
		engine.RefusePortCost:
		return s.insteadPort(v, r)
	case engine.RefuseExchangeNone, engine.RefuseExchangeHave, engine.RefuseExchangeBox:
		return s.insteadExchange(v)
	case engine.RefuseOwesKeep, engine.RefuseKeepFew, engine.RefuseNotOffered, engine.RefuseNamedTwice:
		if own := v.Own(); own != nil && len(own.Offer.IDs) > 0 {
			if leastKept(v) == 0 { // K6
				return s.say("instead.keep-any", "Tickets", s.Tickets(own.Offer.IDs))
			}
			return s.say("instead.keep", "Tickets", s.Tickets(own.Offer.IDs), "Min", leastKept(v))
		}
	case engine.RefuseLayShape, engine.RefuseLayWilds, engine.RefuseLayOwn, engine.RefuseLayShort,
		engine.RefuseLaySingleTaken:
		return s.insteadLay(v)
	case engine.RefuseTaken, engine.RefuseOwnLane, engine.RefuseClosed, engine.RefusePieces,
		engine.RefuseUnaffordable:
		return s.insteadClaim(v)
	case engine.RefuseNoTickets, engine.RefusePass, engine.RefuseForeign, engine.RefusePortsGone:
		return s.InsteadTurn(v)
	}
	return ""
}

func (s *Speaker) insteadPay(v *engine.View, r *engine.Refusal) string {
	m := engine.Move{Verb: engine.Claim}
	for _, a := range r.Args {
		if route, ok := a.Value.(engine.RouteID); ok {
			m.Route = route
		}
	}
	return s.ways(v, m)
}

func (s *Speaker) ways(v *engine.View, m engine.Move) string {
	var ways []string
	for p := range v.Payments(m) {
		ways = append(ways, s.Payment(v, p))
		if len(ways) == examples {
			break
		}
	}
	if len(ways) == 0 {
		return ""
	}
	return s.say("instead.pay", "Ways", strings.Join(ways, "; "))
}

// insteadClaim names the routes that can be claimed and help the viewer most, or else which kinds
// of turns are legal.
func (s *Speaker) insteadClaim(v *engine.View) string {
	claims := s.claims(v)
	if v.Owes != engine.OwesTurn || len(claims) == 0 {
		return s.InsteadTurn(v)
	}
	return s.say("instead.claims", "Routes", firstFew(claims, maxNamed,
		func(c claim) string { return s.Route(c.Route) }))
}

// WhyLanes says why none of the lanes that a person named by their common number can be claimed,
// and which routes can; "" if one can be, or no number was typed. why returns the refusal of a
// claim.
func (s *Speaker) WhyLanes(
	v *engine.View, text string, why func(engine.RouteID) *engine.Refusal,
) string {
	if _, err := strconv.Atoi(fold(text)); err != nil {
		return ""
	}
	var reasons []string
	for _, r := range s.fittingRoutes(v, text) {
		refused := why(r)
		if refused == nil {
			return ""
		}
		reasons = append(reasons, s.refusal(v, refused))
	}
	if len(reasons) == 0 {
		return ""
	}
	return joined(append(reasons, s.insteadClaim(v))...)
}

// InsteadTurn says which kinds of turns are legal, "" if none is.
func (s *Speaker) InsteadTurn(v *engine.View) string {
	if v.Owes != engine.OwesTurn {
		return ""
	}
	var kinds []string
	seen := map[engine.Verb]bool{}
	claims := 0
	for _, m := range v.Legal() {
		if m.Verb == engine.Claim {
			claims++
		}
		if !seen[m.Verb] && m.Verb != engine.Claim {
			seen[m.Verb] = true
			kinds = append(kinds, s.say("instead."+m.Verb.String()))
		}
	}
	if claims > 0 {
		kinds = append(kinds, s.say("instead.claim", "Count", claims))
	}
	if len(kinds) == 0 {
		return ""
	}
	return s.say("instead.turn", "Kinds", s.Join(kinds))
}
