package ai

import (
	"math"
	"math/bits"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/railmap"
)

// How candidates are compared.
const (
	firstLook      = 8   // worlds before the first candidate is dropped
	drawCandidates = 2   // of steady's best moves, cards to draw
	settled        = 2.6 // standard errors of lead at which the best drops another
)

// policy says which moves are searched, and how far steady's judgement of them is trusted.
type policy struct {
	candidates int     // of steady's best moves
	within     float64 // points behind the best within which further kinds of move are tried
	faith      float64 // share of a difference that is expected before any world is seen
	doubt      float64 // standard deviation of that expectation, in points
	floor      float64 // standard deviation of the two further worlds that an error counts, in points
}

// policyOf is the policy for the turns of a title. Guessed games that stop on the way are judged by
// an estimate, which mostly has the faults of steady's judgement: no reason to trust that less.
// Where they are played to their end (horizon 0) it counts less. Tickets are played to the end in
// every title, but go by the policy for turns: nothing else was measured.
func policyOf(id string) policy {
	floor := numberOf(scaleKey, id) / 5
	if numberOf(horizonKey, id) == 0 {
		return policy{candidates: 6, within: 12, faith: .2, doubt: 4, floor: floor}
	}
	return policy{candidates: 4, within: 4, faith: .5, doubt: 2, floor: floor}
}

type trial struct {
	move   engine.Move
	by     policy
	prior  float64   // lead over steady's first move expected before any world: 0 or less, in points
	values []float64 // by world: the damped lead, in points
	out    bool
}

// shortList takes the candidates: steady's best moves, one of equivalent ones (equal market cards,
// lanes of a connection) and at most two draws, since most are much alike; then the best of each
// kind that is not among them, and claims that would be denied to others.
func shortList(v *engine.View, m *railmap.Map, options, denied choice.List, by policy) []trial {
	var list []trial
	draws, has := 0, map[kind]bool{}
	add := func(o *choice.Option) {
		if slices.ContainsFunc(list, func(t trial) bool { return alike(v, m, &t.move, &o.Move) }) {
			return
		}
		if o.Move.Verb == engine.Draw {
			draws++
		}
		has[kindOf(&o.Move)] = true
		behind := min(o.Worth-options[0].Worth, 0)
		list = append(list, trial{move: o.Move, prior: by.faith * behind, by: by})
	}
	for i := range options {
		o := &options[i]
		of := kindOf(&o.Move)
		further := len(list) >= by.candidates || of.verb == engine.Draw && draws >= drawCandidates
		if !further || !has[of] && o.Worth > options[0].Worth-by.within {
			add(o)
		}
	}
	for i := range denied {
		add(&denied[i])
	}
	return list
}

// kind tells moves apart that lead to different games.
type kind struct {
	verb  engine.Verb
	blind bool
}

func kindOf(m *engine.Move) kind {
	return kind{m.Verb, m.Verb == engine.Draw && m.Slot == 0}
}

func alike(v *engine.View, m *railmap.Map, a, b *engine.Move) bool {
	switch {
	case a.Verb != b.Verb:
		return false
	case a.Verb == engine.Draw:
		// which deck refills a slot hardly matters
		sameDeck := a.Slot > 0 || b.Slot > 0 || a.Pile == b.Pile
		return a.Where == b.Where && sameDeck && cardOf(v, a) == cardOf(v, b)
	case a.Verb == engine.Claim:
		x, y := &m.Routes[a.Route], &m.Routes[b.Route]
		return x.Group == y.Group && x.Color == y.Color
	}
	return false
}

// cardOf is the card that a draw takes; NoCard: an unknown one.
func cardOf(v *engine.View, m *engine.Move) engine.Card {
	if m.Slot == 0 {
		return engine.NoCard
	}
	return v.Market[m.Slot-1]
}

// roundsFor is how often n candidates can be halved.
func roundsFor(n int) int { return max(bits.Len(uint(n-1)), 1) }

// drop removes the candidates clearly behind the best, and returns how many are left. Differences
// are taken world by world.
func drop(trials []trial) int {
	left := 0
	best := bestOf(trials)
	for i := range trials {
		t := &trials[i]
		if !t.out && i != best && len(t.values) >= firstLook {
			mean, se := difference(&trials[best], t)
			t.out = mean > settled*se
		}
		if !t.out {
			left++
		}
	}
	return left
}

// halve removes the worse half of the candidates, but never steady's first move.
func halve(trials []trial) {
	left := 0
	for i := range trials {
		if !trials[i].out {
			left++
		}
	}
	for n := left / 2; n > 0; n-- {
		worst, least := -1, math.Inf(1)
		base := firstIn(trials)
		for i := 1; i < len(trials); i++ {
			if trials[i].out {
				continue
			}
			if x := trials[i].ahead(base); x < least {
				worst, least = i, x
			}
		}
		if worst < 0 {
			return
		}
		trials[worst].out = true
	}
}

func bestOf(trials []trial) int {
	best, most := 0, math.Inf(-1)
	base := firstIn(trials)
	for i := range trials {
		if trials[i].out {
			continue
		}
		if x := trials[i].ahead(base); x > most {
			best, most = i, x
		}
	}
	return best
}

// firstIn returns the first candidate that is not out; one never is.
func firstIn(trials []trial) *trial {
	for i := range trials {
		if !trials[i].out {
			return &trials[i]
		}
	}
	return &trials[0]
}

// ahead is by how much a candidate is expected to be better than another: what steady expects and
// what the worlds show, each weighed by its certainty. Far from a tie the damped worlds count less
// than steady's points, which are not damped.
func (t *trial) ahead(of *trial) float64 {
	expected := t.prior - of.prior
	if t == of || len(t.values) < 2 {
		return expected
	}
	mean, se := difference(t, of)
	weight := 1 / (se * se)
	sure := 1 / (t.by.doubt * t.by.doubt)
	return (mean*weight + expected*sure) / (weight + sure)
}

// difference returns the mean of t's values minus of's, world by world, and its standard error. A
// few worlds may agree by chance, so the error counts two more that differ by the floor.
func difference(t, of *trial) (mean, se float64) {
	n := min(len(t.values), len(of.values))
	for i := range n {
		mean += t.values[i] - of.values[i]
	}
	mean /= float64(n)
	for i := range n {
		d := t.values[i] - of.values[i] - mean
		se += d * d
	}
	return mean, math.Sqrt((se + 2*t.by.floor*t.by.floor) / float64(n+1) / float64(n))
}
