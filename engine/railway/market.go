package railway

import (
	"konduktor/engine"
	"konduktor/engine/cards"
)

// maxFlushes bounds the flushes in a row (C5).
const maxFlushes = 10

// drawFault says why a card cannot be drawn now, "" if it can. Slot 0 is the deck.
func (g *Game) drawFault(slot int, second bool) engine.Code {
	switch {
	case slot == 0:
		if _, ok := g.source(0); !ok {
			return engine.RefuseDeckEmpty
		}
		return ""
	case slot > len(g.title.slots):
		return engine.RefuseNoSlot
	case g.market[slot-1] == engine.NoCard:
		return engine.RefuseEmptySlot
	case second && g.title.rules.WildAlone && g.market[slot-1] == g.title.wild:
		return engine.RefuseWildSecond // C4
	}
	return ""
}

func (g *Game) refuseDraw(_ engine.Seat, m engine.Move) error {
	if _, named := g.title.deckCalled(m.Pile); !named {
		if m.Pile == engine.NoPile {
			return engine.Refuse(engine.RefuseNoDeck) // W3
		}
		return engine.Refuse(engine.RefuseForeign)
	}
	second := g.Owes == engine.OwesSecond
	code := g.drawFault(int(m.Slot), second)
	if code == "" {
		code = g.whereFault(&m, second)
	}
	if code == "" {
		return nil
	}
	return engine.Refuse(code, "slot", int(m.Slot), "slots", len(g.title.slots))
}

// whereFault says why a card cannot go where the move says (S3). The first card from the market
// goes to hand or rack, a face-up wild to the rack. The second's place is settled, and a blind card
// is seen first.
func (g *Game) whereFault(m *engine.Move, second bool) engine.Code {
	switch {
	case !g.teamed() && m.Where != engine.Nowhere:
		return engine.RefuseForeign
	case !g.teamed():
		return ""
	case second && m.Where != engine.Nowhere:
		return engine.RefuseOtherPlace
	case second:
		return ""
	case m.Slot == 0 && m.Where != engine.Nowhere:
		return engine.RefuseForeign
	case m.Slot == 0:
		return ""
	case m.Where == engine.Nowhere:
		return engine.RefuseWhere
	case m.Where == engine.ToHand && g.market[m.Slot-1] == g.title.wild:
		return engine.RefuseWildToRack
	}
	return ""
}

// newDraws lists, by slot, the draws of a card that goes where it must: one for each deck.
func (t *Title) newDraws() [][]engine.Move {
	list := make([][]engine.Move, len(t.slots)+1)
	for slot := range list {
		for i := range t.rules.Decks {
			// at most maxMarket
			m := engine.Move{Verb: engine.Draw, Slot: uint8(slot), Pile: t.rules.Decks[i].Pile}
			list[slot] = append(list[slot], m)
		}
	}
	return list
}

