package ai

import (
	"math"

	"konduktor/engine"
)

// scale is how many points of lead make a victory likely.
const scale = 18.

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

// standing is how likely a seat, or its team, wins, by its lead over the best of the others.
func (c *company) standing(g engine.Game, seat engine.Seat) float64 {
	var sum [engine.MaxSeats]float64
	own, sides := 0, 0
	for i := range c.minds {
		v := c.look(g, engine.Seat(i+1))
		side, points := i, c.minds[i].Estimate(v)
		if v.Uses(engine.UsesTeams) {
			side = v.Own().Team
			if v.Own().Final == nil {
				points -= float64(v.Own().Score) / 2 // a team's score counts once
			} else {
				points /= 2
			}
		}
		if engine.Seat(i+1) == seat {
			own = side
		}
		sum[side] += points
		sides = max(sides, side+1)
	}
	best := math.Inf(-1)
	for k := range sides {
		if k != own {
			best = max(best, sum[k])
		}
	}
	return 1 / (1 + math.Exp(-(sum[own]-best)/scale))
}
