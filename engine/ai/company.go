package ai

import (
	"math"
	"slices"

	"konduktor/engine"
)

// scale is how many points of lead make a victory likely.
const scale = 18.

// company is the minds of all seats of a guessed game.
type company struct {
	minds []ranker    // by seat
	view  engine.View // of the seat that looks: memory to use again
}

// gather makes a mind for each seat, unless there are enough already.
func (c *company) gather(seats int, mind func() ranker) {
	if len(c.minds) == seats {
		return
	}
	c.minds = c.minds[:0]
	for range seats {
		c.minds = append(c.minds, mind())
	}
}

// forget makes the next choices depend on the views alone.
func (c *company) forget() {
	for i := range c.minds {
		c.minds[i].Forget()
	}
}

// reviewer is a game that can show itself in the memory of an old view.
type reviewer interface {
	ViewInto(*engine.View, engine.Seat)
}

// look shows a guessed game to a seat, until the next look.
func (c *company) look(g engine.Game, seat engine.Seat) *engine.View {
	if r, ok := g.(reviewer); ok {
		r.ViewInto(&c.view, seat)
	} else {
		c.view = g.View(seat)
	}
	return &c.view
}

// standing is how likely a seat, or its team, wins, judged by its lead over the best of the others.
func (c *company) standing(g engine.Game, seat engine.Seat) float64 {
	sums, side := c.expected(g)
	best := math.Inf(-1)
	for k := range sums {
		if k != side[seat-1] {
			best = max(best, sums[k])
		}
	}
	return 1 / (1 + math.Exp(-(sums[side[seat-1]]-best)/scale))
}

// shares are the seats' chances to win a guessed game. Those of all sides sum to 1, partners have
// the same; at the end they are the shares of the victory.
func (c *company) shares(g engine.Game) []float64 {
	sums, side := c.expected(g)
	all := 0.
	if best := slices.Max(sums); g.Over() {
		won := map[int]bool{}
		for _, w := range g.View(engine.Public).Winners {
			won[side[w-1]] = true
		}
		for k := range sums {
			if sums[k] = 0; won[k] {
				sums[k], all = 1, all+1
			}
		}
	} else {
		for k := range sums {
			sums[k] = math.Exp((sums[k] - best) / scale)
			all += sums[k]
		}
	}
	shares := make([]float64, len(side))
	for i, k := range side {
		shares[i] = sums[k] / all
	}
	return shares
}

// expected are the points that the sides can expect, and the side of each seat.
func (c *company) expected(g engine.Game) (sums []float64, side []int) {
	sums, side = make([]float64, len(c.minds)), make([]int, len(c.minds))
	sides := 0
	for i := range c.minds {
		v := c.look(g, engine.Seat(i+1))
		points := c.minds[i].Estimate(v)
		side[i] = i
		if v.Uses(engine.UsesTeams) {
			side[i] = v.Own().Team
			if v.Own().Final == nil {
				points -= float64(v.Own().Score) / 2 // a team's score counts once
			} else {
				points /= 2
			}
		}
		sums[side[i]] += points
		sides = max(sides, side[i]+1)
	}
	return sums[:sides], side
}
