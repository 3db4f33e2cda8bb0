package handlers_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine"
)

func TestOnlyThoseWhoAreAskedAnswerAnUndo(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo", "Cy")
	s.MoveAs(id, 1, bottest.FirstLegal)
	s.MoveAs(id, 2, bottest.FirstLegal)
	asker, asked, other := s.NameOf(id, 1), s.NameOf(id, 2), s.NameOf(id, 3)
	s.Handle(s.Slash(asker, "undo", "game="+string(id)))
	before := s.Game(id)
	if !before.Undoing.Holds(before) {
		t.Fatalf("nobody is asked: %+v", before.Undoing)
	}
	at := customid.Of(before)
	for _, action := range []customid.Action{customid.Allow, customid.Deny} {
		for _, who := range []string{other, "Eve"} {
			refused := s.Say("problem.undo-not-asked", "Game", string(id))
			if who == "Eve" {
				refused = s.Say("problem.not-seated", "Game", string(id))
			}
			got := s.Handle(s.Click(who, customid.At(action, id, at)))
			bottest.Contains(t, got.Content, refused)
			if diff := cmp.Diff(before, s.Game(id)); diff != "" {
				t.Fatalf("%s answers by %v (-before +after):\n%s", who, action, diff)
			}
		}
	}
	s.Handle(s.Click(asked, customid.At(customid.Allow, id, at)))
	if g := s.Game(id); g.Branch != 1 || g.Ply != 0 {
		t.Errorf("got ply %d, branch %d: the one who was asked has agreed", g.Ply, g.Branch)
	}
}

func TestAPlayerWhoseSeatTheHousePlaysTakesNothingBack(t *testing.T) {
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
