package trials

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// stack is the order of everything that a deal shuffles, top first.
type stack struct {
	cards   map[string][]engine.Card
	tickets []engine.TicketID
}

func shuffled(t engine.Title, seats int, rng *rand.Rand) stack {
	s := stack{cards: map[string][]engine.Card{}}
	for _, pile := range t.Piles() {
		var list []engine.Card
		for c, n := range pile.Cards {
			list = append(
				list,
				slices.Repeat([]engine.Card{engine.Card(c)}, int(n)-seats*int(pile.Apart[c]))...)
		}
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		s.cards[pile.Tag] = list
	}
	for _, i := range rng.Perm(len(t.Lexicon().Tickets)) {
		s.tickets = append(s.tickets, engine.TicketID(i))
	}
	return s
}

// swapped is the stack with two cards, or tickets, exchanged. Most swaps are near the top.
func (s stack) swapped(rng *rand.Rand) stack {
	other := stack{maps.Clone(s.cards), s.tickets}
	tags := slices.Sorted(maps.Keys(s.cards))
	if nth := rng.IntN(len(tags) + 1); nth < len(tags) {
		list := slices.Clone(s.cards[tags[nth]])
		i, j := rng.IntN(min(len(list), 40)), rng.IntN(len(list))
		list[i], list[j] = list[j], list[i]
		other.cards[tags[nth]] = list
	} else {
		other.tickets = slices.Clone(s.tickets)
		i, j := rng.IntN(min(len(s.tickets), 24)), rng.IntN(len(s.tickets))
		other.tickets[i], other.tickets[j] = other.tickets[j], other.tickets[i]
	}
	return other
}

// on is a setup with the piles in the stack's order. Later shuffles are alike.
func (s stack) on(setup engine.Setup) engine.Setup {
	setup.Seed, setup.Stacked, setup.Tickets = engine.Seed{}, s.cards, s.tickets
	return setup
}

// step is a move of both games. Tickets kept or shared unseen may differ.
type step struct {
	seat   engine.Seat
	moves  [2]engine.Move
	forced bool // the bot makes it with the one before: nothing else is left (N6)
}

// pair are two games that differ only in what one seat knows.
type pair struct {
	title  engine.Title
	seats  int
	secret engine.Seat // the one who may tell the games apart
	stacks [2]stack
	steps  []step
}

// newPair plays a game at random, and looks for another order of the piles in which the same moves
// are possible and only one seat's knowledge differs.
func newPair(t engine.Title, rng *rand.Rand) (*pair, bool) {
	counts := t.SeatCounts()
	p := &pair{title: t, seats: counts[rng.IntN(len(counts))]}
	p.secret = engine.Seat(1 + rng.IntN(p.seats))
	p.stacks[0] = shuffled(t, p.seats, rng)
	first, ok := p.play(rng)
	if !ok {
		return nil, false
	}
	p.stacks[1] = p.stacks[0]
	differs := false
	for range 14 {
		candidate := p.stacks[1].swapped(rng)
		if steps, distinct, ok := p.follow(first, candidate); ok {
			p.stacks[1], p.steps = candidate, steps
			differs = distinct
		}
	}
	return p, differs
}

func (p *pair) deal(s stack) (engine.Game, error) {
	return p.title.New(s.on(engine.Setup{Names: make([]string, p.seats)}))
}

// play plays the first game at random for some plies, not to its end.
func (p *pair) play(rng *rand.Rand) ([]step, bool) {
	g, err := p.deal(p.stacks[0])
	policy, errPolicy := ai.New("random", rng)
	if err != nil || errPolicy != nil {
		return nil, false
	}
	plies := 2*p.seats + rng.IntN(10)
	if rng.IntN(10) == 0 {
		plies += rng.IntN(80)
	}
	var steps []step
	for range plies {
		movers := g.ToMove()
		seat := movers[rng.IntN(len(movers))]
		m, ok := policy.Choose(g, seat)
		if !ok {
			return nil, false
		}
		forced := isForced(g, seat)
		m.Tickets = slices.Clone(m.Tickets)
		if _, err := g.Apply(seat, m); err != nil {
			return nil, false
		}
		if g.Over() { // then everything becomes public
			break
		}
		steps = append(steps, step{seat, [2]engine.Move{m, m}, forced})
	}
	return steps, len(steps) > 0 && !goesOn(g)
}

