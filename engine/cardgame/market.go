package cardgame

import (
	"konduktor/engine"
	"konduktor/engine/cards"
)

// drawFault says why a card cannot be drawn now, "" if it can. Slot 0 is the deck.
func (g *Game) drawFault(slot int, second bool) engine.Code {
	switch {
	case slot == 0 && g.deck.Size() == 0:
		return engine.RefuseDeckEmpty
	case slot == 0:
		return ""
	case slot > slots:
		return engine.RefuseNoSlot
	case g.market[slot-1] == engine.NoCard:
		return engine.RefuseEmptySlot
	case second && g.market[slot-1] == wild:
		return engine.RefuseWildSecond // K4
	}
	return ""
}

func (g *Game) refuseDraw(_ engine.Seat, m engine.Move) error {
	code := g.drawFault(int(m.Slot), g.Owes == engine.OwesSecond)
	if m.Pile != engine.NoPile || m.Where != engine.Nowhere {
		code = engine.RefuseForeign
	}
	if code == "" {
		return nil
	}
	return engine.Refuse(code, "slot", int(m.Slot), "slots", slots)
}

func (g *Game) appendDraws(dst []engine.Move, second bool) []engine.Move {
	for slot := range slots + 1 {
		if g.drawFault(slot, second) == "" {
			dst = append(dst, engine.Move{Verb: engine.Draw, Slot: uint8(slot)})
		}
	}
	return dst
}

func (g *Game) canDraw(second bool) bool {
	for slot := range slots + 1 {
		if g.drawFault(slot, second) == "" {
			return true
		}
	}
	return false
}

// draw takes the first or second card of a turn. A face-up locomotive is the only one (K4).
func (g *Game) draw(s engine.Seat, m engine.Move) {
	slot := int(m.Slot)
	last := g.Owes == engine.OwesSecond
	if slot == 0 {
		card := g.deck.Take(cards.Seat(s))
		g.seat(s).hand[card]++
		g.Report(engine.Event{Kind: engine.EventDrewBlind, Seat: s, Card: card})
	} else {
		card := g.market[slot-1]
		g.market[slot-1] = engine.NoCard
		g.seat(s).hand[card]++
		g.Report(engine.Event{Kind: engine.EventDrewMarket, Seat: s, Card: card, N: slot})
		g.fillSlot(slot)
		last = last || card == wild
	}
	if last || !g.canDraw(true) {
		g.endTurn(true)
		return
	}
	g.Owes = engine.OwesSecond
}

// fillSlot turns a card up in an empty slot while the deck lasts (K4).
func (g *Game) fillSlot(slot int) {
	if g.deck.Size() == 0 {
		return
	}
	g.market[slot-1] = g.deck.Take(cards.Slot(slot))
	g.Report(engine.Event{Kind: engine.EventFilled, Card: g.market[slot-1], N: slot})
}

// layMarket turns up a new market, left to right, as far as the deck goes (K2, K9).
func (g *Game) layMarket() {
	for i := range g.market {
		g.market[i] = engine.NoCard
		if g.deck.Size() > 0 {
			g.market[i] = g.deck.Take(cards.Slot(i + 1))
		}
	}
}
