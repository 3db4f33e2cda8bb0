package railway

import (
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// maxDeck is the size of the largest deck of a board title (N1, S1), maxMarket the most face-up slots (W2), and
// maxTickets the most tickets that a map may have.
const (
	maxDeck    = 110
	maxMarket  = 6
	maxTickets = 256
)

// Game is one play of a board title. It is copied as a whole by Clone; everything that a move changes is in it.
type Game struct {
	title *Title
	names []string
	n     int // seats
	extra Extra

	phase engine.Phase
	owes  engine.Owes // in play: what the seat to move owes
	turn  engine.Seat // in play: whose turn it is
	ply   engine.Ply

	seats   [engine.MaxSeats]seat
	owner   [railmap.MaxRoutes]engine.Seat // Public: nobody
	shut    [railmap.MaxRoutes]bool        // claimed, or closed for everyone (C8)
	deck    deck
	market  [maxMarket]engine.Card
	tickets ticketPile

	lastRound bool
	turnsLeft int // only while lastRound
	passes    int // passes in a row (C12)
	idle      int // turns in a row that brought the game no further (C12)
	finals    []engine.Final
	winners   []engine.Seat

	events []engine.Event
}

// seat is what belongs to one seat.
type seat struct {
	hand    engine.Cards
	pieces  int
	score   int
	routes  []engine.RouteID
	tickets []engine.TicketID // in the order of the offers
	offer   []engine.TicketID
	chosen  []engine.TicketID // setup: what it will keep, in the order of the offer (C2)
}

// New deals a game (C17).
func (t *Title) New(s engine.Setup) (engine.Game, error) {
	g := &Game{
		title: t, names: slices.Clone(s.Names), n: len(s.Names), phase: engine.InSetup,
	}
	if t.rules.Extra != nil {
		g.extra = t.rules.Extra(g.n)
	}
	g.deck.build(s.Seed, t.rules.Deck, s.Stacked["Deck"])
	g.tickets.build(s.Seed, len(t.board.Tickets), s.Tickets)
	for i := range g.n {
		g.seats[i].pieces = t.rules.Pieces
		for range t.rules.Hand {
			g.seats[i].hand[g.deck.take()]++
		}
	}
	for slot := range g.market {
		g.market[slot] = engine.NoCard
	}
	g.settle(true)
	for i := range g.n {
		g.seats[i].offer = g.tickets.offer(t.rules.Offer.First)
	}
	g.events = g.events[:0] // the deal is shown, not told
	return g, nil
}

// Ply is the number of moves made.
func (g *Game) Ply() engine.Ply { return g.ply }

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.phase == engine.IsOver }

// Clone returns an independent copy. Lists that only grow are shared up to their present length: the copy's next entry
// moves its list elsewhere, and the original's lies beyond what the copy sees.
func (g *Game) Clone() engine.Game {
	c := *g
	for i := range c.n {
		s := &c.seats[i]
		s.routes, s.tickets = slices.Clip(s.routes), slices.Clip(s.tickets)
		s.offer, s.chosen = slices.Clip(s.offer), slices.Clip(s.chosen)
	}
	c.events = nil
	if g.extra != nil {
		c.extra = g.extra.Clone()
	}
	return &c
}

// ToMove lists the seats that can move now, ascending. The list is shared and must not be changed.
func (g *Game) ToMove() []engine.Seat {
	if g.phase == engine.InPlay {
		return everySeat[g.turn-1 : g.turn : g.turn]
	}
	var list []engine.Seat
	for s := engine.Seat(1); int(s) <= g.n; s++ {
		if g.owedBy(s) != engine.OwesNothing {
			list = append(list, s)
		}
	}
	return list
}

// everySeat backs the lists of one seat, so that asking whose turn it is costs no memory.
var everySeat = [engine.MaxSeats]engine.Seat{1, 2, 3, 4, 5, 6}

// owedBy returns what a seat owes now.
func (g *Game) owedBy(s engine.Seat) engine.Owes {
	switch {
	case g.phase == engine.InSetup && g.seat(s).chosen == nil:
		return engine.OwesKeep
	case g.phase == engine.InPlay && g.turn == s:
		return g.owes
	}
	return engine.OwesNothing
}

// Pieces returns how many pieces a seat has left.
func (g *Game) Pieces(s engine.Seat) int { return g.seat(s).pieces }

func (g *Game) seat(s engine.Seat) *seat { return &g.seats[s-1] }

// Report adds an event to those of the present move.
func (g *Game) Report(e engine.Event) { g.events = append(g.events, e) }

// Apply makes a seat's move, or refuses it and leaves the game as it was: all checks come before the first change.
func (g *Game) Apply(s engine.Seat, m engine.Move) ([]engine.Event, error) {
	if err := g.refuse(s, &m); err != nil {
		return nil, err
	}
	g.events = g.events[:0]
	g.ply++
	if m.Verb != engine.Pass {
		g.passes = 0 // C12
	}
	switch m.Verb {
	case engine.Keep:
		g.keep(s, m.Tickets)
	case engine.Draw:
		g.draw(s, int(m.Slot))
	case engine.Claim:
		g.claim(s, m.Route, &m.Payment.Hand)
	case engine.Tickets:
		g.drawTickets(s)
	case engine.Pass:
		g.pass(s)
	}
	return g.events, nil
}

// refuse says why a move is not legal now, nil if it is. Each kind of move has its check beside what it does.
func (g *Game) refuse(s engine.Seat, m *engine.Move) error {
	switch {
	case g.phase == engine.IsOver:
		return engine.Refuse(engine.RefuseOver)
	case s < 1 || int(s) > g.n:
		return engine.Refuse(engine.RefuseSeat)
	case g.phase == engine.InSetup && g.seat(s).chosen != nil:
		return engine.Refuse(engine.RefuseChosen) // C2
	case g.phase == engine.InPlay && g.turn != s:
		return engine.Refuse(engine.RefuseTurn, engine.Arg{Key: "seat", Value: g.turn})
	}
	owes := g.owedBy(s)
	switch {
	case owes == engine.OwesKeep && m.Verb != engine.Keep:
		return engine.Refuse(engine.RefuseOwesKeep, engine.Arg{Key: "count", Value: len(g.seat(s).offer)})
	case owes == engine.OwesSecond && m.Verb != engine.Draw:
		return engine.Refuse(engine.RefuseOwesSecond)
	}
	switch m.Verb {
	case engine.Keep:
		return g.refuseKeep(s, m.Tickets)
	case engine.Draw:
		return g.refuseDraw(m)
	case engine.Claim:
		return g.refuseClaim(s, m)
	case engine.Tickets:
		return g.refuseTickets()
	case engine.Pass:
		return g.refusePass(s)
	}
	return engine.Refuse(engine.RefuseForeign)
}

// AppendLegal appends the seat's legal moves: tickets to keep, cards to draw, routes by the map's order, tickets, pass.
func (g *Game) AppendLegal(dst []engine.Move, s engine.Seat) []engine.Move {
	if s < 1 || int(s) > g.n {
		return dst
	}
	switch g.owedBy(s) {
	case engine.OwesKeep:
		return g.appendKeeps(dst, s)
	case engine.OwesSecond:
		return g.appendDraws(dst, true)
	case engine.OwesTurn:
		before := len(dst)
		dst = g.appendDraws(dst, false)
		dst = g.appendClaims(dst, s)
		if g.ticketsFault() == "" {
			dst = append(dst, engine.Move{Verb: engine.Tickets})
		}
		if len(dst) == before {
			dst = append(dst, engine.Move{Verb: engine.Pass}) // C12
		}
	}
	return dst
}
