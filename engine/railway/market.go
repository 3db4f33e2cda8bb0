package railway

import "github.com/konduktor-bot/konduktor/engine"

// maxFlushes is how many new markets one moment brings at most (C5).
const maxFlushes = 10

// drawFault says why a card cannot be drawn now, "" if it can. Slot 0 is the deck.
func (g *Game) drawFault(slot int, second bool) engine.Code {
	switch {
	case slot == 0 && g.deck.size() == 0:
		return engine.RefuseDeckEmpty
	case slot == 0:
		return ""
	case slot > g.title.rules.Market:
		return engine.RefuseNoSlot
	case g.market[slot-1] == engine.NoCard:
		return engine.RefuseEmptySlot
	case second && g.title.rules.WildAlone && g.market[slot-1] == g.title.wild:
		return engine.RefuseWildSecond // C4
	}
	return ""
}

func (g *Game) refuseDraw(m *engine.Move) error {
	if m.Pile != engine.NoPile || m.Where != engine.Nowhere {
		return engine.Refuse(engine.RefuseForeign)
	}
	code := g.drawFault(int(m.Slot), g.owes == engine.OwesSecond)
	if code == "" {
		return nil
	}
	return engine.Refuse(code, engine.Arg{Key: "slot", Value: int(m.Slot)},
		engine.Arg{Key: "slots", Value: g.title.rules.Market})
}

func (g *Game) appendDraws(dst []engine.Move, second bool) []engine.Move {
	for slot := range g.title.rules.Market + 1 {
		if g.drawFault(slot, second) == "" {
			dst = append(dst, engine.Move{Verb: engine.Draw, Slot: uint8(slot)})
		}
	}
	return dst
}

// canDraw reports whether any card can be drawn.
func (g *Game) canDraw(second bool) bool {
	for slot := range g.title.rules.Market + 1 {
		if g.drawFault(slot, second) == "" {
			return true
		}
	}
	return false
}

// draw takes the first or second card of a turn (C4).
func (g *Game) draw(s engine.Seat, slot int) {
	second := g.owes == engine.OwesSecond
	var card engine.Card
	if slot == 0 {
		card = g.deck.take()
		g.Report(engine.Event{Kind: engine.EventDrewBlind, Seat: s, Card: card})
	} else {
		card = g.market[slot-1]
		g.market[slot-1] = engine.NoCard
		g.Report(engine.Event{Kind: engine.EventDrewMarket, Seat: s, Card: card, N: slot})
	}
	g.seat(s).hand[card]++
	g.settle(slot > 0)

	alone := slot > 0 && card == g.title.wild && g.title.rules.WildAlone
	if second || alone || !g.canDraw(true) { // C4, C6
		g.endTurn(true)
		return
	}
	g.owes = engine.OwesSecond
}

// settle puts deck and market in order after cards have moved: a new deck, filled slots, a flushed market (C6, C5).
// changed says that a market slot has changed; filling one does so too.
func (g *Game) settle(changed bool) {
	g.reshuffle()
	if g.fillMarket() {
		changed = true
	}
	for n := 0; changed && n < maxFlushes && g.flushDue(); n++ {
		g.flushMarket()
	}
}

func (g *Game) reshuffle() {
	if n := g.deck.reshuffle(); n > 0 {
		g.Report(engine.Event{Kind: engine.EventShuffled, Card: engine.NoCard, N: n})
	}
}

// fillMarket fills empty slots, left to right, and says whether it filled any.
func (g *Game) fillMarket() bool {
	filled := false
	for i := range g.title.rules.Market {
		if g.market[i] != engine.NoCard || g.deck.size() == 0 {
			continue
		}
		g.market[i] = g.deck.take()
		filled = true
		g.Report(engine.Event{Kind: engine.EventFilled, Card: g.market[i], N: i + 1})
		g.reshuffle()
	}
	return filled
}

// flushDue reports whether so many wilds lie open that the market is discarded (C5).
func (g *Game) flushDue() bool {
	if g.title.rules.Flush == 0 {
		return false
	}
	wilds := 0
	for _, c := range g.market[:g.title.rules.Market] {
		if c == g.title.wild {
			wilds++
		}
	}
	return wilds >= g.title.rules.Flush
}

func (g *Game) flushMarket() {
	var swept engine.Cards
	for i := range g.title.rules.Market {
		if c := g.market[i]; c != engine.NoCard {
			swept[c]++
			g.market[i] = engine.NoCard
		}
	}
	g.deck.discard(&swept)
	g.Report(engine.Event{Kind: engine.EventFlushed, Card: engine.NoCard})
	g.reshuffle()
	g.fillMarket()
}
