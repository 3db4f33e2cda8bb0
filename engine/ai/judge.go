package ai

import (
	"fmt"
	"math"
	"math/rand/v2"

	"konduktor/engine"
	"konduktor/engine/ai/guess"
)

// How a Judge looks ahead on a board: some moves of each seat, then an estimate. Without routes it
// plays to the end.
const (
	judgeAhead = 12
	judgeCost  = 4 // what guessing a world, and judging one, costs in moves
)

// Judge says how likely a seat was to win by a move, as far as its player could know. It plays the
// move in guessed worlds that agree with the view and the events told, and lets everybody play
// steadily on. It is not safe for concurrent use.
type Judge struct {
	title   engine.Title
	on      mapped
	imagine engine.Imaginer
	company company
	played  int
}

// NewJudge returns a judge of a title's games. The error says that they cannot be imagined.
func NewJudge(title engine.Title) (*Judge, error) {
	on, ok := title.(mapped)
	imagine, can := title.(engine.Imaginer)
	if !ok || !can {
		return nil, fmt.Errorf("games of %s cannot be imagined", title.ID())
	}
	return &Judge{title: title, on: on, imagine: imagine}, nil
}

// Played counts the moves played in the judge's head so far. It measures effort the same way on
// every machine.
func (j *Judge) Played() int { return j.played }

// Chances returns, by move and world, how likely the viewer was to win by it, from 0 to 1. All
// moves are judged in the same guessed worlds, which the seed decides. The moves must be legal. The
// error says that no world could be guessed.
func (j *Judge) Chances(v *engine.View, told []engine.Event, moves []engine.Move, worlds int,
	seed uint64,
) ([][]float64, error) {
	j.company.gather(len(v.Seats), func() ranker {
		return newMind(j.on, WeightsOf(j.on, j.title.ID(), len(v.Seats)), 0, nil)
	})
	known := remembered(v, told)
	guesser := guess.New(j.title, j.on.Map(), known, told, rand.New(rand.NewPCG(seed, uint64(v.Ply))))
	chances := make([][]float64, len(moves))
	for range worlds {
		hidden, err := guesser.Next()
		if err != nil {
			return nil, fmt.Errorf("guess the secrets at ply %d: %w", v.Ply, err)
		}
		g, err := j.imagine.Imagine(known, &hidden)
		if err != nil {
			return nil, fmt.Errorf("imagine the game at ply %d: %w", v.Ply, err)
		}
		j.played += judgeCost
		for i, m := range moves {
			chances[i] = append(chances[i], j.play(g.Clone(), v.Viewer, m))
		}
	}
	return chances, nil
}

// play makes a move in an imagined game, plays on, and says how the seat then stands.
func (j *Judge) play(g engine.Game, seat engine.Seat, m engine.Move) float64 {
	j.company.forget()
	j.played += judgeCost
	if _, err := g.Apply(seat, m); err != nil {
		return 0
	}
	most := math.MaxInt
	if len(j.on.Map().Routes) > 0 {
		most = judgeAhead * len(j.company.minds)
	}
	for n := 0; !g.Over() && n < most; n++ {
		mover := g.ToMove()[0]
		options := j.company.minds[mover-1].Rank(j.company.look(g, mover))
		if len(options) == 0 {
			break
		}
		j.played++
		if _, err := g.Apply(mover, options[0].Move); err != nil {
			break
		}
	}
	return j.company.standing(g, seat)
}
