package railway

import (
	"errors"
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/cards"
	"konduktor/engine/railmap"
)

// Sizes of the machine's arrays: decks (W1), face-up slots (W2), and kinds of pieces (W4).
const (
	maxDecks  = 2
	maxMarket = 6
	maxKinds  = 2
)

// Game is one play of a board title. It holds everything that a move changes.
type Game struct {
	title *Title
	names []string
	extra Extra
	engine.Standing

	seats   [engine.MaxSeats]seat
	teams   [engine.MaxSeats]team          // by team
	owner   [railmap.MaxRoutes]engine.Seat // Public: nobody
	shut    routeSet                       // claimed, or closed for everyone (C8)
	barred  [engine.MaxSeats + 1]routeSet  // by seat: it has another lane of the connection (C8)
	decks   [maxDecks]cards.Deck
	market  [maxMarket]engine.Card
	tickets cards.Pile
	again   *engine.Redeal // C19

	drawn  engine.Card  // the first card, drawn blind and not yet placed (S3); NoCard: none
	went   engine.Where // where the first card went (S3)
	tunnel tunnel       // undecided, while a seat owes the payment (N6)
}

// seat is what belongs to one seat.
type seat struct {
	hand      engine.Cards
	pieces    [maxKinds]int   // by kind
	box       [maxKinds]int   // by kind: what it did not choose, or gave up (W2, W11)
	fitted    bool            // its pieces are chosen, or there is nothing to choose
	exchanged int             // pieces, in all (W11)
	ports     []engine.CityID // in the order built (W10)
	score     int
	routes    []engine.RouteID
	tickets   []engine.TicketID // in hand, in the order of the offers
	kept      []engine.TicketID // all it ever kept, shared or not, in the order of the offers
	fresh     []engine.TicketID // just kept, while one of them must be shared (S5)
	pledged   []engine.TicketID // setup: what it will share (S2)
	offer     cards.Offer
	dealt     []engine.TicketID // all that were ever on offer, in order
	chosen    []engine.TicketID // setup: what it will keep, in the order of the offer (C2)
}

// New deals a game (C17).
func (t *Title) New(s engine.Setup) (engine.Game, error) {
	if !slices.Contains(t.rules.Seats, len(s.Names)) {
		return nil, fmt.Errorf("%d seats, want one of %v", len(s.Names), t.rules.Seats)
	}
	if s.Apart() && len(s.Stacked) > 0 {
		return nil, errors.New("a pile that is stacked has one order for everybody: shuffle=one")
	}
	g := &Game{
		title: t, names: slices.Clone(s.Names), drawn: engine.NoCard,
		Standing: engine.Standing{N: len(s.Names), Phase: engine.InSetup},
	}
	if t.rules.Extra != nil {
		g.extra = t.rules.Extra(t.board, g.N)
	}
	var seed engine.Seed
	seed, g.again = s.Shuffles()
	g.tickets.Build(seed, len(t.board.Tickets), s.Tickets)
	for i := range t.rules.Decks {
		rules, deck := &t.rules.Decks[i], &g.decks[i]
		if s.Apart() {
			deck.BuildApart(seed, rules.Stream, rules.Cards)
		} else {
			deck.Build(seed, rules.Stream, rules.Cards, s.Stacked[rules.Tag])
		}
		for k := range g.N {
			for range rules.Hand {
				g.seats[k].hand[deck.Take(cards.Seat(engine.Seat(k+1)))]++
			}
		}
	}
	for i := range g.N {
		g.outfit(&g.seats[i])
	}
	for slot := range g.market {
		g.market[slot] = engine.NoCard
	}
	g.fillMarket(true)
	g.settle(true)
	for i := range g.N {
		g.seats[i].offer = g.tickets.Draw(t.rules.Offer.First)
		g.seats[i].dealt = g.seats[i].offer
	}
	g.Events = g.Events[:0] // the deal is not reported: views show it
	return g, nil
}

// Clone returns an independent copy. Lists that only grow are shared up to their present length, so
// an append reallocates.
func (g *Game) Clone() engine.Game {
	c := *g
	for i := range c.N {
		s := &c.seats[i]
		s.routes, s.tickets, s.ports = slices.Clip(s.routes), slices.Clip(s.tickets), slices.Clip(s.ports)
		s.offer, s.chosen, s.kept = slices.Clip(s.offer), slices.Clip(s.chosen), slices.Clip(s.kept)
		s.dealt = slices.Clip(s.dealt)
		c.teams[i].tickets = slices.Clip(c.teams[i].tickets)
	}
	c.Events = nil
	if g.extra != nil {
		c.extra = g.extra.Clone()
	}
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
	case g.Phase == engine.InSetup && !g.seat(s).fitted:
		return engine.OwesPieces
	case g.Phase == engine.InSetup && g.teamed() && g.seat(s).pledged == nil:
		return engine.OwesShare
	case g.Phase == engine.InPlay && g.Turn == s:
		return g.Owes
	}
	return engine.OwesNothing
}

