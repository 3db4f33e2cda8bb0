package cardgame

import "konduktor/engine"

// Planned is as engine.Game says. The turn's first phase, which leaves no choice, is over (K3).
func (g *Game) Planned(s engine.Seat, made ...engine.Move) (engine.View, error) {
	if err := g.RefusePlan(s); err != nil {
		return engine.View{}, err
	}
	c, _ := g.Clone().(*Game) // Clone returns its own kind
	c.Turn, c.Owes = s, engine.OwesTurn
	c.roll(s)
	err := c.MakePlan(g.Turn, made,
		func(m engine.Move) error { return c.refuse(s, m) },
		func(m *engine.Move) { c.assume(s, m) })
	if err != nil {
		return engine.View{}, err
	}
	return c.View(s), nil
}

// assume notes a move of a plan as far as it can be known: an open card leaves its slot empty, a
// blind one is not seen, any other move ends the turn or depends on something hidden.
func (g *Game) assume(s engine.Seat, m *engine.Move) {
	second := g.Owes == engine.OwesSecond
	g.Owes = engine.OwesNothing
	if m.Verb != engine.Draw || second {
		return
	}
	if m.Slot > 0 {
		card := g.market[m.Slot-1]
		g.market[m.Slot-1] = engine.NoCard
		g.seat(s).hand[card]++
		if card == wild { // K4
			return
		}
	}
	if g.canDraw(true) {
		g.Owes = engine.OwesSecond
	}
}
