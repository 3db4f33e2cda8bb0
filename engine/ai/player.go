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
	// Choose returns a legal move for the viewer of v, with its payment. told are all events so
	// far, as the viewer was told them (engine.Event.For). Equal arguments give an equal move. When
	// ctx ends, Choose returns the best move found so far: every level has one at once. An error if
	// the viewer has nothing to choose.
	Choose(ctx context.Context, v *engine.View, told []engine.Event) (engine.Move, error)
}

// ErrNoMove says that a viewer has no legal move now.
var ErrNoMove = errors.New("the viewer has no legal move")

type level struct {
	name string // its texts are lobby.level-NAME and lobby.about-NAME
	// it plays moves out in guessed worlds: effort counts, and a choice takes a while
	searches bool
	make     func(title engine.Title, seed uint64, effort float64) Player
}

// levels are all there are, weakest first. Tests ask each of them.
var levels = []level{
	{"easy", false, func(title engine.Title, seed uint64, _ float64) Player {
		return &thinker{title: title, seed: seed, luck: numberOf(easyKey, title.ID())}
	}},
	{"steady", false, func(title engine.Title, seed uint64, _ float64) Player {
		return &thinker{title: title, seed: seed}
	}},
	{"strong", true, newSearcher},
}

// Levels lists the ids of the levels of play, weakest first.
func Levels() []string {
	var names []string
	for _, l := range levels {
		names = append(names, l.name)
	}
	return names
}

// Searches reports whether a level plays moves out in its head, so that a choice takes a while.
func Searches(name string) bool {
	return slices.ContainsFunc(levels, func(l level) bool { return l.name == name && l.searches })
}

// NewPlayer returns a player of a level or a style, or one that follows a policy of New.
func NewPlayer(name string, title engine.Title, seed uint64) (Player, error) {
	return NewPlayerWithEffort(name, title, seed, 1)
}

// NewPlayerWithEffort is NewPlayer for a player that thinks effort times as long, if its level
// searches.
func NewPlayerWithEffort(name string, title engine.Title, seed uint64, effort float64) (Player,
	error,
) {
	if _, err := New(name, nil); err == nil {
		return &follower{name, seed}, nil
	}
	if _, ok := title.(mapped); !ok {
		return nil, fmt.Errorf("%s does not say which map it is played on", title.ID())
	}
	for _, l := range levels {
		if l.name == name {
			return l.make(title, seed, effort), nil
		}
	}
	if style, ok := tuned[styleKey+name]; ok {
		return &thinker{title: title, style: style, seed: seed}, nil
	}
	known := strings.Join(slices.Concat(Levels(), Styles(), Policies()), ", ")
	return nil, fmt.Errorf("there is no level %q, only %s", name, known)
}

type follower struct {
	policy string
	seed   uint64
}

// Choose returns what the policy chooses; what was told does not matter to it.
func (f *follower) Choose(_ context.Context, v *engine.View, _ []engine.Event) (engine.Move,
	error,
) {
	p, err := New(f.policy, rand.New(rand.NewPCG(f.seed, uint64(v.Ply))))
	if err != nil {
		return engine.Move{}, err
	}
	m, ok := p.Choose(Seen{v}, v.Viewer)
	if !ok {
		return engine.Move{}, ErrNoMove
	}
	return m, nil
}

// Seen offers a policy the choices of a view: those of its viewer, whatever seat is asked for.
type Seen struct{ Of *engine.View }

// AppendLegal lists the legal moves.
func (s Seen) AppendLegal(dst []engine.Move, _ engine.Seat) []engine.Move {
	return append(dst, s.Of.Legal()...)
}

// Payments yields the ways to pay for a move.
func (s Seen) Payments(_ engine.Seat, m engine.Move) iter.Seq[engine.Payment] {
	return s.Of.Payments(m)
}

// View returns the view itself.
func (s Seen) View(engine.Seat) engine.View { return *s.Of }
