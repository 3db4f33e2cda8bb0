package railway

import (
	"slices"

	"konduktor/engine"
)

// Aim is what the plan wants a card or a claim for: a route, or a port.
type Aim struct {
	Route engine.RouteID
	Port  bool // the card helps to pay for a port; Route then says nothing
	// With are the plan's routes before Route that take the same kind of card: Lacks counts for all
	// of them.
	With []engine.RouteID
	// the card asked about, or for a wild the colour it stands for
	Card engine.Card
	// spaces of With and Route without such a card in hand, wilds aside; 0: Route can be claimed
	Lacks int
	Wilds int // of these, spaces that wilds in hand can pay for
	// Tickets have Route on their way in the plan; empty: it is for its points.
	Tickets []engine.TicketID
	Way     []engine.RouteID // the plan's routes for the first of Tickets, in no order
	// spaces of Way that the plan builds for others of the seat's tickets too
	Shared int
}

// Outlook is what the plan has for the seat's tickets that are not complete.
type Outlook struct {
	Counted []engine.TicketID // the plan has a way for them
	Dropped []engine.TicketID // it has none: none exists, or turns or pieces do not suffice
	Dear    []engine.TicketID // given up for now: by its prices they cost more than they bring
	// any card may help: pairs or symbols are lacking, or a route takes others (W6, N5, N7)
	Any bool
}

// Outlook returns what the plan has for the seat's tickets, in the position ranked last.
func (d *Mind) Outlook() Outlook {
	if !d.made {
		return Outlook{}
	}
	o := Outlook{Any: d.plan.need.lackPairs > 0 || d.plan.need.lackWild > 0}
	for _, r := range d.plan.network {
		o.Any = o.Any || d.roads[r].anyFor > 0
	}
	o.sort(d.plan.goals)
	return o
}

// sort puts the tickets of goals that are not complete where they belong.
func (o *Outlook) sort(goals []goal) {
	for i := range goals {
		switch g := &goals[i]; {
		case g.done:
		case g.dear:
			o.Dear = append(o.Dear, g.id)
		case g.lost:
			o.Dropped = append(o.Dropped, g.id)
		default:
			o.Counted = append(o.Counted, g.id)
		}
	}
}

// Pieces are those that the plan for the tickets takes, by kind, in the position ranked last.
func (d *Mind) Pieces() []int { return d.plan.need.pieces[:] }

// Turns are those that the seat can expect, and those that the plan takes, in the position ranked
// last; 0 while tickets are chosen.
func (d *Mind) Turns([]engine.TicketID) (left, needed float64) {
	if !d.made {
		return 0, 0
	}
	return d.turns, d.plan.need.turns(d.w)
}

// Keeping returns what the plan has for the tickets if the seat keeps some on offer, in the
// position ranked last.
func (d *Mind) Keeping(kept []engine.TicketID) (o Outlook) {
	d.setGoals(&d.trial, d.own.Tickets.IDs, d.own.RackTickets.IDs, kept)
	d.build(&d.trial)
	o.sort(d.trial.goals)
	return o
}

// AimOf says what the plan wants a card for in the position ranked last: the first route that the
// cards in hand do not pay for, for tickets before points, or a port.
func (d *Mind) AimOf(c engine.Card) (Aim, bool) {
	if !d.made || int(c) >= len(d.faces) {
		return Aim{}, false
	}
	face, color := &d.faces[c], int(d.color[c])
	if face.Wild {
		if aim, ok := d.firstLacking(d.plan.network, c); ok {
			return aim, true
		}
		return d.firstHelped()
	}
	if color < 0 {
		return Aim{}, false
	}
	if aim, ok := d.firstLacking(d.plan.network, c); ok {
		return aim, true
	}
	if face.Port && d.portLacks(color, face.Ship) > 0 {
		return Aim{Port: true, Card: c}, true
	}
	// The card is not for a gray route of the network that gives way to one for points.
	aim, ok := d.firstLacking(slices.Concat(d.plan.network, d.plan.fill), c)
	return aim, ok && !slices.Contains(d.plan.network, aim.Route)
}

// firstHelped finds the network's first route that takes wilds and lacks cards of its colour.
func (d *Mind) firstHelped() (Aim, bool) {
	for c := range d.faces {
		if d.faces[c].Wild || d.faces[c].Twin || d.faces[c].Port && !d.faces[c].Ship || d.color[c] < 0 {
			continue
		}
		aim, ok := d.firstLacking(d.plan.network, engine.Card(c))
		if r := &d.roads[aim.Route]; ok && r.wilds && r.anyFor == 0 && aim.Lacks > aim.Wilds {
			return aim, true
		}
	}
	return Aim{}, false
}

// firstLacking finds the route that lacks a card when those before it have been paid for. Gray
// routes come last, as in needs.
func (d *Mind) firstLacking(list []engine.RouteID, c engine.Card) (Aim, bool) {
	n := need{noMargin: true}
	var with []engine.RouteID
	symbols := 0 // of the routes in with
	face, color := &d.faces[c], int(d.color[c])
	for _, anyColor := range []bool{false, true} {
		for _, id := range list {
			r := &d.roads[id]
			if r.pairs > 0 || anyColor != r.gray() {
				continue
			}
			before := n
			n.add(&d.table, r)
			if n.asked(face, color) == before.asked(face, color) {
				continue
			}
			lacks := d.lacking(&n, face, color)
			if lacks == 0 {
				with, symbols = append(with, id), symbols+r.symbols
				continue
			}
			aim := d.AimAt(id)
			aim.With, aim.Card, aim.Lacks = with, c, lacks
			if r.wilds && !face.Wild {
				aim.Wilds = min(lacks, max(d.funds.wild-symbols-r.symbols, 0))
			}
			return aim, true
		}
	}
	return Aim{}, false
}

func (n *need) asked(face *engine.Face, color int) int {
	switch {
	case face.Wild:
		return n.wild
	case face.Ship:
		return n.ship[color]
	}
	return n.train[color]
}

// AimAt says what a claim of a route is for, in the position ranked last.
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

func (d *Mind) lacking(n *need, face *engine.Face, color int) int {
	switch {
	case face.Wild:
		return max(n.wild-d.funds.wild, 0)
	case face.Ship:
		return max(n.ship[color]-d.funds.ship[color]-2*d.funds.twin[color], 0)
	}
	return max(n.train[color]-d.funds.train[color], 0)
}
