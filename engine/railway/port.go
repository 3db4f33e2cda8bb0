package railway

import (
	"slices"

	"konduktor/engine"
)

// portOf returns who has a port in a city, Public if there is none (W10).
func (g *Game) portOf(c engine.CityID) engine.Seat {
	for i := range g.N {
		if slices.Contains(g.seats[i].ports, c) {
			return engine.Seat(i + 1)
		}
	}
	return engine.Public
}

// portFault says why none of a seat's cards can build a port in a city now; "" if some can (W10).
func (g *Game) portFault(s engine.Seat, c engine.CityID) engine.Code {
	seat := g.seat(s)
	switch {
	case !g.title.board.Cities[c].Port:
		return engine.RefuseNoPort
	case g.portOf(c) != engine.Public:
		return engine.RefusePortTaken
	case len(seat.ports) >= g.title.rules.Ports.Each:
		return engine.RefusePortsGone
	case !slices.ContainsFunc(g.title.board.At(c), func(r engine.RouteID) bool {
		return g.owner[r] == s
	}):
		return engine.RefusePortAway
	case !g.title.port.Affords(g.funds(s)):
		return engine.RefusePortCost
	}
	return ""
}

func (g *Game) refusePort(s engine.Seat, m engine.Move) error {
	if g.title.rules.Ports.Each == 0 || int(m.City) >= len(g.title.board.Cities) {
		return engine.Refuse(engine.RefuseForeign)
	}
	if code := g.portFault(s, m.City); code != "" {
		return engine.Refuse(code, "city", m.City, "seat", g.portOf(m.City))
	}
	if err := g.refuseCards(s, &m.Payment); err != nil {
		return err
	}
	cards := m.Payment.Cards()
	if why := g.title.port.Misfit(&cards); why != "" {
		return engine.Refuse(engine.RefusePortPayment, "why", why, "city", m.City)
	}
	return nil
}

// mayBuild reports whether a seat has a port left and the cards for it, somewhere.
func (g *Game) mayBuild(s engine.Seat) bool {
	return len(g.seat(s).ports) < g.title.rules.Ports.Each && g.title.port.Affords(g.funds(s))
}

// appendPorts lists the cities in which the seat can build a port, in the map's order.
func (g *Game) appendPorts(dst []engine.Move, s engine.Seat) []engine.Move {
	if !g.mayBuild(s) {
		return dst
	}
	for i := range g.title.board.Cities {
		if c := engine.CityID(i); g.portFault(s, c) == "" { // at most MaxCities
			dst = append(dst, engine.Move{Verb: engine.Port, City: c})
		}
	}
	return dst
}

func (g *Game) canBuild(s engine.Seat) bool {
	if !g.mayBuild(s) {
		return false
	}
	for i := range g.title.board.Cities {
		if g.portFault(s, engine.CityID(i)) == "" { // at most MaxCities
			return true
		}
	}
	return false
}

// buildPort pays for a port and builds it, which is the whole turn (W10).
func (g *Game) buildPort(s engine.Seat, m engine.Move) {
	paid := &m.Payment
	g.spend(s, paid)
	seat := g.seat(s)
	seat.ports = append(seat.ports, m.City)
	g.Report(engine.Event{
		Kind: engine.EventBuilt, Seat: s, Card: engine.NoCard, City: m.City,
		Payment: *paid,
	})
	cards := paid.Cards()
	g.discard(&cards)
	g.settle(false)
	g.endTurn(true)
}

// scorePorts adds what a seat's ports are worth by its completed tickets that name their cities,
// less the loss for ports not built (W13).
func (g *Game) scorePorts(s engine.Seat, f *engine.Final) {
	rules, built := &g.title.rules.Ports, g.seat(s).ports
	if rules.Each == 0 {
		return
	}
	f.Ports = len(built)
	worth := 0
	for _, c := range built {
		served := 0
		for _, t := range f.Completed {
			if slices.Contains(g.title.board.Tickets[t].Cities, c) {
				served++
			}
		}
		if served > 0 {
			worth += rules.Worth[min(served, len(rules.Worth))-1]
		}
	}
	f.Bonuses = appendBonus(f.Bonuses, engine.Bonus{Name: "ports", Points: worth})
	f.Bonuses = appendBonus(f.Bonuses,
		engine.Bonus{Name: "unbuilt-ports", Points: -rules.Unbuilt * (rules.Each - len(built))})
}

// showPorts shows the ports; all are public.
func (g *Game) showPorts(v *engine.SeatView, s engine.Seat) {
	if each := g.title.rules.Ports.Each; each > 0 {
		v.Ports = again(v.Ports, g.seat(s).ports)
		v.PortsLeft = each - len(v.Ports)
	}
}
