package railway

import (
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// ticketPile is the pile of tickets, a ring: tickets come from its top and go under its bottom (C9).
type ticketPile struct {
	ring  [maxTickets]engine.TicketID
	first int
	n     int
}

// build shuffles the pile; what a scenario stacks lies on top of the shuffled rest.
func (p *ticketPile) build(seed engine.Seed, count int, stacked []engine.TicketID) {
	p.n = copy(p.ring[:], stacked)
	for t := range count {
		if !slices.Contains(stacked, engine.TicketID(t)) {
			p.ring[p.n] = engine.TicketID(t)
			p.n++
		}
	}
	stream := engine.NewStream(seed, "tickets")
	engine.Shuffle(&stream, p.ring[len(stacked):p.n])
}

// offer takes up to k tickets from the top.
func (p *ticketPile) offer(k int) []engine.TicketID {
	k = min(k, p.n)
	list := make([]engine.TicketID, k)
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

// mustKeep is how many of a seat's offer must be kept at least (C9).
func (g *Game) mustKeep(s engine.Seat) int {
	least := g.title.rules.Offer.Keep
	if g.phase == engine.InSetup {
		least = g.title.rules.Offer.KeepFirst
	}
	return min(least, len(g.seat(s).offer))
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
	if least := g.mustKeep(s); len(kept) < least {
		return engine.Refuse(engine.RefuseKeepFew, engine.Arg{Key: "min", Value: least})
	}
	return nil
}

// appendKeeps lists every choice of tickets that is large enough: all of them first, then by the offer's order.
func (g *Game) appendKeeps(dst []engine.Move, s engine.Seat) []engine.Move {
	offer, least := g.seat(s).offer, g.mustKeep(s)
	kept := make([]engine.TicketID, 0, len(offer)<<len(offer)/2) // room for all choices: each ticket is in half of them
	for set := 1<<len(offer) - 1; set > 0; set-- {
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
	seat := g.seat(s)
	if g.phase == engine.InPlay {
		g.takeTickets(s, kept)
		if g.teamed() {
			g.owes = engine.OwesShare // S5
			return
		}
		g.endTurn(true)
		return
	}
	for _, t := range seat.offer { // in the order of the offer, however they were named
		if slices.Contains(kept, t) {
			seat.chosen = append(seat.chosen, t)
		}
	}
	g.Report(engine.Event{Kind: engine.EventChose, Seat: s, Card: engine.NoCard, Tickets: seat.chosen})
	g.beginIfChosen()
}

// beginIfChosen begins the game when the last setup choice is in (C2).
func (g *Game) beginIfChosen() {
	if len(g.ToMove()) == 0 {
		g.begin()
	}
}

// begin lets all setup choices take effect in seat order (C2); seat 1 has the first turn.
func (g *Game) begin() {
	g.phase = engine.InPlay
	for s := engine.Seat(1); int(s) <= g.n; s++ {
		g.takeTickets(s, g.seat(s).chosen)
	}
	for s := engine.Seat(1); int(s) <= g.n; s++ {
		seat := g.seat(s)
		if seat.pledged != nil {
			g.putOnRack(s, seat.pledged) // S2
		}
		seat.chosen, seat.pledged, seat.fresh = nil, nil, nil
		g.revealPieces(s)
	}
	g.turn, g.owes = 1, engine.OwesTurn
	g.Report(engine.Event{Kind: engine.EventBegan, Seat: g.turn, Card: engine.NoCard})
}

// takeTickets gives a seat the kept tickets of its offer; the others go under the pile, in the order of the offer (C9), or
// out of the game (N2).
func (g *Game) takeTickets(s engine.Seat, kept []engine.TicketID) {
	seat := g.seat(s)
	before := len(seat.kept)
	for _, t := range seat.offer {
		switch {
		case slices.Contains(kept, t):
			seat.tickets, seat.kept = append(seat.tickets, t), append(seat.kept, t)
		case g.title.rules.Refused == UnderThePile:
			g.tickets.putUnder(t)
		}
	}
	taken := slices.Clip(seat.kept[before:])
	seat.fresh = taken
	g.Report(engine.Event{
		Kind: engine.EventKept, Seat: s, Card: engine.NoCard, N: len(taken), M: len(seat.offer) - len(taken), Tickets: taken,
	})
	seat.offer = nil
}

func (g *Game) ticketsFault() engine.Code {
	if g.tickets.n == 0 {
		return engine.RefuseNoTickets // C9
	}
	return ""
}

func (g *Game) refuseTickets() error {
	if code := g.ticketsFault(); code != "" {
		return engine.Refuse(code)
	}
	return nil
}

// drawTickets offers tickets to a seat, which then owes the choice (C9).
func (g *Game) drawTickets(s engine.Seat) {
	offer := g.tickets.offer(g.title.rules.Offer.Later)
	g.seat(s).offer = offer
	g.owes = engine.OwesKeep
	g.Report(engine.Event{Kind: engine.EventOffered, Seat: s, Card: engine.NoCard, N: len(offer), Tickets: offer})
}
