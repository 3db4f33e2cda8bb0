package bottest

import (
	"slices"
	"testing"

	"konduktor/bot"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/asia"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/engine/nordic"
	"konduktor/engine/railway"
	"konduktor/engine/titles"
	"konduktor/engine/world"
)

// Titles returns the titles that a test plays: some at the quick size, with decisions of their own,
// and all at full size. On the sandbox each title is played at either size.
func Titles(quick ...string) []engine.Title {
	all := titles.All()
	if enginetest.Size(0, 1) == 1 {
		return all
	}
	return slices.DeleteFunc(all, func(t engine.Title) bool {
		return !slices.Contains(quick, t.ID())
	})
}

// Short returns the deals in which the last round of a title begins early, so that a whole game of
// it takes a fifth of the time; nil for The Card Game. At full size it is played as it is.
func Short(title string) []engine.Title {
	short := func(title *railway.Title, rules railway.Rules, at int) []engine.Title {
		rules.LastRound.PiecesAtMost = enginetest.Size(at, rules.LastRound.PiecesAtMost)
		return []engine.Title{railway.Must(railway.New(&rules, title.Map()))}
	}
	switch title {
	case amsterdam.Title.ID():
		return short(amsterdam.Title, amsterdam.Rules, 11)
	case nordic.Title.ID():
		return short(nordic.Title, nordic.Rules, 30)
	case asia.Title.ID():
		return short(asia.Title, asia.Rules, 33)
	case world.Title.ID():
		return short(world.Title, world.Rules, 42)
	}
	return nil
}

// NewShort starts a bot that deals a title as Short does.
func NewShort(t testing.TB, title string) *Stage {
	t.Helper()
	s := New(t)
	s.Remake(func(o *bot.Options) { o.Titles = Short(title) })
	return s
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
