package match

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// MaxSteps bounds the steps of a plan.
const MaxSteps = 5

// AskToll says that a plan's player is asked about a tunnel's toll.
const AskToll = -1

// Intention is what a player wants done next turn: what a Plan keeps as text.
type Intention struct {
	Steps     []Step // in the order in which they are tried
	Taken     bool   // it ends when somebody takes one of its routes
	LastRound bool   // it ends when the last round begins
}

// Step is what is done in a turn, or the beginning of it.
type Step struct {
	Moves []Wish
	Toll  int // of a claim: the most cards to pay for a tunnel, or AskToll
}

// Wish is a move of a plan.
type Wish struct {
	engine.Move
	Card engine.Card // the open card that it draws, from any slot; else NoCard
}

// WishFor returns the wish for a move that was offered in a view.
func WishFor(v *engine.View, m engine.Move) Wish {
	w := Wish{m, engine.NoCard}
	if m.Verb == engine.Draw && m.Slot > 0 && int(m.Slot) <= len(v.Market) {
		w.Card = v.Market[m.Slot-1]
	}
	return w
}

// found returns the move that fulfils a wish; false if the open card is not there.
func (w Wish) found(v *engine.View) (engine.Move, bool) {
	if w.Card == engine.NoCard {
		return w.Move, true
	}
	m, slot := w.Move, int(w.Slot)
	if slot > len(v.Market) || v.Market[slot-1] != w.Card {
		slot = slices.Index(v.Market, w.Card) + 1
	}
	m.Slot = uint8(slot) // at most the slots of a market
	return m, slot > 0
}

func (s *Step) Made() []engine.Move {
	list := make([]engine.Move, len(s.Moves))
	for i, w := range s.Moves {
		list[i] = w.Move
	}
	return list
}

// Begins returns the first move of a step; false if its open card is not there.
func (s *Step) Begins(v *engine.View) (engine.Move, bool) {
	var wanted engine.Cards
	for _, w := range s.Moves {
		if w.Card != engine.NoCard {
			wanted[w.Card]++
		}
	}
	for _, c := range v.Market {
		if c != engine.NoCard && wanted[c] > 0 {
			wanted[c]--
		}
	}
	if wanted.Total() > 0 {
		return engine.Move{}, false
	}
	return s.Moves[0].found(v)
}

// Next returns the step's move after its first n; false if its player must be asked, or the turn is
// over.
func (s *Step) Next(n int, v *engine.View) (engine.Move, bool) {
	switch {
	case !v.Moves(v.Viewer):
		return engine.Move{}, false
	case v.Owes == engine.OwesPay && s.Toll != AskToll:
		return s.answerToll(v), true
	case n >= len(s.Moves):
		return engine.Move{}, false
	}
	m, ok := s.Moves[n].found(v)
	legal := func(legal engine.Move) bool { return legal.Equal(&m) }
	return m, ok && slices.ContainsFunc(v.Legal(), legal)
}

// answerToll pays a tunnel's toll if it is no more than planned, and withdraws otherwise.
func (s *Step) answerToll(v *engine.View) engine.Move {
	for _, m := range v.Legal() {
		if m.Verb != engine.Pay || v.Tunnel == nil || v.Tunnel.Asks > s.Toll {
			continue
		}
		for m.Payment = range v.Payments(m) {
			return m
		}
	}
	return engine.Move{Verb: engine.Withdraw}
}

// Outcome is what has become of a plan, as in the texts plan.ended-….
type Outcome string

// The outcomes. The player is told all but Silent.
const (
	PlanDone      Outcome = "done"       // it was carried out, or as much of it as could be
	PlanTaken     Outcome = "taken"      // somebody has taken one of its routes
	PlanLastRound Outcome = "last-round" // the last round has begun
	PlanAnew      Outcome = "anew"       // a new pass of the game has begun, with other cards
	PlanHand      Outcome = "hand"       // no step is possible, and the hand would not pay for one
	PlanNone      Outcome = "none"       // no step is possible
	PlanUndone    Outcome = "undone"     // the position in which it was made was taken back
	PlanRestored  Outcome = "restored"   // the database was restored from a copy
	PlanFailed    Outcome = "failed"     // an error of ours
	PlanSilent    Outcome = ""           // its player has moved, or no longer plays the seat
)

