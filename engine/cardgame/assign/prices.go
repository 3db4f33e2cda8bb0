package assign

// prices of the colours, as if cards could be bought and sold. A locomotive costs as much as the
// most expensive colour.
//
// At any prices, the value of all remaining cards plus the gain of every ticket that is worth more
// than its cards is an upper bound on the best set (Lagrangian relaxation). With good prices the
// bound is tight, and most tickets are clearly in the best set or out of it. Prices only guide the
// search: the result never depends on how a machine rounds floats.
type prices [Colors]float64

// How often prices are adjusted at the root and at every branch, as measured.
const (
	roundsAtRoot   = 120
	roundsAtBranch = 12
	roundsPerTrial = 10 // complete builds a set from the prices once in this many rounds
)

// narrow adjusts the prices of a branch, and takes or drops the tickets for which they decide;
// false if it has nothing better than the best set found.
func (s *solver) narrow(b *branch, rounds int) bool {
	s.dropUnaffordable(b)
	good, lowest := b.price, 1<<62
	for round := range rounds {
		bound, surplus := s.boundOf(b)
		if round%roundsPerTrial == roundsPerTrial-1 {
			s.complete(b)
		}
		if bound <= s.best {
			return false
		}
		if bound < lowest {
			lowest, good = bound, b.price
		}
		if !s.settle(b, bound-s.best) || b.free == 0 {
			return false
		}
		b.price.adjust(&surplus, float64(bound-s.best))
	}
	b.price = good
	bound, _ := s.boundOf(b)
	return bound > s.best
}

// boundOf returns an upper bound on a branch at its prices, and how many cards of each colour would
// be left if every ticket with a gain were taken. It stores the gains in s.gain.
func (s *solver) boundOf(b *branch) (bound int, surplus [Colors]int) {
	var price [Colors]int
	dearest := 0
	for c := range price {
		price[c] = int(b.price[c])
		if price[c] > price[dearest] {
			dearest = c
		}
	}
	bound = b.worth + price[dearest]*s.wilds
	for c, n := range s.left {
		surplus[c] = max(0, n)
		bound += price[c] * surplus[c]
	}
	surplus[dearest] += s.wilds
	for t := range b.free.Each {
		ticket := &s.tickets[t]
		gain := ticket.worth
		for _, n := range ticket.needs {
			gain -= n.cards * price[n.color]
		}
		s.gain[t] = gain
		if gain > 0 {
			bound += gain
			for _, n := range ticket.needs {
				surplus[n.color] -= n.cards
			}
		}
	}
	return bound, surplus
}

// adjust raises the price of a colour that is short and lowers that of one left over; gap is how
// far the bound can still fall. It is Polyak's step of the subgradient method.
func (p *prices) adjust(surplus *[Colors]int, gap float64) {
	norm := 0
	for _, n := range surplus {
		norm += n * n
	}
	if norm == 0 {
		return
	}
	step := gap / float64(norm)
	for c := range p {
		p[c] = max(0, p[c]-step*float64(surplus[c]))
	}
}
