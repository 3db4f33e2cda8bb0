package handlers_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine"
)

func TestOnlyAskedPlayersAnswerAnUndo(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	var asker, asked, other string
	for asked == "" {
		seat := s.ToClaim(id)
		s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
		v := s.Table(id).View(s.Table(id).View(engine.Public).ToMove[0])
		if slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim }) {
			next := s.Move(id, bottest.FirstOf(engine.Claim)).Seat
			asker, asked, other = s.NameOf(id, seat), s.NameOf(id, next), s.NameOf(id, 6-seat-next)
		}
	}
	answer := s.Handle(s.Slash(asker, "undo", "game="+string(id))).Content
	before := s.Game(id)
	if !before.Undoing.Holds(before) {
		t.Fatalf("nobody is asked: %+v", before.Undoing)
	}
	again := s.Handle(s.Slash(asker, "undo", "game="+string(id))).Content
	if again != answer || s.Game(id).Rev != before.Rev {
		t.Errorf("asked again:\n%s\nonce:\n%s\nrevisions %d, %d", again, answer, s.Game(id).Rev,
			before.Rev)
	}
	at := customid.Of(before)
	for _, c := range []struct {
		who    string
		action customid.Action
		says   string
	}{
		{asker, customid.Allow, "undo-not-asked"},
		{"Eve", customid.Allow, "not-seated"},
		{"Eve", customid.Deny, "not-seated"},
	} {
		got := s.Handle(s.Click(c.who, customid.At(c.action, id, at)))
		bottest.Contains(t, got.Content, s.Say("problem."+c.says, "Game", string(id)))
		if diff := cmp.Diff(before, s.Game(id)); diff != "" {
			t.Fatalf("%s answers by %v (-before +after):\n%s", c.who, c.action, diff)
		}
	}
	for _, who := range []string{asked, other} {
		s.Handle(s.Click(who, customid.At(customid.Allow, id, at)))
	}
	if g := s.Game(id); g.Branch != 1 || g.Ply != before.Ply-2 {
		t.Errorf("got ply %d, branch %d: those who were asked have agreed", g.Ply, g.Branch)
	}
}

func TestPlayerReplacedByTheHouseCannotUndo(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	who := s.NameOf(id, seat)
	s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
	s.Handle(s.Slash(who, "game stand-in", "conductor=true", "now=true", "game="+string(id)))
	before := s.Game(id)
	if !before.Seats[seat-1].Automated {
		t.Fatal("the house does not play the seat")
	}
	undo := customid.At(customid.Undo, id, customid.Of(before))
	for name, answer := range map[string]string{
		"command": s.Handle(s.Slash(who, "undo", "game="+string(id))).Content,
		"button":  s.Handle(s.Click(who, undo)).Content,
	} {
		bottest.Contains(t, answer, s.Say("problem.undo-away", "Game", string(id)))
		if g := s.Game(id); g.Ply != before.Ply || g.Branch != before.Branch ||
			g.Undoing.User != "" {
			t.Errorf("by %s: got ply %d of %d, branch %d", name, g.Ply, before.Ply, g.Branch)
		}
	}
	s.Handle(s.Slash(who, "game return", "game="+string(id)))
	s.Handle(s.Slash(who, "undo", "game="+string(id)))
	if g := s.Game(id); g.Ply != before.Ply-1 {
		t.Errorf("got ply %d of %d: who is back takes the move back", g.Ply, before.Ply)
	}
}
