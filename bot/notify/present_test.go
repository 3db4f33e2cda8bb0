package notify_test

import (
	"fmt"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine/match"
)

// newest returns what the newest message of a turn at a table says now.
func newest(s *bottest.Stage, id match.GameID) string {
	list := s.Boards(id)
	return *s.Now(list[len(list)-1]).Content
}

func TestTheTableFollowsADeadlineThatChanges(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	s.DrawTwo(id)
	s.Flush()
	g := s.Game(id)
	mover, other := g.SeatOf(g.ToMove[0]), "Ola"
	if s.NameOf(id, mover) == other {
		other = "Bo"
	}
	s.Handle(s.Click(other, customid.Button(customid.More, id)))
	s.Flush()
	ends := fmt.Sprintf("<t:%d:", s.Game(id).Seats[mover-1].Ends.Unix())
	bottest.Contains(t, newest(s, id), ends, "draws 2 hidden cards")
	for _, name := range []string{other, s.NameOf(id, mover)} {
		s.Handle(s.Slash(name, "game pause", "game="+string(id)))
	}
	s.Flush()
	if got := newest(s, id); !s.Game(id).Paused || strings.Contains(got, "<t:") {
		t.Errorf("the clocks stand still, and the table reads %q", got)
	}
	s.NothingBroke()
}

func TestTheMessageOfATurnThatWasTakenBackGoes(t *testing.T) {
	t.Parallel()
	s, id, _, others := asked(t, "", "Ola", "Bo")
	turns := s.Boards(id)
	gone := turns[len(turns)-1]
	s.Handle(s.Click(others[0], customid.At(customid.Allow, id, customid.Of(s.Table(id).Game))))
	s.Flush()
	if !isGone(s, gone) {
		t.Error("the message of a turn that was taken back stays beside the one that says so")
	}
	s.NothingBroke()
}
