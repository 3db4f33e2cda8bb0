package prospect

import (
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Change is a ticket whose prospect has changed.
type Change struct{ Before, After Ticket }

// Completes reports whether the ticket has become complete.
func (c *Change) Completes() bool { return c.Before.Standing != Done && c.After.Standing == Done }

// Loses reports whether the ticket has become impossible.
func (c *Change) Loses() bool { return c.Before.Standing == Open && c.After.Standing == Lost }

// Shorter returns by how many spaces the way of an open ticket is shorter now; negative: longer.
func (c *Change) Shorter() int {
	if c.Before.Standing != Open || c.After.Standing != Open {
		return 0
	}
	return c.Before.Way.Spaces - c.After.Way.Spaces
}

// Ordered reports whether a tour is now met in order and was not before (W9).
func (c *Change) Ordered() bool {
	return c.After.Standing == Done && c.After.Worth > max(c.Before.Worth, 0)
}

// Effect is what a claim changes for a team.
type Effect struct {
	Seat      engine.Seat // who claims
	Route     engine.RouteID
	Tickets   []Change         // of the tickets asked about, those that change
	Closes    []engine.RouteID // other lanes that nobody can claim afterwards (C8)
	LastRound bool             // the claim begins the last round (C11)
}

// OfClaim says what a viewer's claim would change for some tickets of its team. A tunnel may fail.
func OfClaim(v *engine.View, m *railmap.Map, r engine.RouteID, tickets []engine.TicketID) Effect {
	e := Effect{Seat: v.Viewer, Route: r}
	if v.Own() == nil || v.Facts() == nil || int(r) >= len(m.Routes) {
		return e
	}
	t := newTable(v, m, v.Viewer)
	if t.owner[r] != engine.Public {
		return e
	}
	before := t.prospects(tickets)
	e.Closes, e.LastRound = t.take(r)
	e.Tickets = changes(before, t.prospects(tickets))
	return e
}

// take lets the seat claim a route as its present turn.
func (t *table) take(r engine.RouteID) (closes []engine.RouteID, last bool) {
	own := &t.team[0]
	if kind := t.facts.Kinds[r]; own.pieces != nil {
		own.pieces[kind] -= t.m.Routes[r].Length
	}
	if own.turns > 0 {
		own.turns--
	}
	closes = t.claim(t.seat, r)
	if left, known := t.left(); known && !t.last && left <= t.facts.LastAt {
		last, t.last = true, true
		for i := range t.team {
			t.team[i].turns = t.facts.LastTurns
		}
	}
	return closes, last
}

// Replay says what past claims, in order up to the view's position, changed for some tickets of the
// viewer's team. Pieces and turns are the present ones, so that each effect is that of its claim
// alone.
func Replay(v *engine.View, m *railmap.Map, events []engine.Event,
	tickets []engine.TicketID,
) []Effect {
	if v.Own() == nil || v.Facts() == nil {
		return nil
	}
	t := newTable(v, m, v.Viewer)
	var claims []engine.Event
	for _, e := range events {
		if e.Kind == engine.EventClaimed && t.owner[e.Route] == e.Seat {
			claims = append(claims, e)
		}
	}
	for _, e := range claims {
		t.free(e.Route)
	}
	var list []Effect
	before := t.prospects(tickets)
	for _, e := range claims {
		closes := t.claim(e.Seat, e.Route)
		after := t.prospects(tickets)
		list = append(list, Effect{
			Seat: e.Seat, Route: e.Route, Tickets: changes(before, after),
			Closes: closes,
		})
		before = after
	}
	return list
}

func changes(before, after []Ticket) []Change {
	var list []Change
	for i := range before {
		a, b := &before[i], &after[i]
		if a.Standing != b.Standing || a.Worth != b.Worth || a.Way.Spaces != b.Way.Spaces {
			list = append(list, Change{*a, *b})
		}
	}
	return list
}
