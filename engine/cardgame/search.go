package cardgame

import (
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
)

// branch is a part of the search: some tickets are taken, others free to be taken or not.
type branch struct {
	free, taken ticketSet
	worth       int // of those taken
	price       prices
}

// rank finds for each ticket those that go before it: they need no other cards and no more, and are worth more, or as
// much and come first. In the set that K8 asks for no ticket is without those before it: an exchange would better the set.
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
		return !slices.ContainsFunc(other.needs, func(o need) bool { return o.color == n.color && o.cards >= n.cards })
	})
}

// search finds the best set, then of all sets as good the one that comes first (K8).
func (s *solver) search() {
	root := branch{free: s.open}
	s.explore(&root, roundsAtRoot)
	s.comeFirst(root.price)
}

// comeFirst goes through the tickets in the map file's order and takes each that is in any of the best sets with those
// taken before (K8).
func (s *solver) comeFirst(price prices) {
	best := s.best
	b := branch{free: s.open}
	for t := range s.open.each {
		ticket := &s.tickets[t]
		b.free &^= 1 << t
		if !s.take(ticket) {
			continue
		}
		if !s.set.has(t) { // the set at hand does not show that there is one: look for it
			s.best = best - 1
			with := branch{free: b.free, taken: b.taken.with(t), worth: b.worth + ticket.worth, price: price}
			s.explore(&with, roundsAtBranch)
			if s.best < best {
				s.best = best
				s.putBack(ticket)
				continue
			}
		}
		b.taken = b.taken.with(t)
		b.worth += ticket.worth
	}
	s.putBackSet(b.taken)
	s.set = b.taken
}

// explore tries what is free in a branch, and remembers what is better than the best set so far. The cards are as before
// when it returns.
func (s *solver) explore(b *branch, rounds int) {
	before := b.taken
	s.note(b)
	if s.narrow(b, rounds) {
		s.complete(b)
		s.split(b)
	}
	s.putBackSet(b.taken &^ before)
}

// note remembers what a branch has taken, if that is the best set so far.
func (s *solver) note(b *branch) {
	if b.worth > s.best {
		s.best, s.set = b.worth, b.taken
	}
}

// dropUnaffordable drops the tickets that the cards left do not pay for.
func (s *solver) dropUnaffordable(b *branch) {
	for t := range b.free.each {
		if !s.fits(&s.tickets[t]) {
			s.drop(b, t)
		}
	}
}

// drop leaves out a ticket and those behind it.
func (s *solver) drop(b *branch, t engine.TicketID) { b.free &^= s.tickets[t].behind.with(t) }

// add takes a ticket and those before it, if the cards left pay for them.
func (s *solver) add(b *branch, t engine.TicketID) bool {
	set := s.tickets[t].before.with(t) & b.free
	if !s.takeSet(set) {
		return false
	}
	b.free &^= set
	b.taken |= set
	for t := range set.each {
		b.worth += s.tickets[t].worth
	}
	s.note(b)
	return true
}

// settle takes and drops the tickets about which prices are clear: deciding otherwise would cost the gap between the
// bound and the best set found. False: the cards do not allow it, so nothing better is in the branch.
func (s *solver) settle(b *branch, gap int) bool {
	for t := range b.free.each {
		if s.gain[t] <= -gap {
			s.drop(b, t)
		}
	}
	for t := range b.free.each {
		if s.gain[t] >= gap && b.free.has(t) && !s.add(b, t) {
			return false
		}
	}
	return true
}

// complete adds to a branch what the cards left pay for, largest gains first: often that is the best set.
func (s *solver) complete(b *branch) {
	var order [maxTickets]engine.TicketID
	n := 0
	for t := range b.free.each {
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
			all.taken = all.taken.with(t)
			all.worth += s.tickets[t].worth
		}
	}
	s.putBackSet(all.taken &^ b.taken)
	s.note(&all)
}

// split tries a branch with and without the ticket about which prices are least clear.
func (s *solver) split(b *branch) {
	least, doubt := 1<<62, engine.TicketID(0)
	for t := range b.free.each {
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
