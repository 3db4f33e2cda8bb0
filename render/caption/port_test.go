package caption

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/world"
	"konduktor/render/rendertest"
)

func TestTheTextsSayPortsPiecesDecksAndTours(t *testing.T) {
	g, _ := rendertest.Simulated(t, world.Title, 5, 110, "")
	v := rendertest.WithPorts(rendertest.Touring(t, g))
	held := v.Own().Tickets.IDs
	tour := held[slices.IndexFunc(held, func(id engine.TicketID) bool { return len(world.Title.Map().Tickets[id].Cities) > 2 })]
	say := New(world.Title.Map(), rendertest.Words(t, "en")).Of(&v)
	rendertest.MustSay(t, New(world.Title.Map(), rendertest.Words(t, "en")).Of(&v).BoardText(), "Train deck: ", "Train discards: ", "Ship deck: ", "Ship discards: ",
		" trains, ", " ships, ", "1 port to build", "\n\nPorts:\n1. Ala: "+say.Cities(v.Seats[0].Ports), "\nHarbours without a port: ",
		"2 pair spaces", ", sea, ")
	rendertest.MustSay(t, New(world.Title.Map(), rendertest.Words(t, "en")).Of(&v).Hand().String(), "In the box, to exchange for: ", "Double ships: ",
		say.HeldTicket(tour), " in this order, −")
}
