package caption

import (
	"slices"

	"konduktor/engine"
)

// Won reports whether a seat is among the winners.
func Won(v *engine.View, s engine.Seat) bool { return slices.Contains(v.Winners, s) }

// Side are the seats that score together: a team, or a single seat.
type Side []engine.Seat

// Sides are all sides, in turn order of their first seats.
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

// OfferTitle is the ID of the heading of tickets to keep or give back.
const OfferTitle = "render.hand-offer"

// Choice is a seat's choice of tickets.
type Choice struct {
	Title string // ID of the heading above the offer
	Offer []engine.TicketID
	Rest  []engine.TicketID // its other tickets
}

// ChoiceOf splits the viewer's tickets. Tickets to share one of are in its hand already (S5).
func ChoiceOf(v *engine.View) Choice {
	own := v.Own()
	c := Choice{Title: OfferTitle, Offer: own.Offer.IDs, Rest: own.Tickets.IDs}
	owes := own.Owes // at setup every seat owes its own choice
	if v.Phase != engine.InSetup && v.Moves(own.Seat) {
		owes = v.Owes
	}
	if owes == engine.OwesShare {
		c.Title = "render.hand-share"
		c.Rest = slices.DeleteFunc(slices.Clone(c.Rest), func(t engine.TicketID) bool {
			return slices.Contains(c.Offer, t)
		})
	}
	return c
}

// TicketList is a list of the viewer's tickets below a heading.
type TicketList struct {
	Title string // ID of the heading
	IDs   []engine.TicketID
}

// TicketLists are the viewer's tickets on offer, held and shared; each list can be empty.
func TicketLists(v *engine.View) [3]TicketList {
	c, shared := ChoiceOf(v), v.Own().OnRack()
	return [3]TicketList{
		{c.Title, c.Offer}, {"render.hand-tickets", c.Rest}, {"render.hand-rack-tickets", shared},
	}
}

// Ranking are the sides with a final score: winners, then by total, then in turn order.
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
