package discord_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
)

func TestOthersConsentToAnUndoInPrivate(t *testing.T) {
	s := bottest.New(t)
	id := privately(s, "Ola", "Bo")
	first := s.ToClaim(id)
	s.MoveAs(id, first, bottest.FirstOf(engine.Claim))
	s.Flush()
	second := s.Table(id).View(engine.Public).ToMove[0]
	s.MoveAs(id, second, bottest.FirstOf(engine.Claim))
	s.Flush()
	asker, other := s.NameOf(id, first), s.NameOf(id, second)
	before := len(s.API.Calls())
	s.Handle(bottest.InPrivate(s.Slash(asker, "undo", "game="+string(id))))
	s.Flush()
	asked := strings.Join(saidPrivately(s, before), "\n")
	bottest.Contains(t, asked, s.Say("undo.wish", "Who", discord.Plain(asker)),
		"<@"+string(bottest.Person(other).ID)+">")
	before = len(s.API.Calls())
	s.Handle(bottest.InPrivate(s.Click(other,
		customid.At(customid.Allow, id, customid.Of(s.Table(id).Game)))))
	s.Flush()
	bottest.Contains(t, strings.Join(saidPrivately(s, before), "\n"),
		s.Say("undo.told", "Who", discord.Plain(asker)),
		"~~", "<@"+string(bottest.Person(asker).ID)+">")
	if g := s.Game(id); g.Branch != 1 ||
		!slices.Equal(g.ToMove, []match.UserID{bottest.Person(asker).ID}) {
		t.Errorf("got branch %d, %v to move", g.Branch, g.ToMove)
	}
	dms := s.DM(other)
	bottest.Contains(t, dms[len(dms)-1].Content, s.Say("undo.as-before"))
	s.NothingBroke()
}

func TestAFriendStandsInAtAPrivateTable(t *testing.T) {
	s := bottest.New(t)
	id := privately(s, "Ola", "Bo")
	owner := s.NameOf(id, 1)
	before := len(s.API.Calls())
	s.Handle(bottest.InPrivate(s.Slash(owner, "game stand-in", "game="+string(id),
		"player="+string(bottest.Person("Cy").ID), "now=true")))
	s.Flush()
	bottest.Contains(t, strings.Join(saidPrivately(s, before), "\n"),
		"<@"+string(bottest.Person("Cy").ID)+">")
	before = len(s.API.Calls())
	s.Handle(bottest.InPrivate(s.Click("Cy", customid.SeatButton(customid.Stand, id, 1))))
	s.Flush()
	if g := s.Game(id); g.Seats[0].User != bottest.Person("Cy").ID ||
		g.Seats[0].Owner != bottest.Person(owner).ID {
		t.Fatalf("got %+v, want Cy to play for %s", g.Seats[0], owner)
	}
	said := strings.Join(saidPrivately(s, before), "\n")
	bottest.Contains(t, said, s.Say("tenure.says-stood-in", "Who", discord.Plain(owner), "Player",
		"<@"+string(bottest.Person("Cy").ID)+">"))
	hand := s.Handle(bottest.InPrivate(s.Click("Cy", customid.Button(customid.Hand, id))))
	bottest.Contains(t, hand.Content, s.Say("panel.for", "Who", discord.Plain(owner)))
	if !hand.Ephemeral {
		t.Error("everybody sees the stand-in's hand")
	}
	s.Handle(bottest.InPrivate(s.Slash(owner, "game return", "game="+string(id))))
	s.Flush()
	if g := s.Game(id); g.Seats[0].User != bottest.Person(owner).ID {
		t.Errorf("got %+v, want %s back", g.Seats[0], owner)
	}
	s.NothingBroke()
}
