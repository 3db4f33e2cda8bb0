package railway

import "konduktor/engine"

// Planned is as engine.Game says.
func (g *Game) Planned(s engine.Seat, made ...engine.Move) (engine.View, error) {
	if err := g.RefusePlan(s); err != nil {
		return engine.View{}, err
	}
	c, _ := g.Clone().(*Game) // Clone returns its own kind
	c.Turn, c.Owes, c.tunnel, c.drawn = s, engine.OwesTurn, tunnel{}, engine.NoCard
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
	switch {
	case m.Verb == engine.Place:
		g.went = m.Where
		g.Owes = engine.OwesSecond
	case m.Verb == engine.Draw && m.Slot == 0 && g.teamed() && !second:
		g.Owes = engine.OwesPlace // S3
	case m.Verb == engine.Draw && m.Slot == 0 && !second:
		g.Owes = engine.OwesSecond
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
			g.Owes = engine.OwesSecond
		}
	}
	if g.Owes == engine.OwesSecond && !g.canDraw(true) {
		g.Owes = engine.OwesNothing
	}
}
