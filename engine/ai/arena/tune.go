package arena

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// Tuning improves steady's weights by self-play. In every step all weights are changed at random a
// little, once up and once down (simultaneous perturbation); the two play a few deals from each
// place, against each other or rivals, and the weights move towards what won. Equal values give
// equal weights.
type Tuning struct {
	Title    engine.Title
	Seats    int
	TeamSize int
	Seed     uint64
	Steps    int
	Deals    int      // of each step
	Gentle   bool     // small steps: the weights are near their best already
	Added    []string // weights that can have either sign: they change by points and not by a share
	Fixed    []string // weights that stay as they are

	// Rivals make the opponents of both changes; none: they play against each other.
	Rivals []func() (ai.Player, error)

	spread float64 // by how many points games of this table are decided
}

// reach is how far the first and the last step go, as shares of a weight: change is the step to
// try, stride the step after a win.
type reach struct{ firstChange, lastChange, firstStride, lastStride float64 }

var (
	usualReach  = reach{.22, .10, .16, .03}
	gentleReach = reach{.12, .05, .06, .01}
)

const (
	firstSpread = 20  // points by which games are decided, before any has been played
	memory      = .98 // how much of that spread a step keeps
)

// Run returns the improved weights. report may stop it by false.
func (t *Tuning) Run(
	ctx context.Context,
	from ai.Weights,
	report func(step int, w ai.Weights) bool,
) (ai.Weights, error) {
	rng := rand.New(rand.NewPCG(t.Seed, 5))
	t.spread = firstSpread
	w := maps.Clone(from)
	var names []string
	for name, x := range w {
		if !slices.Contains(t.Fixed, name) && (x != 0 || slices.Contains(t.Added, name)) {
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
	far := usualReach
	if t.Gentle {
		far = gentleReach
	}
	mean, counted := ai.Weights{}, 0.
	for step := range t.Steps {
		done := float64(step) / float64(t.Steps)
		change := far.firstChange + (far.lastChange-far.firstChange)*done
		stride := far.firstStride + (far.lastStride-far.firstStride)*done
		up, down, sign := maps.Clone(w), maps.Clone(w), map[string]float64{}
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

// compare plays a step's deals and returns how far the first weights are ahead, from -1 to 1.
func (t *Tuning) compare(ctx context.Context, step int, a, b ai.Weights) (float64, error) {
	weighted := func(w ai.Weights) func() (ai.Player, error) {
		return func() (ai.Player, error) { return ai.NewWeighted(t.Title, w, t.Seed) }
	}
	if len(t.Rivals) == 0 {
		return t.compete(ctx, step, weighted(a), weighted(b))
	}
	ahead := 0.
	for _, rival := range t.Rivals {
		up, err := t.compete(ctx, step, weighted(a), rival)
		if err != nil {
			return 0, err
		}
		down, err := t.compete(ctx, step, weighted(b), rival)
		if err != nil {
			return 0, err
		}
		ahead += (up - down) / 2
	}
	return ahead / float64(len(t.Rivals)), nil
}

// compete plays a step's deals and returns how far one player is ahead, from -1 to 1.
func (t *Tuning) compete(
	ctx context.Context,
	step int,
	one, other func() (ai.Player, error),
) (float64, error) {
	places, sum, squares, games := t.Seats/t.TeamSize, 0., 0., 0.
	for d := range t.Deals {
		for k := range places {
			seating := Seating(2, t.Seats, t.TeamSize, k)
			setup, _ := ai.Simulated(t.Seed, step*t.Deals+d, t.Seats)
			players := make([]ai.Player, t.Seats)
			for s, who := range seating {
				player := one
				if who == 1 {
					player = other
				}
				p, err := player()
				if err != nil {
					return 0, err
				}
				players[s] = p
			}
			g, err := ai.PlayOut(ctx, t.Title, setup, players)
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
