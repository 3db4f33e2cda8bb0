package cardgame

import (
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// maxTickets is how many tickets a ticketSet has room for.
const maxTickets = 64

// ticketSet is a set of tickets; bit t is ticket t.
type ticketSet uint64

func (s ticketSet) has(t engine.TicketID) bool { return s>>t&1 == 1 }

func (s ticketSet) with(t engine.TicketID) ticketSet { return s | 1<<t }

// ticketPile is the pile of tickets, a ring: tickets come from its top and go under its bottom (C9).
type ticketPile struct {
	stream engine.Stream
	ring   [maxTickets]engine.TicketID
	first  int
	n      int
}

// build shuffles the pile; what a scenario stacks lies on top of the shuffled rest.
func (p *ticketPile) build(seed engine.Seed, count int, stacked []engine.TicketID) {
	p.stream = engine.NewStream(seed, "tickets")
	p.n = copy(p.ring[:], stacked)
	for t := range count {
		if !slices.Contains(stacked, engine.TicketID(t)) {
			p.ring[p.n] = engine.TicketID(t)
			p.n++
		}
	}
	engine.Shuffle(&p.stream, p.ring[len(stacked):p.n])
}

// offer takes up to k tickets from the top.
func (p *ticketPile) offer(k int) []engine.TicketID {
	list := make([]engine.TicketID, min(k, p.n))
	for i := range list {
		list[i] = p.ring[p.first]
		p.first = (p.first + 1) % maxTickets
		p.n--
	}
	return list
}

// putUnder puts a ticket under the pile.
func (p *ticketPile) putUnder(t engine.TicketID) {
	p.ring[(p.first+p.n)%maxTickets] = t
	p.n++
}

// mix puts the whole pile into the map file's order and shuffles it (K2).
func (p *ticketPile) mix() {
	all := p.offer(p.n)
	slices.Sort(all)
	engine.Shuffle(&p.stream, all)
	for _, t := range all {
		p.putUnder(t)
	}
}

// mustKeep is how many of an offer must be kept at least (K2, K6).
func (g *Game) mustKeep() int {
	if g.phase == engine.InSetup {
		return keepFirst
	}
	return 0
}

func (g *Game) refuseKeep(s engine.Seat, kept []engine.TicketID) error {
	if g.owedBy(s) != engine.OwesKeep {
		return engine.Refuse(engine.RefuseNoOffer)
	}
	for i, t := range kept {
		if !slices.Contains(g.seat(s).offer, t) {
			return engine.Refuse(engine.RefuseNotOffered, engine.Arg{Key: "ticket", Value: t})
		}
		if slices.Contains(kept[:i], t) {
			return engine.Refuse(engine.RefuseNamedTwice, engine.Arg{Key: "ticket", Value: t})
		}
	}
	if least := g.mustKeep(); len(kept) < least {
		return engine.Refuse(engine.RefuseKeepFew, engine.Arg{Key: "min", Value: least})
	}
	return nil
}

// appendKeeps lists every choice of tickets that is large enough: all of them first, then by the offer's order; none last.
func (g *Game) appendKeeps(dst []engine.Move, s engine.Seat) []engine.Move {
	offer, least := g.seat(s).offer, g.mustKeep()
	kept := make([]engine.TicketID, 0, len(offer)<<len(offer)/2) // room for all choices: each ticket is in half of them
	for set := 1<<len(offer) - 1; set >= 0; set-- {
		first := len(kept)
		for i, t := range offer {
			if set>>(len(offer)-1-i)&1 == 1 {
				kept = append(kept, t)
			}
		}
		if choice := kept[first:len(kept):len(kept)]; len(choice) >= least {
			dst = append(dst, engine.Move{Verb: engine.Keep, Tickets: choice})
		}
	}
	return dst
}

// keep answers an offer. At setup the choice waits for everybody's (C2).
func (g *Game) keep(s engine.Seat, kept []engine.TicketID) {
	if g.phase == engine.InPlay {
		g.takeTickets(s, kept)
		g.endTurn(len(kept) > 0) // C12
		return
	}
	seat := g.seat(s)
	for _, t := range seat.offer { // in the order of the offer, however they were named
		if slices.Contains(kept, t) {
			seat.chosen = append(seat.chosen, t)
		}
	}
	g.report(engine.Event{Kind: engine.EventChose, Seat: s, Card: engine.NoCard, Tickets: seat.chosen})
	if len(g.ToMove()) == 0 {
		g.begin()
	}
}

// begin lets all setup choices take effect in seat order (C2). What was refused is mixed with the whole pile (K2); seat 1
// has the first turn.
func (g *Game) begin() {
	g.phase = engine.InPlay
	for s := engine.Seat(1); int(s) <= g.n; s++ {
		g.takeTickets(s, g.seat(s).chosen)
		g.seat(s).chosen = nil
	}
	g.tickets.mix()
	g.turn, g.owes = 1, engine.OwesTurn
	g.report(engine.Event{Kind: engine.EventBegan, Seat: g.turn, Card: engine.NoCard})
}

// takeTickets gives a seat the kept tickets of its offer; the others go under the pile, in the order of the offer (C9).
func (g *Game) takeTickets(s engine.Seat, kept []engine.TicketID) {
	seat := g.seat(s)
	before := len(seat.kept)
	for _, t := range seat.offer {
		if slices.Contains(kept, t) {
			seat.kept = append(seat.kept, t)
		} else {
			g.tickets.putUnder(t)
		}
	}
	taken := slices.Clip(seat.kept[before:])
	g.report(engine.Event{
		Kind: engine.EventKept, Seat: s, Card: engine.NoCard, N: len(taken), M: len(seat.offer) - len(taken), Tickets: taken,
	})
	seat.offer = nil
}

func (g *Game) refuseTickets() error {
	if g.tickets.n == 0 {
		return engine.Refuse(engine.RefuseNoTickets) // K6
	}
	return nil
}

// drawTickets offers tickets to a seat, which then owes the choice (K6).
func (g *Game) drawTickets(s engine.Seat) {
	offer := g.tickets.offer(offerLater)
	g.seat(s).offer = offer
	g.owes = engine.OwesKeep
	g.report(engine.Event{Kind: engine.EventOffered, Seat: s, Card: engine.NoCard, N: len(offer), Tickets: offer})
}
