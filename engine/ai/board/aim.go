package board

import (
	"slices"

	"konduktor/engine"
)

// Aim is a route that the plan wants, and what for.
type Aim struct {
	Route engine.RouteID
	Lacks int // cards of one kind that it takes and the seat does not hold, wilds left out; 0: it is to be claimed
	Wilds int // so many of them wilds in hand can stand for
	// Tickets are those whose way in the plan takes the route; none: it is for its points.
	Tickets []engine.TicketID
	Way     []engine.RouteID // all that the plan has for the first of Tickets, in no order
	Shared  int              // spaces of Way that the plan builds for others of the seat's tickets too
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
				aim := d.AimAt(id)
				aim.Lacks = lacks
				if r.wilds && !face.Wild {
					aim.Wilds = min(lacks, max(d.funds.wild-n.wild, 0))
				}
				return aim, true
			}
		}
	}
	return Aim{}, false
}

// AimAt says what a route is for that is to be claimed. It is about the position that was ranked last.
func (d *Mind) AimAt(r engine.RouteID) Aim {
	a := Aim{Route: r}
	if !d.made {
		return a
	}
	for i := range d.plan.goals {
		g := &d.plan.goals[i]
		if g.lost || !slices.Contains(g.path, r) {
			continue
		}
		if a.Tickets = append(a.Tickets, g.id); a.Way != nil {
			continue
		}
		a.Way = slices.Clone(g.path)
		for _, id := range a.Way {
			if d.plan.uses[id] > 1 {
				a.Shared += d.roads[id].length
			}
		}
	}
	return a
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
