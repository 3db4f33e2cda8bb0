package ai

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"konduktor/engine"
)

// How a Judge looks ahead.
const (
	judgeAhead = 12 // moves of each seat on a board; without routes it plays to the end
	leastKnown = 4  // worlds for Shares
	judgeScale = 18 // points of lead at which the chance to win is 73 %
)

// Judge says how likely a seat was to win by a move, as far as its player could know. It plays the
// move in guessed worlds that agree with the view and the events told, and lets everybody play
// steadily on. It is not safe for concurrent use.
type Judge struct{ company }

// NewJudge returns a judge of a title's games; an error if they cannot be imagined.
func NewJudge(title engine.Title) (*Judge, error) {
	j := &Judge{newCompany(title, false)}
	if j.on == nil || j.imagine == nil {
		return nil, fmt.Errorf("games of %s cannot be imagined", title.ID())
	}
	return j, nil
}

// Played counts the moves played in the judge's head: a measure of effort.
func (j *Judge) Played() int { return j.played }

// Chances returns, by move and world, how likely the viewer was to win by it, from 0 to 1. All
// moves are judged in the same guessed worlds, which the seed decides. The moves must be legal. An
// error if no world could be guessed.
func (j *Judge) Chances(v *engine.View, told []engine.Event, moves []engine.Move, worlds int,
	seed uint64,
) ([][]float64, error) {
	return j.compare(v, told, moves, worlds, seed, j.after)
}

// Victories is Chances with every guessed game played to its end: the values are shares of the
// victory, so they take many more worlds and hold no estimate.
func (j *Judge) Victories(v *engine.View, told []engine.Event, moves []engine.Move, worlds int,
	seed uint64,
) ([][]float64, error) {
	return j.compare(v, told, moves, worlds, seed, j.victory)
}

func (j *Judge) compare(v *engine.View, told []engine.Event, moves []engine.Move, worlds int,
	seed uint64, after func(engine.Game, engine.Seat, engine.Move) float64,
) ([][]float64, error) {
	chances := make([][]float64, len(moves))
	next := j.worlds(remembered(v, told), told, rand.New(rand.NewPCG(seed, uint64(v.Ply))))
	for range worlds {
		g, err := next()
		if err != nil {
			return nil, err
		}
		for i, m := range moves {
			chances[i] = append(chances[i], after(g.Clone(), v.Viewer, m))
		}
	}
	return chances, nil
}

// Shares returns, by world and seat, how likely each seat was to win when a turn began, from all
// that is known afterwards; only what lay face down is shuffled anew. told are the events by seat.
// It plays about effort moves, to the end of 4 worlds at least: an estimate on the way would know
// the plans of steady players, and not those of the real ones.
func (j *Judge) Shares(g engine.Game, told [][]engine.Event, effort int, seed uint64) ([][]float64,
	error,
) {
	known := g.View(g.ToMove()[0])
	known.Seats = slices.Clone(known.Seats)
	for i := range known.Seats {
		v := g.View(engine.Seat(i + 1))
		known.Seats[i] = *remembered(&v, told[i]).Own()
	}
	var shares [][]float64
	next := j.worlds(&known, nil, rand.New(rand.NewPCG(seed, uint64(known.Ply))))
	for last := j.played + effort; len(shares) < leastKnown || j.played < last; {
		g, err := next()
		if err != nil {
			return nil, err
		}
		j.forget()
		if j.play(g, math.MaxInt); !g.Over() {
			return nil, fmt.Errorf("the imagined game is stuck at ply %d", g.Ply())
		}
		end := g.View(engine.Public)
		of := make([]float64, len(end.Seats))
		for i := range of {
			of[i] = ShareOf(&end, engine.Seat(i+1))
		}
		shares = append(shares, of)
	}
	return shares, nil
}

// ShareOf is a seat's share of the victory: partners win together, others divide it.
func ShareOf(v *engine.View, seat engine.Seat) float64 {
	if !slices.Contains(v.Winners, seat) {
		return 0
	}
	if v.Uses(engine.UsesTeams) {
		teams := map[int]bool{}
		for _, w := range v.Winners {
			teams[v.Seat(w).Team] = true
		}
		return 1 / float64(len(teams))
	}
	return 1 / float64(len(v.Winners))
}

// after makes a move in an imagined game, plays on, and says how the seat then stands.
func (j *Judge) after(g engine.Game, seat engine.Seat, m engine.Move) float64 {
	if !j.begin(g, seat, m) {
		return 0
	}
	most := math.MaxInt
	if len(j.on.Map().Routes) > 0 {
		most = judgeAhead * len(j.minds)
	}
	j.play(g, most)
	return chanceOf(j.lead(g, seat), judgeScale)
}

// victory makes a move in an imagined game, plays it to its end, and returns the seat's share of
// the victory.
func (j *Judge) victory(g engine.Game, seat engine.Seat, m engine.Move) float64 {
	if !j.begin(g, seat, m) {
		return 0
	}
	j.play(g, math.MaxInt)
	end := g.View(engine.Public)
	return ShareOf(&end, seat)
}

// play lets everybody play steadily on, for at most some moves.
func (j *Judge) play(g engine.Game, most int) {
	for n := 0; !g.Over() && n < most; n++ {
		j.look(g, g.ToMove()[0])
		if !j.step(g) {
			break
		}
	}
}
