package board

import (
	"slices"

	"konduktor/engine"
)

// Aim is a route that the plan wants, and how many cards of one kind it takes that the seat does not hold.
type Aim struct {
	Route engine.RouteID
	Lacks int // at least 1; wilds in hand, which could stand for them, are not counted
	// Tickets are those whose way in the plan takes the route; none: it is for its points.
	Tickets []engine.TicketID
}

// AimOf says for which route of the plan a card would be: the first for which the cards in hand do not suffice, those for the
// tickets before those for points. False if there is none. It is about the position that was ranked last.
func (d *Mind) AimOf(c engine.Card) (Aim, bool) {
	if !d.made || int(c) >= len(d.faces) {
		return Aim{}, false
	}
	if aim, ok := d.firstLacking(d.plan.network, c); ok {
		return aim, true
	}
	return d.firstLacking(slices.Concat(d.plan.network, d.plan.fill), c)
}

// firstLacking finds the route for which a card is lacking when the routes before it have been paid for. As in need.needs, routes
// of any one colour come last.
func (d *Mind) firstLacking(list []engine.RouteID, c engine.Card) (Aim, bool) {
	var n need
	face, color := &d.faces[c], int(d.color[c])
	if color < 0 && !face.Wild {
		return Aim{}, false
	}
	for _, anyColor := range []bool{false, true} {
		for _, id := range list {
			r := &d.roads[id]
			if r.pairs > 0 || anyColor != (r.color < 0) {
				continue
			}
			before := n
			n.wild += r.symbols
			switch {
			case anyColor:
				n.takeGray(&d.table, r)
			case r.ship:
				n.ship[r.color] += r.length
			default:
				n.train[r.color] += r.length - r.symbols
			}
			if lacks := d.lacking(&n, face, color); lacks > 0 && d.lacking(&before, face, color) == 0 {
				return Aim{Route: id, Lacks: lacks, Tickets: d.ticketsFor(id)}, true
			}
		}
	}
	return Aim{}, false
}

// ticketsFor lists the tickets whose way in the plan takes a route.
func (d *Mind) ticketsFor(r engine.RouteID) []engine.TicketID {
	var list []engine.TicketID
	for i := range d.plan.goals {
		if g := &d.plan.goals[i]; !g.lost && slices.Contains(g.path, r) {
			list = append(list, g.id)
		}
	}
	return list
}

// lacking is how many cards of a kind are asked for and not held.
func (d *Mind) lacking(n *need, face *engine.Face, color int) int {
	switch {
	case face.Wild:
		return max(n.wild-d.funds.wild, 0)
	case face.Ship:
		return max(n.ship[color]-d.funds.ship[color]-2*d.funds.twin[color], 0)
	}
	return max(n.train[color]-d.funds.train[color], 0)
}

// Plans reports whether the plan needs a route for a ticket. It is about the position that was ranked last.
func (d *Mind) Plans(r engine.RouteID) bool { return d.made && d.plan.uses[r] > 0 }
