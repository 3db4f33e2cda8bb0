package cardgame

import (
	"slices"

	"konduktor/engine"
)

// View returns what a seat may know of the game (C15); for Public, what everybody may know.
func (g *Game) View(viewer engine.Seat) engine.View {
	if int(viewer) > g.N {
		viewer = engine.Public
	}
	v := g.common()
	v.Viewer = viewer
	v.Seats = make([]engine.SeatView, 0, g.N)
	for _, s := range g.Seats() {
		v.Seats = append(v.Seats, g.seatView(s, s == viewer))
	}
	var legal []engine.Move
	if viewer != engine.Public {
		legal = g.AppendLegal(nil, viewer)
		for c := range colors {
			if g.Phase == engine.InDeclare { // nothing is laid any more
				break
			}
			v.LeastRow[c], v.MostRow[c] = uint8(g.leastRow(viewer, c)), uint8(g.mostRow(viewer, c))
		}
	}
	v.WithRules(g.edition.lexicon, engine.UsesYards, legal, nil)
	if viewer != engine.Public && g.owedBy(viewer) == engine.OwesDeclare {
		v.WithSets(g.declarer(viewer))
	}
	return v
}

// Unveiled returns the game with every seat's entry as that seat sees it.
func (g *Game) Unveiled() engine.View {
	v := g.common()
	for _, s := range g.Seats() {
		v.Seats = append(v.Seats, g.seatView(s, true))
	}
	v.WithRules(g.edition.lexicon, engine.UsesYards, nil, nil)
	return v
}

// common is the part of a view that does not belong to a seat; all of it is public.
func (g *Game) common() engine.View {
	v := engine.View{
		Title: g.edition.ID(), Version: version, ToMove: slices.Clone(g.ToMove()),
		Pass: g.pass, Passes: passes(g.N), OpenTrack: g.open,
		Market: slices.Clone(g.market[:]), TicketsLeft: g.tickets.Size(),
		Decks: []engine.PileView{{
			Cards: g.deck.Size(), Discards: g.deck.Discarded(),
			Discarded: g.deck.Discards(),
		}},
	}
	g.Standing.Show(&v)
	if len(v.ToMove) > 0 {
		v.Owes = g.owedBy(v.ToMove[0])
	}
	return v
}

// seatView is a seat's entry. own: the viewer may see what the seat sees.
func (g *Game) seatView(s engine.Seat, own bool) engine.SeatView {
	seat := g.seat(s)
	v := engine.SeatView{
		Seat: s, Name: g.names[s-1], Score: seat.score, Drawn: engine.NoCard,
		// K3
		Hand: engine.CardsViewOf(&seat.hand, own), Yard: g.yard(s),
		Track:     engine.CardsViewOf(&seat.track, own && (g.open || g.Phase == engine.InDeclare)),
		Completed: seat.tickets(true),
	}
	tickets, offer := g.ticketsOf(s, own)
	v.Tickets, v.Offer = engine.TicketsViewOf(tickets, own || g.Over()),
		engine.TicketsViewOf(offer, own)
	if g.Phase == engine.InSetup || g.Phase == engine.InDeclare {
		v.Owes = g.owedBy(s)
	}
	if own {
		v.Declared, v.Dealt = slices.Clone(seat.declared), slices.Clone(seat.dealt)
		v.Moved = seat.moved
	}
	if g.Over() {
		f := g.Finals[s-1]
		v.Final = &f
	}
	return v
}

// yard returns the rows of a seat's railyard, in the order of the cards.
func (g *Game) yard(s engine.Seat) []engine.Row {
	var rows []engine.Row
	for c := range g.rows {
		if r := &g.rows[c]; r.owner == s {
			rows = append(rows, engine.Row{Card: engine.Card(c), N: int(r.cards), Wilds: int(r.wilds)})
		}
	}
	return rows
}

// tickets lists a seat's completed or open tickets, in the order of the offers.
func (s *seat) tickets(done bool) []engine.TicketID {
	var list []engine.TicketID
	for _, t := range s.kept {
		if s.done.Has(t) == done {
			list = append(list, t)
		}
	}
	return list
}

// ticketsOf returns a seat's tickets in hand and on offer. At setup a seat sees its own choice as
// made (C2).
func (g *Game) ticketsOf(s engine.Seat, own bool) (tickets, offer []engine.TicketID) {
	seat := g.seat(s)
	switch {
	case g.Phase == engine.InSetup && seat.chosen == nil:
		return nil, seat.offer
	case g.Phase == engine.InSetup && own:
		return seat.chosen, nil
	case g.Phase == engine.InSetup:
		return nil, nil
	}
	return seat.tickets(false), seat.offer
}
