package ai

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"konduktor/engine"
)

// Player is a computer player of one title. It is not safe for concurrent use.
type Player interface {
	// Choose returns a legal move for the viewer of v, complete with its payment. told are all events of the game so far, as
	// they were told to the viewer (engine.Event.For); a player knows nothing else. Equal arguments give an equal move,
	// whatever the player chose before. When ctx ends, Choose returns the best move that it has found so far: every level
	// has a first move at once. The error says that the viewer has nothing to choose.
	Choose(ctx context.Context, v *engine.View, told []engine.Event) (engine.Move, error)
}

// ErrNoMove says that a viewer has no legal move now.
var ErrNoMove = errors.New("the viewer has no legal move")

// Levels lists the ids of the levels of play, weakest first.
func Levels() []string { return []string{"easy", "steady", "strong"} }

// NewPlayer returns a player of a level, or one that follows a policy of New. The seed decides what the player leaves to chance.
func NewPlayer(level string, title engine.Title, seed uint64) (Player, error) {
	if _, err := New(level, nil); err == nil {
		return &follower{level, seed}, nil
	}
	if _, ok := title.(mapped); !ok {
		return nil, fmt.Errorf("%s says nothing of its map", title.ID())
	}
	switch level {
	case "steady":
		return &thinker{title: title, seed: seed}, nil
	case "strong":
		return newSearcher(title, seed, 1), nil
	case "easy":
		return &thinker{title: title, seed: seed, luck: numberOf(easyKey, title.ID())}, nil
	}
	return nil, fmt.Errorf("there is no level %q, only %s", level, strings.Join(slices.Concat(Levels(), Policies()), ", "))
}

// follower plays by a policy.
type follower struct {
	policy string
	seed   uint64
}

// Choose returns what the policy chooses; what was told does not matter to it.
func (f *follower) Choose(_ context.Context, v *engine.View, _ []engine.Event) (engine.Move, error) {
	p, err := New(f.policy, rand.New(rand.NewPCG(f.seed, uint64(v.Ply))))
	if err != nil {
		return engine.Move{}, err
	}
	m, ok := p.Choose(seen{v}, v.Viewer)
	if !ok {
		return engine.Move{}, ErrNoMove
	}
	return m, nil
}

// seen offers a policy the choices of a view.
type seen struct{ v *engine.View }

// AppendLegal lists the viewer's moves, whichever seat is asked for.
func (s seen) AppendLegal(dst []engine.Move, _ engine.Seat) []engine.Move {
	return append(dst, s.v.Legal()...)
}

// Payments yields the ways in which the viewer can pay.
func (s seen) Payments(_ engine.Seat, m engine.Move) iter.Seq[engine.Payment] {
	return s.v.Payments(m)
}

// View returns the view itself, whichever seat is asked for.
func (s seen) View(engine.Seat) engine.View { return *s.v }
