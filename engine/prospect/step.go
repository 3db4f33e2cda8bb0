package prospect

import (
	"cmp"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Step is a route that brings tickets nearer.
type Step struct {
	Route     engine.RouteID
	Completes []engine.TicketID
	Nearer    []engine.TicketID // those that it brings nearer, but does not complete
	Gain      int               // spaces that all of them together become shorter by
}

// Steps lists the open routes that bring the viewer's team's open tickets nearer: those that
// complete most first, then by gain, then in the map's order. For a ticket of more than two cities
// only its way is listed.
func Steps(v *engine.View, m *railmap.Map, tickets []engine.TicketID) []Step {
	if v.Own() == nil || v.Facts() == nil {
		return nil
	}
	t := newTable(v, m, v.Viewer)
	steps := map[engine.RouteID]*Step{}
	note := func(r engine.RouteID, id engine.TicketID, gain int, completes bool) {
		s := steps[r]
		if s == nil {
			s = &Step{Route: r}
			steps[r] = s
		}
		s.Gain += gain
		if completes {
			s.Completes = append(s.Completes, id)
		} else {
			s.Nearer = append(s.Nearer, id)
		}
	}
	for _, p := range t.prospects(tickets) {
		if p.Standing != Open {
			continue
		}
		if cities := m.Tickets[p.ID].Cities; len(cities) == 2 {
			t.shortcuts(&p, cities[0], cities[1], note)
			continue
		}
		for _, r := range p.Way.Routes {
			note(r, p.ID, m.Routes[r].Length, len(p.Way.Routes) == 1)
		}
	}
	list := make([]Step, 0, len(steps))
	for _, s := range steps {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Step) int {
		return cmp.Or(len(b.Completes)-len(a.Completes), b.Gain-a.Gain, int(a.Route)-int(b.Route))
	})
	return list
}

func (t *table) shortcuts(p *Ticket, a, b engine.CityID,
	note func(engine.RouteID, engine.TicketID, int, bool),
) {
	cost := func(r engine.RouteID) int {
		switch {
		case t.owner[r] != engine.Public && t.ours(t.owner[r]):
			return 0
		case t.owner[r] != engine.Public || t.shut[r]:
			return railmap.Blocked
		}
		return t.m.Routes[r].Length
	}
	var from, to railmap.Ways
	from.Search(t.m, a, cost)
	to.Search(t.m, b, cost)
	whole := from.Cost(b)
	for i := range t.m.Routes {
		r, route := engine.RouteID(i), &t.m.Routes[i] // at most MaxRoutes
		if t.owner[r] != engine.Public || !t.canClaim(&t.team[0], r) {
			continue
		}
		left := whole
		for _, ends := range [][2]engine.CityID{{route.A, route.B}, {route.B, route.A}} {
			if x, y := from.Cost(ends[0]), to.Cost(ends[1]); x != railmap.Blocked && y != railmap.Blocked {
				left = min(left, x+y)
			}
		}
		if left < whole {
			note(r, p.ID, whole-left, left == 0)
		}
	}
}
