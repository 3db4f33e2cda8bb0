package ai

import (
	"context"
	"math"
	"math/rand/v2"

	"konduktor/engine"
)

// How strong looks ahead. Effort counts moves played in the head, the same on every machine.
const (
	turnEffort  = 2500  // for what to do with a turn
	keepEffort  = 5000  // for tickets that were drawn
	setupEffort = 12000 // for the first tickets: once a game
	tollEffort  = 400   // for the toll of a tunnel
)

// searcher plays out steady's best moves in the same guessed worlds and takes the one that does
// best.
type searcher struct {
	company
	seed     uint64
	effort   float64 // 1: the usual one
	first    *thinker
	failures int // choices that were steady's because no world could be guessed
}

func newSearcher(title engine.Title, seed uint64, effort float64) Player {
	first := &thinker{title: title, strong: true, seed: seed}
	return &searcher{company: newCompany(title, true), seed: seed, effort: effort, first: first}
}

// Choose returns the candidate that does best; steady's first move until ctx lets it compare any.
func (s *searcher) Choose(ctx context.Context, v *engine.View, told []engine.Event) (engine.Move,
	error,
) {
	options, err := s.first.rank(v, told)
	if err != nil {
		return engine.Move{}, err
	}
	effort := s.effortFor(v, options[0].Move.Verb)
	if len(options) == 1 || effort == 0 || s.imagine == nil {
		return options[0].Move, nil
	}
	rng := rand.New(rand.NewPCG(s.seed, uint64(v.Ply)<<8|77))
	next, last := s.worlds(remembered(v, told), told, rng), s.played+effort
	trials := shortList(v, s.on.Map(), options, s.further(v, next), policyOf(s.title.ID()))
	s.search(ctx, v, next, trials, last-s.played)
	return trials[bestOf(trials)].move, nil
}

// Failures counts the choices for which no world could be guessed. It should stay 0.
func (s *searcher) Failures() int { return s.failures }

// effortFor is how many moves may be played for a choice; 0: take steady's.
func (s *searcher) effortFor(v *engine.View, verb engine.Verb) int {
	effort, factor := 0, numberOf(effortKey, s.title.ID())
	switch {
	case v.Phase == engine.InSetup && verb == engine.Keep:
		effort, factor = setupEffort, numberOf(setupKey, s.title.ID())
	case v.Phase != engine.InPlay:
	case verb == engine.Keep:
		effort = keepEffort
	case v.Owes == engine.OwesTurn:
		effort = turnEffort
	case v.Owes == engine.OwesPay:
		effort = tollEffort
	}
	return int(float64(effort) * s.effort * factor)
}

// search judges the candidates in rounds of equal effort until one is left or ctx ends. Each round
// drops the worse half.
func (s *searcher) search(ctx context.Context, v *engine.View, next func() (engine.Game, error),
	trials []trial, effort int,
) {
	rounds := roundsFor(len(trials))
	for round := range rounds {
		for last := s.played + effort/rounds; s.played < last; {
			if ctx.Err() != nil {
				return
			}
			g, err := next()
			if err != nil {
				s.failures++
				return
			}
			s.setUp(g, v)
			for i := range trials {
				if t := &trials[i]; !t.out {
					t.values = append(t.values, s.judge(g.Clone(), v, t.move))
				}
			}
			if drop(trials) <= 1 {
				return
			}
		}
		if round < rounds-1 {
			halve(trials)
		}
	}
}

// setUp lets all others choose in a guessed game at setup.
func (s *searcher) setUp(g engine.Game, v *engine.View) {
	for v.Phase == engine.InSetup {
		mover := engine.Public
		for _, m := range g.ToMove() {
			if m != v.Viewer {
				mover = m
			}
		}
		if mover == engine.Public {
			return
		}
		s.minds[mover-1].Forget()
		s.look(g, mover)
		if !s.step(g) {
			return
		}
	}
}

// judge makes a move in a guessed game, lets everybody play steadily for a while, and returns the
// seat's damped lead, in points.
func (s *searcher) judge(g engine.Game, v *engine.View, m engine.Move) float64 {
	scale := numberOf(scaleKey, s.title.ID())
	if !s.begin(g, v.Viewer, m) {
		return -2 * scale // it is refused
	}
	moves := int(numberOf(horizonKey, s.title.ID())) * len(s.minds)
	if m.Verb == engine.Keep || moves == 0 {
		moves = math.MaxInt // tickets are paid for at the end
	}
	for n := 1; !g.Over(); n++ {
		now := s.look(g, g.ToMove()[0])
		if n > moves && now.Viewer == v.Viewer && now.Owes == engine.OwesTurn {
			break
		}
		if !s.step(g) {
			break
		}
	}
	return damped(s.lead(g, v.Viewer), scale)
}

// damped counts a lead by what it does for the chance to win, in points that are whole at a tie:
// between -2 and 2 times the scale.
func damped(lead, scale float64) float64 { return 4 * scale * (chanceOf(lead, scale) - .5) }
