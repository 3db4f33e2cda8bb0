package render

import (
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// party is who scores together: the seats of a team in their order, or a seat alone in titles without teams.
type party []engine.Seat

// parties are all parties of a game, in turn order of their first seats.
func parties(v *engine.View) []party {
	var all []party
	for i := range v.Seats {
		if j := slices.IndexFunc(all, func(p party) bool { return allied(v, p[0], v.Seats[i].Seat) }); j >= 0 {
			all[j] = append(all[j], v.Seats[i].Seat)
			continue
		}
		all = append(all, party{v.Seats[i].Seat})
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
