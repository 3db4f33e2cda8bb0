package guess

import (
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// built is how much of the way of a ticket a side has built.
type built int

const (
	cutOff  built = iota // no way is left
	nothing              // nothing of the shortest way
	// then fifths of it, up to the whole
	whole = nothing + 6
)

// likely is how often a side holds a ticket, compared with a side about which nothing is known: by
// the quarter of its pieces that it has used, and by what it has built of the way. The figures are
// from games of steady and easy; TestGuessedTicketsAreCalibrated checks them on all levels.
var likely = [4][whole + 1]float64{
	{.5, .6, 1.2, 2, 3.5, 7, 12, 70},
	{.3, .28, .5, .9, 1.6, 3.6, 6.5, 32},
	{.25, .14, .15, .35, .5, 1.2, 2.2, 20},
	{.15, .13, .09, .13, .18, .42, .75, 14},
}

// blurred is the power of a likelihood where two partners build for the tickets of both.
const blurred = .55

// weighTickets finds, by seat and unknown ticket, how likely the seat is to hold it, compared with
// the others.
func (g *Guesser) weighTickets() {
	lengths := make([]int, len(g.m.Routes))
	for i := range lengths {
		lengths[i] = g.m.Routes[i].Length
	}
	all := g.spaces(lengths)
	for i := range g.v.Seats {
		s := &g.v.Seats[i]
		if s.Tickets.Known {
			continue
		}
		spare, used := g.sideOf(s)
		if used == 0 {
			continue
		}
		quarter := &likely[min(4*used/(used+spare), len(likely)-1)]
		left := g.spaces(g.lengthsFor(s, slices.Clone(lengths)))
		g.weights[i] = make([]float64, len(g.m.Tickets))
		for _, id := range g.tickets {
			weight := quarter[builtOf(left[id], all[id])]
			if g.v.Uses(engine.UsesTeams) {
				weight = math.Pow(weight, blurred)
			}
			g.weights[i][id] = weight
		}
	}
}

// sideOf counts the pieces of a seat, or its team.
func (g *Guesser) sideOf(s *engine.SeatView) (spare, used int) {
	for i := range g.v.Seats {
		if o := &g.v.Seats[i]; g.together(s, o) {
			for _, n := range o.Pieces {
				spare += n
			}
			for _, r := range o.Routes {
				used += g.m.Routes[r].Length
			}
		}
	}
	return spare, used
}

// lengthsFor makes of the lengths of all routes how many spaces each still takes a side: none if it
// has it.
func (g *Guesser) lengthsFor(s *engine.SeatView, lengths []int) []int {
	for _, r := range g.v.Closed {
		lengths[r] = railmap.Blocked
	}
	for i := range g.v.Seats {
		o := &g.v.Seats[i]
		takes := railmap.Blocked
		if g.together(s, o) {
			takes = 0
		}
		for _, r := range o.Routes {
			lengths[r] = takes
		}
	}
	return lengths
}

// spaces is how many spaces the shortest way of each unknown ticket takes; railmap.Blocked: there
// is none.
func (g *Guesser) spaces(lengths []int) []int {
	var ways [railmap.MaxCities]*railmap.Ways
	sums := make([]int, len(g.m.Tickets))
	for _, id := range g.tickets {
		cities := g.m.Tickets[id].Cities
		for k := 1; k < len(cities); k++ {
			w := ways[cities[k-1]]
			if w == nil {
				w = new(railmap.Ways)
				w.Search(g.m, cities[k-1], func(r engine.RouteID) int { return lengths[r] })
				ways[cities[k-1]] = w
			}
			cost := w.Cost(cities[k])
			if cost == railmap.Blocked {
				sums[id] = railmap.Blocked
				break
			}
			sums[id] += cost
		}
	}
	return sums
}

func builtOf(left, all int) built {
	switch {
	case left == railmap.Blocked:
		return cutOff
	case left >= all:
		return nothing
	}
	return whole - built((5*left+all-1)/all)
}
