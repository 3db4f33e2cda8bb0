package railway

import (
	"slices"

	"konduktor/engine"
)

// usualMoves is the room for legal moves in a new view; more are rare.
const usualMoves = 40

// View returns what a seat may know of the game (C15); for Public, what everybody may know.
func (g *Game) View(viewer engine.Seat) engine.View {
	var v engine.View
	g.ViewInto(&v, viewer)
	return v
}

// ViewInto is View in the memory of v's lists: nobody may still use the old v. Games played out in
// thought need it, thousands a second.
func (g *Game) ViewInto(v *engine.View, viewer engine.Seat) {
	if int(viewer) > g.N {
		viewer = engine.Public
	}
	legal := v.Legal()[:0]
	g.common(v)
	v.Viewer = viewer
	v.Seats = slices.Grow(v.Seats[:0], g.N)[:g.N]
	for _, s := range g.Seats() {
		g.seatView(&v.Seats[s-1], s, s == viewer, viewer != engine.Public &&
			g.teamOf(s) == g.teamOf(viewer))
	}
	g.show(v)
	if viewer == engine.Public {
		v.WithRules(g.title.lexicon, g.title.rules.Uses, nil, nil)
		return
	}
	if cap(legal) == 0 {
		legal = make([]engine.Move, 0, usualMoves)
	}
	v.WithRules(g.title.lexicon, g.title.rules.Uses, g.AppendLegal(legal, viewer), g.purse(viewer))
}

// Unveiled returns the game with each seat's entry as that seat sees it.
func (g *Game) Unveiled() engine.View {
	var v engine.View
	g.common(&v)
	v.Seats = make([]engine.SeatView, g.N)
	for _, s := range g.Seats() {
		g.seatView(&v.Seats[s-1], s, true, true)
	}
	g.show(&v)
	v.WithRules(g.title.lexicon, g.title.rules.Uses, nil, nil)
	return v
}

// common sets the part of a view that belongs to no seat; all of it is public.
func (g *Game) common(v *engine.View) {
	*v = engine.View{
		Title: g.title.rules.ID, Version: g.title.rules.Version,
		ToMove: again(v.ToMove, g.ToMove()),
		Market: again(v.Market, g.market[:len(g.title.slots)]), TicketsLeft: g.tickets.Size(),
		Decks: v.Decks[:0], Closed: v.Closed[:0], Seats: v.Seats, Tokens: v.Tokens[:0],
	}
	g.Standing.Show(v)
	for i := range g.title.rules.Decks {
		d := &g.decks[i]
		v.Decks = append(v.Decks, engine.PileView{
			Pile: g.title.rules.Decks[i].Pile, Cards: d.Size(), Discards: d.Discarded(),
			Discarded: d.Discards(),
		})
	}
	v.WithFacts(&g.title.facts[g.N])
	if len(v.ToMove) > 0 {
		v.Owes = g.owedBy(v.ToMove[0])
	}
	if t := &g.tunnel; t.asks > 0 {
		v.Tunnel = &engine.TunnelView{
			Seat: g.Turn, Route: t.route, Paid: t.paid, Revealed: t.revealed(),
			Asks: t.asks,
		}
	}
	for r := range g.title.lanes {
		if g.shut.has(engine.RouteID(r)) && g.owner[r] == engine.Public {
			v.Closed = append(v.Closed, engine.RouteID(r))
		}
	}
}

// again copies a list into the memory of an old one; nil stays nil.
func again[S ~[]E, E any](old, list S) S { return append(old[:0], list...) }

func (g *Game) show(v *engine.View) {
	if g.extra != nil {
		g.extra.Show(v)
	}
}

// seatView sets a seat's entry. own and team: the viewer may see what the seat, its team sees.
func (g *Game) seatView(v *engine.SeatView, s engine.Seat, own, team bool) {
	seat := g.seat(s)
	*v = engine.SeatView{
		Seat: s, Name: g.names[s-1], Score: g.score(s), Routes: again(v.Routes, seat.routes),
		Hand: engine.CardsViewOf(&seat.hand, own), Drawn: engine.NoCard, Pieces: v.Pieces[:0],
		Box: v.Box[:0], Ports: v.Ports[:0], Dealt: v.Dealt[:0],
	}
	if g.teamed() {
		shared := g.team(s)
		v.Team = g.teamOf(s)
		v.Rack, v.RackTickets = engine.CardsViewOf(&shared.rack, team),
			engine.TicketsViewOf(shared.tickets, team || g.Over())
		if own && g.Turn == s {
			v.Drawn = g.drawn
		}
	}
	g.showFleet(v, s, own)
	g.showPorts(v, s)
	if own {
		v.Pledged, v.Dealt = slices.Clone(seat.pledged), append(v.Dealt, seat.dealt...)
	}
	tickets, offer := g.ticketsOf(s, own)
	v.Tickets, v.Offer = engine.TicketsViewOf(tickets, own || g.Over()),
		engine.TicketsViewOf(offer, own)
	if g.Phase == engine.InSetup {
		v.Owes = g.owedBy(s)
	}
	if g.Over() {
		f := g.Finals[s-1]
		v.Final = &f
	}
}

// ticketsOf returns a seat's tickets in hand and on offer. At setup a seat sees its own choice as
// made (C2).
func (g *Game) ticketsOf(s engine.Seat, own bool) (tickets, offer []engine.TicketID) {
	seat := g.seat(s)
	switch owes := g.owedBy(s); {
	case g.Phase == engine.InSetup && seat.chosen == nil:
		return nil, seat.offer
	case g.Phase == engine.InSetup && !own:
		return nil, nil
	case g.Phase == engine.InSetup && owes == engine.OwesShare:
		return seat.chosen, seat.chosen
	case g.Phase == engine.InSetup:
		return minus(seat.chosen, seat.pledged), nil
	case owes == engine.OwesShare:
		return seat.tickets, seat.fresh
	}
	return seat.tickets, seat.offer
}
