package board

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/world"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

func TestTextsNamePortsPiecesDecksAndTours(t *testing.T) {
	g, _ := rendertest.Simulated(t, world.Title, 5, 110, "")
	v := withPorts(touring(t, g))
	held := v.Own().Tickets.IDs
	tour := held[slices.IndexFunc(held, func(id engine.TicketID) bool {
		return len(world.Title.Map().Tickets[id].Cities) > 2
	})]
	say := caption.New(world.Title.Map(), rendertest.Words(t, "en")).Of(&v)
	rendertest.MustSay(t,
		caption.New(world.Title.Map(), rendertest.Words(t, "en")).Of(&v).BoardText(),
		"Train deck: ", "Train discards: ", "Ship deck: ", "Ship discards: ",
		" trains, ", " ships, ", "1 port to build", "\n\nPorts:\n1. Ala: "+say.Cities(v.Seats[0].Ports),
		"\nHarbours without a port: ", "2 pair spaces", ", sea, ")
	rendertest.MustSay(t, say.Glance(v.Own(), true), "⚓1")
	rendertest.MustSay(t, say.TicketsText(), say.TicketInFull(tour), " in this order, −")
}

// withPorts builds ports in a view: each seat's at the first two free harbours on its routes.
func withPorts(v engine.View) engine.View {
	m := world.Title.Map()
	var taken []engine.CityID
	for i := range v.Seats {
		s := &v.Seats[i]
		s.Ports = nil
		for _, r := range s.Routes {
			c := m.Routes[r].A
			if m.Cities[c].Port && len(s.Ports) < 2 && !slices.Contains(taken, c) {
				taken = append(taken, c)
				s.Ports = append(s.Ports, c)
			}
		}
		s.PortsLeft = 3 - len(s.Ports)
	}
	return v
}

// touring is the view of the first seat with a tour.
func touring(t *testing.T, g engine.Game) engine.View {
	t.Helper()
	pub := g.View(engine.Public)
	for i := range pub.Seats {
		v := g.View(pub.Seats[i].Seat)
		if slices.ContainsFunc(v.Own().Tickets.IDs,
			func(id engine.TicketID) bool { return len(world.Title.Map().Tickets[id].Cities) > 2 }) {
			return v
		}
	}
	t.Fatal("nobody holds a tour")
	return engine.View{}
}
