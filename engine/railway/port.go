package railway

import (
	"iter"
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// portOf returns who has a port in a city, Public if there is none (W10).
func (g *Game) portOf(c engine.CityID) engine.Seat {
	for i := range g.n {
		if slices.Contains(g.seats[i].ports, c) {
			return engine.Seat(i + 1)
		}
	}
	return engine.Public
}

// portFault says why a seat cannot build a port in a city now with any of its cards; "" if it can (W10).
func (g *Game) portFault(s engine.Seat, c engine.CityID) engine.Code {
	seat := g.seat(s)
	switch {
	case !g.title.board.Cities[c].Port:
		return engine.RefuseNoPort
	case g.portOf(c) != engine.Public:
		return engine.RefusePortTaken
	case len(seat.ports) >= g.title.rules.Ports.Each:
		return engine.RefusePortsGone
	case !slices.ContainsFunc(g.title.board.At(c), func(r engine.RouteID) bool { return g.owner[r] == s }):
		return engine.RefusePortAway
	case !g.title.harbour.Affords(g.funds(s)):
		return engine.RefusePortCost
	}
	return ""
}

func (g *Game) refusePort(s engine.Seat, m *engine.Move) error {
	if g.title.rules.Ports.Each == 0 || int(m.City) >= len(g.title.board.Cities) {
		return engine.Refuse(engine.RefuseForeign)
	}
	city := engine.Arg{Key: "city", Value: m.City}
	if code := g.portFault(s, m.City); code != "" {
		return engine.Refuse(code, city, engine.Arg{Key: "seat", Value: g.portOf(m.City)})
	}
	if err := g.refuseCards(s, &m.Payment); err != nil {
		return err
	}
	cards := m.Payment.Cards()
	if !g.title.harbour.Pays(&cards) {
		return engine.Refuse(engine.RefusePortPayment, city)
	}
	return nil
}

// mayBuild reports whether a seat has a port left and the cards for it; where, is another question.
func (g *Game) mayBuild(s engine.Seat) bool {
	return len(g.seat(s).ports) < g.title.rules.Ports.Each && g.title.harbour.Affords(g.funds(s))
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

// canBuild reports whether the seat can build any port.
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
func (g *Game) buildPort(s engine.Seat, c engine.CityID, paid *engine.Payment) {
	g.spend(s, paid)
	seat := g.seat(s)
	seat.ports = append(seat.ports, c)
	g.Report(engine.Event{Kind: engine.EventBuilt, Seat: s, Card: engine.NoCard, City: c, Payment: *paid})
	cards := paid.Cards()
	g.discard(&cards)
	g.settle(false)
	g.endTurn(true)
}

// scorePorts adds what a seat's ports are worth: each by the completed tickets that name its city; and takes off what is
// lost for those not built (W13).
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
	f.Bonuses = appendBonus(f.Bonuses, engine.Bonus{Name: "unbuilt-ports", Points: -rules.Unbuilt * (rules.Each - len(built))})
}

// showPorts shows the ports, all of which are public.
func (g *Game) showPorts(v *engine.SeatView, s engine.Seat) {
	if each := g.title.rules.Ports.Each; each > 0 {
		v.Ports = slices.Clone(g.seat(s).ports)
		v.PortsLeft = each - len(v.Ports)
	}
}

// harbour is the tariff of a port (W10): so many train cards and as many single ships, all with port mark and of one
// colour; a wild stands for any of them.
type harbour struct {
	each  uint8
	suits []suit
	wild  engine.Card
}

// Affords counts the colour of which most serves.
func (h harbour) Affords(cards *engine.Cards) bool {
	wilds := cards[h.wild]
	for i := range h.suits {
		s := &h.suits[i]
		if min(cards[s.marked], h.each)+min(cards[s.ship], h.each)+wilds >= 2*h.each {
			return true
		}
	}
	return false
}

// Pays wants the right number of cards, of each deck no more than its share.
func (h harbour) Pays(paid *engine.Cards) bool {
	if paid.Total() != int(2*h.each) {
		return false
	}
	for i := range h.suits {
		s := &h.suits[i]
		trains, ships := paid[s.marked], paid[s.ship]
		if trains <= h.each && ships <= h.each && trains+ships+paid[h.wild] == 2*h.each {
			return true
		}
	}
	return false
}

// Ways yields payments with the fewest wilds first, of those with as many the colour of which most is there.
func (h harbour) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := byHolding(h.suits, func(s *suit) int { return int(cards[s.marked] + cards[s.ship]) })
		for wilds := range min(cards[h.wild], 2*h.each) + 1 {
			need := 2*h.each - wilds
			if need == 0 {
				yield(mixed(h.wild, wilds, 0, 0))
				return
			}
			for _, s := range order {
				if !h.waysIn(s, &cards, need, wilds, yield) {
					return
				}
			}
		}
	}
}

// waysIn yields the payments of so many cards of one colour; false if yield stopped it.
func (h harbour) waysIn(s *suit, cards *engine.Cards, need, wilds uint8, yield func(engine.Cards) bool) bool {
	for trains := min(cards[s.marked], h.each, need); ; trains-- {
		if ships := need - trains; ships > min(cards[s.ship], h.each) {
			return true
		}
		way := mixed(h.wild, wilds, s.marked, trains)
		way[s.ship] = need - trains
		if !yield(way) {
			return false
		}
		if trains == 0 {
			return true
		}
	}
}
