package railway

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/cards"
	"konduktor/engine/railmap"
	"konduktor/engine/railway/tariff"
)

// tunnel is an undecided claim: what was laid down, turned up, asked for (N6). Its cards are in no
// hand and no pile. Zero: there is none.
type tunnel struct {
	route engine.RouteID
	paid  engine.Payment
	color engine.Card // the colour played; NoCard: only wilds
	shown [railmap.MaxReveals]engine.Card
	n     int // cards shown
	asks  int
}

// toll is the tariff for what the tunnel asks (N6).
func (t *tunnel) toll(wild engine.Card) tariff.Tariff { return tariff.Toll(t.asks, t.color, wild) }

func (t *tunnel) revealed() []engine.Card { return slices.Clone(t.shown[:t.n]) }

// dig turns up cards for a tunnel. If nothing is asked for, the claim is complete (N6).
func (g *Game) dig(s engine.Seat, r engine.RouteID, paid *engine.Payment) {
	g.tunnel = tunnel{route: r, paid: *paid, color: g.title.played(paid)}
	t := &g.tunnel
	for t.n < g.title.lanes[r].reveals && g.decks[0].Size() > 0 {
		card := g.decks[0].Take(cards.Tunnel(s))
		g.reshuffle() // from the discards as they were before the claim
		t.shown[t.n] = card
		t.n++
		if card == g.title.wild || card == t.color {
			t.asks++
		}
	}
	g.Report(engine.Event{
		Kind: engine.EventDug, Seat: s, Card: engine.NoCard, Route: r, Payment: *paid, N: t.asks,
		Shown: t.revealed(),
	})
	if t.asks == 0 {
		g.openTunnel(s, engine.Payment{})
		return
	}
	g.Owes = engine.OwesPay
}

// played is the colour of a tunnel's payment, NoCard if it is all wilds.
func (t *Title) played(paid *engine.Payment) engine.Card {
	cards := paid.Cards()
	for c := range t.wild {
		if cards[c] > 0 {
			return c
		}
	}
	return engine.NoCard
}

func (g *Game) refusePay(s engine.Seat, m engine.Move) error {
	if g.Owes != engine.OwesPay {
		return engine.Refuse(engine.RefuseNoTunnel)
	}
	if err := g.refuseCards(s, &m.Payment); err != nil {
		return err
	}
	cards := m.Payment.Cards()
	if why := g.tunnel.toll(g.title.wild).Misfit(&cards); why != "" {
		return engine.Refuse(engine.RefuseToll, "why", why,
			"route", g.tunnel.route,
			"count", g.tunnel.asks, "color", g.tunnel.color)
	}
	return nil
}

// appendTolls lists the answers to a tunnel: pay, if the seat has the cards, or withdraw.
func (g *Game) appendTolls(dst []engine.Move, s engine.Seat) []engine.Move {
	funds := g.funds(s)
	if g.tunnel.toll(g.title.wild).Affords(funds) {
		dst = append(dst, engine.Move{Verb: engine.Pay})
	}
	return append(dst, engine.Move{Verb: engine.Withdraw})
}

func (g *Game) payToll(s engine.Seat, m engine.Move) {
	g.spend(s, &m.Payment)
	g.Report(engine.Event{
		Kind: engine.EventTolled, Seat: s, Card: engine.NoCard,
		Route: g.tunnel.route, Payment: m.Payment,
	})
	g.openTunnel(s, m.Payment)
}

// openTunnel completes the claim. All cards laid down and turned up are discarded together (N6).
func (g *Game) openTunnel(s engine.Seat, toll engine.Payment) {
	t := g.tunnel
	g.tunnel = tunnel{}
	extra := toll.Cards()
	cards := t.paid.Cards().Plus(&extra)
	for _, c := range t.shown[:t.n] {
		cards[c]++
	}
	g.settleClaim(s, t.route, t.paid, &cards)
}

func (g *Game) refuseWithdraw(engine.Seat, engine.Move) error {
	if g.Owes != engine.OwesPay {
		return engine.Refuse(engine.RefuseNoTunnel)
	}
	return nil
}

// withdraw returns the payment to where it came from (S8) and ends the turn.
func (g *Game) withdraw(s engine.Seat, _ engine.Move) {
	t := g.tunnel
	g.tunnel = tunnel{}
	seat := g.seat(s)
	seat.hand = seat.hand.Plus(&t.paid.Hand)
	if g.teamed() {
		rack := &g.team(s).rack
		*rack = rack.Plus(&t.paid.Rack)
	}
	var shown engine.Cards
	for _, c := range t.shown[:t.n] {
		shown[c]++
	}
	g.Report(engine.Event{
		Kind: engine.EventWithdrew, Seat: s, Card: engine.NoCard, Route: t.route,
		Payment: t.paid,
	})
	g.discard(&shown)
	g.settle(false)
	g.endTurn(false)
}
