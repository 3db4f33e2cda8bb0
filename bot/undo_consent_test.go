package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
)

// asked plays a claim and a claim of the next seat, and lets the first of them ask to take theirs back.
func asked(t *testing.T, pace string, names ...string) (s *stage, id match.GameID, asker string, others []string) {
	t.Helper()
	s = newStage(t)
	s.Pace = pace
	id = s.Playing(names...)
	for {
		seat := s.toClaim(id)
		s.MoveAs(id, seat, firstOf(engine.Claim))
		v := s.Table(id).View(s.Table(id).View(engine.Public).ToMove[0])
		if slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim }) {
			s.Move(id, firstOf(engine.Claim))
			asker = s.nameOf(id, seat)
			break
		}
	}
	s.Flush()
	for _, n := range names {
		if n != asker {
			others = append(others, n)
		}
	}
	s.Handle(s.Slash(asker, "undo", "game="+string(id)))
	s.Flush()
	said := s.API.Sent(s.Game(id).Thread)
	last := said[len(said)-1]
	bottest.Contains(t, last.Content, "would like to take this back", "claims")
	if len(last.Mention) != len(others) {
		t.Errorf("called are %v, want the others", last.Mention)
	}
	return s, id, asker, others
}

func TestAMoveThatOthersHaveFollowedNeedsTheirConsent(t *testing.T) {
	s, id, asker, others := asked(t, "", "Ola", "Bo", "Cy")
	before := s.Game(id)
	yes, no := customid.At(customid.Allow, id, customid.Of(s.Table(id).Game)), customid.At(customid.Deny, id, customid.Of(s.Table(id).Game))
	bottest.Contains(t, s.Handle(s.Click(asker, yes)).Content, s.Say("problem.undo-not-asked", "Game", string(id)))
	bottest.Contains(t, s.Handle(s.Click(others[0], yes)).Content, s.Say("undo.noted", "Game", string(id)))
	if g := s.Game(id); g.Branch != 0 {
		t.Fatal("one of two is enough")
	}
	bottest.Contains(t, s.Handle(s.Click(others[1], yes)).Content, s.Say("undo.agreed", "Game", string(id)))
	g := s.Game(id)
	if g.Branch != 1 || g.Ply != before.Ply-2 || !slices.Equal(g.ToMove, []match.UserID{bottest.Person(asker).ID}) {
		t.Errorf("got ply %d of %d, branch %d, %v to move", g.Ply, before.Ply, g.Branch, g.ToMove)
	}
	s.Flush()
	if dms := s.DM(asker); !strings.Contains(dms[len(dms)-1].Content, s.Say("panel.table", "Where", discord.MentionChannel(g.Thread))) {
		t.Errorf("the asker has no panel: %q", dms[len(dms)-1].Content)
	}
	bottest.Contains(t, s.Handle(s.Click(others[0], no)).Content, s.Say("problem.undo-moved-on", "Game", string(id)))
}

func TestOneNoOrTwelveHoursOfSilenceIsANo(t *testing.T) {
	t.Run("no", func(t *testing.T) {
		s, id, asker, others := asked(t, "", "Ola", "Bo", "Cy")
		s.Handle(s.Click(others[0], customid.At(customid.Allow, id, customid.Of(s.Table(id).Game))))
		s.Handle(s.Click(others[1], customid.At(customid.Deny, id, customid.Of(s.Table(id).Game))))
		s.Flush()
		said := s.API.Sent(s.Game(id).Thread)
		bottest.Contains(t, said[len(said)-1].Content, s.Say("undo.refused", "Who", ""))
		bottest.Contains(t, s.Handle(s.Slash(asker, "undo", "game="+string(id))).Content, s.Say("problem.undo-asked"))
		bottest.Contains(t, s.Handle(s.Click(others[0], customid.At(customid.Allow, id, customid.Of(s.Table(id).Game)))).Content, s.Say("problem.undo-late", "Game", string(id)))
		if g := s.Game(id); g.Branch != 0 {
			t.Errorf("moves were taken back: branch %d", g.Branch)
		}
	})
	t.Run("silence", func(t *testing.T) {
		s, id, _, others := asked(t, "", "Ola", "Bo")
		s.Clock = s.Clock.Add(12*time.Hour - time.Second)
		s.Flush()
		if !s.Game(id).Undoing.Holds(s.Game(id)) {
			t.Error("the time to answer is too short")
		}
		s.Clock = s.Clock.Add(time.Second)
		bottest.Contains(t, s.Handle(s.Click(others[0], customid.At(customid.Allow, id, customid.Of(s.Table(id).Game)))).Content, s.Say("problem.undo-late", "Game", string(id)))
		s.Flush()
		said := s.API.Sent(s.Game(id).Thread)
		bottest.Contains(t, said[len(said)-1].Content, s.Say("undo.no-answer"))
	})
	t.Run("a move", func(t *testing.T) {
		s, id, _, others := asked(t, "", "Ola", "Bo")
		old := customid.At(customid.Allow, id, customid.Of(s.Table(id).Game))
		s.Move(id, bottest.FirstLegal)
		bottest.Contains(t, s.Handle(s.Click(others[0], old)).Content, s.Say("problem.undo-moved-on", "Game", string(id)))
		if s.Game(id).Undoing.Holds(s.Game(id)) {
			t.Error("the wish outlasts a move")
		}
	})
}

func TestWithoutATableThePlayersAreAskedDirectly(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	first := s.toClaim(id)
	s.MoveAs(id, first, firstOf(engine.Claim))
	for s.Table(id).View(engine.Public).ToMove[0] == first {
		t.Fatal("the turn goes on")
	}
	second := s.Table(id).View(engine.Public).ToMove[0]
	v := s.Table(id).View(second)
	if !slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim }) {
		t.Fatal("the second player cannot claim a route: choose another game")
	}
	s.MoveAs(id, second, firstOf(engine.Claim))
	s.Bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: bottest.Guild, Channel: s.Game(id).Thread})
	s.Flush()
	answer := s.Handle(s.Slash(s.nameOf(id, first), "undo", "game="+string(id)))
	bottest.Contains(t, answer.Content, s.Say("undo.asked-directly", "Names", discord.Plain(s.nameOf(id, second))))
	s.Flush()
	dms := s.DM(s.nameOf(id, second))
	last := dms[len(dms)-1]
	bottest.Contains(t, last.Content, "would like to take this back", string(id), s.Say("undo.takes-yours"))
	ix := s.Click(s.nameOf(id, second), last.Rows[0].Buttons[0].CustomID)
	ix.Guild = ""
	s.Handle(ix)
	if g := s.Game(id); g.Branch != 1 {
		t.Errorf("got branch %d, want the moves taken back", g.Branch)
	}
}
