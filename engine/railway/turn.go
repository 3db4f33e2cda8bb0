package railway

import "konduktor/engine"

// refusePass refuses to pass while anything else is legal (C12).
func (g *Game) refusePass(s engine.Seat, _ engine.Move) error {
	if g.canDraw(false) || g.ticketsFault() == "" || len(g.shareable(s)) > 0 || g.canExchange(s) ||
		g.canClaim(s) || g.canBuild(s) {
		return engine.Refuse(engine.RefusePass)
	}
	return nil
}

// pass ends a turn without an action (C12).
func (g *Game) pass(s engine.Seat, _ engine.Move) {
	g.Report(engine.Event{Kind: engine.EventPassed, Seat: s, Card: engine.NoCard})
	g.Passed++
	g.endTurn(false)
}

// endTurn ends the turn; one with progress restarts the count of idle turns (C12).
func (g *Game) endTurn(progress bool) {
	if g.EndTurn(progress, g.lastRoundDue(), g.title.rules.LastRound.Turns) {
		g.finish()
	}
}

// lastRoundDue reports whether a team, or single seat, has few enough pieces (C11, S9).
func (g *Game) lastRoundDue() bool {
	for first := 0; first < g.N; first += g.teamSize() {
		left := 0
		for i := first; i < first+g.teamSize(); i++ {
			for _, n := range g.seats[i].pieces {
				left += n
			}
		}
		if left <= g.title.rules.LastRound.PiecesAtMost {
			return true
		}
	}
	return false
}
