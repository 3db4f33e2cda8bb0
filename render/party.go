package render

import (
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// party is who scores together: the seats of a team in their order, or a seat alone in titles without teams.
type party []engine.Seat

// parties are all parties of a game, in turn order of their first seats.
func parties(v *engine.View) []party {
	all, seats := make([]party, 0, len(v.Seats)), make(party, 0, len(v.Seats))
	for i := range v.Seats {
		first := v.Seats[i].Seat
		if slices.ContainsFunc(all, func(p party) bool { return allied(v, p[0], first) }) {
			continue
		}
		from := len(seats)
		for j := i; j < len(v.Seats); j++ {
			if mate := v.Seats[j].Seat; allied(v, first, mate) {
				seats = append(seats, mate)
			}
		}
		all = append(all, seats[from:len(seats):len(seats)])
	}
	return all
}

// allied reports whether two seats score together.
func allied(v *engine.View, a, b engine.Seat) bool {
	return a == b || v.Uses(engine.UsesTeams) && v.Seat(a).Team == v.Seat(b).Team
}

// choice is what a seat has to choose tickets for.
type choice struct {
	title string            // id of the text above the offer
	offer []engine.TicketID // to choose from
	rest  []engine.TicketID // its other tickets
}

// choiceOf splits the viewer's own tickets. Those of which one is to be shared are in the seat's hand already (S5).
func choiceOf(v *engine.View) choice {
	own := v.Own()
	c := choice{title: "render.hand-offer", offer: own.Offer.IDs, rest: own.Tickets.IDs}
	owes := own.Owes // at setup everybody owes their own
	if v.Phase != engine.InSetup && v.Moves(own.Seat) {
		owes = v.Owes
	}
	if owes == engine.OwesShare {
		c.title = "render.hand-share"
		c.rest = slices.DeleteFunc(slices.Clone(c.rest), func(t engine.TicketID) bool { return slices.Contains(c.offer, t) })
	}
	return c
}
