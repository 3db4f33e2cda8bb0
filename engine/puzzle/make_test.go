package puzzle

import (
	"context"
	"fmt"
	"math"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/notation"
)

// How a choice becomes a puzzle.
const (
	glanced = 32 // worlds for a glance, which does not play to the end
	// Significance is how many standard errors the options of a puzzle differ by, at least.
	Significance = 3

	screened     = 200 // worlds for a closer look
	screenedBy   = 1.5 // standard errors of glance and look
	leastLead    = 4.  // percent: less teaches little
	mostLead     = 30. // percent: more is obvious
	leastChance  = 10. // percent, of the better: a lost position is no question
	mostChance   = 92.
	skippedTurns = 4 // so that not all puzzles are of early turns
)

// Kind is what a puzzle asks.
type Kind int

// The kinds.
const (
	Keep  Kind = iota // which tickets to keep
	Claim             // claim a route now or wait: now is better
	Wait              // waiting is better
	Kinds = iota
)

// Maker makes puzzles of games that steady players play with each other.
type Maker struct {
	Title  engine.Title
	Seats  int
	Series uint64 // of games; game i of a series never changes
}

// FromGame looks for a puzzle of a kind in game i; nil if there is none.
func (m *Maker) FromGame(ctx context.Context, i int, kind Kind) (*Puzzle, error) {
	judge, err := ai.NewJudge(m.Title)
	if err != nil {
		return nil, err
	}
	steady, err := ai.NewPlayer("steady", m.Title, 0)
	if err != nil {
		return nil, err
	}
	setup, _ := ai.Simulated(m.Series, i, m.Seats)
	g, err := m.Title.New(setup)
	if err != nil {
		return nil, fmt.Errorf("deal game %d: %w", i, err)
	}
	p := &Puzzle{Record: notation.Record{
		Title: m.Title, Version: m.Title.Version(), Setup: setup,
	}}
	told := make([][]engine.Event, m.Seats)
	skip := i % skippedTurns * m.Seats
	for !g.Over() && ctx.Err() == nil {
		p.Seat = g.ToMove()[0]
		at := Position{View: g.View(p.Seat), Told: told[p.Seat-1]}
		if at.View.Turns >= skip || kind == Keep {
			if found, err := p.ask(ctx, judge, &at, kind); found || err != nil {
				return p, err
			}
		}
		move, err := steady.Choose(ctx, &at.View, at.Told)
		if err != nil {
			return nil, fmt.Errorf("choose a move: %w", err)
		}
		events, err := g.Apply(p.Seat, move)
		if err != nil {
			return nil, fmt.Errorf("make a move: %w", err)
		}
		p.Record.Moves = append(p.Record.Moves, notation.RecordedMove{Seat: p.Seat, Move: move})
		for k := range told {
			for _, e := range events {
				told[k] = append(told[k], e.For(engine.Seat(k+1)))
			}
		}
	}
	return nil, ctx.Err()
}

// ask makes a puzzle of a position if it is a clear choice of a kind.
func (p *Puzzle) ask(ctx context.Context, judge *ai.Judge, at *Position, kind Kind) (bool, error) {
	pair, ok, err := rivals(p.Record.Title, at, kind)
	if err != nil || !ok {
		return false, err
	}
	p.Options = [2]Option{{Move: pair[0]}, {Move: pair[1]}}
	// The worlds that chose the position flatter it, so that each look takes others.
	for seed, look := range []struct {
		shares judging
		worlds int
		by     float64
	}{
		{judge.Chances, glanced, screenedBy},
		{judge.Victories, screened, screenedBy},
		{judge.Victories, Worlds, Significance},
	} {
		if err := p.judge(look.shares, at, look.worlds, uint64(seed)); err != nil {
			return false, err
		}
		if ctx.Err() != nil || p.Lead.Is < look.by*p.Lead.Doubt || p.Lead.Is < leastLead ||
			p.Lead.Is > mostLead || p.hopeless() {
			return false, nil
		}
	}
	return true, nil
}

// hopeless reports whether the game is as good as lost or won, whatever is chosen.
func (p *Puzzle) hopeless() bool {
	is := p.Options[0].Chance.Is
	return is < leastChance || is > mostChance
}

// judging returns shares of the victory by move and world: ai.Judge.Chances or Victories.
type judging func(v *engine.View, told []engine.Event, moves []engine.Move, worlds int,
	seed uint64) ([][]float64, error)

// rivals are two moves that steady play considers at a position, the one that makes the kind first;
// false if the position has no such choice.
func rivals(title engine.Title, at *Position, kind Kind) (pair [2]engine.Move, ok bool, err error) {
	v := &at.View
	if wants := v.Own().Owes == engine.OwesKeep || v.Owes == engine.OwesKeep; kind == Keep != wants ||
		!wants && v.Owes != engine.OwesTurn {
		return pair, false, nil
	}
	list, err := ai.Advise(title, v, at.Told)
	if err != nil {
		return pair, false, fmt.Errorf("look for a choice: %w", err)
	}
	verbs := [...][2]engine.Verb{
		Keep: {engine.Keep, engine.Keep}, Claim: {engine.Claim, engine.Draw},
		Wait: {engine.Draw, engine.Claim},
	}[kind]
	first := find(list, verbs[0], nil)
	if first == nil {
		return pair, false, nil
	}
	second := find(list, verbs[1], first)
	if second == nil {
		return pair, false, nil
	}
	return [2]engine.Move{*first, *second}, true, nil
}

func find(list []ai.Advice, verb engine.Verb, but *engine.Move) *engine.Move {
	for i := range list {
		if m := &list[i].Move; m.Verb == verb && m != but {
			return m
		}
	}
	return nil
}

// Judge judges a puzzle in some worlds, which the seed decides; its options keep their places.
func (p *Puzzle) Judge(worlds int, seed uint64) (Puzzle, error) {
	judged := *p
	_, at, err := p.Position()
	if err != nil {
		return judged, err
	}
	judge, err := ai.NewJudge(p.Record.Title)
	if err != nil {
		return judged, err
	}
	return judged, judged.judge(judge.Victories, at, worlds, seed)
}

func (p *Puzzle) judge(judge judging, at *Position, worlds int, seed uint64) error {
	moves := []engine.Move{p.Options[0].Move, p.Options[1].Move}
	shares, err := judge(&at.View, at.Told, moves, worlds, seed)
	if err != nil {
		return fmt.Errorf("judge a choice: %w", err)
	}
	difference := make([]float64, worlds)
	for w := range difference {
		difference[w] = shares[0][w] - shares[1][w]
	}
	p.Lead = estimate(difference)
	for i := range p.Options {
		p.Options[i].Chance = estimate(shares[i])
	}
	return nil
}

// estimate is the mean of shares and its standard error, in percent.
func estimate(shares []float64) Figure {
	n := float64(len(shares))
	var mean, squares float64
	for _, x := range shares {
		mean += x / n
	}
	for _, x := range shares {
		squares += (x - mean) * (x - mean)
	}
	return Figure{100 * mean, 100 * math.Sqrt(squares/max(n-1, 1)/n)}
}
