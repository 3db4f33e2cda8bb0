package cardgame

import (
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/cardgame/assign"
)

// Imagine sets a game up as a view shows it; h supplies what the view leaves open. Nobody knows
// what paid for the tickets of an earlier pass.
func (e *Edition) Imagine(v *engine.View, h *engine.Hidden) (engine.Game, error) {
	if err := e.imaginable(v, h); err != nil {
		return nil, fmt.Errorf("imagine a game of %s: %w", e.ID(), err)
	}
	g := &Game{
		edition: e, open: h.Open, pass: v.Pass, Standing: engine.Standing{
			N: len(v.Seats), Phase: v.Phase, Made: v.Ply, Turns: v.Turns,
			LastRound: v.LastRound, TurnsLeft: v.TurnsLeft, Passed: h.Passed, Idle: h.Idle,
		},
		asks: h.Declare || v.Phase == engine.InDeclare,
	}
	switch v.Phase {
	case engine.InPlay:
		g.Turn, g.Owes = v.ToMove[0], v.Owes
	case engine.InDeclare:
		g.Turn, g.Owes = h.Last, v.Owes
	}
	copy(g.market[:], v.Market)
	g.deck.Restore(h.Seed, "cards", h.Decks[0], &v.Decks[0].Discarded)
	g.tickets.Restore(h.Seed, h.Tickets)
	for i := range v.Seats {
		from, secret, s := &v.Seats[i], &h.Seats[i], &g.seats[i]
		g.names = append(g.names, from.Name)
		s.hand, s.track, s.score = secret.Hand, secret.Track, from.Score
		s.moved = secret.Track // its events told all of it
		s.kept = slices.Concat(from.Completed, secret.Tickets)
		for _, t := range from.Completed {
			s.done = s.done.With(t)
			s.receipts = append(s.receipts, assign.Receipt{Ticket: t})
		}
		s.offer, s.chosen = slices.Clone(secret.Offer), slices.Clone(secret.Chosen)
		s.dealt = slices.Clone(secret.Dealt)
		for _, r := range from.Yard {
			// no more than there are cards
			g.rows[r.Card] = row{owner: from.Seat, cards: uint8(r.N), wilds: uint8(r.Wilds)}
		}
		if v.Phase == engine.InDeclare {
			s.imagineDeclared(e, from, secret)
		}
	}
	return g, nil
}

// imaginable says what in a view and its secrets makes no game.
func (e *Edition) imaginable(v *engine.View, h *engine.Hidden) error {
	switch {
	case v.Title != e.ID() || v.Phase == engine.IsOver || len(v.ToMove) == 0:
		return fmt.Errorf("a view of %s in phase %q", v.Title, v.Phase)
	case !slices.Contains(seatCounts, len(v.Seats)) || len(h.Seats) != len(v.Seats):
		return fmt.Errorf("%d seats and secrets of %d", len(v.Seats), len(h.Seats))
	case len(v.Decks) != 1 || len(h.Decks) != 1 || len(h.Decks[0]) != v.Decks[0].Cards ||
		len(v.Market) != slots:
		return fmt.Errorf("secrets of %d decks", len(h.Decks))
	case len(h.Tickets) != v.TicketsLeft:
		return fmt.Errorf("%d tickets in the pile, want %d", len(h.Tickets), v.TicketsLeft)
	}
	if err := e.addsUp(v, h); err != nil {
		return err
	}
	var met assign.Set
	for _, list := range e.ticketLists(v, h) {
		for _, t := range list {
			if int(t) >= len(e.tickets) || met.Has(t) {
				return fmt.Errorf("ticket %d lies nowhere or twice", t)
			}
			met = met.With(t)
		}
	}
	return nil
}

// ticketLists are all places where tickets lie.
func (e *Edition) ticketLists(v *engine.View, h *engine.Hidden) [][]engine.TicketID {
	lists := [][]engine.TicketID{h.Tickets}
	for i := range h.Seats {
		lists = append(lists, v.Seats[i].Completed, h.Seats[i].Tickets, h.Seats[i].Offer)
	}
	return lists
}

// addsUp checks that every card lies somewhere, and once.
func (e *Edition) addsUp(v *engine.View, h *engine.Hidden) error {
	all := v.Decks[0].Discarded
	for _, c := range slices.Concat(h.Decks[0], v.Market) {
		if c > wild && c != engine.NoCard {
			return fmt.Errorf("there is no card %d", c)
		}
		if c != engine.NoCard {
			all[c]++
		}
	}
	for i := range h.Seats {
		s := &h.Seats[i]
		if s.Hand.Total() != v.Seats[i].Hand.N || s.Track.Total() != v.Seats[i].Track.N {
			return fmt.Errorf("seat %d holds %d cards and %d on its track, want %d and %d", i+1,
				s.Hand.Total(), s.Track.Total(),
				v.Seats[i].Hand.N, v.Seats[i].Track.N)
		}
		all = all.Plus(&s.Hand).Plus(&s.Track)
		for _, r := range v.Seats[i].Yard {
			all[r.Card] += uint8(r.N - r.Wilds)
			all[wild] += uint8(r.Wilds)
		}
	}
	if want := allCards(); all != want {
		return fmt.Errorf("the cards are %v, want %v", all, want)
	}
	return nil
}

// imagineDeclared sets up what a seat has declared, or must still declare. Unknown declarations are
// the program's choice (K8).
func (s *seat) imagineDeclared(e *Edition, from *engine.SeatView, secret *engine.HiddenSeat) {
	s.declares, s.declared = from.Owes == engine.OwesDeclare, slices.Clone(secret.Declared)
	for _, t := range s.declared {
		s.set = s.set.With(t)
	}
	if !s.declares && s.declared == nil {
		s.set = e.tickets.Choose(&s.track, s.open())
	}
}