// appendDraws lists the decks, then the slots; a slot once for each deck that may refill it (W3).
func (g *Game) appendDraws(dst []engine.Move, second bool) []engine.Move {
	for slot := range len(g.title.slots) + 1 {
		if g.drawFault(slot, second) != "" {
			continue
		}
		if !g.teamed() || second || slot == 0 {
			dst = append(dst, g.title.draws[slot]...)
			continue
		}
		for _, where := range [...]engine.Where{engine.ToHand, engine.ToRack} {
			m := engine.Move{Verb: engine.Draw, Slot: uint8(slot), Where: where}
			if g.whereFault(&m, second) == "" {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

func (g *Game) canDraw(second bool) bool {
	for slot := range len(g.title.slots) + 1 {
		if g.drawFault(slot, second) == "" {
			return true
		}
	}
	return false
}

// draw takes the first or second card of a turn (C4), with the first market card's place (S3) and
// the deck that fills its slot (W3).
func (g *Game) draw(s engine.Seat, m engine.Move) {
	second, where, slot := g.Owes == engine.OwesSecond, m.Where, int(m.Slot)
	deck, _ := g.title.deckCalled(m.Pile)
	if second && g.teamed() {
		where = engine.ToHand + engine.ToRack - g.went // the other place
	}
	if slot == 0 {
		g.drawBlind(s, deck, second, where)
		return
	}
	card := g.market[slot-1]
	g.market[slot-1] = engine.NoCard
	g.Report(engine.Event{
		Kind: engine.EventDrewMarket, Seat: s, Card: card, Pile: m.Pile, N: slot,
		Where: where,
	})
	g.put(s, card, where)
	g.went = where
	g.fillSlot(slot-1, deck)
	g.settle(true)
	g.secondOrEnd(second || card == g.title.wild && g.title.rules.WildAlone) // C4
}

// drawBlind takes the top card of a deck. A team's first card is seen before it is placed (S3).
func (g *Game) drawBlind(s engine.Seat, deck int, second bool, where engine.Where) {
	deck, _ = g.source(deck)
	card := g.decks[deck].Take(cards.Seat(s))
	g.Report(engine.Event{
		Kind: engine.EventDrewBlind, Seat: s, Card: card, Pile: g.title.rules.Decks[deck].Pile,
		Where: where,
		Mate:  g.alsoSeenBy(s, where),
	})
	if g.teamed() && !second {
		g.drawn = card
		g.Owes = engine.OwesPlace
		g.settle(false)
		return
	}
	g.put(s, card, where)
	g.settle(false)
	g.secondOrEnd(second)
}

// secondOrEnd asks for the second card, or ends the turn if this was the last or none is left (C6).
func (g *Game) secondOrEnd(last bool) {
	if last || !g.canDraw(true) {
		g.endTurn(true)
		return
	}
	g.Owes = engine.OwesSecond
}

// settle puts decks and market in order: a new deck, filled slots, a flushed market (C6, C5).
// changed: a market slot has changed; filling one counts too.
func (g *Game) settle(changed bool) {
	g.reshuffle()
	if g.fillMarket(false) {
		changed = true
	}
	for n := 0; changed && n < maxFlushes && g.flushDue(); n++ {
		g.flushMarket()
	}
}

// fillMarket fills empty slots, left to right, and reports whether it filled any. A new market
// comes from all decks; later a slot takes from the first deck that has a card (W3).
func (g *Game) fillMarket(anew bool) bool {
	filled := false
	for i, deck := range g.title.slots {
		if !anew {
			deck = 0
		}
		if g.market[i] == engine.NoCard && g.fillSlot(i, int(deck)) {
			filled = true
		}
	}
	return filled
}

// fillSlot fills an empty slot from a deck, or another if that is empty; false: all are.
func (g *Game) fillSlot(slot, named int) bool {
	deck, ok := g.source(named)
	if !ok {
		return false
	}
	g.market[slot] = g.decks[deck].Take(cards.Slot(slot + 1))
	g.Report(engine.Event{Kind: engine.EventFilled, Card: g.market[slot], N: slot + 1})
	g.reshuffle()
	return true
}

// flushDue reports whether enough wilds are face up to flush the market (C5).
func (g *Game) flushDue() bool {
	if g.title.rules.Flush == 0 {
		return false
	}
	wilds := 0
	for _, c := range g.market[:len(g.title.slots)] {
		if c == g.title.wild {
			wilds++
		}
	}
	return wilds >= g.title.rules.Flush
}

func (g *Game) flushMarket() {
	var swept engine.Cards
	for i := range g.title.slots {
		if c := g.market[i]; c != engine.NoCard {
			swept[c]++
			g.market[i] = engine.NoCard
		}
	}
	g.discard(&swept)
	g.Report(engine.Event{Kind: engine.EventFlushed, Card: engine.NoCard})
	g.reshuffle()
	g.fillMarket(true)
}
