package enginetest

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// Stack is the order of everything that a deal shuffles, top first.
type Stack struct {
	cards   map[string][]engine.Card
	tickets []engine.TicketID
}

func shuffled(t engine.Title, seats int, rng *rand.Rand) Stack {
	s := Stack{cards: map[string][]engine.Card{}}
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
func (s Stack) swapped(rng *rand.Rand) Stack {
	other := Stack{maps.Clone(s.cards), s.tickets}
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

// On is a setup with the piles in the stack's order. Later shuffles are alike.
func (s Stack) On(setup engine.Setup) engine.Setup {
	setup.Seed, setup.Stacked, setup.Tickets = engine.Seed{}, s.cards, s.tickets
	return setup
}

// Step is a move of both games. Tickets kept or shared unseen may differ.
type Step struct {
	Seat   engine.Seat
	Moves  [2]engine.Move
	Forced bool // the bot makes it with the one before: nothing else is left (N6)
}

// Pair are two games that differ only in what one seat knows.
type Pair struct {
	Seats  int
	Secret engine.Seat // the one who may tell the games apart
	Stacks [2]Stack
	Steps  []Step

	title engine.Title
}

// NewPair plays a game at random, and looks for another order of the piles in which the same moves
// are possible and only one seat's knowledge differs.
func NewPair(t engine.Title, rng *rand.Rand) (*Pair, bool) {
	counts := t.SeatCounts()
	p := &Pair{title: t, Seats: counts[rng.IntN(len(counts))]}
	p.Secret = engine.Seat(1 + rng.IntN(p.Seats))
	p.Stacks[0] = shuffled(t, p.Seats, rng)
	first, ok := p.play(rng)
	if !ok {
		return nil, false
	}
	p.Stacks[1] = p.Stacks[0]
	differs := false
	for range 14 {
		candidate := p.Stacks[1].swapped(rng)
		if steps, distinct, ok := p.follow(first, candidate); ok {
			p.Stacks[1], p.Steps = candidate, steps
			differs = distinct
		}
	}
	return p, differs
}

func (p *Pair) deal(s Stack) (engine.Game, error) {
	return p.title.New(s.On(engine.Setup{Names: make([]string, p.Seats)}))
}

// play plays the first game at random for some plies, not to its end.
func (p *Pair) play(rng *rand.Rand) ([]Step, bool) {
	g, err := p.deal(p.Stacks[0])
	policy, errPolicy := ai.New("random", rng)
	if err != nil || errPolicy != nil {
		return nil, false
	}
	plies := 2*p.Seats + rng.IntN(10)
	if rng.IntN(10) == 0 {
		plies += rng.IntN(80)
	}
	var steps []Step
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
		steps = append(steps, Step{seat, [2]engine.Move{m, m}, forced})
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
func (p *Pair) follow(first []Step, other Stack) (steps []Step, distinct, ok bool) {
	g, err := p.deal(p.Stacks[0])
	h, errOther := p.deal(other)
	if err != nil || errOther != nil {
		return nil, false, false
	}
	for i := 0; ; i++ {
		v, w := g.Unveiled(), h.Unveiled()
		if !p.alike(v, w) {
			return nil, false, false
		}
		distinct = !reflect.DeepEqual(v.Seat(p.Secret), w.Seat(p.Secret))
		if i == len(first) {
			return steps, distinct, !goesOn(h)
		}
		next := first[i]
		if isForced(g, next.Seat) != isForced(h, next.Seat) { // everybody may see the difference
			return nil, false, false
		}
		next.Moves[1].Tickets = counterparts(next.Moves[0].Tickets, v.Seat(next.Seat), w.Seat(next.Seat))
		told, err := g.Apply(next.Seat, next.Moves[0])
		if err != nil {
			return nil, false, false
		}
		toldThere, err := h.Apply(next.Seat, next.Moves[1])
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
func (p *Pair) alike(v, w engine.View) bool {
	for _, view := range []*engine.View{&v, &w} {
		view.Seats = slices.Clone(view.Seats)
		s := view.Seat(p.Secret)
		s.Hand.Cards, s.Track.Cards, s.Drawn = engine.Cards{}, engine.Cards{}, engine.NoCard
		s.Tickets.IDs, s.Offer.IDs, s.Pledged = nil, nil, nil
	}
	return reflect.DeepEqual(v, w)
}
