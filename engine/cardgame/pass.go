package cardgame

import "github.com/konduktor-bot/konduktor/engine"

// refusePass says that passing is legal only when nothing else is (C12).
func (g *Game) refusePass(s engine.Seat) error {
	if g.canDraw(false) || g.canLay(s) || g.tickets.n > 0 {
		return engine.Refuse(engine.RefusePass)
	}
	return nil
}

// passTurn ends a turn without an action (C12).
func (g *Game) passTurn(s engine.Seat) {
	g.report(engine.Event{Kind: engine.EventPassed, Seat: s, Card: engine.NoCard})
	g.passed++
	g.endTurn(false)
}

// endTurn ends the turn of the seat to move; the next one's first phase follows at once (K3). further says that the turn
// brought the game on, so that C12's count of idle turns begins anew.
func (g *Game) endTurn(further bool) {
	g.idle++
	if further {
		g.idle = 0
	}
	if g.lastRound {
		g.turnsLeft--
	} else if g.deck.size() == 0 {
		g.beginLastTurns(g.turn) // K7
	}
	stalled := g.passed == g.n || g.idle == idleRounds*g.n // C12
	if stalled || g.lastRound && g.turnsLeft == 0 {
		g.endPass()
		return
	}
	g.turn, g.owes = g.next(g.turn), engine.OwesTurn
	g.roll(g.turn)
}

// beginLastTurns gives every seat one more turn (K7). cause is who drew the last card, Public if a new deck had none.
func (g *Game) beginLastTurns(cause engine.Seat) {
	g.lastRound, g.turnsLeft = true, g.n
	g.report(engine.Event{Kind: engine.EventLastRound, Seat: cause, Card: engine.NoCard, N: g.turnsLeft})
}

// endPass scores the tracks; then a new pass begins, or the game is over (K8, K9).
func (g *Game) endPass() {
	g.turnsLeft = 0
	for s := engine.Seat(1); int(s) <= g.n; s++ {
		g.scoreTrack(s)
	}
	if g.pass < passes(g.n) {
		g.dealAnew()
		return
	}
	g.finish()
}

// scoreTrack sets the tickets aside that a seat's track completes (K8).
func (g *Game) scoreTrack(s engine.Seat) {
	seat := g.seat(s)
	var open ticketSet
	for _, t := range seat.kept {
		if !seat.done.has(t) {
			open = open.with(t)
		}
	}
	chosen := g.edition.assign(&seat.track, open)
	paid := g.edition.pay(&seat.track, chosen)
	seat.receipts = append(seat.receipts, paid...)
	seat.done |= chosen
	points := 0
	var completed []engine.TicketID
	for _, t := range seat.kept {
		if chosen.has(t) {
			points += g.edition.tickets[t].points
			completed = append(completed, t)
		}
	}
	if g.pass == 1 {
		seat.score = points // K9
	}
	g.report(engine.Event{
		Kind: engine.EventScored, Seat: s, Card: engine.NoCard, N: len(completed), M: points, Tickets: completed,
	})
}

// dealAnew begins the next pass: all cards but the hands are shuffled and dealt, and the seat after the last one begins.
// What the cards do not go far enough for is not dealt; if none are left, the last turns begin at once (K9).
func (g *Game) dealAnew() {
	contents := allCards()
	for i := range g.n {
		contents = contents.Minus(&g.seats[i].hand)
		g.seats[i].track = engine.Cards{}
	}
	g.rows = [colors]row{}
	g.deck.renew(&contents)
	g.pass++
	g.lastRound, g.passed, g.idle = false, 0, 0
	g.turn, g.owes = g.next(g.turn), engine.OwesTurn
	for range dealtAnew {
		s := g.turn
		for range g.n {
			if g.deck.size() > 0 {
				g.seat(s).hand[g.deck.take()]++
			}
			s = g.next(s)
		}
	}
	g.layMarket()
	g.report(engine.Event{Kind: engine.EventDealtAnew, Seat: g.turn, Card: engine.NoCard, N: g.deck.size()})
	if g.deck.size() == 0 {
		g.beginLastTurns(engine.Public)
	}
}
