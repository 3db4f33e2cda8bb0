package cardgame

import "konduktor/engine"

// mustKeep is how many tickets of an offer must be kept at least (K2, K6).
func (g *Game) mustKeep() int {
	if g.Phase == engine.InSetup {
		return keepFirst
	}
	return 0
}

func (g *Game) refuseKeep(s engine.Seat, m engine.Move) error {
	if g.owedBy(s) != engine.OwesKeep {
		return engine.Refuse(engine.RefuseNoOffer)
	}
	return g.seat(s).offer.RefuseKeep(m.Tickets, g.mustKeep())
}

// keep answers an offer. At setup the choice waits for everybody's (C2).
func (g *Game) keep(s engine.Seat, m engine.Move) {
	kept := m.Tickets
	if g.Phase == engine.InPlay {
		g.takeTickets(s, kept)
		g.endTurn(len(kept) > 0) // C12
		return
	}
	seat := g.seat(s)
	seat.chosen, _ = seat.offer.Split(kept)
	g.Report(engine.Event{Kind: engine.EventChose, Seat: s, Card: engine.NoCard, Tickets: seat.chosen})
	if len(g.ToMove()) == 0 {
		g.begin()
	}
}

// begin carries out all setup choices in seat order (C2). Refused tickets are shuffled into the
// pile (K2).
func (g *Game) begin() {
	g.Phase = engine.InPlay
	for _, s := range g.Seats() {
		g.takeTickets(s, g.seat(s).chosen)
		g.seat(s).chosen = nil
	}
	g.tickets.Mix()
	g.Turn, g.Owes = 1, engine.OwesTurn
	g.Report(engine.Event{Kind: engine.EventBegan, Seat: g.Turn, Card: engine.NoCard})
}

// takeTickets gives a seat the kept tickets of its offer; the others go under the pile in order
// (C9).
func (g *Game) takeTickets(s engine.Seat, kept []engine.TicketID) {
	seat := g.seat(s)
	taken, refused := seat.offer.Split(kept)
	seat.kept, seat.offer = append(seat.kept, taken...), nil
	for _, t := range refused {
		g.tickets.PutUnder(t)
	}
	g.Report(engine.Event{
		Kind: engine.EventKept, Seat: s, Card: engine.NoCard, N: len(taken), M: len(refused),
		Tickets: taken,
	})
}

func (g *Game) refuseTickets(engine.Seat, engine.Move) error {
	if g.tickets.Size() == 0 {
		return engine.Refuse(engine.RefuseNoTickets) // K6
	}
	return nil
}

// drawTickets offers tickets to a seat, which then owes the choice (K6).
func (g *Game) drawTickets(s engine.Seat, _ engine.Move) {
	offer := g.tickets.Draw(offerLater)
	seat := g.seat(s)
	seat.offer, seat.dealt = offer, append(seat.dealt, offer...)
	g.Owes = engine.OwesKeep
	g.Report(engine.Event{
		Kind: engine.EventOffered, Seat: s, Card: engine.NoCard, N: len(offer),
		Tickets: offer,
	})
}
