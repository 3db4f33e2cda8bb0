package railway

import "konduktor/engine"

// mustKeep is how many tickets of its offer a seat must keep (C9).
func (g *Game) mustKeep(s engine.Seat) int {
	least := g.title.rules.Offer.Keep
	if g.Phase == engine.InSetup {
		least = g.title.rules.Offer.KeepFirst
	}
	return min(least, len(g.seat(s).offer))
}

func (g *Game) refuseKeep(s engine.Seat, m engine.Move) error {
	if g.owedBy(s) != engine.OwesKeep {
		return engine.Refuse(engine.RefuseNoOffer)
	}
	return g.seat(s).offer.RefuseKeep(m.Tickets, g.mustKeep(s))
}

// keep answers an offer. At setup the choice waits for everybody's (C2).
func (g *Game) keep(s engine.Seat, m engine.Move) {
	seat, kept := g.seat(s), m.Tickets
	if g.Phase == engine.InPlay {
		g.takeTickets(s, kept)
		if g.teamed() {
			g.Owes = engine.OwesShare // S5
			return
		}
		g.endTurn(true)
		return
	}
	seat.chosen, _ = seat.offer.Split(kept)
	g.Report(engine.Event{Kind: engine.EventChose, Seat: s, Card: engine.NoCard, Tickets: seat.chosen})
	g.beginIfChosen()
}

// beginIfChosen begins the game when the last setup choice is in (C2).
func (g *Game) beginIfChosen() {
	if len(g.ToMove()) == 0 {
		g.begin()
	}
}

// begin carries out all setup choices in seat order (C2); seat 1 has the first turn.
func (g *Game) begin() {
	g.Phase = engine.InPlay
	for _, s := range g.Seats() {
		g.takeTickets(s, g.seat(s).chosen)
	}
	for _, s := range g.Seats() {
		seat := g.seat(s)
		if seat.pledged != nil {
			g.putOnRack(s, seat.pledged) // S2
		}
		seat.chosen, seat.pledged, seat.fresh = nil, nil, nil
		g.revealPieces(s)
	}
	g.Turn, g.Owes = 1, engine.OwesTurn
	g.Report(engine.Event{Kind: engine.EventBegan, Seat: g.Turn, Card: engine.NoCard})
}

// takeTickets gives a seat the kept tickets of its offer. The others go under the pile in order
// (C9), or out of the game (N2).
func (g *Game) takeTickets(s engine.Seat, kept []engine.TicketID) {
	seat := g.seat(s)
	taken, refused := seat.offer.Split(kept)
	seat.tickets, seat.kept = append(seat.tickets, taken...), append(seat.kept, taken...)
	seat.fresh, seat.offer = taken, nil
	if g.title.rules.Refused == UnderThePile {
		for _, t := range refused {
			g.tickets.PutUnder(t)
		}
	}
	g.Report(engine.Event{
		Kind: engine.EventKept, Seat: s, Card: engine.NoCard, N: len(taken), M: len(refused),
		Tickets: taken,
	})
}

func (g *Game) ticketsFault() engine.Code {
	if g.tickets.Size() == 0 {
		return engine.RefuseNoTickets // C9
	}
	return ""
}

func (g *Game) refuseTickets(engine.Seat, engine.Move) error {
	if code := g.ticketsFault(); code != "" {
		return engine.Refuse(code)
	}
	return nil
}

// drawTickets offers tickets to a seat, which then owes a choice (C9).
func (g *Game) drawTickets(s engine.Seat, _ engine.Move) {
	offer := g.tickets.Draw(g.title.rules.Offer.Later)
	seat := g.seat(s)
	seat.offer, seat.dealt = offer, append(seat.dealt, offer...)
	g.Owes = engine.OwesKeep
	g.Report(engine.Event{
		Kind: engine.EventOffered, Seat: s, Card: engine.NoCard, N: len(offer),
		Tickets: offer,
	})
}
