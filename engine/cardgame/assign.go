package cardgame

import (
	"math/bits"

	"github.com/konduktor-bot/konduktor/engine"
)

// assign returns those of the open tickets that a track's cards complete: the set of most points, then of most tickets,
// then of most namings of big cities, then the one that comes first in the map file's order (K8). It is exact.
func (e *Edition) assign(track *engine.Cards, open ticketSet) ticketSet {
	s := &solver{tickets: e.tickets, wilds: int(track[wild])}
	for c := range s.left {
		s.left[c] = int(track[c])
	}
	for t := range open.each {
		if s.fits(&s.tickets[t]) {
			s.open = s.open.with(t)
		}
	}
	if s.takeSet(s.open) {
		return s.open
	}
	s.search()
	return s.set
}

// pay gives out a track's cards to the tickets it completes, in the map file's order: cards of the colour as long as there
// are any, then locomotives.
func (e *Edition) pay(track *engine.Cards, chosen ticketSet) []receipt {
	left := *track
	var paid []receipt
	for t := range chosen.each {
		r := receipt{ticket: t}
		for _, n := range e.tickets[t].needs {
			plain := min(uint8(n.cards), left[n.color])
			r.cards[n.color] = plain
			r.cards[wild] += uint8(n.cards) - plain
		}
		left = left.Minus(&r.cards)
		paid = append(paid, r)
	}
	return paid
}

// each yields the tickets of the set in the map file's order.
func (s ticketSet) each(yield func(engine.TicketID) bool) {
	for ; s != 0; s &= s - 1 {
		if !yield(engine.TicketID(bits.TrailingZeros64(uint64(s)))) {
			return
		}
	}
}

// What a ticket is worth to the search: more points go before more tickets, and these before more namings (K8). No set
// of tickets reaches the next higher unit: at most 64 tickets name at most 2 big cities each.
const (
	namingWorth = 1
	ticketWorth = 256 * namingWorth
	pointWorth  = 128 * ticketWorth
)

// need is how many cards of a colour a ticket needs.
type need struct{ color, cards int }

// solver searches the best set of tickets that cards pay for. Tickets are taken and put back as the search goes.
type solver struct {
	tickets []ticket // by id
	open    ticketSet
	left    [colors]int // below zero: short of so many cards, which locomotives stand for
	wilds   int         // locomotives left

	best int       // worth of the best set found
	set  ticketSet // that set

	gain [maxTickets]int // by ticket: what it is worth beyond the cards it needs, at the last prices (prices.go)
}

// take pays for a ticket, if the cards left do.
func (s *solver) take(t *ticket) bool {
	for _, n := range t.needs {
		left := s.left[n.color] - n.cards
		s.left[n.color] = left
		if left < 0 {
			s.wilds -= min(n.cards, -left)
		}
	}
	if s.wilds < 0 {
		s.putBack(t)
		return false
	}
	return true
}

// putBack takes the cards back that a ticket was paid with.
func (s *solver) putBack(t *ticket) {
	for _, n := range t.needs {
		left := s.left[n.color]
		if left < 0 {
			s.wilds += min(n.cards, -left)
		}
		s.left[n.color] = left + n.cards
	}
}

// fits reports whether the cards left pay for a ticket.
func (s *solver) fits(t *ticket) bool {
	short := 0
	for _, n := range t.needs {
		short += max(0, n.cards-max(0, s.left[n.color]))
	}
	return short <= s.wilds
}

// takeSet pays for all of some tickets; if the cards left do not, for none.
func (s *solver) takeSet(set ticketSet) bool {
	for t := range set.each {
		if s.take(&s.tickets[t]) {
			continue
		}
		s.putBackSet(set & (1<<t - 1))
		return false
	}
	return true
}

func (s *solver) putBackSet(set ticketSet) {
	for t := range set.each {
		s.putBack(&s.tickets[t])
	}
}
