package railway

import "konduktor/engine"

// Planned returns what a seat would see if it were its turn and it had made these moves; see engine.Game.
func (g *Game) Planned(s engine.Seat, made ...engine.Move) (engine.View, error) {
	if err := g.refusePlan(s); err != nil {
		return engine.View{}, err
	}
	c, _ := g.Clone().(*Game) // Clone returns its own kind
	c.turn, c.owes, c.tunnel, c.drawn = s, engine.OwesTurn, tunnel{}, engine.NoCard
	for i := range made {
		if c.owes == engine.OwesNothing {
			return engine.View{}, engine.Refuse(engine.RefuseTurn, engine.Arg{Key: "seat", Value: g.turn})
		}
		if err := c.refuse(s, &made[i]); err != nil {
			return engine.View{}, err
		}
		c.assume(s, &made[i])
	}
	return c.View(s), nil
}

// refusePlan says why a seat has no turn to plan for: it has one now, or none before the game ends.
func (g *Game) refusePlan(s engine.Seat) error {
	switch {
	case g.phase == engine.IsOver:
		return engine.Refuse(engine.RefuseOver)
	case s < 1 || int(s) > g.n:
		return engine.Refuse(engine.RefuseSeat)
	case g.phase == engine.InSetup || g.turn == s:
		return engine.Refuse(engine.RefusePlanNow)
	case g.lastRound && (int(s)-int(g.turn)+g.n)%g.n >= g.turnsLeft:
		return engine.Refuse(engine.RefusePlanEnd)
	}
	return nil
}

// assume notes a move of a plan as far as it can be known beforehand: an open card is taken and its slot stays empty, since
// nobody knows what fills it; a blind card is not seen. Any other move ends the turn, or leads to what nobody knows.
func (g *Game) assume(s engine.Seat, m *engine.Move) {
	second := g.owes == engine.OwesSecond
	g.owes = engine.OwesNothing
	switch {
	case m.Verb == engine.Place:
		g.went = m.Where
		g.owes = engine.OwesSecond
	case m.Verb == engine.Draw && m.Slot == 0 && g.teamed() && !second:
		g.owes = engine.OwesPlace // S3
	case m.Verb == engine.Draw && m.Slot == 0 && !second:
		g.owes = engine.OwesSecond
	case m.Verb == engine.Draw && m.Slot > 0:
		where := m.Where
		if second && g.teamed() {
			where = engine.ToHand + engine.ToRack - g.went // the other place
		}
		card := g.market[m.Slot-1]
		g.market[m.Slot-1] = engine.NoCard
		g.put(s, card, where)
		g.went = where
		if !second && !(card == g.title.wild && g.title.rules.WildAlone) {
			g.owes = engine.OwesSecond
		}
	}
	if g.owes == engine.OwesSecond && !g.canDraw(true) {
		g.owes = engine.OwesNothing
	}
}