// Choose returns the step to make at the beginning of a seat's turn; without one, the outcome says
// why. since is what the seat was told since the plan was made; refuses says why a move is illegal.
func (p *Intention) Choose(v *engine.View, since []engine.Event, refuses func(engine.Move) error,
) (Step, Outcome) {
	if why := p.stopped(v, since); why != PlanSilent {
		return Step{}, why
	}
	why := PlanNone
	for _, s := range p.Steps {
		m, ok := s.Begins(v)
		if !ok {
			continue
		}
		err := refuses(m)
		if err == nil {
			return s, PlanDone
		}
		if lacksCards(err) {
			why = PlanHand
		}
	}
	return Step{}, why
}

// stopped returns which event has ended the plan, PlanSilent if none has.
func (p *Intention) stopped(v *engine.View, since []engine.Event) Outcome {
	routes := p.routes()
	for _, e := range since {
		claimed := e.Kind == engine.EventClaimed && e.Seat != v.Viewer
		switch {
		case e.Kind == engine.EventDealtAnew:
			return PlanAnew
		case e.Kind == engine.EventLastRound && p.LastRound:
			return PlanLastRound
		case claimed && p.Taken && slices.Contains(routes, e.Route):
			return PlanTaken
		}
	}
	for _, r := range routes {
		if p.Taken && slices.Contains(v.Closed, r) { // somebody took the lane beside it (C8)
			return PlanTaken
		}
	}
	return PlanSilent
}

// lacksCards reports whether a move is illegal because the seat does not have the cards.
func lacksCards(err error) bool {
	reason, ok := errors.AsType[*engine.Refusal](err)
	codes := []engine.Code{engine.RefuseNotHeld, engine.RefuseUnaffordable, engine.RefusePortCost}
	return ok && slices.Contains(codes, reason.Code)
}

func (p *Intention) routes() []engine.RouteID {
	var list []engine.RouteID
	for _, s := range p.Steps {
		for _, w := range s.Moves {
			if w.Verb == engine.Claim {
				list = append(list, w.Route)
			}
		}
	}
	return list
}

// The words of a kept plan beside the notation.
const (
	ofCard     = " of "
	tollOf     = "toll "
	nextMove   = "; "
	stopsTaken = "taken"
	stopsLast  = "last-round"
)

// Write writes an intention into a plan: "draw 3 of red; draw deck", "claim 42a 3red; toll 2".
func (p *Intention) Write(row *Plan, l *engine.Lexicon) {
	row.Steps, row.Stops = nil, nil
	for _, s := range p.Steps {
		var words []string
		for _, w := range s.Moves {
			text := notation.PrintMove(l, w.Move)
			if w.Card != engine.NoCard {
				text += ofCard + l.Faces[w.Card].Name
			}
			words = append(words, text)
		}
		if s.Toll != AskToll {
			words = append(words, tollOf+strconv.Itoa(s.Toll))
		}
		row.Steps = append(row.Steps, strings.Join(words, nextMove))
	}
	if p.Taken {
		row.Stops = append(row.Stops, stopsTaken)
	}
	if p.LastRound {
		row.Stops = append(row.Stops, stopsLast)
	}
}

// ReadIntention reads what Write writes.
func ReadIntention(row Plan, l *engine.Lexicon) (Intention, error) {
	var p Intention
	for _, text := range row.Steps {
		s, err := readStep(text, l)
		if err != nil {
			return Intention{}, fmt.Errorf("read the plan of seat %d in game %s: %w",
				row.Seat, row.Game, err)
		}
		p.Steps = append(p.Steps, s)
	}
	p.Taken = slices.Contains(row.Stops, stopsTaken)
	p.LastRound = slices.Contains(row.Stops, stopsLast)
	return p, nil
}

// readStep reads a step. Its errors quote none of it: they are logged, and a plan is secret.
func readStep(text string, l *engine.Lexicon) (Step, error) {
	s := Step{Toll: AskToll}
	for word := range strings.SplitSeq(text, nextMove) {
		if most, ok := strings.CutPrefix(word, tollOf); ok {
			n, err := strconv.Atoi(most)
			if err != nil {
				return s, errors.New("a toll is not a number")
			}
			s.Toll = n
			continue
		}
		move, name, open := strings.Cut(word, ofCard)
		m, err := notation.ParseMove(l, move)
		if err != nil {
			return s, errors.New("a move is not in notation")
		}
		w := Wish{m, engine.NoCard}
		if open {
			if w.Card, open = l.Card(name); !open {
				return s, errors.New("the title has no such card")
			}
		}
		s.Moves = append(s.Moves, w)
	}
	if len(s.Moves) == 0 {
		return s, errors.New("a step has no move")
	}
	return s, nil
}
