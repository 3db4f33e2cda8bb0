package railway

import (
	"iter"

	"github.com/konduktor-bot/konduktor/engine"
)

// claimFault says why a seat cannot claim a route now, whatever it pays with; "" if it can (C7, C8).
func (g *Game) claimFault(s engine.Seat, r engine.RouteID) engine.Code {
	l, seat := &g.title.lanes[r], g.seat(s)
	switch {
	case g.owner[r] != engine.Public:
		return engine.RefuseTaken
	case g.holdsRival(s, l):
		return engine.RefuseOwnLane
	case g.shut[r]:
		return engine.RefuseClosed
	case seat.pieces < int(l.length):
		return engine.RefusePieces
	case !g.title.affords(l, &seat.hand):
		return engine.RefuseUnaffordable
	}
	return ""
}

// holdsRival reports whether the seat has another lane of the connection (C8).
func (g *Game) holdsRival(s engine.Seat, l *lane) bool {
	for _, r := range l.rivals {
		if g.owner[r] == s {
			return true
		}
	}
	return false
}

func (g *Game) refuseClaim(s engine.Seat, m *engine.Move) error {
	if int(m.Route) >= len(g.title.lanes) {
		return engine.Refuse(engine.RefuseForeign)
	}
	if code := g.claimFault(s, m.Route); code != "" {
		return g.explainClaim(code, s, m.Route)
	}
	if m.Payment.IsZero() {
		return g.explainClaim(engine.RefuseNoPayment, s, m.Route)
	}
	if m.Payment.Rack != (engine.Cards{}) {
		return engine.Refuse(engine.RefuseForeign) // only a team has a rack (S4)
	}
	for c, n := range m.Payment.Hand {
		if have := g.seat(s).hand[c]; n > have {
			return engine.Refuse(engine.RefuseNotHeld, engine.Arg{Key: "card", Value: engine.Card(c)},
				engine.Arg{Key: "need", Value: int(n)}, engine.Arg{Key: "have", Value: int(have)})
		}
	}
	if !g.title.pays(&g.title.lanes[m.Route], &m.Payment.Hand) {
		return g.explainClaim(engine.RefusePayment, s, m.Route)
	}
	return nil
}

// explainClaim gives a refusal all that its sentence may say.
func (g *Game) explainClaim(code engine.Code, s engine.Seat, r engine.RouteID) error {
	l := &g.title.lanes[r]
	return engine.Refuse(code, engine.Arg{Key: "route", Value: r}, engine.Arg{Key: "seat", Value: g.owner[r]},
		engine.Arg{Key: "length", Value: int(l.length)}, engine.Arg{Key: "color", Value: l.color},
		engine.Arg{Key: "need", Value: int(l.length)}, engine.Arg{Key: "have", Value: g.seat(s).pieces})
}

func (g *Game) appendClaims(dst []engine.Move, s engine.Seat) []engine.Move {
	for r := range g.title.lanes {
		if g.shut[r] {
			continue
		}
		if g.claimFault(s, engine.RouteID(r)) == "" {
			dst = append(dst, engine.Move{Verb: engine.Claim, Route: engine.RouteID(r)})
		}
	}
	return dst
}

// canClaim reports whether the seat can claim any route.
func (g *Game) canClaim(s engine.Seat) bool {
	for r := range g.title.lanes {
		if !g.shut[r] && g.claimFault(s, engine.RouteID(r)) == "" {
			return true
		}
	}
	return false
}

// claim pays for a route, puts pieces on it and scores it at once (C7).
func (g *Game) claim(s engine.Seat, r engine.RouteID, paid *engine.Cards) {
	l, seat := &g.title.lanes[r], g.seat(s)
	for c, n := range paid {
		seat.hand[c] -= n
	}
	seat.pieces -= int(l.length)
	seat.score += points[l.length]
	seat.routes = append(seat.routes, r)
	g.owner[r] = s
	g.shut[r] = true
	g.closeRivals(l)
	g.Report(engine.Event{
		Kind: engine.EventClaimed, Seat: s, Card: engine.NoCard, Route: r,
		Payment: engine.Payment{Hand: *paid}, N: points[l.length],
	})
	g.deck.discard(paid)
	if g.extra != nil {
		g.extra.Claimed(g, s, r)
	}
	g.settle(false)
	g.endTurn(true)
}

// closeRivals closes the other lanes of a connection once as many are taken as the number of seats allows (C8).
func (g *Game) closeRivals(l *lane) {
	taken := 1
	for _, r := range l.rivals {
		if g.owner[r] != engine.Public {
			taken++
		}
	}
	if taken < g.title.rules.Lanes[g.n] {
		return
	}
	for _, r := range l.rivals {
		g.shut[r] = true
	}
}

// Payments yields the ways in which a seat can pay for a legal claim.
func (g *Game) Payments(s engine.Seat, m engine.Move) iter.Seq[engine.Payment] {
	if s < 1 || int(s) > g.n {
		return func(func(engine.Payment) bool) {}
	}
	return g.title.payments(m, g.seat(s).hand)
}
