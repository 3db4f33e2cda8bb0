package assign

import (
	"slices"

	"konduktor/engine"
)

// branch is a part of the search: some tickets are taken, others free to be taken or not.
type branch struct {
	free, taken Set
	worth       int // of those taken
	price       prices
}

// rank finds for each ticket those that go before it: they need no other and no more cards, and are
// worth more, or the same and come first. The set of K8 never has a ticket without those before it:
// swapping one in would improve the set.
func rank(tickets []ticket) {
	for i := range tickets {
		for j := range tickets {
			a, b := &tickets[i], &tickets[j]
			if i != j && a.needsNoMore(b) && (a.worth > b.worth || a.worth == b.worth && i < j) {
				a.behind |= 1 << j
				b.before |= 1 << i
			}
		}
	}
}

// needsNoMore reports whether what pays for another ticket also pays for this one.
func (t *ticket) needsNoMore(other *ticket) bool {
	return !slices.ContainsFunc(t.needs, func(n need) bool {
		return !slices.ContainsFunc(other.needs, func(o need) bool {
			return o.color == n.color && o.cards >= n.cards
		})
	})
}

// search finds the best worth, then the first set with that worth (K8).
func (s *solver) search() {
	root := branch{free: s.open}
	s.explore(&root, roundsAtRoot)
	s.breakTies(root.price)
}

// breakTies takes, in the map file's order, each ticket that some best set contains with those
// taken before (K8).
func (s *solver) breakTies(price prices) {
	best := s.best
	b := branch{free: s.open}
	for t := range s.open.Each {
		ticket := &s.tickets[t]
		b.free &^= 1 << t
		if !s.take(ticket) {
			continue
		}
		if !s.set.Has(t) { // no such set is known yet: search for one
			s.best = best - 1
			with := branch{free: b.free, taken: b.taken.With(t), worth: b.worth + ticket.worth, price: price}
			s.explore(&with, roundsAtBranch)
			if s.best < best {
				s.best = best
				s.putBack(ticket)
				continue
			}
		}
		b.taken = b.taken.With(t)
		b.worth += ticket.worth
	}
	s.putBackSet(b.taken)
	s.set = b.taken
}

// explore searches a branch and records every better set. It leaves the cards as they were.
func (s *solver) explore(b *branch, rounds int) {
	before := b.taken
	s.note(b)
	if s.narrow(b, rounds) {
		s.complete(b)
		s.split(b)
	}
	s.putBackSet(b.taken &^ before)
}

// note records the set that a branch has taken if it is the best so far.
func (s *solver) note(b *branch) {
	if b.worth > s.best {
		s.best, s.set = b.worth, b.taken
	}
}

// dropUnaffordable drops the tickets that the remaining cards cannot pay for.
func (s *solver) dropUnaffordable(b *branch) {
	for t := range b.free.Each {
		if !s.fits(&s.tickets[t]) {
			s.drop(b, t)
		}
	}
}

// drop leaves out a ticket and those behind it.
func (s *solver) drop(b *branch, t engine.TicketID) { b.free &^= s.tickets[t].behind.With(t) }

// add takes a ticket and those before it if the remaining cards pay for them.
func (s *solver) add(b *branch, t engine.TicketID) bool {
	set := s.tickets[t].before.With(t) & b.free
	if !s.takeSet(set) {
		return false
	}
	b.free &^= set
	b.taken |= set
	for t := range set.Each {
		b.worth += s.tickets[t].worth
	}
	s.note(b)
	return true
}

// settle takes and drops the tickets that prices decide: the other decision would cost the whole
// gap to the best set found. False: the branch has nothing better.
func (s *solver) settle(b *branch, gap int) bool {
	for t := range b.free.Each {
		if s.gain[t] <= -gap {
			s.drop(b, t)
		}
	}
	for t := range b.free.Each {
		if s.gain[t] >= gap && b.free.Has(t) && !s.add(b, t) {
			return false
		}
	}
	return true
}

// complete greedily adds tickets that the remaining cards pay for, largest gain first.
func (s *solver) complete(b *branch) {
	var order [MaxTickets]engine.TicketID
	n := 0
	for t := range b.free.Each {
		i := n
		for ; i > 0 && s.gain[order[i-1]] < s.gain[t]; i-- {
			order[i] = order[i-1]
		}
		order[i] = t
		n++
	}
	all := *b
	for _, t := range order[:n] {
		if s.take(&s.tickets[t]) {
			all.taken = all.taken.With(t)
			all.worth += s.tickets[t].worth
		}
	}
	s.putBackSet(all.taken &^ b.taken)
	s.note(&all)
}

// split explores a branch with and without the ticket that prices decide least clearly.
func (s *solver) split(b *branch) {
	least, doubt := 1<<62, engine.TicketID(0)
	for t := range b.free.Each {
		if r := max(s.gain[t], -s.gain[t]); r < least {
			least, doubt = r, t
		}
	}
	with := *b
	if s.add(&with, doubt) {
		added := with.taken &^ b.taken
		s.explore(&with, roundsAtBranch)
		s.putBackSet(added)
	}
	without := *b
	s.drop(&without, doubt)
	s.explore(&without, roundsAtBranch)
}
