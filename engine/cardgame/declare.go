package cardgame

import (
	"iter"
	"slices"

	"konduktor/engine"
	"konduktor/engine/cardgame/assign"
)

// declareTickets begins the declarations; false if no seat has a choice (K8). A seat with one
// maximal set gets it unasked.
func (g *Game) declareTickets() bool {
	due := 0
	for i := range g.N {
		s := &g.seats[i]
		only, one := g.edition.tickets.Only(&s.track, s.open())
		if s.declares = !one; one {
			s.set = only
			continue
		}
		due++
	}
	if due > 0 {
		g.Phase, g.Owes = engine.InDeclare, engine.OwesDeclare
		g.Report(engine.Event{Kind: engine.EventDeclaring, Card: engine.NoCard, N: due})
	}
	return due > 0
}

// open are the tickets of a seat that are not completed.
func (s *seat) open() assign.Set {
	var open assign.Set
	for _, t := range s.kept {
		if !s.done.Has(t) {
			open = open.With(t)
		}
	}
	return open
}

// refuseDeclare refuses what is not a maximal set, named in the map file's order (K8).
func (g *Game) refuseDeclare(s engine.Seat, m engine.Move) error {
	if g.owedBy(s) != engine.OwesDeclare {
		return engine.Refuse(engine.RefuseNoDeclare)
	}
	seat, set := g.seat(s), assign.Set(0)
	refuse := func(code engine.Code, t engine.TicketID) error {
		return engine.Refuse(code, "ticket", t)
	}
	for i, t := range m.Tickets {
		fits, _ := g.edition.tickets.Fitting(&seat.track, seat.open(), set)
		switch {
		case int(t) >= len(g.edition.tickets) || !seat.open().Has(t):
			return refuse(engine.RefuseNotYours, t)
		case set.Has(t):
			return refuse(engine.RefuseNamedTwice, t)
		case i > 0 && t < m.Tickets[i-1]:
			return refuse(engine.RefuseDeclareOrder, t)
		case !fits.Has(t):
			return refuse(engine.RefuseDeclareCards, t)
		}
		set = set.With(t)
	}
	fits, _ := g.edition.tickets.Fitting(&seat.track, seat.open(), set)
	for t := range fits.Each {
		return refuse(engine.RefuseDeclareMore, t)
	}
	return nil
}

// declare notes what a seat declares; after the last one the pass is scored (C2, K8).
func (g *Game) declare(s engine.Seat, m engine.Move) {
	seat := g.seat(s)
	seat.declares, seat.declared = false, slices.Clone(m.Tickets)
	for _, t := range m.Tickets {
		seat.set = seat.set.With(t)
	}
	g.Report(engine.Event{
		Kind: engine.EventDeclared, Seat: s, Card: engine.NoCard, Tickets: seat.declared,
	})
	if len(g.ToMove()) == 0 {
		g.scorePass()
	}
}

// bestShown is how many sets are proposed before all others.
const bestShown = 3

// declarer knows what a seat can declare, and no more than the seat knows.
type declarer struct {
	edition *Edition
	track   engine.Cards
	hand    engine.Cards
	open    assign.Set
	done    assign.Set // completed in an earlier pass
	later   bool       // another pass follows (K9)
	rivals  []rival
	unknown assign.Set // tickets that the others may hold
	luck    uint64     // of the worlds: the same for each view of a position
	cities  []city     // nil until they are asked for, since that takes a millisecond
}

func (d *declarer) Settle(with []engine.TicketID) (chosen, open []engine.TicketID) {
	var set assign.Set
	for _, t := range with {
		if int(t) >= len(d.edition.tickets) || !d.open.Has(t) {
			return nil, nil
		}
		set = set.With(t)
	}
	settled, free, _ := d.edition.tickets.Settle(&d.track, d.open, set)
	return slices.Collect(settled.Each), slices.Collect(free.Each)
}

// Declarations yields the best sets, then the others in the map file's order.
func (d *declarer) Declarations() iter.Seq[[]engine.TicketID] {
	return func(yield func([]engine.TicketID) bool) {
		best := d.best()
		for _, c := range best {
			if !yield(slices.Collect(c.set.Each)) {
				return
			}
		}
		shown := func(set assign.Set) bool {
			return slices.ContainsFunc(best, func(c candidate) bool { return c.set == set })
		}
		for set := range d.edition.tickets.Maximal(&d.track, d.open, nil) {
			if !shown(set) && !yield(slices.Collect(set.Each)) {
				return
			}
		}
	}
}

// Stakes says how likely the seat gets each big city's card that it has completed tickets of with a
// set (K10). In the first of two passes nobody can say.
func (d *declarer) Stakes(with []engine.TicketID) (list []engine.Stake) {
	if d.later {
		return nil
	}
	var set assign.Set
	for _, t := range with {
		set = set.With(t)
	}
	for _, c := range d.judged() {
		count := c.done + (c.names & set).Size()
		if count == 0 {
			continue
		}
		list = append(list, engine.Stake{
			City: c.id, Points: c.bonus,
			Chance: float64(c.worth[count]) / float64(point*c.bonus), Sure: d.sure(&c, count),
		})
	}
	return list
}

// sure reports whether no other seat can complete more tickets that name a city.
func (d *declarer) sure(c *city, count int) bool {
	for _, o := range d.rivals {
		payable := 0
		for t := range (c.names & d.unknown).Each {
			if d.edition.tickets.InTurn(&o.track, assign.Set(0).With(t), d.edition.byCard) != 0 {
				payable++
			}
		}
		if (c.names&o.done).Size()+min(o.open, payable) > count {
			return false
		}
	}
	return true
}