// goesOn reports whether the bot would make one move more by itself (N6).
func goesOn(g engine.Game) bool {
	movers := g.ToMove()
	return len(movers) == 1 && isForced(g, movers[0])
}

// isForced reports whether only one answer is left to a seat (N6).
func isForced(g engine.Game, seat engine.Seat) bool {
	v := g.View(seat)
	_, forced := v.Forced()
	return forced
}

// follow plays the first game's moves with another stack. It is false if one is not possible, or if
// somebody but the secret's seat could tell the two apart.
func (p *pair) follow(first []step, other stack) (steps []step, distinct, ok bool) {
	g, err := p.deal(p.stacks[0])
	h, errOther := p.deal(other)
	if err != nil || errOther != nil {
		return nil, false, false
	}
	for i := 0; ; i++ {
		v, w := g.Unveiled(), h.Unveiled()
		if !p.alike(v, w) {
			return nil, false, false
		}
		distinct = !reflect.DeepEqual(v.Seat(p.secret), w.Seat(p.secret))
		if i == len(first) {
			return steps, distinct, !goesOn(h)
		}
		next := first[i]
		if isForced(g, next.seat) != isForced(h, next.seat) { // everybody may see the difference
			return nil, false, false
		}
		next.moves[1].Tickets = counterparts(next.moves[0].Tickets, v.Seat(next.seat), w.Seat(next.seat))
		told, err := g.Apply(next.seat, next.moves[0])
		if err != nil {
			return nil, false, false
		}
		toldThere, err := h.Apply(next.seat, next.moves[1])
		if err != nil || !slices.Equal(turnedUp(told), turnedUp(toldThere)) {
			return nil, false, false
		}
		steps = append(steps, next)
	}
}

// turnedUp lists the cards that a move laid open (C6, N6), also of a tunnel that asked for nothing.
func turnedUp(events []engine.Event) []engine.Card {
	var cards []engine.Card
	for i := range events {
		switch e := &events[i]; e.Kind {
		case engine.EventFilled:
			cards = append(cards, e.Card)
		case engine.EventDug:
			cards = append(cards, e.Shown...)
		default: // lays nothing open
		}
	}
	return cards
}

// counterparts are the tickets in one seat's offer or hand where the given ones lie in another's.
func counterparts(tickets []engine.TicketID, of, at *engine.SeatView) []engine.TicketID {
	var list []engine.TicketID
	for _, t := range tickets {
		if i := slices.Index(of.Offer.IDs, t); i >= 0 && i < len(at.Offer.IDs) {
			list = append(list, at.Offer.IDs[i])
		} else if i := slices.Index(of.Tickets.IDs, t); i >= 0 && i < len(at.Tickets.IDs) {
			list = append(list, at.Tickets.IDs[i])
		} else {
			list = append(list, t)
		}
	}
	return list
}

// alike reports whether two games are the same in all that others than the secret's seat may know
// (C15).
func (p *pair) alike(v, w engine.View) bool {
	for _, view := range []*engine.View{&v, &w} {
		view.Seats = slices.Clone(view.Seats)
		s := view.Seat(p.secret)
		s.Hand.Cards, s.Track.Cards, s.Drawn = engine.Cards{}, engine.Cards{}, engine.NoCard
		s.Tickets.IDs, s.Offer.IDs, s.Pledged = nil, nil, nil
	}
	return reflect.DeepEqual(v, w)
}
