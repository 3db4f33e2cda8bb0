package ai

import (
	"context"
	"math"
	"math/rand/v2"

	"konduktor/engine"
	"konduktor/engine/ai/guess"
)

// How strong looks ahead. Effort counts moves played in the head, the same on every machine.
const (
	turnEffort  = 2500  // for what to do with a turn
	keepEffort  = 5000  // for tickets that were drawn
	setupEffort = 12000 // for the first tickets: once a game
	tollEffort  = 400   // for the toll of a tunnel

	overhead = 4 // what guessing a world, and judging one, costs in moves
)

// searcher plays out steady's best moves in the same guessed worlds and takes the one that does
// best.
type searcher struct {
	title   engine.Title
	on      mapped
	imagine engine.Imaginer
	seed    uint64
	effort  float64 // 1: the usual one

	first   *thinker
	company company // for the guessed games

	failures int // choices that were steady's because no world could be guessed
	spent    int
}

func newSearcher(title engine.Title, seed uint64, effort float64) Player {
	on, _ := title.(mapped)
	imagine, _ := title.(engine.Imaginer)
	first := &thinker{title: title, strong: true, seed: seed}
	return &searcher{title: title, on: on, imagine: imagine, seed: seed, effort: effort, first: first}
}

// Choose returns the candidate that does best; steady's first move until ctx lets it compare any.
func (s *searcher) Choose(ctx context.Context, v *engine.View, told []engine.Event) (engine.Move,
	error,
) {
	options, err := s.first.rank(v, told)
	if err != nil {
		return engine.Move{}, err
	}
	trials := shortList(v, s.on.Map(), options)
	effort := s.effortFor(v, trials[0].move.Verb)
	if len(trials) == 1 || effort == 0 || s.imagine == nil {
		return trials[0].move, nil
	}
	s.search(ctx, v, told, trials, effort)
	return trials[bestOf(trials)].move, nil
}

// Failures counts the choices for which no world could be guessed. It should stay 0.
func (s *searcher) Failures() int { return s.failures }

// effortFor is how many moves may be played for a choice; 0: take steady's.
func (s *searcher) effortFor(v *engine.View, verb engine.Verb) int {
	effort := 0
	switch {
	case v.Phase == engine.InSetup && verb == engine.Keep:
		effort = setupEffort
	case v.Phase != engine.InPlay:
	case verb == engine.Keep:
		effort = keepEffort
	case v.Owes == engine.OwesTurn:
		effort = turnEffort
	case v.Owes == engine.OwesPay:
		effort = tollEffort
	}
	return int(float64(effort) * s.effort * numberOf(effortKey, s.title.ID()))
}

// search judges the candidates in rounds of equal effort until one is left or ctx ends. Each round
// drops the worse half.
func (s *searcher) search(ctx context.Context, v *engine.View, told []engine.Event, trials []trial,
	effort int,
) {
	s.company.gather(len(v.Seats), func() ranker {
		return newMind(s.on, strongWeightsOf(s.on, s.title.ID(), len(v.Seats)), 0, nil)
	})
	rng := rand.New(rand.NewPCG(s.seed, uint64(v.Ply)<<8|77))
	known := remembered(v, told)
	worlds := guess.New(s.title, s.on.Map(), known, told, rng)
	rounds := roundsFor(len(trials))
	for round := range rounds {
		s.spent = 0
		for s.spent < effort/rounds {
			if ctx.Err() != nil {
				return
			}
			g, err := s.world(known, worlds)
			if err != nil {
				s.failures++
				return
			}
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

// world makes up a game that agrees with what the seat knows. At setup all others have chosen in
// it.
func (s *searcher) world(v *engine.View, worlds *guess.Guesser) (engine.Game, error) {
	hidden, err := worlds.Next()
	if err != nil {
		return nil, err
	}
	g, err := s.imagine.Imagine(v, &hidden)
	if err != nil {
		return nil, err
	}
	s.spent += overhead
	for v.Phase == engine.InSetup {
		mover := engine.Public
		for _, m := range g.ToMove() {
			if m != v.Viewer {
				mover = m
			}
		}
		if mover == engine.Public {
			break
		}
		s.company.minds[mover-1].Forget()
		s.company.look(g, mover)
		if !s.step(g) {
			break
		}
	}
	return g, nil
}

// step lets the seat that has just looked move in a guessed game, if it can.
func (s *searcher) step(g engine.Game) bool {
	mover := s.company.view.Viewer
	move, ok := s.company.minds[mover-1].Play(&s.company.view)
	if !ok {
		return false
	}
	s.spent++
	_, err := g.Apply(mover, move)
	return err == nil
}

// judge makes a move in a guessed game, lets everybody play steadily for a while, and returns the
// seat's standing: 0, lost, to 1, won.
func (s *searcher) judge(g engine.Game, v *engine.View, m engine.Move) float64 {
	s.company.forget()
	s.spent += overhead
	if _, err := g.Apply(v.Viewer, m); err != nil {
		return 0
	}
	moves := int(numberOf(horizonKey, s.title.ID())) * len(s.company.minds)
	if m.Verb == engine.Keep || moves == 0 {
		moves = math.MaxInt // tickets are paid for at the end
	}
	for n := 1; !g.Over(); n++ {
		now := s.company.look(g, g.ToMove()[0])
		if n > moves && now.Viewer == v.Viewer && now.Owes == engine.OwesTurn {
			break
		}
		if !s.step(g) {
			break
		}
	}
	return s.company.standing(g, v.Viewer)
}
