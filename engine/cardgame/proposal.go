package cardgame

import (
	"cmp"
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/engine/cardgame/assign"
)

type candidate struct {
	set   assign.Set
	worth int
}

// point is one point of a worth. Worths are whole numbers, so that sums compare alike on all
// machines.
const point = 1 << 24

// city is a big city as a seat judges it (K10).
type city struct {
	id    engine.CityID
	names assign.Set // tickets that name it
	done  int        // of the seat's own, completed in an earlier pass
	bonus int        // points of its card
	// by own completed tickets: its points by how likely no other seat completes more
	worth [assign.MaxTickets + 1]int
}

// rival is another seat, as everybody knows it.
type rival struct {
	done  assign.Set   // completed in an earlier pass
	track engine.Cards // each card was told when it moved there (K3)
	open  int          // number of its other tickets
}

// maxBranches bounds the search for the best sets. Only seats with some twenty tickets reach it;
// then the best so far are proposed.
const maxBranches = 20_000

// best returns the sets with the highest expected totals, best first. The program's own choice is
// the first candidate (K8), so nothing worse comes first.
func (d *declarer) best() []candidate {
	list := d.edition.tickets
	first := list.Choose(&d.track, d.open)
	best := []candidate{{first, d.worth(first)}}
	branches := 0
	skip := func(b assign.Branch) bool {
		branches++
		return branches > maxBranches || len(best) == bestShown && d.bound(b) <= best[len(best)-1].worth
	}
	for set := range list.Maximal(&d.track, d.open, skip) {
		if set == first {
			continue
		}
		c := candidate{set, d.worth(set)}
		at, _ := slices.BinarySearchFunc(best, c, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(b.worth, a.worth), -1) // behind equal ones
		})
		best = slices.Insert(best, at, c)
		best = best[:min(len(best), bestShown)]
	}
	return best
}

// worth is what a seat gains by declaring a set: a completed ticket counts plus instead of minus,
// and each big city by the chance of getting its card (K10). In the first of two passes what the
// hand can still complete counts too (K9).
func (d *declarer) worth(set assign.Set) int {
	if d.later {
		set |= d.edition.tickets.Choose(&d.hand, d.open&^set)
	}
	sum := 0
	for t := range set.Each {
		sum += 2 * point * d.edition.board.Tickets[t].Points
	}
	for i := range d.judged() {
		c := &d.cities[i]
		sum += c.worth[c.done+(c.names&set).Size()]
	}
	return sum
}

// bound is more than any set of a branch is worth: the free tickets that give most for a card, as
// far as the cards go, and every big city that they name.
func (d *declarer) bound(b assign.Branch) int {
	if d.later {
		b.Free |= d.open &^ b.Taken // the hand may pay for any
		b.Cards += d.hand.Total()
	}
	sum := 0
	for t := range b.Taken.Each {
		sum += 2 * point * d.edition.board.Tickets[t].Points
	}
	left := b.Cards
	for _, t := range d.edition.byCard {
		if b.Free.Has(t) && left > 0 {
			need := d.edition.tickets.Cards(t)
			all := 2 * point * d.edition.board.Tickets[t].Points
			sum += (all*min(need, left) + need - 1) / need // rounded up
			left -= need
		}
	}
	for i := range d.judged() {
		c := &d.cities[i]
		sum += c.worth[c.done+(c.names&(b.Taken|b.Free)).Size()]
	}
	return sum
}

// declarer returns what a seat that owes a declaration can declare.
func (g *Game) declarer(s engine.Seat) *declarer {
	seat := g.seat(s)
	d := &declarer{
		edition: g.edition, track: seat.track, hand: seat.hand, open: seat.open(), done: seat.done,
		later: g.pass < passes(g.N), luck: uint64(g.Turns)<<8 | uint64(s),
		unknown: g.edition.all() &^ seat.open() &^ seat.done,
	}
	for i := range g.N {
		if o := &g.seats[i]; o != seat {
			d.unknown &^= o.done
			d.rivals = append(d.rivals, rival{
				done: o.done, track: o.moved, open: o.open().Size(),
			})
		}
	}
	return d
}

// judged returns the big cities as the seat judges them.
func (d *declarer) judged() []city {
	if d.cities != nil {
		return d.cities
	}
	for _, id := range d.edition.big {
		c := city{id: id, bonus: d.edition.board.Cities[id].Bonus}
		for i := range d.edition.board.Tickets {
			if slices.Contains(d.edition.board.Tickets[i].Cities, id) {
				c.names = c.names.With(engine.TicketID(i))
			}
		}
		c.done = (c.names & d.done).Size()
		d.cities = append(d.cities, c)
	}
	if d.later {
		d.foresee()
	} else {
		d.sample()
	}
	return d.cities
}

// expectedLater is the chance that another seat completes a ticket by the end of the last pass.
const expectedLater = .8

// foresee sets the worths of the big cities in the first of two passes, as if each seat completed
// the tickets that it has.
func (d *declarer) foresee() {
	for i := range d.cities {
		c := &d.cities[i]
		naming := float64((c.names & d.unknown).Size()) / float64(d.unknown.Size())
		for m := 1; m < len(c.worth); m++ {
			chance := 1.
			for _, o := range d.rivals {
				spare := m - (c.names & o.done).Size()
				chance *= atMost(spare, o.open, naming*expectedLater)
			}
			c.worth[m] = int(math.Round(chance * point * float64(c.bonus)))
		}
	}
}

// atMost is the chance of at most most hits in n tries with chance p each.
func atMost(most, n int, p float64) float64 {
	if most < 0 {
		return 0
	}
	if most >= n {
		return 1
	}
	term, sum := math.Pow(1-p, float64(n)), 0. // of the binomial distribution
	for k := range most + 1 {
		sum += term
		term *= p / (1 - p) * float64(n-k) / float64(k+1)
	}
	return sum
}
