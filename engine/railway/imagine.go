package railway

import (
	"fmt"
	"slices"

	"konduktor/engine"
)

// Imagine sets a game up as a view shows it; h supplies what the view leaves open.
func (t *Title) Imagine(v *engine.View, h *engine.Hidden) (engine.Game, error) {
	if err := t.imaginable(v, h); err != nil {
		return nil, fmt.Errorf("imagine a game of %s: %w", t.rules.ID, err)
	}
	g := &Game{
		title: t, drawn: engine.NoCard, went: h.Went, Standing: engine.Standing{
			N: len(v.Seats), Phase: v.Phase, Made: v.Ply, Turns: v.Turns,
			LastRound: v.LastRound, TurnsLeft: v.TurnsLeft, Passed: h.Passed, Idle: h.Idle,
		},
	}
	if v.Phase == engine.InPlay {
		g.Turn, g.Owes = v.ToMove[0], v.Owes
	}
	for slot := range g.market {
		g.market[slot] = engine.NoCard
	}
	copy(g.market[:], v.Market)
	for i := range t.rules.Decks {
		g.decks[i].Restore(h.Seed, t.rules.Decks[i].Stream, h.Decks[i], &v.Decks[i].Discarded)
	}
	g.tickets.Restore(h.Seed, h.Tickets)
	for i := range v.Seats {
		g.names = append(g.names, v.Seats[i].Name)
		g.imagineSeat(&v.Seats[i], &h.Seats[i])
	}
	for k := range h.Teams {
		g.teams[k] = team{rack: h.Teams[k].Rack, tickets: slices.Clone(h.Teams[k].Tickets)}
	}
	for _, r := range v.Closed {
		g.shut.add(r)
	}
	if x := v.Tunnel; x != nil {
		g.tunnel = tunnel{
			route: x.Route, paid: x.Paid, color: t.played(&x.Paid), n: len(x.Revealed),
			asks: x.Asks,
		}
		copy(g.tunnel.shown[:], x.Revealed)
	}
	if t.rules.Extra != nil {
		g.extra = t.rules.Extra(t.board, g.N)
		g.extra.Resume(v)
	}
	return g, nil
}

// imagineSeat sets a seat up. A team's public score goes to its first seat: only the sum is known.
func (g *Game) imagineSeat(v *engine.SeatView, h *engine.HiddenSeat) {
	s := g.seat(v.Seat)
	s.hand = h.Hand
	s.routes, s.ports, s.exchanged = slices.Clone(v.Routes), slices.Clone(v.Ports), v.Exchanged
	if g.members(v.Seat)[0] == v.Seat {
		s.score = v.Score
	}
	s.tickets, s.offer = slices.Clone(h.Tickets), slices.Clone(h.Offer)
	s.kept, s.dealt = slices.Concat(h.Tickets, h.Shared), slices.Clone(h.Dealt)
	s.fresh, s.chosen, s.pledged = slices.Clone(h.Fresh), slices.Clone(h.Chosen),
		slices.Clone(h.Pledged)
	for _, r := range v.Routes {
		g.owner[r] = v.Seat
		g.shut.add(r)
		for _, o := range g.title.lanes[r].rivals {
			g.barred[v.Seat].add(o)
		}
	}
	g.outfit(s)
	pieces, box := v.Pieces, v.Box
	if g.Phase == engine.InSetup && g.title.rules.Fleet.Choose > 0 {
		s.fitted = h.Pieces != nil
		pieces, box = h.Pieces, nil
		for k := range h.Pieces {
			box = append(box, g.title.rules.Fleet.Kinds[k].Number-h.Pieces[k])
		}
	} else {
		s.fitted = true
	}
	copy(s.pieces[:], pieces)
	copy(s.box[:], box)
	if g.Owes == engine.OwesPlace && g.Turn == v.Seat {
		g.drawn = h.Drawn
	}
}

// imaginable says what in a view and its secrets makes no game.
func (t *Title) imaginable(v *engine.View, h *engine.Hidden) error {
	switch {
	case v.Title != t.rules.ID || v.Phase == engine.IsOver || len(v.ToMove) == 0:
		return fmt.Errorf("a view of %s in phase %q", v.Title, v.Phase)
	case !slices.Contains(t.rules.Seats, len(v.Seats)) || len(h.Seats) != len(v.Seats):
		return fmt.Errorf("%d seats and secrets of %d", len(v.Seats), len(h.Seats))
	case len(v.Decks) != len(t.rules.Decks) || len(h.Decks) != len(t.rules.Decks) ||
		len(v.Market) != len(t.slots):
		return fmt.Errorf("%d decks and secrets of %d", len(v.Decks), len(h.Decks))
	case t.rules.TeamSize > 0 && len(h.Teams)*t.rules.TeamSize != len(v.Seats):
		return fmt.Errorf("secrets of %d teams", len(h.Teams))
	case len(h.Tickets) != v.TicketsLeft:
		return fmt.Errorf("%d tickets in the pile, want %d", len(h.Tickets), v.TicketsLeft)
	}
	if err := t.addsUp(v, h); err != nil {
		return err
	}
	return t.ticketsOnce(h)
}

// addsUp checks that every card of every deck lies somewhere, and once.
func (t *Title) addsUp(v *engine.View, h *engine.Hidden) error {
	var all, want engine.Cards
	for i := range t.rules.Decks {
		want = want.Plus(&t.rules.Decks[i].Cards)
		all = all.Plus(&v.Decks[i].Discarded)
		if len(h.Decks[i]) != v.Decks[i].Cards {
			return fmt.Errorf("%d cards in deck %d, want %d", len(h.Decks[i]), i, v.Decks[i].Cards)
		}
		for _, c := range h.Decks[i] {
			if int(c) >= len(t.rules.Faces) || int(t.deckOf[c]) != i {
				return fmt.Errorf("card %d in deck %d", c, i)
			}
			all[c]++
		}
	}
	loose := slices.Clone(v.Market)
	for i := range h.Seats {
		hand := &h.Seats[i].Hand
		if hand.Total() != v.Seats[i].Hand.N {
			return fmt.Errorf("seat %d holds %d cards, want %d", i+1, hand.Total(), v.Seats[i].Hand.N)
		}
		all = all.Plus(hand)
		if v.Owes == engine.OwesPlace && v.Phase == engine.InPlay && v.ToMove[0] == engine.Seat(i+1) {
			loose = append(loose, h.Seats[i].Drawn)
		}
	}
	for i := range h.Teams {
		all = all.Plus(&h.Teams[i].Rack)
	}
	if x := v.Tunnel; x != nil {
		paid := x.Paid.Cards()
		all = all.Plus(&paid)
		loose = append(loose, x.Revealed...)
	}
	for _, c := range loose {
		if c != engine.NoCard {
			all[c]++
		}
	}
	if all != want {
		return fmt.Errorf("the cards are %v, want %v", all, want)
	}
	return nil
}

// ticketsOnce checks that no ticket lies in two places.
func (t *Title) ticketsOnce(h *engine.Hidden) error {
	var met [256]bool
	lists := [][]engine.TicketID{h.Tickets}
	for i := range h.Seats {
		lists = append(lists, h.Seats[i].Tickets, h.Seats[i].Shared, h.Seats[i].Offer)
	}
	for _, list := range lists {
		for _, id := range list {
			if int(id) >= len(t.board.Tickets) || met[id] {
				return fmt.Errorf("ticket %d lies nowhere or twice", id)
			}
			met[id] = true
		}
	}
	return nil
}
