package caption

import (
	"slices"

	"konduktor/engine"
)

// Won reports whether a seat is among the winners.
func Won(v *engine.View, s engine.Seat) bool { return slices.Contains(v.Winners, s) }

// Side is who scores together: the seats of a team in their order, or a seat alone in titles without teams.
type Side []engine.Seat

// Sides are all parties of a game, in turn order of their first seats.
func Sides(v *engine.View) []Side {
	all, seats := make([]Side, 0, len(v.Seats)), make(Side, 0, len(v.Seats))
	for i := range v.Seats {
		first := v.Seats[i].Seat
		if slices.ContainsFunc(all, func(p Side) bool { return Allied(v, p[0], first) }) {
			continue
		}
		from := len(seats)
		for j := i; j < len(v.Seats); j++ {
			if mate := v.Seats[j].Seat; Allied(v, first, mate) {
				seats = append(seats, mate)
			}
		}
		all = append(all, seats[from:len(seats):len(seats)])
	}
	return all
}

// Allied reports whether two seats score together.
func Allied(v *engine.View, a, b engine.Seat) bool {
	return a == b || v.Uses(engine.UsesTeams) && v.Seat(a).Team == v.Seat(b).Team
}

// OfferTitle is the title of tickets of which the seat keeps some and gives the others back.
const OfferTitle = "render.hand-offer"

// Choice is what a seat has to choose tickets for.
type Choice struct {
	Title string            // id of the text above the offer
	Offer []engine.TicketID // to choose from
	Rest  []engine.TicketID // its other tickets
}

// ChoiceOf splits the viewer's own tickets. Those of which one is to be shared are in the seat's hand already (S5).
func ChoiceOf(v *engine.View) Choice {
	own := v.Own()
	c := Choice{Title: OfferTitle, Offer: own.Offer.IDs, Rest: own.Tickets.IDs}
	owes := own.Owes // at setup everybody owes their own
	if v.Phase != engine.InSetup && v.Moves(own.Seat) {
		owes = v.Owes
	}
	if owes == engine.OwesShare {
		c.Title = "render.hand-share"
		c.Rest = slices.DeleteFunc(slices.Clone(c.Rest), func(t engine.TicketID) bool { return slices.Contains(c.Offer, t) })
	}
	return c
}

// Ranking are the parties with a final score, winners first, then by total, then in turn order.
func Ranking(v *engine.View) []Side {
	all := slices.DeleteFunc(Sides(v), func(p Side) bool { return v.Seat(p[0]).Final == nil })
	slices.SortStableFunc(all, func(a, b Side) int {
		wa, wb := Won(v, a[0]), Won(v, b[0])
		if wa != wb {
			if wa {
				return -1
			}
			return 1
		}
		return v.Seat(b[0]).Final.Total - v.Seat(a[0]).Final.Total
	})
	return all
}
