package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/match"
)

// asked plays a claim and a claim of the next seat, and lets the first of them ask to take theirs back.
func asked(t *testing.T, pace string, names ...string) (s *stage, id match.GameID, asker string, others []string) {
	t.Helper()
	s = newStage(t)
	s.pace = pace
	id = s.playing(names...)
	for {
		seat := s.toClaim(id)
		s.moveAs(id, seat, firstOf(engine.Claim))
		v := s.table(id).View(s.table(id).View(engine.Public).ToMove[0])
		if slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim }) {
			s.move(id, firstOf(engine.Claim))
			asker = s.nameOf(id, seat)
			break
		}
	}
	s.flush()
	for _, n := range names {
		if n != asker {
			others = append(others, n)
		}
	}
	s.handle(s.slash(asker, "undo", "game="+string(id)))
	s.flush()
	said := s.api.Sent(s.game(id).Thread)
	last := said[len(said)-1]
	contains(t, last.Content, "would like to take this back", "claims")
	if len(last.Mention) != len(others) {
		t.Errorf("called are %v, want the others", last.Mention)
	}
	return s, id, asker, others
}

func TestAMoveThatOthersHaveFollowedNeedsTheirConsent(t *testing.T) {
	s, id, asker, others := asked(t, "", "Ola", "Bo", "Cy")
	before := s.game(id)
	yes, no := press.At(press.Allow, id, s.table(id).At()), press.At(press.Deny, id, s.table(id).At())
	contains(t, s.handle(s.click(asker, yes)).Content, s.say("problem.undo-not-asked", "Game", string(id)))
	contains(t, s.handle(s.click(others[0], yes)).Content, s.say("undo.noted", "Game", string(id)))
	if g := s.game(id); g.Branch != 0 {
		t.Fatal("one of two is enough")
	}
	contains(t, s.handle(s.click(others[1], yes)).Content, s.say("undo.agreed", "Game", string(id)))
	g := s.game(id)
	if g.Branch != 1 || g.Ply != before.Ply-2 || !slices.Equal(g.ToMove, []string{person(asker).ID}) {
		t.Errorf("got ply %d of %d, branch %d, %v to move", g.Ply, before.Ply, g.Branch, g.ToMove)
	}
	s.flush()
	if dms := s.dm(asker); !strings.Contains(dms[len(dms)-1].Content, s.say("panel.table", "Where", discord.MentionChannel(g.Thread))) {
		t.Errorf("the asker has no panel: %q", dms[len(dms)-1].Content)
	}
	contains(t, s.handle(s.click(others[0], no)).Content, s.say("problem.undo-moved-on", "Game", string(id)))
}

func TestOneNoOrTwelveHoursOfSilenceIsANo(t *testing.T) {
	t.Run("no", func(t *testing.T) {
		s, id, asker, others := asked(t, "", "Ola", "Bo", "Cy")
		s.handle(s.click(others[0], press.At(press.Allow, id, s.table(id).At())))
		s.handle(s.click(others[1], press.At(press.Deny, id, s.table(id).At())))
		s.flush()
		said := s.api.Sent(s.game(id).Thread)
		contains(t, said[len(said)-1].Content, s.say("undo.refused", "Who", ""))
		contains(t, s.handle(s.slash(asker, "undo", "game="+string(id))).Content, s.say("problem.undo-asked"))
		contains(t, s.handle(s.click(others[0], press.At(press.Allow, id, s.table(id).At()))).Content, s.say("problem.undo-late", "Game", string(id)))
		if g := s.game(id); g.Branch != 0 {
			t.Errorf("moves were taken back: branch %d", g.Branch)
		}
	})
	t.Run("silence", func(t *testing.T) {
		s, id, _, others := asked(t, "", "Ola", "Bo")
		s.clock = s.clock.Add(12*time.Hour - time.Second)
		s.flush()
		if !s.game(id).Undoing.Holds(s.game(id)) {
			t.Error("the time to answer is too short")
		}
		s.clock = s.clock.Add(time.Second)
		contains(t, s.handle(s.click(others[0], press.At(press.Allow, id, s.table(id).At()))).Content, s.say("problem.undo-late", "Game", string(id)))
		s.flush()
		said := s.api.Sent(s.game(id).Thread)
		contains(t, said[len(said)-1].Content, s.say("undo.no-answer"))
	})
	t.Run("a move", func(t *testing.T) {
		s, id, _, others := asked(t, "", "Ola", "Bo")
		old := press.At(press.Allow, id, s.table(id).At())
		s.move(id, firstLegal)
		contains(t, s.handle(s.click(others[0], old)).Content, s.say("problem.undo-moved-on", "Game", string(id)))
		if s.game(id).Undoing.Holds(s.game(id)) {
			t.Error("the wish outlasts a move")
		}
	})
}

func TestWithoutATableThePlayersAreAskedDirectly(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	first := s.toClaim(id)
	s.moveAs(id, first, firstOf(engine.Claim))
	for s.table(id).View(engine.Public).ToMove[0] == first {
		t.Fatal("the turn goes on")
	}
	second := s.table(id).View(engine.Public).ToMove[0]
	v := s.table(id).View(second)
	if !slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim }) {
		t.Fatal("the second player cannot claim a route: choose another game")
	}
	s.moveAs(id, second, firstOf(engine.Claim))
	s.bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: guild, Channel: s.game(id).Thread})
	s.flush()
	answer := s.handle(s.slash(s.nameOf(id, first), "undo", "game="+string(id)))
	contains(t, answer.Content, s.say("undo.asked-directly", "Names", discord.Plain(s.nameOf(id, second))))
	s.flush()
	dms := s.dm(s.nameOf(id, second))
	last := dms[len(dms)-1]
	contains(t, last.Content, "would like to take this back", string(id), s.say("undo.takes-yours"))
	ix := s.click(s.nameOf(id, second), last.Rows[0].Buttons[0].CustomID)
	ix.Guild = ""
	s.handle(ix)
	if g := s.game(id); g.Branch != 1 {
		t.Errorf("got branch %d, want the moves taken back", g.Branch)
	}
}
