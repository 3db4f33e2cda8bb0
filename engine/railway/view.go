package railway

import (
	"iter"
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// View returns what a seat may know of the game (C15); Public what everybody may.
func (g *Game) View(viewer engine.Seat) engine.View {
	if int(viewer) > g.n {
		viewer = engine.Public
	}
	v := g.common()
	v.Viewer = viewer
	for s := engine.Seat(1); int(s) <= g.n; s++ {
		v.Seats = append(v.Seats, g.seatView(s, s == viewer))
	}
	g.show(&v)
	var legal []engine.Move
	var purse engine.Payer
	if viewer != engine.Public {
		legal = g.AppendLegal(nil, viewer)
		purse = hand{g.title, g.seat(viewer).hand}
	}
	v.WithRules(g.title.lexicon, g.title.rules.Uses, legal, purse)
	return v
}

// Unveiled returns the game with every seat's entry as that seat sees it.
func (g *Game) Unveiled() engine.View {
	v := g.common()
	for s := engine.Seat(1); int(s) <= g.n; s++ {
		v.Seats = append(v.Seats, g.seatView(s, true))
	}
	g.show(&v)
	v.WithRules(g.title.lexicon, g.title.rules.Uses, nil, nil)
	return v
}

// hand pays out of the viewer's own cards; it knows nothing else of the game.
type hand struct {
	title *Title
	cards engine.Cards
}

// Payments yields the ways to pay for a move.
func (h hand) Payments(m engine.Move) iter.Seq[engine.Payment] { return h.title.payments(m, h.cards) }

// common is the part of a view that does not belong to a seat; all of it is public.
func (g *Game) common() engine.View {
	v := engine.View{
		Title: g.title.rules.ID, Version: g.title.rules.Version, Ply: g.ply, Phase: g.phase,
		ToMove: slices.Clone(g.ToMove()), LastRound: g.lastRound, TurnsLeft: g.turnsLeft,
		Market: slices.Clone(g.market[:g.title.rules.Market]), TicketsLeft: g.tickets.n,
		Decks: []engine.PileView{{
			Cards: g.deck.size(), Discards: g.deck.thrown, Discarded: g.deck.discards,
		}},
		Winners: slices.Clone(g.winners),
	}
	if len(v.ToMove) > 0 {
		v.Owes = g.owedBy(v.ToMove[0])
	}
	for r := range g.title.lanes {
		if g.shut[r] && g.owner[r] == engine.Public {
			v.Closed = append(v.Closed, engine.RouteID(r))
		}
	}
	return v
}

func (g *Game) show(v *engine.View) {
	if g.extra != nil {
		g.extra.Show(v)
	}
}

// seatView is a seat's entry; own says that the viewer may see what the seat itself sees.
func (g *Game) seatView(s engine.Seat, own bool) engine.SeatView {
	seat := g.seat(s)
	v := engine.SeatView{
		Seat: s, Name: g.names[s-1], Score: seat.score, Pieces: []int{seat.pieces}, Routes: slices.Clone(seat.routes),
		Hand: engine.Holding{N: seat.hand.Total(), Known: own},
	}
	if own {
		v.Hand.Cards = seat.hand
	}
	tickets, offer := seat.tickets, seat.offer
	switch {
	case g.phase == engine.InSetup && seat.chosen != nil:
		offer = nil // C2: that it chose is public, what it chose is its own
		if own {
			tickets = seat.chosen
		}
	case g.phase == engine.InSetup:
		v.Owes = g.owedBy(s)
	}
	v.Tickets, v.Offer = papers(tickets, own || g.Over()), papers(offer, own)
	if g.Over() {
		f := g.finals[s-1]
		v.Final = &f
	}
	return v
}

func papers(list []engine.TicketID, known bool) engine.Papers {
	p := engine.Papers{N: len(list), Known: known}
	if known {
		p.IDs = slices.Clone(list)
	}
	return p
}
