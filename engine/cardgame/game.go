package cardgame

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"konduktor/engine"
	"konduktor/engine/cardgame/assign"
	"konduktor/engine/cards"
)

// Game is one play of The Card Game. It holds everything that a move changes.
type Game struct {
	edition *Edition
	names   []string
	n       int  // seats
	open    bool // a seat may look at its own track (K3)
	asks    bool // seats declare what their tracks pay for (K8)

	phase engine.Phase
	owes  engine.Owes // in play: what the seat to move owes
	turn  engine.Seat // in play: whose turn it is
	ply   engine.Ply
	turns int // that have been played
	pass  int // from 1 (K9)

	seats   [maxSeats]seat
	rows    [colors]row // all railyards (K5)
	deck    cards.Deck
	market  [slots]engine.Card
	tickets cards.Pile

	lastRound bool
	turnsLeft int // only while lastRound
	passed    int // passes of a blocked seat in a row (C12)
	idle      int // turns in a row without progress (C12)
	finals    []engine.Final
	winners   []engine.Seat

	events []engine.Event
}

// seat is what belongs to one seat, but for its railyard, which is in Game.rows.
type seat struct {
	hand     engine.Cards
	track    engine.Cards // a secret even from the seat (K3)
	score    int          // of the first pass, once it is scored (K9)
	kept     []engine.TicketID
	done     assign.Set       // completed and set aside (K9)
	receipts []assign.Receipt // of those completed
	offer    cards.Offer
	chosen   []engine.TicketID // setup: what it will keep, in the order of the offer (C2)
	set      assign.Set        // what its track will pay for, from the end of a pass to its scoring
	declares bool              // it has to say so itself (K8)
	declared []engine.TicketID // it has said so
}

// New deals a game (K2, C17).
func (e *Edition) New(s engine.Setup) (engine.Game, error) {
	if !slices.Contains(seatCounts, len(s.Names)) {
		return nil, fmt.Errorf("%d seats, want one of %v", len(s.Names), seatCounts)
	}
	if s.Apart() && len(s.Stacked) > 0 {
		return nil, errors.New("a pile that is stacked has one order for everybody: shuffle=one")
	}
	g := &Game{
		edition: e, names: slices.Clone(s.Names), n: len(s.Names), open: s.Options[openTrack] == on,
		asks:  s.Options[declaring] == byPlayers,
		phase: engine.InSetup, pass: 1,
	}
	contents := allCards()
	contents[wild] -= uint8(ownWilds * g.n)
	if s.Apart() {
		g.deck.BuildApart(s.Seed, "cards", contents)
	} else {
		g.deck.Build(s.Seed, "cards", contents, s.Stacked["Deck"])
	}
	g.tickets.Build(s.Seed, len(e.tickets), s.Tickets)
	for i := range g.n {
		g.seats[i].hand[wild] = ownWilds
		for range dealt {
			g.seats[i].hand[g.deck.Take(cards.Seat(engine.Seat(i+1)))]++
		}
	}
	g.layMarket()
	for i := range g.n {
		g.seats[i].offer = g.tickets.Draw(offerFirst)
	}
	return g, nil
}

// Ply is the number of moves made.
func (g *Game) Ply() engine.Ply { return g.ply }

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.phase == engine.IsOver }

// Clone returns an independent copy. Lists that only grow are shared up to their present length, so
// an append reallocates.
func (g *Game) Clone() engine.Game {
	c := *g
	for i := range c.n {
		s := &c.seats[i]
		s.kept, s.receipts = slices.Clip(s.kept), slices.Clip(s.receipts)
		s.offer, s.chosen = slices.Clip(s.offer), slices.Clip(s.chosen)
		s.declared = slices.Clip(s.declared)
	}
	c.events = nil
	return &c
}

// ToMove lists the seats that can move now, ascending. It must not be changed.
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
var everySeat = [maxSeats]engine.Seat{1, 2, 3, 4}

