package handlers_test

import (
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine/match"
)

// A vote to cancel that was under way while its question was settled and asked anew does not count
// for the new one.
func TestAVoteForAnEarlierQuestionCancelsNothing(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	asked := func() (agree, refuse string) {
		s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
		s.Flush()
		row := bottest.LastOf(t, s.API.Sent(s.Game(id).Thread)).Rows[0]
		return row.Buttons[0].CustomID, row.Buttons[1].CustomID
	}
	agreed, refused := asked()
	s.Handle(s.Click("Bo", refused))
	now, _ := asked()
	for _, earlier := range []string{agreed, refused} {
		bottest.Contains(t, s.Handle(s.Click("Bo", earlier)).Content,
			s.Say("problem.stop-vote-over", "Game", string(id)))
	}
	if g := s.Game(id); g.State != match.Running || len(g.Leaving) != 1 {
		t.Fatalf("got %s with votes %v, want the second question open", g.State, g.Leaving)
	}
	s.Handle(s.Click("Bo", now))
	if got := s.Game(id).State; got != match.Cancelled {
		t.Errorf("got %s after the vote for the open question, want cancelled", got)
	}
	s.NothingBroke()
}
