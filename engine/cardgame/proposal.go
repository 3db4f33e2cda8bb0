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
	names assign.Set // tickets that name it
	done  int        // of the seat's own, completed in an earlier pass
	// by own completed tickets: its points by how likely no other seat completes more
	worth [assign.MaxTickets + 1]int
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
	for i := range d.cities {
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
	for i := range d.cities {
		c := &d.cities[i]
		sum += c.worth[c.done+(c.names&(b.Taken|b.Free)).Size()]
	}
	return sum
}

// declarer returns what a seat that owes a declaration can declare.
func (g *Game) declarer(s engine.Seat) *declarer {
	seat := g.seat(s)
	d := &declarer{
		edition: g.edition, track: seat.track, hand: seat.hand, open: seat.open(),
		later: g.pass < passes(g.N),
	}
	for _, id := range g.edition.big {
		d.cities = append(d.cities, g.judge(s, id))
	}
	return d
}

// judge says how a seat stands for a big city's card, from what the seat may know.
func (g *Game) judge(s engine.Seat, id engine.CityID) city {
	var c city
	for i := range g.edition.board.Tickets {
		if slices.Contains(g.edition.board.Tickets[i].Cities, id) {
			c.names = c.names.With(engine.TicketID(i))
		}
	}
	seat := g.seat(s)
	c.done = (c.names & seat.done).Size()
	unknown := g.edition.all() &^ seat.open()
	for i := range g.N {
		unknown &^= g.seats[i].done
	}
	naming := float64((c.names & unknown).Size()) / float64(unknown.Size())
	for m := 1; m < len(c.worth); m++ {
		chance := 1.
		for i := range g.N {
			if o := &g.seats[i]; o != seat {
				spare := m - (c.names & o.done).Size()
				chance *= atMost(spare, o.open().Size(), naming*g.completes(o))
			}
		}
		c.worth[m] = int(math.Round(chance * point * float64(g.edition.board.Cities[id].Bonus)))
	}
	return c
}

// expectedLater is the chance that another seat completes a ticket by the end of the last pass.
const expectedLater = .8

// completes is how likely another seat completes one of its open tickets, by the number of cards on
// its track, which is secret.
func (g *Game) completes(o *seat) float64 {
	if g.pass < passes(g.N) {
		return expectedLater
	}
	need := g.edition.cardsPerTicket * float64(max(1, o.open().Size()))
	return min(1, float64(o.track.Total())/need)
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
