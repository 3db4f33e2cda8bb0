package railway

import (
	"iter"

	"konduktor/engine"
	"konduktor/engine/railway/tariff"
)

// purse is what a seat can pay with: its hand and the team's rack (S4). It is a copy, so a view may
// keep it.
type purse struct {
	title *Title
	wallet
	tunnel tunnel // what it would pay for if a tunnel asks for cards
}

// wallet holds the cards of a purse by where they are.
type wallet struct{ hand, rack engine.Cards }

func (g *Game) purse(s engine.Seat) purse {
	p := purse{title: g.title, wallet: wallet{hand: g.seat(s).hand}, tunnel: g.tunnel}
	if g.teamed() {
		p.rack = g.team(s).rack
	}
	return p
}

// funds returns all cards that the seat can pay with, maybe the hand itself: do not change them.
func (g *Game) funds(s engine.Seat) *engine.Cards {
	if !g.teamed() {
		return &g.seat(s).hand
	}
	both := g.seat(s).hand.Plus(&g.team(s).rack)
	return &both
}

// Payments yields the ways to pay for a legal claim, a port, or a tunnel's toll.
func (g *Game) Payments(s engine.Seat, m engine.Move) iter.Seq[engine.Payment] {
	if s < 1 || int(s) > g.N {
		return func(func(engine.Payment) bool) {}
	}
	return g.purse(s).Payments(m)
}

// Payments yields the ways to pay, best proposal first; none for a move that costs no cards.
func (p purse) Payments(m engine.Move) iter.Seq[engine.Payment] {
	price, cards := p.tariff(m.Verb, m.Route), p.wallet
	return func(yield func(engine.Payment) bool) {
		if price == nil {
			return
		}
		for way := range price.Ways(cards.hand.Plus(&cards.rack)) {
			if !cards.split(way, yield) {
				return
			}
		}
	}
}

func (p *purse) tariff(v engine.Verb, r engine.RouteID) tariff.Tariff {
	switch {
	case v == engine.Claim && int(r) < len(p.title.lanes):
		return p.title.lanes[r].tariff
	case v == engine.Pay && p.tunnel.asks > 0:
		return p.tunnel.toll(p.title.wild)
	case v == engine.Port && p.title.rules.Ports.Each > 0:
		return p.title.port
	}
	return nil
}

// split yields the ways to divide a payment, hand first: the rack serves the partner too.
func (w *wallet) split(way engine.Cards, yield func(engine.Payment) bool) bool {
	if w.rack == (engine.Cards{}) {
		return yield(engine.Payment{Hand: way})
	}
	return w.splitFrom(0, &way, engine.Payment{}, yield)
}

func (w *wallet) splitFrom(kind int, way *engine.Cards, pay engine.Payment,
	yield func(engine.Payment) bool,
) bool {
	for kind < len(way) && way[kind] == 0 {
		kind++
	}
	if kind == len(way) {
		return yield(pay)
	}
	least := int(way[kind]) - int(w.rack[kind])
	for n := min(int(way[kind]), int(w.hand[kind])); n >= max(least, 0); n-- {
		pay.Hand[kind], pay.Rack[kind] = uint8(n), way[kind]-uint8(n)
		if !w.splitFrom(kind+1, way, pay, yield) {
			return false
		}
	}
	return true
}

// refuseCards names a card that the seat does not have in hand or rack.
func (g *Game) refuseCards(s engine.Seat, pay *engine.Payment) error {
	if !g.teamed() && pay.Rack != (engine.Cards{}) {
		return engine.Refuse(engine.RefuseForeign) // only a team has a rack (S4)
	}
	p := g.purse(s)
	for c := range pay.Hand {
		if pay.Hand[c] > p.hand[c] {
			return notHeld(c, pay.Hand[c], p.hand[c])
		}
		if pay.Rack[c] > p.rack[c] {
			return notHeld(c, pay.Rack[c], p.rack[c])
		}
	}
	return nil
}

func notHeld(card int, need, have uint8) error {
	return engine.Refuse(engine.RefuseNotHeld, "card", engine.Card(card),
		"need", int(need), "have", int(have))
}

func (g *Game) spend(s engine.Seat, pay *engine.Payment) {
	seat := g.seat(s)
	seat.hand = seat.hand.Minus(&pay.Hand)
	if g.teamed() {
		rack := &g.team(s).rack
		*rack = rack.Minus(&pay.Rack)
	}
}
