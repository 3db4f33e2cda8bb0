package ai

import (
	"context"
	"fmt"
	"maps"
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
	// Judge lists the viewer's moves worth considering, with their worth; quick: it looks less
	// closely, for guessed games. The next call reuses the list.
	Judge(v *engine.View, quick bool) choice.List
	// Estimate is how many points the viewer can expect at the end.
	Estimate(v *engine.View) float64
}

// thinker plays the move that its mind ranks first.
type thinker struct {
	title  engine.Title
	own    Weights // nil: those of the title
	style  Weights // over those of the title
	strong bool    // with the weights of strong
	luck   float64 // standard deviation of a random error in every judgement, in points
	seed   uint64
	seats  int
	mind   ranker
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
	if w == nil {
		w = weightsOf(on, t.title.ID(), seats, t.strong)
		maps.Copy(w, t.style)
	}
	t.mind, t.seats = newMind(on, w), seats
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
	t.mind.Forget()
	options := t.mind.Judge(remembered(v, told), false)
	if len(options) == 0 {
		return nil, ErrNoMove
	}
	if t.luck > 0 {
		rng := rand.New(rand.NewPCG(t.seed, uint64(v.Ply)))
		for i := range options {
			options[i].Worth += t.luck * rng.NormFloat64()
		}
	}
	options.Sort()
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
