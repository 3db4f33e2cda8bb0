package assign

import (
	"iter"
	"math/bits"
	"slices"

	"konduktor/engine"
)

// Only returns the one maximal set of the open tickets that a track pays for; false if there are
// several. There is one exactly if all that it pays for alone can be paid for together (K8).
func (list Tickets) Only(track *engine.Cards, open Set) (Set, bool) {
	s := list.solver(track, open)
	return s.open, s.takeSet(s.open)
}

// InTurn returns the open tickets that a track pays for if they are taken in an order, each that
// still fits.
func (list Tickets) InTurn(track *engine.Cards, open Set, order []engine.TicketID) (taken Set) {
	s := list.solver(track, open)
	for _, t := range order {
		if s.open.Has(t) && s.take(&s.tickets[t]) {
			taken = taken.With(t)
		}
	}
	return taken
}

// Fitting returns the open tickets that a track pays for beside a set; false if it does not pay for
// the set.
func (list Tickets) Fitting(track *engine.Cards, open, set Set) (Set, bool) {
	s := list.solver(track, open)
	if !s.takeSet(set) {
		return 0, false
	}
	return s.fitting(s.open &^ set), true
}

// Branch is a part of the search for maximal sets: those with all taken and some of the free
// tickets, for which there are Cards left.
type Branch struct {
	Taken, Free Set
	Cards       int
}

// Maximal yields all maximal sets of the open tickets that a track pays for: no other open ticket
// can be added (K8). The set that comes first in the map file's order is first. skip, which may be
// nil, leaves branches out.
func (list Tickets) Maximal(track *engine.Cards, open Set, skip func(Branch) bool) iter.Seq[Set] {
	return func(yield func(Set) bool) {
		s := list.solver(track, open)
		m := enumerator{solver: s, skip: skip, yield: yield}
		m.explore(Branch{Free: s.open, Cards: track.Total()}, 0)
	}
}

// enumerator goes through the maximal sets.
type enumerator struct {
	*solver
	skip  func(Branch) bool
	yield func(Set) bool
}

// explore yields the maximal sets of a branch without a ticket of out. False if yield has enough.
func (e *enumerator) explore(b Branch, out Set) bool {
	b.Free = e.fitting(b.Free)
	if e.skip != nil && e.skip(b) {
		return true
	}
	if e.takeSet(b.Free) {
		more := e.fitting(out)
		e.putBackSet(b.Free)
		return more != 0 || e.yield(b.Taken|b.Free)
	}
	if e.anyStays(e.fitting(out), b.Free) {
		return true
	}
	t := engine.TicketID(bits.TrailingZeros64(uint64(b.Free)))
	b.Free &^= 1 << t
	e.take(&e.tickets[t])
	with := Branch{Taken: b.Taken.With(t), Free: b.Free, Cards: b.Cards - e.tickets[t].cards}
	more := e.explore(with, out)
	e.putBack(&e.tickets[t])
	return more && e.explore(b, out.With(t))
}

// fitting returns the tickets of a set that the remaining cards pay for alone.
func (s *solver) fitting(set Set) Set {
	for t := range set.Each {
		if !s.fits(&s.tickets[t]) {
			set &^= 1 << t
		}
	}
	return set
}

// anyStays reports whether one of the tickets left out fits whichever free ones are taken: then no
// set without it is maximal.
func (e *enumerator) anyStays(out, free Set) bool {
	for t := range out.Each {
		if e.stays(t, e.spare(free.With(t))) {
			return true
		}
	}
	return false
}

// spare are the cards of each colour left if all these tickets were paid for without locomotives.
func (s *solver) spare(set Set) [Colors]int {
	left := s.left
	for t := range set.Each {
		for _, n := range s.tickets[t].needs {
			left[n.color] -= n.cards
		}
	}
	return left
}

// stays reports whether there are enough cards of a ticket's colours for it and all others.
func (s *solver) stays(t engine.TicketID, spare [Colors]int) bool {
	return !slices.ContainsFunc(s.tickets[t].needs, func(n need) bool { return spare[n.color] < 0 })
}

// Settle completes a set by the tickets that fit whatever else is taken; free are the others that
// fit. False if the track does not pay for the set.
func (list Tickets) Settle(track *engine.Cards, open, set Set) (settled, free Set, ok bool) {
	s := list.solver(track, open)
	if !s.takeSet(set) {
		return 0, 0, false
	}
	free = s.fitting(s.open &^ set)
	if s.takeSet(free) {
		return set | free, 0, true
	}
	spare := s.spare(free)
	for t := range free.Each {
		if s.stays(t, spare) { // of these colours there are enough for all: nothing else changes
			set, free = set.With(t), free&^(1<<t)
		}
	}
	return set, free, true
}
