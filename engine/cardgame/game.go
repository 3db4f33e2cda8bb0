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
	open    bool // a seat may look at its own track (K3)
	asks    bool // seats declare what their tracks pay for (K8)
	pass    int  // from 1 (K9)
	engine.Standing

	seats   [maxSeats]seat
	rows    [colors]row // all railyards (K5)
	deck    cards.Deck
	market  [slots]engine.Card
	tickets cards.Pile
	again   *engine.Redeal // C19
}

// seat is what belongs to one seat, but for its railyard, which is in Game.rows.
type seat struct {
	hand     engine.Cards
	track    engine.Cards // a secret even from the seat (K3)
	moved    engine.Cards // what everybody was told of its track, card by card
	score    int          // of the first pass, once it is scored (K9)
	kept     []engine.TicketID
	done     assign.Set       // completed and set aside (K9)
	receipts []assign.Receipt // of those completed
	offer    cards.Offer
	dealt    []engine.TicketID // all that were ever on offer, in order
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
		edition: e, names: slices.Clone(s.Names), open: s.Options[openTrack] == on,
		asks: s.Options[declaring] == byPlayers, pass: 1,
		Standing: engine.Standing{N: len(s.Names), Phase: engine.InSetup},
	}
	contents := allCards()
	contents[wild] -= uint8(ownWilds * g.N)
	var seed engine.Seed
	seed, g.again = s.Shuffles()
	if s.Apart() {
		g.deck.BuildApart(seed, "cards", contents)
	} else {
		g.deck.Build(seed, "cards", contents, s.Stacked["Deck"])
	}
	g.tickets.Build(seed, len(e.tickets), s.Tickets)
	for i := range g.N {
		g.seats[i].hand[wild] = ownWilds
		for range dealt {
			g.seats[i].hand[g.deck.Take(cards.Seat(engine.Seat(i+1)))]++
		}
	}
	g.layMarket()
	for i := range g.N {
		g.seats[i].offer = g.tickets.Draw(offerFirst)
		g.seats[i].dealt = g.seats[i].offer
	}
	return g, nil
}

// Clone returns an independent copy. Lists that only grow are shared up to their present length, so
// an append reallocates.
func (g *Game) Clone() engine.Game {
	c := *g
	for i := range c.N {
		s := &c.seats[i]
		s.kept, s.receipts = slices.Clip(s.kept), slices.Clip(s.receipts)
		s.offer, s.chosen = slices.Clip(s.offer), slices.Clip(s.chosen)
		s.declared, s.dealt = slices.Clip(s.declared), slices.Clip(s.dealt)
	}
	c.Events = nil
	return &c
}

// ToMove lists the seats that can move now, ascending. It must not be changed.
func (g *Game) ToMove() []engine.Seat {
	return g.Movers(g.owedBy)
}

func (g *Game) owedBy(s engine.Seat) engine.Owes {
	switch {
	case g.Phase == engine.InSetup && g.seat(s).chosen == nil:
		return engine.OwesKeep
	case g.Phase == engine.InPlay && g.Turn == s:
		return g.Owes
	case g.Phase == engine.InDeclare && g.seat(s).declares:
		return engine.OwesDeclare
	}
	return engine.OwesNothing
}

func (g *Game) seat(s engine.Seat) *seat { return &g.seats[s-1] }

var deeds = engine.Deeds[*Game]{
	engine.Keep:    {Refuse: (*Game).refuseKeep, Do: (*Game).keep},
	engine.Draw:    {Refuse: (*Game).refuseDraw, Do: (*Game).draw},
	engine.Lay:     {Refuse: (*Game).refuseLay, Do: (*Game).lay},
	engine.Tickets: {Refuse: (*Game).refuseTickets, Do: (*Game).drawTickets},
	engine.Declare: {Refuse: (*Game).refuseDeclare, Do: (*Game).declare},
	engine.Pass:    {Refuse: (*Game).refusePass, Do: (*Game).passTurn},
}

// Apply makes a seat's move, or refuses it before anything is changed.
func (g *Game) Apply(s engine.Seat, m engine.Move) ([]engine.Event, error) {
	if err := g.refuse(s, m); err != nil {
		return nil, err
	}
	g.Begin(m.Verb)
	deeds[m.Verb].Do(g, s, m)
	if g.again.Due(g.Made) { // C19
		g.tickets.Redeal(g.again.Seed)
		g.deck.Redeal(g.again.Seed, "cards")
	}
	return g.Events, nil
}

func (g *Game) refuse(s engine.Seat, m engine.Move) error {
	if err := g.Standing.Refuse(s); err != nil {
		return err
	}
	return deeds.Refuse(g, s, m, g.owedBy(s), len(g.seat(s).offer))
}

// AppendLegal appends the seat's legal moves: tickets to keep, cards to draw, rows, single cards,
// tickets, pass.
func (g *Game) AppendLegal(dst []engine.Move, s engine.Seat) []engine.Move {
	if s < 1 || int(s) > g.N {
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