func (g *Game) seat(s engine.Seat) *seat { return &g.seats[s-1] }

var deeds = engine.Deeds[*Game]{
	engine.Keep:     {Refuse: (*Game).refuseKeep, Do: (*Game).keep},
	engine.Pieces:   {Refuse: (*Game).refusePieces, Do: (*Game).choosePieces},
	engine.Draw:     {Refuse: (*Game).refuseDraw, Do: (*Game).draw},
	engine.Place:    {Refuse: (*Game).refusePlace, Do: (*Game).place},
	engine.Claim:    {Refuse: (*Game).refuseClaim, Do: (*Game).claim},
	engine.Pay:      {Refuse: (*Game).refusePay, Do: (*Game).payToll},
	engine.Withdraw: {Refuse: (*Game).refuseWithdraw, Do: (*Game).withdraw},
	engine.Share:    {Refuse: (*Game).refuseShare, Do: (*Game).share},
	engine.Tickets:  {Refuse: (*Game).refuseTickets, Do: (*Game).drawTickets},
	engine.Port:     {Refuse: (*Game).refusePort, Do: (*Game).buildPort},
	engine.Exchange: {Refuse: (*Game).refuseExchange, Do: (*Game).exchange},
	engine.Pass:     {Refuse: (*Game).refusePass, Do: (*Game).pass},
}

// Apply makes a seat's move, or refuses it before anything is changed.
func (g *Game) Apply(s engine.Seat, m engine.Move) ([]engine.Event, error) {
	if err := g.refuse(s, m); err != nil {
		return nil, err
	}
	g.Begin(m.Verb)
	deeds[m.Verb].Do(g, s, m)
	if g.again.Due(g.Made) {
		g.redeal()
	}
	return g.Events, nil
}

// redeal shuffles what lies face down by another seed (C19).
func (g *Game) redeal() {
	g.tickets.Redeal(g.again.Seed)
	for i := range g.title.rules.Decks {
		g.decks[i].Redeal(g.again.Seed, g.title.rules.Decks[i].Stream)
	}
}

func (g *Game) refuse(s engine.Seat, m engine.Move) error {
	if err := g.Standing.Refuse(s); err != nil {
		return err
	}
	owes := g.owedBy(s)
	return deeds.Refuse(g, s, m, owes, g.owedNumber(s, owes))
}

// owedNumber is how many tickets, pieces or cards an answer is about.
func (g *Game) owedNumber(s engine.Seat, owes engine.Owes) int {
	switch owes {
	case engine.OwesKeep:
		return len(g.seat(s).offer)
	case engine.OwesPieces:
		return g.title.rules.Fleet.Choose
	case engine.OwesPay:
		return g.tunnel.asks
	}
	return 0
}

// AppendLegal appends the seat's legal moves: tickets to keep, pieces to choose; or cards to draw,
// routes and ports by the map's order, tickets, what can be shared, exchanges by kind; or pass.
func (g *Game) AppendLegal(dst []engine.Move, s engine.Seat) []engine.Move {
	if s < 1 || int(s) > g.N {
		return dst
	}
	switch g.owedBy(s) {
	case engine.OwesKeep:
		return g.seat(s).offer.AppendKeeps(dst, g.mustKeep(s))
	case engine.OwesPieces:
		return g.appendPieces(dst)
	case engine.OwesSecond:
		return g.appendDraws(dst, true)
	case engine.OwesPlace:
		return append(dst, engine.Move{Verb: engine.Place, Where: engine.ToHand},
			engine.Move{Verb: engine.Place, Where: engine.ToRack})
	case engine.OwesPay:
		return g.appendTolls(dst, s)
	case engine.OwesShare:
		return g.appendShares(dst, s)
	case engine.OwesTurn:
		before := len(dst)
		dst = g.appendDraws(dst, false)
		dst = g.appendClaims(dst, s)
		dst = g.appendPorts(dst, s)
		if g.ticketsFault() == "" {
			dst = append(dst, engine.Move{Verb: engine.Tickets})
		}
		dst = g.appendShares(dst, s)
		dst = g.appendExchanges(dst, s)
		if len(dst) == before {
			dst = append(dst, engine.Move{Verb: engine.Pass}) // C12
		}
	}
	return dst
}
