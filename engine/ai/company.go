package ai

import (
	"fmt"
	"math"
	"math/rand/v2"

	"konduktor/engine"
	"konduktor/engine/ai/guess"
)

const worldCost = 4 // what guessing a world, and judging one, costs in moves

// company guesses the games that a seat may be in, and plays them on steadily for all seats.
type company struct {
	title   engine.Title
	on      mapped
	imagine engine.Imaginer // nil: games of the title cannot be imagined
	strong  bool            // with the weights of strong, at a quick look
	minds   []ranker        // by seat
	view    engine.View     // of the seat that looks: memory to use again
	played  int             // moves in all: a measure of effort
}

func newCompany(title engine.Title, strong bool) company {
	on, _ := title.(mapped)
	imagine, _ := title.(engine.Imaginer)
	return company{title: title, on: on, imagine: imagine, strong: strong}
}

// worlds prepares to guess what v's viewer, who was told these events, does not know. The function
// makes up a game that agrees with what is known.
func (c *company) worlds(v *engine.View, told []engine.Event, rng *rand.Rand,
) func() (engine.Game, error) {
	if len(c.minds) != len(v.Seats) {
		c.minds = c.minds[:0]
		weights := weightsOf(c.on, c.title.ID(), len(v.Seats), c.strong)
		for range v.Seats {
			c.minds = append(c.minds, newMind(c.on, weights))
		}
	}
	guesser := guess.New(c.title, c.on.Map(), v, told, rng)
	return func() (engine.Game, error) {
		hidden, err := guesser.Next()
		if err != nil {
			return nil, fmt.Errorf("guess the secrets at ply %d: %w", v.Ply, err)
		}
		g, err := c.imagine.Imagine(v, &hidden)
		if err != nil {
			return nil, fmt.Errorf("imagine the game at ply %d: %w", v.Ply, err)
		}
		c.played += worldCost
		return g, nil
	}
}

// forget makes the next choices depend on the views alone.
func (c *company) forget() {
	for i := range c.minds {
		c.minds[i].Forget()
	}
}

// begin makes the move to be judged in a guessed game; false if it is refused.
func (c *company) begin(g engine.Game, seat engine.Seat, m engine.Move) bool {
	c.forget()
	c.played += worldCost
	_, err := g.Apply(seat, m)
	return err == nil
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

// step lets the seat that has just looked move in a guessed game, if it can.
func (c *company) step(g engine.Game) bool {
	mover := c.view.Viewer
	move, ok := c.minds[mover-1].Judge(&c.view, c.strong).Best()
	if !ok {
		return false
	}
	c.played++
	_, err := g.Apply(mover, move)
	return err == nil
}

// lead returns by how many points a seat, or its team, can expect to beat the best of the others.
func (c *company) lead(g engine.Game, seat engine.Seat) float64 {
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
	return sum[own] - best
}

// chanceOf is how likely a lead wins, at a scale of so many points.
func chanceOf(lead, scale float64) float64 { return 1 / (1 + math.Exp(-lead/scale)) }
