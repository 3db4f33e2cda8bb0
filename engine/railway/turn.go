package railway

import "konduktor/engine"

// idleRounds is how many full rounds without progress end the game (C12).
const idleRounds = 3

// passFault says why a seat cannot pass: passing is legal only when nothing else is (C12).
func (g *Game) passFault(s engine.Seat) engine.Code {
	if g.canDraw(false) || g.ticketsFault() == "" || len(g.shareable(s)) > 0 || g.canExchange(s) ||
		g.canClaim(s) || g.canBuild(s) {
		return engine.RefusePass
	}
	return ""
}

func (g *Game) refusePass(s engine.Seat, _ engine.Move) error {
	if code := g.passFault(s); code != "" {
		return engine.Refuse(code)
	}
	return nil
}

// pass ends a turn without an action (C12).
func (g *Game) pass(s engine.Seat, _ engine.Move) {
	g.Report(engine.Event{Kind: engine.EventPassed, Seat: s, Card: engine.NoCard})
	g.passes++
	g.endTurn(false)
}

// endTurn ends the turn; one with progress restarts the count of idle turns (C12).
func (g *Game) endTurn(progress bool) {
	g.turns++
	g.idle++
	if progress {
		g.idle = 0
	}
	if g.lastRound {
		g.turnsLeft--
	} else if g.lastRoundDue() {
		g.lastRound = true
		g.turnsLeft = g.n * g.title.rules.LastRound.Turns
		g.Report(engine.Event{
			Kind: engine.EventLastRound, Seat: g.turn, Card: engine.NoCard,
			N: g.turnsLeft,
		})
	}
	stalled := g.passes == g.n || g.idle == idleRounds*g.n // C12
	if stalled || g.lastRound && g.turnsLeft == 0 {
		g.turnsLeft = 0
		g.finish()
		return
	}
	g.turn = g.turn%engine.Seat(g.n) + 1
	g.owes = engine.OwesTurn
}

// lastRoundDue reports whether a team, or single seat, has few enough pieces (C11, S9).
func (g *Game) lastRoundDue() bool {
	for first := 0; first < g.n; first += g.teamSize() {
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
