package cardgame

// prices of the colours, as if their cards could be sold and bought. A locomotive costs as much as the dearest, since it
// stands for any.
//
// At any prices, all cards left together with every ticket that is worth more than the cards it needs come to no less than
// the best set does. With good prices this bound lies hardly above it, and most tickets are either clearly in the best set
// or clearly not. The prices are only a guide to the search: whatever they are, its result is the same, so that it does
// not matter how a machine rounds them.
type prices [colors]float64

// How often prices are mended, at the root of the search and at every branch: measured.
const (
	roundsAtRoot   = 120
	roundsAtBranch = 12
	roundsTillTry  = 10 // as often a set is made by them
)

// narrow mends the prices of a branch, and takes or drops the tickets about which they are clear. False: nothing better
// than the best set found is in the branch.
func (s *solver) narrow(b *branch, rounds int) bool {
	s.dropUnaffordable(b)
	good, lowest := b.price, 1<<62
	for round := range rounds {
		bound, surplus := s.boundOf(b)
		if round%roundsTillTry == roundsTillTry-1 {
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
		b.price.mend(&surplus, float64(bound-s.best))
	}
	b.price = good
	bound, _ := s.boundOf(b)
	return bound > s.best
}

// boundOf returns what no set of a branch is worth more than, at the branch's prices, and how many cards of each colour
// would be left over if every ticket of some gain were taken. It leaves the gains in s.gain.
func (s *solver) boundOf(b *branch) (bound int, surplus [colors]int) {
	var price [colors]int
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
	for t := range b.free.each {
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

// mend makes a colour dearer of which cards are short, and one of which they are left over cheaper; gap is how far the
// bound may still fall. (It is Polyak's step of the subgradient method on the linear relaxation's dual.)
func (p *prices) mend(surplus *[colors]int, gap float64) {
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
