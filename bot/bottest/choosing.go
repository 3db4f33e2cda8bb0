package bottest

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
)

// Sample returns the titles that a test plays whole games of: some at the quick size, with
// decisions of their own, and all at full size. On the sandbox each title is played at either size.
func Sample(all []string, quick ...string) []string {
	if enginetest.Size(0, 1) == 0 {
		return quick
	}
	return all
}

// DrawTwo makes a whole turn of two blind cards.
func (s *Stage) DrawTwo(id match.GameID) {
	s.T.Helper()
	blind := func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} }
	s.Move(id, blind)
	s.Move(id, blind)
}

// ToClaim plays on until the seat to move can claim a route, and returns it.
func (s *Stage) ToClaim(id match.GameID) engine.Seat {
	s.T.Helper()
	for range 40 {
		t := s.Table(id)
		seat := t.View(engine.Public).ToMove[0]
		v := t.View(seat)
		if slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim }) {
			s.Flush()
			return seat
		}
		s.Move(id, FirstOf(engine.Draw))
	}
	s.T.Fatal("nobody can claim a route")
	return 0
}

// FirstOf picks the first legal move of a verb.
func FirstOf(verb engine.Verb) Chooser {
	return func(v engine.View) engine.Move {
		for _, m := range v.Legal() {
			if m.Verb == verb {
				return Paid(v, m)
			}
		}
		return FirstLegal(v)
	}
}
