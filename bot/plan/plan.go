// Package plan keeps what players want done in their next turns, and does it when they begin: see docs/architecture.md, "How a
// plan is carried out".
package plan

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
)

// maxSteps bounds the steps of a plan.
const maxSteps = 5

// askToll stands for a toll about which the player is asked.
const askToll = -1

// plan is what a player wants done.
type plan struct {
	steps     []step // in the order in which they are tried
	taken     bool   // it ends when somebody takes one of its routes
	lastRound bool   // it ends when the last round begins
}

// step is what is done in a turn, or the beginning of it.
type step struct {
	moves []wish
	toll  int // of a claim: the most cards to pay for a tunnel, or askToll
}

// wish is a move of a plan.
type wish struct {
	engine.Move
	card engine.Card // the open card that it draws, from whichever slot; else NoCard
}

// wishFor returns the wish for a move that was offered in a view.
func wishFor(v *engine.View, m engine.Move) wish {
	w := wish{m, engine.NoCard}
	if m.Verb == engine.Draw && m.Slot > 0 && int(m.Slot) <= len(v.Market) {
		w.card = v.Market[m.Slot-1]
	}
	return w
}

// found returns the move that fulfils a wish in a position; false if the open card is not there.
func (w wish) found(v *engine.View) (engine.Move, bool) {
	if w.card == engine.NoCard {
		return w.Move, true
	}
	m, slot := w.Move, int(w.Slot)
	if slot > len(v.Market) || v.Market[slot-1] != w.card {
		slot = slices.Index(v.Market, w.card) + 1
	}
	m.Slot = uint8(slot) // at most the slots of a market
	return m, slot > 0
}

// routes lists the routes that a plan claims.
func (p *plan) routes() []engine.RouteID {
	var list []engine.RouteID
	for _, s := range p.steps {
		for _, w := range s.moves {
			if w.Verb == engine.Claim {
				list = append(list, w.Route)
			}
		}
	}
	return list
}

// shown is the plan as its player is shown it.
func (p *plan) shown() speech.PlanShown {
	shown := speech.PlanShown{Taken: p.taken, LastRound: p.lastRound, Full: len(p.steps) >= maxSteps}
	for _, s := range p.steps {
		one := speech.PlanStep{Toll: s.toll}
		for _, w := range s.moves {
			one.Moves, one.Cards = append(one.Moves, w.Move), append(one.Cards, w.card)
		}
		shown.Steps = append(shown.Steps, one)
	}
	return shown
}

// made lists the moves of a step.
func (s *step) made() []engine.Move {
	list := make([]engine.Move, len(s.moves))
	for i, w := range s.moves {
		list[i] = w.Move
	}
	return list
}

// The words of a stored plan beside the notation: an open card, a toll, and the events that end it.
const (
	ofCard     = " of "
	tollOf     = "toll "
	nextMove   = "; "
	stopsTaken = "taken"
	stopsLast  = "last-round"
)

// store writes a plan into its row: "draw 3 of red; draw deck", "claim 42a 3red; toll 2".
func (p *plan) store(row *match.Plan, l *engine.Lexicon) {
	row.Steps, row.Stops = nil, nil
	for _, s := range p.steps {
		var words []string
		for _, w := range s.moves {
			text := notation.PrintMove(l, w.Move)
			if w.card != engine.NoCard {
				text += ofCard + l.Faces[w.card].Name
			}
			words = append(words, text)
		}
		if s.toll != askToll {
			words = append(words, tollOf+strconv.Itoa(s.toll))
		}
		row.Steps = append(row.Steps, strings.Join(words, nextMove))
	}
	if p.taken {
		row.Stops = append(row.Stops, stopsTaken)
	}
	if p.lastRound {
		row.Stops = append(row.Stops, stopsLast)
	}
}

// read reads a plan out of its row.
func read(row match.Plan, l *engine.Lexicon) (plan, error) {
	var p plan
	for _, text := range row.Steps {
		s, err := readStep(text, l)
		if err != nil {
			return plan{}, fmt.Errorf("read the plan of seat %d in game %s: %w", row.Seat, row.Game, err)
		}
		p.steps = append(p.steps, s)
	}
	p.taken, p.lastRound = slices.Contains(row.Stops, stopsTaken), slices.Contains(row.Stops, stopsLast)
	return p, nil
}

// readStep reads a step. Its errors quote none of it, since they are logged and a plan is a secret.
func readStep(text string, l *engine.Lexicon) (step, error) {
	s := step{toll: askToll}
	for word := range strings.SplitSeq(text, nextMove) {
		if most, ok := strings.CutPrefix(word, tollOf); ok {
			n, err := strconv.Atoi(most)
			if err != nil {
				return s, errors.New("a toll is not a number")
			}
			s.toll = n
			continue
		}
		move, name, open := strings.Cut(word, ofCard)
		m, err := notation.ParseMove(l, move)
		if err != nil {
			return s, errors.New("a move is not in notation")
		}
		w := wish{m, engine.NoCard}
		if open {
			if w.card, open = l.Card(name); !open {
				return s, errors.New("the title has no such card")
			}
		}
		s.moves = append(s.moves, w)
	}
	if len(s.moves) == 0 {
		return s, errors.New("a step has no move")
	}
	return s, nil
}
