// Package prospect looks ahead for a team: which of its tickets are complete, which can still
// be completed and along what routes, which are lost, and what a claim changes. It knows a View and
// its map.
//
// Each ticket is judged on its own, as if all remaining pieces and turns were for it. Lost is
// always proven. Open means that routes, pieces and turns suffice; nobody knows whether the cards
// will come. A few cases take too long to search (maxExact, maxLabels): then a ticket is Open
// although it may be lost.
package prospect

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Standing says how a ticket stands.
type Standing uint8

const (
	Open Standing = iota // not complete, not lost
	Done                 // complete now (C10)
	Lost                 // cannot be completed any more
)

// Ticket is the prospect of one ticket.
type Ticket struct {
	ID       engine.TicketID
	Standing Standing
	Worth    int // if the game ended now: its points, or minus its penalty
	Way      Way // if Open and on a board: open routes that complete it with the fewest spaces
	// of a tour not met in order: an open way, maybe not the shortest, after which it is (W9); nil:
	// unknown
	Ordered *Way
	Cards   []Pay // on a map of cards only: what it needs, by colour (K8)
	Wilds   int   // on a map of cards only: locomotives on the known track, each for any card (K8)
}

// Way is a set of routes that can be claimed, one with the fewest spaces, then routes.
type Way struct {
	Routes   []engine.RouteID // between two cities: in order, from the ticket's first city on
	Spaces   int
	Exchange int // pieces that must be exchanged first (W11)
}

// Of returns the prospects of tickets for a seat's team, in order. Racks and partners' routes count
// (S4, S10).
func Of(v *engine.View, m *railmap.Map, seat engine.Seat, tickets []engine.TicketID) []Ticket {
	if seat == engine.Public || int(seat) > len(v.Seats) {
		return nil
	}
	if v.Facts() == nil {
		return ofYard(v, m, seat, tickets)
	}
	return newTable(v, m, seat).prospects(tickets)
}

// Own lists the viewer's tickets in hand, then those on the team's rack.
func Own(v *engine.View) []engine.TicketID {
	own := v.Own()
	if own == nil {
		return nil
	}
	list := slices.Clone(own.Tickets.IDs)
	for _, t := range own.OnRack() {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

func (t *table) prospects(tickets []engine.TicketID) []Ticket {
	t.contract()
	list := make([]Ticket, 0, len(tickets))
	for _, id := range tickets {
		list = append(list, t.prospect(id))
	}
	return list
}

func (t *table) prospect(id engine.TicketID) Ticket {
	ticket := &t.m.Tickets[id]
	p := Ticket{ID: id, Worth: -ticket.Penalty}
	if t.network.Joins(ticket.Cities...) {
		p.Standing, p.Worth = Done, ticket.Points
	} else if way, ok := t.shortest(ticket.Cities); ok {
		p.Way = way
	} else {
		p.Standing = Lost
	}
	if ticket.InOrder > 0 && p.Standing != Lost {
		t.tour(&p, ticket)
	}
	return p
}
