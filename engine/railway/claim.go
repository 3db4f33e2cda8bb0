package railway

import (
	"math/bits"

	"konduktor/engine"
)

// claimFault says why none of a seat's cards can claim a route now; "" if some can (C7, C8).
func (g *Game) claimFault(s engine.Seat, r engine.RouteID, funds *engine.Cards) engine.Code {
	l := &g.title.lanes[r]
	switch {
	case g.owner[r] != engine.Public:
		return engine.RefuseTaken
	case g.barred[s].has(r):
		return engine.RefuseOwnLane
	case g.shut.has(r):
		return engine.RefuseClosed
	case g.seat(s).pieces[l.piece] < int(l.length):
		return engine.RefusePieces
	case !l.tariff.Affords(funds):
		return engine.RefuseUnaffordable
	}
	return ""
}

func (g *Game) refuseClaim(s engine.Seat, m engine.Move) error {
	if int(m.Route) >= len(g.title.lanes) {
		return engine.Refuse(engine.RefuseForeign)
	}
	funds := g.funds(s)
	if code := g.claimFault(s, m.Route, funds); code != "" {
		return g.explainClaim(code, s, m.Route)
	}
	if m.Payment.IsZero() {
		return g.explainClaim(engine.RefuseNoPayment, s, m.Route)
	}
	if err := g.refuseCards(s, &m.Payment); err != nil {
		return err
	}
	cards := m.Payment.Cards()
	if why := g.title.lanes[m.Route].tariff.Misfit(&cards); why != "" {
		return g.explainClaim(engine.RefusePayment, s, m.Route, "why", why)
	}
	return nil
}

// explainClaim adds all arguments that a refusal's sentence may need.
func (g *Game) explainClaim(code engine.Code, s engine.Seat, r engine.RouteID, more ...any) error {
	l := &g.title.lanes[r]
	return engine.Refuse(code, append(more, "route", r, "seat", g.owner[r], "length",
		int(l.length), "color", l.color, "need", int(l.length), "have", g.seat(s).pieces[l.piece])...)
}

// appendClaims lists the routes that the seat can claim, in the map's order.
func (g *Game) appendClaims(dst []engine.Move, s engine.Seat) []engine.Move {
	funds := g.funds(s)
	reach := g.inReach(s, funds)
	for w := range g.title.words {
		for left := reach[w]; left != 0; left &= left - 1 {
			r := engine.RouteID(w<<6 + bits.TrailingZeros64(left)) // less than MaxRoutes
			if g.title.unmeasured.has(r) && g.claimFault(s, r, funds) != "" {
				continue
			}
			dst = append(dst, engine.Move{Verb: engine.Claim, Route: r})
		}
	}
	return dst
}

func (g *Game) canClaim(s engine.Seat) bool { return len(g.appendClaims(nil, s)) > 0 }

// claim pays for a route. A tunnel is then dug (N6); any other route is the seat's at once.
func (g *Game) claim(s engine.Seat, m engine.Move) {
	r, paid := m.Route, &m.Payment
	g.spend(s, paid)
	if g.title.lanes[r].reveals > 0 {
		g.dig(s, r, paid)
		return
	}
	cards := paid.Cards()
	g.settleClaim(s, r, *paid, &cards)
}

// settleClaim puts pieces on a route and scores it (C7). The step's cards are discarded together
// (C6).
func (g *Game) settleClaim(s engine.Seat, r engine.RouteID, paid engine.Payment,
	cards *engine.Cards,
) {
	l, seat := &g.title.lanes[r], g.seat(s)
	seat.pieces[l.piece] -= int(l.length)
	seat.score += l.points
	seat.routes = append(seat.routes, r)
	g.owner[r] = s
	g.shut.add(r)
	for _, o := range l.rivals {
		g.barred[s].add(o)
	}
	g.closeRivals(l)
	g.Report(engine.Event{
		Kind: engine.EventClaimed, Seat: s, Card: engine.NoCard, Route: r, Payment: paid, N: l.points,
	})
	g.discard(cards)
	if g.extra != nil {
		g.extra.Claimed(g, s, r)
	}
	g.settle(false)
	g.endTurn(true)
}

// closeRivals closes the lanes of a connection that must stay unused at this table (C8).
func (g *Game) closeRivals(l *lane) {
	if l.open {
		return // S7
	}
	left := 0
	for _, r := range l.rivals {
		if g.owner[r] == engine.Public {
			left++
		}
	}
	if left > g.title.rules.Unused[g.N] {
		return
	}
	for _, r := range l.rivals {
		g.shut.add(r)
	}
}
