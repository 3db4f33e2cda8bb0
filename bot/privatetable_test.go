package bot

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
)

func TestOthersAgreeToAnUndoInPrivate(t *testing.T) {
	s := newStage(t)
	id := s.privately("Ola", "Bo")
	first := s.toClaim(id)
	s.moveAs(id, first, firstOf(engine.Claim))
	s.flush()
	second := s.table(id).View(engine.Public).ToMove[0]
	s.moveAs(id, second, firstOf(engine.Claim))
	s.flush()
	asker, other := s.nameOf(id, first), s.nameOf(id, second)
	before := len(s.api.Calls())
	s.handle(inPrivate(s.slash(asker, "undo", "game="+string(id))))
	s.flush()
	asked := strings.Join(s.saidPrivately(before), "\n")
	contains(t, asked, s.say("undo.wish", "Who", discord.Plain(asker)), "<@"+person(other).ID+">")
	before = len(s.api.Calls())
	s.handle(inPrivate(s.click(other, press.At(press.Allow, id, s.table(id).At()))))
	s.flush()
	contains(t, strings.Join(s.saidPrivately(before), "\n"), s.say("undo.told", "Who", discord.Plain(asker)), "~~", "<@"+person(asker).ID+">")
	if g := s.game(id); g.Branch != 1 || !slices.Equal(g.ToMove, []string{person(asker).ID}) {
		t.Errorf("got branch %d, %v to move", g.Branch, g.ToMove)
	}
	dms := s.dm(other)
	contains(t, dms[len(dms)-1].Content, s.say("undo.as-before"))
	s.nothingBroke()
}

func TestAFriendStandsInAtAPrivateTable(t *testing.T) {
	s := newStage(t)
	id := s.privately("Ola", "Bo")
	owner := s.nameOf(id, 1)
	before := len(s.api.Calls())
	s.handle(inPrivate(s.slash(owner, "game stand-in", "game="+string(id), "player="+person("Cy").ID, "now=true")))
	s.flush()
	contains(t, strings.Join(s.saidPrivately(before), "\n"), "<@"+person("Cy").ID+">")
	before = len(s.api.Calls())
	s.handle(inPrivate(s.click("Cy", press.SeatButton(press.Stand, id, 1))))
	s.flush()
	if g := s.game(id); g.Seats[0].User != person("Cy").ID || g.Seats[0].Owner != person(owner).ID {
		t.Fatalf("got %+v, want Cy to play for %s", g.Seats[0], owner)
	}
	said := strings.Join(s.saidPrivately(before), "\n")
	contains(t, said, s.say("tenure.says-stood-in", "Who", discord.Plain(owner), "Player", "<@"+person("Cy").ID+">"))
	hand := s.handle(inPrivate(s.click("Cy", press.Button(press.Hand, id))))
	contains(t, hand.Content, s.say("panel.for", "Who", discord.Plain(owner)))
	if !hand.Ephemeral {
		t.Error("everybody sees the stand-in's hand")
	}
	s.handle(inPrivate(s.slash(owner, "game return", "game="+string(id))))
	s.flush()
	if g := s.game(id); g.Seats[0].User != person(owner).ID {
		t.Errorf("got %+v, want %s back", g.Seats[0], owner)
	}
	s.nothingBroke()
}