func (g *Game) owedBy(s engine.Seat) engine.Owes {
	switch {
	case g.phase == engine.InSetup && g.seat(s).chosen == nil:
		return engine.OwesKeep
	case g.phase == engine.InPlay && g.turn == s:
		return g.owes
	case g.phase == engine.InDeclare && g.seat(s).declares:
		return engine.OwesDeclare
	}
	return engine.OwesNothing
}

func (g *Game) seat(s engine.Seat) *seat { return &g.seats[s-1] }

func (g *Game) next(s engine.Seat) engine.Seat { return s%engine.Seat(g.n) + 1 }

func (g *Game) report(e engine.Event) { g.events = append(g.events, e) }

// deeds say of every kind of move why it cannot be made now, and how it is made.
var deeds = [engine.Pass + 1]struct {
	refuse func(*Game, engine.Seat, engine.Move) error
	do     func(*Game, engine.Seat, engine.Move)
}{
	engine.Keep:    {(*Game).refuseKeep, (*Game).keep},
	engine.Draw:    {(*Game).refuseDraw, (*Game).draw},
	engine.Lay:     {(*Game).refuseLay, (*Game).lay},
	engine.Tickets: {(*Game).refuseTickets, (*Game).drawTickets},
	engine.Declare: {(*Game).refuseDeclare, (*Game).declare},
	engine.Pass:    {(*Game).refusePass, (*Game).passTurn},
}

// Apply makes a seat's move, or refuses it before anything is changed.
func (g *Game) Apply(s engine.Seat, m engine.Move) ([]engine.Event, error) {
	if err := g.refuse(s, m); err != nil {
		return nil, err
	}
	g.events = g.events[:0]
	g.ply++
	if m.Verb != engine.Pass {
		g.passed = 0 // C12
	}
	deeds[m.Verb].do(g, s, m)
	return g.events, nil
}

func (g *Game) refuse(s engine.Seat, m engine.Move) error {
	if err := g.standing().Refuse(s); err != nil {
		return err
	}
	if err := engine.RefuseOwing(g.owedBy(s), m.Verb, len(g.seat(s).offer)); err != nil {
		return err
	}
	if int(m.Verb) >= len(deeds) || deeds[m.Verb].refuse == nil {
		return engine.Refuse(engine.RefuseForeign)
	}
	return deeds[m.Verb].refuse(g, s, m)
}

func (g *Game) standing() engine.Standing {
	return engine.Standing{
		Phase: g.phase, Seats: g.n, Turn: g.turn, LastRound: g.lastRound, TurnsLeft: g.turnsLeft,
	}
}

// AppendLegal appends the seat's legal moves: tickets to keep, cards to draw, rows, single cards,
// tickets, pass.
func (g *Game) AppendLegal(dst []engine.Move, s engine.Seat) []engine.Move {
	if s < 1 || int(s) > g.n {
		return dst
	}
	switch g.owedBy(s) {
	case engine.OwesKeep:
		return g.seat(s).offer.AppendKeeps(dst, g.mustKeep())
	case engine.OwesSecond:
		return g.appendDraws(dst, true)
	case engine.OwesDeclare:
		return append(dst, engine.Move{Verb: engine.Declare})
	case engine.OwesTurn:
		before := len(dst)
		dst = g.appendDraws(dst, false)
		dst = g.appendLays(dst, s)
		if g.tickets.Size() > 0 {
			dst = append(dst, engine.Move{Verb: engine.Tickets})
		}
		if len(dst) == before {
			dst = append(dst, engine.Move{Verb: engine.Pass}) // C12
		}
	}
	return dst
}

// Payments yields nothing: a lay says its cards itself, and nothing else is paid for.
func (g *Game) Payments(engine.Seat, engine.Move) iter.Seq[engine.Payment] {
	return func(func(engine.Payment) bool) {}
}
