package prospect

import (
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// tour adds whether a tour is met in order, or how it could be (W9).
func (t *table) tour(p *Ticket, ticket *railmap.Ticket) {
	if p.Standing == Done && t.m.InOrder(t.routes, ticket.Cities) {
		p.Worth = ticket.InOrder
		return
	}
	if p.Standing == Open &&
		t.m.InOrder(append(t.routes[:len(t.routes):len(t.routes)], p.Way.Routes...), ticket.Cities) {
		way := p.Way
		p.Ordered = &way
		return
	}
	p.Ordered = t.walk(ticket.Cities)
}

// walk looks for routes after which a walk meets the cities in order. It goes the shortest way from
// each city to the next, no route twice: that almost always finds a walk. nil if not.
func (t *table) walk(cities []engine.CityID) *Way {
	used := make([]bool, len(t.m.Routes))
	cost := func(r engine.RouteID) int {
		switch {
		case used[r]:
			return railmap.Blocked
		case t.owner[r] != engine.Public && t.ours(t.owner[r]):
			return 0
		case !t.canClaim(&t.team[0], r):
			return railmap.Blocked
		}
		for _, lane := range t.m.Group(t.m.Routes[r].Group) { // the walk itself takes another lane
			if used[lane] {
				return railmap.Blocked
			}
		}
		return t.m.Routes[r].Length
	}
	var routes []engine.RouteID
	var ways railmap.Ways
	for i := 1; i < len(cities); i++ {
		ways.Search(t.m, cities[i-1], cost)
		if ways.Cost(cities[i]) == railmap.Blocked {
			return nil
		}
		leg := ways.Append(nil, cities[i])
		for _, r := range leg {
			if t.owner[r] == engine.Public {
				routes = append(routes, r)
			}
		}
		for _, r := range leg {
			used[r] = true
		}
	}
	by := t.limits()
	x, ok := t.fits(routes, &by)
	if !ok {
		return nil
	}
	way := t.way(routes, &x)
	return &way
}
