package cardgame

import (
	"konduktor/engine"
	"konduktor/engine/cards"
)

// refusePass refuses to pass while anything else is legal (C12).
func (g *Game) refusePass(s engine.Seat, _ engine.Move) error {
	if g.canDraw(false) || g.canLay(s) || g.tickets.Size() > 0 {
		return engine.Refuse(engine.RefusePass)
	}
	return nil
}

// passTurn ends a turn without an action (C12).
func (g *Game) passTurn(s engine.Seat, _ engine.Move) {
	g.Report(engine.Event{Kind: engine.EventPassed, Seat: s, Card: engine.NoCard})
	g.Passed++
	g.endTurn(false)
}

// endTurn ends the turn and makes the first phase of the next (K3). Progress restarts the count of
// idle turns (C12).
func (g *Game) endTurn(progress bool) {
	if g.EndTurn(progress, g.deck.Size() == 0, lastTurns) { // K7
		g.endPass()
		return
	}
	g.roll(g.Turn)
}

// endPass has the seats declare, or decides what their tracks pay for, and scores the pass (K8).
func (g *Game) endPass() {
	if g.asks && g.declareTickets() {
		return
	}
	for i := range g.N {
		if s := &g.seats[i]; !g.asks {
			s.set = g.edition.tickets.Choose(&s.track, s.open())
		}
	}
	g.scorePass()
}

// scorePass scores the tracks; then a new pass begins, or the game is over (K8, K9).
func (g *Game) scorePass() {
	for _, s := range g.Seats() {
		g.scoreTrack(s)
	}
	if g.pass < passes(g.N) {
		g.dealAnew()
		return
	}
	g.finish()
}

// scoreTrack sets aside the tickets that a seat's track completes (K8).
func (g *Game) scoreTrack(s engine.Seat) {
	seat := g.seat(s)
	chosen := seat.set
	seat.set, seat.declared = 0, nil
	paid := g.edition.tickets.Pay(&seat.track, chosen)
	seat.receipts = append(seat.receipts, paid...)
	seat.done |= chosen
	points := 0
	var completed []engine.TicketID
	for _, t := range seat.kept {
		if chosen.Has(t) {
			points += g.edition.board.Tickets[t].Points
			completed = append(completed, t)
		}
	}
	if g.pass == 1 {
		seat.score = points // K9
	}
	g.Report(engine.Event{
		Kind: engine.EventScored, Seat: s, Card: engine.NoCard, N: len(completed), M: points,
		Tickets: completed,
	})
}

// dealAnew begins the next pass: all cards but the hands are shuffled and dealt, and the next seat
// begins. If no card is left for the deck, the last turns begin at once (K9).
func (g *Game) dealAnew() {
	contents := allCards()
	for i := range g.N {
		contents = contents.Minus(&g.seats[i].hand)
		g.seats[i].track, g.seats[i].moved = engine.Cards{}, engine.Cards{}
	}
	g.rows = [colors]row{}
	g.deck.Renew(&contents)
	g.pass++
	g.Phase, g.LastRound, g.Passed, g.Idle = engine.InPlay, false, 0, 0
	g.Turn, g.Owes = g.Next(g.Turn), engine.OwesTurn
	for range dealtAnew {
		s := g.Turn
		for range g.N {
			if g.deck.Size() > 0 {
				g.seat(s).hand[g.deck.Take(cards.Seat(s))]++
			}
			s = g.Next(s)
		}
	}
	g.layMarket()
	g.Report(engine.Event{
		Kind: engine.EventDealtAnew, Seat: g.Turn, Card: engine.NoCard,
		N: g.deck.Size(),
	})
	if g.deck.Size() == 0 {
		g.BeginLastTurns(engine.Public, lastTurns)
	}
}
