package ai

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/railmap"
)

type mapped interface{ Map() *railmap.Map }

// ranker is a mind for the titles of one machine.
type ranker interface {
	// Forget makes the next choice depend on the view alone.
	Forget()
	// Rank returns the moves worth considering, best first.
	Rank(v *engine.View) choice.List
	// Play returns the move to make in a guessed game, at a quicker look than Rank takes.
	Play(v *engine.View) (engine.Move, bool)
	// Estimate is how many points the viewer can expect at the end.
	Estimate(v *engine.View) float64
}

// thinker plays the move that its mind ranks first.
type thinker struct {
	title  engine.Title
	own    Weights // nil: those of the title
	strong bool    // with the weights of strong
	luck   float64
	seed   uint64
	seats  int
	mind   ranker
	pcg    *rand.PCG
}

// NewWeighted returns a steady player with other weights, for tuning.
func NewWeighted(title engine.Title, w Weights, seed uint64) (Player, error) {
	if _, ok := title.(mapped); !ok {
		return nil, fmt.Errorf("%s does not say which map it is played on", title.ID())
	}
	return &thinker{title: title, own: w, seed: seed}, nil
}

func (t *thinker) prepare(seats int) {
	if t.mind != nil && t.seats == seats {
		return
	}
	on, _ := t.title.(mapped) // NewPlayer has made sure
	w := t.own
	switch {
	case w != nil:
	case t.strong:
		w = strongWeightsOf(on, t.title.ID(), seats)
	default:
		w = WeightsOf(on, t.title.ID(), seats)
	}
	t.pcg = rand.NewPCG(t.seed, 0)
	t.mind, t.seats = newMind(on, w, t.luck, rand.New(t.pcg)), seats
}

// Choose returns the move that the mind ranks first.
func (t *thinker) Choose(_ context.Context, v *engine.View, told []engine.Event) (engine.Move,
	error,
) {
	options, err := t.rank(v, told)
	if err != nil {
		return engine.Move{}, err
	}
	return options[0].Move, nil
}

// rank returns the moves worth considering, best first; an error if there are none.
func (t *thinker) rank(v *engine.View, told []engine.Event) (choice.List, error) {
	t.prepare(len(v.Seats))
	t.pcg.Seed(t.seed, uint64(v.Ply))
	t.mind.Forget()
	options := t.mind.Rank(remembered(v, told))
	if len(options) == 0 {
		return nil, ErrNoMove
	}
	return options, nil
}

// remembered adds to a view what its viewer can remember: what went onto its own secret track (K3).
func remembered(v *engine.View, told []engine.Event) *engine.View {
	own := v.Own()
	if own == nil || !v.Uses(engine.UsesYards) || own.Track.Known {
		return v
	}
	var track engine.Cards
	for i := range told {
		switch e := &told[i]; {
		case e.Kind == engine.EventDealtAnew:
			track = engine.Cards{}
		case e.Kind == engine.EventMoved && e.Seat == v.Viewer:
			track = track.Plus(&e.Payment.Hand)
		}
	}
	w := *v
	w.Seats = slices.Clone(v.Seats)
	w.Own().Track = engine.CardsViewOf(&track, true)
	return &w
}
