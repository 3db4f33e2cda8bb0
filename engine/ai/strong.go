package ai

import (
	"context"
	"math"
	"math/rand/v2"

	"konduktor/engine"
	"konduktor/engine/ai/board"
	"konduktor/engine/ai/guess"
)

// How strong play looks ahead.
const (
	budget     = 450 // moves that it plays in its head for one choice
	overhead   = 4   // what guessing a world, and judging one, costs in such moves
	candidates = 4   // steady's first moves, compared with each other
	within     = 4.  // points by which steady may think less of a candidate than of its first
	firstLook  = 6   // worlds before the first candidate is dropped
	settled    = 2.2 // standard errors by which the best must lead to drop another
	trust      = 1.0 // standard errors that steady's own first move gets as a start
	scale      = 18. // points of lead that make a victory likely
)

// searcher plays steady's best moves out in guessed worlds, all of them in the same ones, and takes the one that comes off best.
type searcher struct {
	title   engine.Title
	on      mapped
	imagine engine.Imaginer
	seed    uint64
	budget  int

	first *thinker
	minds []ranker // by seat, for the guessed games
	spent int
}

// trial is a candidate and how it did.
type trial struct {
	move   engine.Move
	values []float64 // by world
	out    bool
}

func newSearcher(title engine.Title, seed uint64) *searcher {
	on, _ := title.(mapped)
	imagine, _ := title.(engine.Imaginer)
	return &searcher{title: title, on: on, imagine: imagine, seed: seed, budget: budget, first: &thinker{title: title, seed: seed}}
}

func (s *searcher) Choose(ctx context.Context, v *engine.View, told []engine.Event) (engine.Move, error) {
	options, err := s.first.rank(v, told)
	if err != nil {
		return engine.Move{}, err
	}
	trials := s.shortList(options)
	if len(trials) == 1 || v.Phase != engine.InPlay || s.imagine == nil {
		return trials[0].move, nil
	}
	s.search(ctx, v, told, trials)
	return trials[bestOf(trials)].move, nil
}

// shortList takes the candidates: moves that are much worse in steady's eyes are none.
func (s *searcher) shortList(options []board.Option) []trial {
	var list []trial
	for i := range options {
		if len(list) == candidates || i > 0 && options[i].Worth < options[0].Worth-within {
			break
		}
		list = append(list, trial{move: options[i].Move})
	}
	return list
}

// search judges the candidates until one is left, the budget is used up, or ctx ends.
func (s *searcher) search(ctx context.Context, v *engine.View, told []engine.Event, trials []trial) {
	s.prepare(len(v.Seats))
	rng := rand.New(rand.NewPCG(s.seed, uint64(v.Ply)<<8|77))
	known := remembered(v, told)
	worlds := guess.New(s.title, s.on.Map(), known, told, rng)
	s.spent = 0
	left := len(trials)
	for world := 0; left > 1 && s.spent < s.budget && ctx.Err() == nil; world++ {
		hidden, err := worlds.Next()
		if err != nil {
			return
		}
		g, err := s.imagine.Imagine(known, &hidden)
		if err != nil {
			return
		}
		s.spent += overhead
		for i := range trials {
			if t := &trials[i]; !t.out {
				t.values = append(t.values, s.judge(g.Clone(), v.Viewer, t.move))
			}
		}
		if world+1 >= firstLook {
			left -= drop(trials)
		}
	}
}

func (s *searcher) prepare(seats int) {
	if len(s.minds) == seats {
		return
	}
	s.minds = s.minds[:0]
	for range seats {
		s.minds = append(s.minds, newMind(s.on, WeightsOf(s.on, s.title.ID(), seats), 0, nil))
	}
}

// judge makes a move in a guessed game, lets everybody play steadily for a while, and says how the seat then stands: from 0,
// lost, to 1, won.
func (s *searcher) judge(g engine.Game, seat engine.Seat, m engine.Move) float64 {
	for i := range s.minds {
		s.minds[i].Forget()
	}
	s.spent += overhead
	if _, err := g.Apply(seat, m); err != nil {
		return 0
	}
	moves := s.minds[seat-1].Horizon() * len(s.minds)
	for n := 1; !g.Over(); n++ {
		mover := g.ToMove()[0]
		v := g.View(mover)
		if n > moves && mover == seat && v.Owes == engine.OwesTurn {
			break
		}
		options := s.minds[mover-1].Rank(&v)
		if len(options) == 0 {
			break
		}
		s.spent++
		if _, err := g.Apply(mover, options[0].Move); err != nil {
			break
		}
	}
	return s.standing(g, seat)
}

// standing is how likely a seat wins, as far as its lead over the best of the others tells.
func (s *searcher) standing(g engine.Game, seat engine.Seat) float64 {
	var sum [engine.MaxSeats]float64
	own, seats := 0, 0
	for i := range s.minds {
		v := g.View(engine.Seat(i + 1))
		place, points := i, s.minds[i].Estimate(&v)
		if v.Uses(engine.UsesTeams) {
			place = v.Own().Team
			if v.Own().Final == nil {
				points -= float64(v.Own().Score) / 2 // a team's score counts once
			} else {
				points /= 2
			}
		}
		if engine.Seat(i+1) == seat {
			own = place
		}
		sum[place] += points
		seats = max(seats, place+1)
	}
	best := math.Inf(-1)
	for k := range seats {
		if k != own {
			best = max(best, sum[k])
		}
	}
	return 1 / (1 + math.Exp(-(sum[own]-best)/scale))
}

// drop takes the candidates out that are clearly behind the best, and returns how many. The worlds are the same for all, so the
// differences decide, world by world.
func drop(trials []trial) int {
	best, dropped := bestOf(trials), 0
	for i := range trials {
		if i == best || trials[i].out {
			continue
		}
		if mean, wrong := lead(trials[best].values, trials[i].values); mean > settled*wrong {
			trials[i].out = true
			dropped++
		}
	}
	return dropped
}

// bestOf returns the candidate that did best. Steady's first stays unless another one is ahead of it by more than chance.
func bestOf(trials []trial) int {
	best, most := 0, 0.
	for i := 1; i < len(trials); i++ {
		if trials[i].out || len(trials[i].values) < 2 {
			continue
		}
		n := min(len(trials[i].values), len(trials[0].values))
		mean, wrong := lead(trials[i].values[:n], trials[0].values[:n])
		if better := mean - trust*wrong; better > most {
			best, most = i, better
		}
	}
	return best
}

// lead is by how much values are ahead of others on average, and the standard error of that.
func lead(values, others []float64) (mean, wrong float64) {
	n := min(len(values), len(others))
	for i := range n {
		mean += values[i] - others[i]
	}
	mean /= float64(n)
	for i := range n {
		d := values[i] - others[i] - mean
		wrong += d * d
	}
	return mean, math.Sqrt(wrong/float64(max(n-1, 1))/float64(n)) + 1e-9
}
