package plan

import (
	"errors"
	"slices"

	"konduktor/engine"
)

// outcome is what has become of a plan. Its words are those of the texts plan.ended-….
type outcome string

// The outcomes. Without silent ones the player is told.
const (
	done      outcome = "done"       // it was carried out, or as much of it as could be
	taken     outcome = "taken"      // somebody has taken one of its routes
	lastRound outcome = "last-round" // the last round has begun
	anew      outcome = "anew"       // a new pass of the game has begun, with other cards
	hand      outcome = "hand"       // the hand no longer suffices
	none      outcome = "none"       // no step is possible
	undone    outcome = "undone"     // the position in which it was made was taken back
	failed    outcome = "failed"     // an error of ours
	silent    outcome = ""           // its player has moved, or does not play the seat any more
)

// moment is the beginning of a turn as the seat whose turn it is may know it.
type moment struct {
	view    *engine.View
	since   []engine.Event          // as told to the seat since the plan was begun
	refuses func(engine.Move) error // why a move would be refused now; nil if it is legal
}

// choose returns the step to be made now. If there is none, the outcome says why.
func (p *plan) choose(at moment) (step, outcome) {
	if why := p.stopped(at); why != silent {
		return step{}, why
	}
	for _, s := range p.steps {
		m, ok := s.begins(at.view)
		if !ok {
			continue
		}
		err := at.refuses(m)
		if err == nil {
			return s, done
		}
		if lacksCards(err) {
			return step{}, hand
		}
	}
	return step{}, none
}

// stopped returns which of the events that end the plan has happened, silent if none has.
func (p *plan) stopped(at moment) outcome {
	routes := p.routes()
	for _, e := range at.since {
		switch {
		case e.Kind == engine.EventDealtAnew:
			return anew
		case e.Kind == engine.EventLastRound && p.lastRound:
			return lastRound
		case e.Kind == engine.EventClaimed && p.taken && e.Seat != at.view.Viewer && slices.Contains(routes, e.Route):
			return taken
		}
	}
	for _, r := range routes {
		if p.taken && slices.Contains(at.view.Closed, r) { // by somebody who took the lane beside it (C8)
			return taken
		}
	}
	return silent
}

// begins returns the first move of a step; false if an open card that it draws is not there.
func (s *step) begins(v *engine.View) (engine.Move, bool) {
	var wanted engine.Cards
	for _, w := range s.moves {
		if w.card != engine.NoCard {
			wanted[w.card]++
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
	return s.moves[0].found(v)
}

// lacksCards reports whether a move was refused because the seat does not have the cards.
func lacksCards(err error) bool {
	reason, ok := errors.AsType[*engine.Refusal](err)
	return ok && slices.Contains([]engine.Code{engine.RefuseNotHeld, engine.RefuseUnaffordable, engine.RefusePortCost}, reason.Code)
}

// next returns the move that goes on with a step after n of its moves; false if its player is to be asked, or the turn is over.
func (s *step) next(n int, v *engine.View) (engine.Move, bool) {
	switch {
	case !v.Moves(v.Viewer):
		return engine.Move{}, false
	case v.Owes == engine.OwesPay && s.toll != askToll:
		return s.answerToll(v), true
	case n >= len(s.moves):
		return engine.Move{}, false
	}
	m, ok := s.moves[n].found(v)
	return m, ok && slices.ContainsFunc(v.Legal(), func(legal engine.Move) bool { return legal.Equal(&m) })
}

// answerToll pays what a tunnel asks for if it is no more than planned, and withdraws otherwise.
func (s *step) answerToll(v *engine.View) engine.Move {
	for _, m := range v.Legal() {
		if m.Verb != engine.Pay || v.Tunnel == nil || v.Tunnel.Asks > s.toll {
			continue
		}
		for m.Payment = range v.Payments(m) {
			return m
		}
	}
	return engine.Move{Verb: engine.Withdraw}
}
