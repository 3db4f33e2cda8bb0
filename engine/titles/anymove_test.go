package titles_test

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// anyMove returns a move that may or may not be legal: a legal one with something changed, or
// nonsense.
func anyMove(p *played, seat engine.Seat) engine.Move {
	m := engine.Move{Verb: engine.Verb(p.rng.IntN(int(engine.Pass) + 2))}
	if legal := p.AppendLegal(nil, seat); len(legal) > 0 && p.rng.IntN(3) > 0 {
		m = legal[p.rng.IntN(len(legal))]
	}
	switch m.Verb {
	case engine.Keep, engine.Share:
		m.Tickets = anyTickets(p, m.Tickets)
	case engine.Declare:
		m.Tickets = anySet(p, seat)
	case engine.Draw:
		m.Slot, m.Where = uint8(p.rng.IntN(8)), engine.Where(p.rng.IntN(3))
		if p.rng.IntN(3) == 0 {
			m.Pile = engine.Pile(p.rng.IntN(4))
		}
	case engine.Pieces:
		m.N, m.M = uint8(p.rng.IntN(30)), uint8(p.rng.IntN(60))
		if p.rng.IntN(2) == 0 {
			m.M = 60 - m.N // World's sum (W2)
		}
	case engine.Exchange:
		m.N, m.Pile = uint8(p.rng.IntN(18)), engine.Pile(p.rng.IntN(4))
	case engine.Place:
		m.Where = engine.Where(p.rng.IntN(3))
	case engine.Lay:
		m.Payment = anyLay(p)
	case engine.Claim, engine.Pay, engine.Port:
		if m.Verb == engine.Claim && p.rng.IntN(2) == 0 {
			m.Route = anyRoute(p, seat)
		}
		if m.Verb == engine.Port && p.rng.IntN(2) == 0 {
			m.City = engine.CityID(p.rng.IntN(len(p.title.Lexicon().Cities) + 1))
		}
		m.Payment = anyPayment(p, seat, m)
	}
	return m
}

// anyTickets are some of those given or of some seat's offer, and perhaps any other.
func anyTickets(p *played, of []engine.TicketID) []engine.TicketID {
	if p.rng.IntN(3) == 0 {
		v := p.Unveiled()
		of = v.Seats[p.rng.IntN(len(v.Seats))].Offer.IDs
	}
	list := slices.DeleteFunc(slices.Clone(of), func(engine.TicketID) bool {
		return p.rng.IntN(2) == 0
	})
	if p.rng.IntN(3) == 0 {
		list = append(list, engine.TicketID(p.rng.IntN(len(p.title.Lexicon().Tickets))))
	}
	return list
}

// anySet is one of the sets that a seat can declare, or some of its tickets.
func anySet(p *played, seat engine.Seat) []engine.TicketID {
	v := p.View(seat)
	if own := v.Own(); own != nil && p.rng.IntN(3) == 0 {
		return anyTickets(p, own.Tickets.IDs)
	}
	var list []engine.TicketID
	for set := range v.Declarations() {
		if list = set; p.rng.IntN(3) == 0 {
			break
		}
	}
	if p.rng.IntN(4) == 0 {
		p.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list
}

// anyLay takes a few kinds of cards of some seat's hand, and sometimes more of them than it has.
func anyLay(p *played) engine.Payment {
	var lay engine.Payment
	v := p.Unveiled()
	hand, kinds := &v.Seats[p.rng.IntN(len(v.Seats))].Hand.Cards, len(p.title.Lexicon().Faces)
	for range 1 + p.rng.IntN(3) {
		c := p.rng.IntN(min(kinds+1, len(hand))) // one kind more than the title has
		lay.Hand[c] = uint8(p.rng.IntN(int(hand[c]) + 2))
	}
	if p.rng.IntN(2) == 0 {
		lay.Hand[kinds-1] = uint8(p.rng.IntN(3)) // locomotives are the last kind
	}
	if p.rng.IntN(20) == 0 {
		lay.Rack[0] = 1
	}
	return lay
}

// anyRoute returns any route, or another lane of a connection where the seat has one (C8).
func anyRoute(p *played, seat engine.Seat) engine.RouteID {
	v := p.View(seat)
	if own := v.Own(); own != nil && len(own.Routes) > 0 && p.rng.IntN(2) == 0 {
		m := titles.MapOf(p.title)
		lanes := m.Group(m.Routes[own.Routes[p.rng.IntN(len(own.Routes))]].Group)
		return lanes[p.rng.IntN(len(lanes))]
	}
	return engine.RouteID(p.rng.IntN(len(p.title.Lexicon().Routes) + 1))
}

// anyPayment is one of the first ways to pay for a move, or cards that hardly pay for it.
func anyPayment(p *played, seat engine.Seat, m engine.Move) engine.Payment {
	pay := m.Payment
	for range 1 + p.rng.IntN(4) {
		pay.Hand[p.rng.IntN(len(p.title.Lexicon().Faces))] += uint8(p.rng.IntN(3))
	}
	n := 0
	for way := range p.Payments(seat, m) {
		if p.rng.IntN(2) == 0 {
			pay = way
		}
		if n++; n == 50 {
			break
		}
	}
	return pay
}
