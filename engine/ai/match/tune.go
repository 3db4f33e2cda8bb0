package match

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// Tuning improves the weights of steady play by self-play. In every step all weights are changed at random a little, once up and
// once down (simultaneous perturbation); the two play a few deals against each other from each place, and the weights move
// towards what won. Equal values give equal weights on every machine.
type Tuning struct {
	Title    engine.Title
	Seats    int
	TeamSize int
	Seed     uint64
	Steps    int
	Deals    int      // of each step
	Added    []string // weights that can have either sign: they change by points and not by a share

	spread float64 // by how many points games of this table are decided
}

// How far the first and the last steps go.
const (
	firstChange, lastChange = .22, .10 // of a weight, as a share
	firstStride, lastStride = .16, .03
	firstSpread             = 20  // points by which games are decided, before any has been played
	memory                  = .98 // how much of that spread a step keeps
)

// Run returns the improved weights. report is told of each step, and may stop the tuning by false.
func (t *Tuning) Run(ctx context.Context, from ai.Weights, report func(step int, w ai.Weights) bool) (ai.Weights, error) {
	rng := rand.New(rand.NewPCG(t.Seed, 5))
	t.spread = firstSpread
	w := clone(from)
	var names []string
	for name, x := range w {
		if x != 0 || slices.Contains(t.Added, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	move := func(w ai.Weights, name string, by float64) {
		if slices.Contains(t.Added, name) {
			w[name] += by
		} else {
			w[name] *= math.Exp(by)
		}
	}
	mean, counted := ai.Weights{}, 0.
	for step := range t.Steps {
		done := float64(step) / float64(t.Steps)
		change := firstChange + (lastChange-firstChange)*done
		stride := firstStride + (lastStride-firstStride)*done
		up, down, sign := clone(w), clone(w), map[string]float64{}
		for _, name := range names {
			sign[name] = float64(2*rng.IntN(2) - 1)
			move(up, name, change*sign[name])
			move(down, name, -change*sign[name])
		}
		lead, err := t.compare(ctx, step, up, down)
		if err != nil {
			return w, err
		}
		for _, name := range names {
			move(w, name, stride*lead*sign[name])
		}
		if step >= t.Steps/2 {
			counted++
			for name, x := range w {
				mean[name] += (x - mean[name]) / counted
			}
		}
		if !report(step, w) {
			break
		}
	}
	if counted == 0 {
		return w, nil
	}
	return mean, nil
}

// compare plays the deals of a step and returns how far the first weights are ahead, from -1 to 1.
func (t *Tuning) compare(ctx context.Context, step int, a, b ai.Weights) (float64, error) {
	places, sum, squares, games := t.Seats/t.TeamSize, 0., 0., 0.
	for d := range t.Deals {
		for k := range places {
			seating := Seating(2, t.Seats, t.TeamSize, k)
			setup, _ := ai.Simulated(t.Seed, step*t.Deals+d, t.Seats)
			players := make([]ai.Player, t.Seats)
			for s, who := range seating {
				w := a
				if who == 1 {
					w = b
				}
				p, err := ai.NewWeighted(t.Title, w, t.Seed)
				if err != nil {
					return 0, err
				}
				players[s] = p
			}
			g, err := Play(ctx, t.Title, setup, players)
			if err != nil {
				return 0, err
			}
			margin := lead(&g.View, seating)
			sum += math.Tanh(margin / t.spread)
			squares += margin * margin
			games++
		}
	}
	t.spread = memory*t.spread + (1-memory)*max(math.Sqrt(squares/games), 1)
	return sum / games, nil
}

// lead is by how many points the first player is ahead of the best other one.
func lead(v *engine.View, seating []int) float64 {
	own, best := math.MinInt, math.MinInt
	for i := range v.Seats {
		if n := v.Seats[i].Final.Total; seating[i] == 0 {
			own = max(own, n)
		} else {
			best = max(best, n)
		}
	}
	return float64(own - best)
}

func clone(w ai.Weights) ai.Weights {
	c := ai.Weights{}
	for name, x := range w {
		c[name] = x
	}
	return c
}
