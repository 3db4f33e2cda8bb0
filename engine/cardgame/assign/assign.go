// Package assign finds the tickets that a track's cards complete (K8), exactly: the best set, by a
// search with a bound from prices (search.go, prices.go), and all maximal sets (maximal.go).
package assign

import (
	"math/bits"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Sizes of sets and arrays.
const (
	Colors     = 8  // of the cards; the card after them is the wild (K1)
	MaxTickets = 64 // the bits of a Set
	MaxStops   = 2  // cities of a ticket, see pointWorth
)

const wild = engine.Card(Colors)

// Tickets are the tickets of a map and what the search needs to know of them, by id.
type Tickets []ticket

type ticket struct {
	needs []need
	cards int // needed in all
	worth int // in K8's order
	// before: tickets in every best set with this one; behind: those that are there only with this
	// one (rank).
	before, behind Set
}

type need struct{ color, cards int }

// The worth of a ticket in the search: points count before the number of tickets, and that before
// big cities named (K8). No set reaches the next higher unit: at most MaxTickets tickets name at
// most MaxStops big cities each.
const (
	namingWorth = 1
	ticketWorth = 256 * namingWorth
	pointWorth  = 128 * ticketWorth
)

// New returns the tickets of a map, which must fit the bounds of this package.
func New(m *railmap.Map) Tickets {
	list := make(Tickets, len(m.Tickets))
	for i := range m.Tickets {
		list[i] = newTicket(m, &m.Tickets[i])
	}
	rank(list)
	return list
}

func newTicket(m *railmap.Map, from *railmap.Ticket) ticket {
	t := ticket{worth: pointWorth*from.Points + ticketWorth}
	for c, n := range from.Cards {
		if n > 0 {
			t.needs = append(t.needs, need{color: c, cards: n})
			t.cards += n
		}
	}
	for _, city := range from.Cities {
		if m.Cities[city].Bonus > 0 {
			t.worth += namingWorth // K8
		}
	}
	return t
}

// Cards is how many cards a ticket needs.
func (list Tickets) Cards(t engine.TicketID) int { return list[t].cards }

// Choose returns the open tickets that a track's cards complete: the set with the most points, then
// tickets, then big cities named, then the first in the map file's order (K8). It is exact.
func (list Tickets) Choose(track *engine.Cards, open Set) Set {
	s := list.solver(track, open)
	if s.takeSet(s.open) {
		return s.open
	}
	s.search()
	return s.set
}

// solver returns a solver with a track's cards and the open tickets that they can each pay for.
func (list Tickets) solver(track *engine.Cards, open Set) *solver {
	s := &solver{tickets: list, wilds: int(track[wild])}
	for c := range s.left {
		s.left[c] = int(track[c])
	}
	for t := range open.Each {
		if s.fits(&s.tickets[t]) {
			s.open = s.open.With(t)
		}
	}
	return s
}

// Receipt says which cards paid for a ticket (K8).
type Receipt struct {
	Ticket engine.TicketID
	Cards  engine.Cards
}

// Pay divides a track's cards among the tickets that it completes, in the map file's order: colour
// first, then locomotives.
func (list Tickets) Pay(track *engine.Cards, chosen Set) []Receipt {
	left := *track
	var paid []Receipt
	for t := range chosen.Each {
		r := Receipt{Ticket: t}
		for _, n := range list[t].needs {
			plain := min(uint8(n.cards), left[n.color])
			r.Cards[n.color] = plain
			r.Cards[wild] += uint8(n.cards) - plain
		}
		left = left.Minus(&r.Cards)
		paid = append(paid, r)
	}
	return paid
}

// Set is a set of tickets; bit t is ticket t.
type Set uint64

// Has reports whether a ticket is in the set.
func (s Set) Has(t engine.TicketID) bool { return s>>t&1 == 1 }

// With returns the set with one more ticket.
func (s Set) With(t engine.TicketID) Set { return s | 1<<t }

// Size is the number of tickets in the set.
func (s Set) Size() int { return bits.OnesCount64(uint64(s)) }

// Each yields the tickets of the set in the map file's order.
func (s Set) Each(yield func(engine.TicketID) bool) {
	for ; s != 0; s &= s - 1 {
		if !yield(engine.TicketID(bits.TrailingZeros64(uint64(s)))) {
			return
		}
	}
}

// solver searches for the best set of tickets that the cards pay for.
type solver struct {
	tickets []ticket // by id
	open    Set
	left    [Colors]int // negative: this many locomotives stand in for missing cards
	wilds   int         // locomotives left

	best int // worth of the best set found
	set  Set // that set

	// by ticket: its worth minus the price of its cards, at the latest prices (prices.go)
	gain [MaxTickets]int
}

// take pays for a ticket if the remaining cards suffice.
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

func (s *solver) putBack(t *ticket) {
	for _, n := range t.needs {
		left := s.left[n.color]
		if left < 0 {
			s.wilds += min(n.cards, -left)
		}
		s.left[n.color] = left + n.cards
	}
}

func (s *solver) fits(t *ticket) bool {
	short := 0
	for _, n := range t.needs {
		short += max(0, n.cards-max(0, s.left[n.color]))
	}
	return short <= s.wilds
}

// takeSet pays for all tickets of a set, or for none.
func (s *solver) takeSet(set Set) bool {
	for t := range set.Each {
		if s.take(&s.tickets[t]) {
			continue
		}
		s.putBackSet(set & (1<<t - 1))
		return false
	}
	return true
}

func (s *solver) putBackSet(set Set) {
	for t := range set.Each {
		s.putBack(&s.tickets[t])
	}
}
