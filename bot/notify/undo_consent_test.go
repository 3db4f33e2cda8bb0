package notify_test

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

func TestUndoRequestInAPauseSaysThatTheAnswerCanWait(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	for _, name := range []string{"Ola", "Bo"} {
		s.Handle(s.Slash(name, "game pause", "game="+string(id)))
	}
	seat := s.ToClaim(id)
	s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
	if other := s.Table(id).View(engine.Public).ToMove[0]; !canClaim(s, id, other) {
		t.Fatal("the other seat cannot claim a route: choose another game")
	}
	s.Move(id, bottest.FirstOf(engine.Claim))
	answer := s.Handle(s.Slash(s.NameOf(id, seat), "undo", "game="+string(id)))
	bottest.Contains(t, answer.Content, s.Say("undo.asked-paused", "Names",
		discord.Plain(s.NameOf(id, 3-seat))))
}

// canClaim reports whether a seat can claim a route now.
func canClaim(s *bottest.Stage, id match.GameID, seat engine.Seat) bool {
	v := s.Table(id).View(seat)
	return slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim })
}

func TestPauseStopsTheTimeToAnswerAnUndo(t *testing.T) {
	t.Parallel()
	s, id, _, others := asked(t, "daily", "Ola", "Bo")
	s.Clock = s.Clock.Add(5 * time.Hour)
	for _, name := range []string{"Ola", "Bo"} {
		s.Handle(s.Slash(name, "game pause", "game="+string(id)))
	}
	if !s.Game(id).Paused {
		t.Fatal("the clocks run")
	}
	s.Clock = s.Clock.Add(48 * time.Hour)
	s.Flush()
	s.Handle(s.Slash("Ola", "game resume", "game="+string(id)))
	s.Clock = s.Clock.Add(7*time.Hour - time.Second)
	s.Flush()
	if g := s.Game(id); !g.Undoing.Holds(g) {
		t.Error("the pause counts")
	}
	s.Clock = s.Clock.Add(time.Second)
	s.Flush()
	if g := s.Game(id); g.Undoing.Holds(g) {
		t.Error("the time to answer does not end after a pause")
	}
	yes := customid.At(customid.Allow, id, customid.Of(s.Table(id).Game))
	bottest.Contains(t, s.Handle(s.Click(others[0], yes)).Content, s.Say("problem.undo-late", "Game",
		string(id)))
}

// followed plays a claim and a claim of the next seat.
func followed(t *testing.T, pace string, names ...string) (s *bottest.Stage, id match.GameID,
	first string, others []string,
) {
	t.Helper()
	s = bottest.New(t)
	s.Pace = pace
	id = s.Playing(names...)
	for {
		seat := s.ToClaim(id)
		s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
		v := s.Table(id).View(s.Table(id).View(engine.Public).ToMove[0])
		if slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim }) {
			s.Move(id, bottest.FirstOf(engine.Claim))
			first = s.NameOf(id, seat)
			break
		}
	}
	s.Flush()
	for _, n := range names {
		if n != first {
			others = append(others, n)
		}
	}
	return s, id, first, others
}

// asked lets the first of two who have claimed ask to take theirs back.
func asked(t *testing.T, pace string, names ...string) (s *bottest.Stage, id match.GameID,
	asker string, others []string,
) {
	t.Helper()
	s, id, asker, others = followed(t, pace, names...)
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

func TestUndoAfterOthersMovedNeedsTheirConsent(t *testing.T) {
	t.Parallel()
	s, id, asker, others := asked(t, "", "Ola", "Bo", "Cy")
	before := s.Game(id)
	yes, no := customid.At(customid.Allow, id, customid.Of(s.Table(id).Game)),
		customid.At(customid.Deny, id, customid.Of(s.Table(id).Game))
	bottest.Contains(t, s.Handle(s.Click(asker, yes)).Content, s.Say("problem.undo-not-asked", "Game",
		string(id)))
	bottest.Contains(t, s.Handle(s.Click(others[0], yes)).Content, s.Say("undo.noted", "Game",
		string(id)))
	if g := s.Game(id); g.Branch != 0 {
		t.Fatal("one of two is enough")
	}
	bottest.Contains(t, s.Handle(s.Click(others[1], yes)).Content, s.Say("undo.agreed", "Game",
		string(id)))
	g := s.Game(id)
	if g.Branch != 1 || g.Ply != before.Ply-2 || !slices.Equal(g.ToMove,
		[]match.UserID{bottest.Person(asker).ID}) {
		t.Errorf("got ply %d of %d, branch %d, %v to move", g.Ply, before.Ply, g.Branch, g.ToMove)
	}
	s.Flush()
	said := s.API.Sent(g.Thread)
	bottest.Contains(t, said[len(said)-1].Content, asker+" takes this back",
		"~~"+asker+" claims") // nobody is "you" to all
	dms, where := s.DM(asker), discord.LinkMessage(g.Guild, g.Thread, "")
	if !strings.Contains(dms[len(dms)-1].Content, where) {
		t.Errorf("the asker has no panel: %q", dms[len(dms)-1].Content)
	}
	bottest.Contains(t, s.Handle(s.Click(others[0], no)).Content, s.Say("problem.undo-moved-on",
		"Game", string(id)))
}

func TestTheHouseAgreesToAnUndoAtOnce(t *testing.T) {
	t.Parallel()
	s, id, first, others := followed(t, "daily", "Ola", "Bo")
	s.Handle(s.Slash(others[0], "game stand-in", "conductor=true", "now=true", "game="+string(id)))
	s.Handle(s.Slash(first, "undo", "game="+string(id)))
	if g := s.Game(id); g.Branch != 1 || g.Undoing.Holds(g) {
		t.Errorf("got branch %d, somebody is asked: %t", g.Branch, g.Undoing.Holds(g))
	}
}

func TestYesToAnUndoCanComeTooLate(t *testing.T) {
	t.Parallel()
	s, id, _, others := asked(t, "", "Ola", "Bo")
	s.Clock = s.Game(id).Undoing.Ends // and nobody has looked at the wish since
	yes := customid.At(customid.Allow, id, customid.Of(s.Table(id).Game))
	bottest.Contains(t, s.Handle(s.Click(others[0], yes)).Content, s.Say("problem.undo-late", "Game",
		string(id)))
	if branch := s.Game(id).Branch; branch != 0 {
		t.Error("the moves are taken back")
	}
}

func TestOneNoOrTwelveHoursOfSilenceEndsAnUndo(t *testing.T) {
	t.Parallel()
	t.Run("no", func(t *testing.T) {
		s, id, asker, others := asked(t, "", "Ola", "Bo", "Cy")
		s.Handle(s.Click(others[0], customid.At(customid.Allow, id, customid.Of(s.Table(id).Game))))
		s.Handle(s.Click(others[1], customid.At(customid.Deny, id, customid.Of(s.Table(id).Game))))
		s.Flush()
		said := s.API.Sent(s.Game(id).Thread)
		bottest.Contains(t, said[len(said)-1].Content, s.Say("undo.refused", "Who", ""))
		bottest.Contains(t, s.Handle(s.Slash(asker, "undo", "game="+string(id))).Content,
			s.Say("problem.undo-asked"))
		bottest.Contains(t, s.Handle(s.Click(others[0], customid.At(customid.Allow, id,
			customid.Of(s.Table(id).Game)))).Content, s.Say("problem.undo-late", "Game", string(id)))
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
		bottest.Contains(t, s.Handle(s.Click(others[0], customid.At(customid.Allow, id,
			customid.Of(s.Table(id).Game)))).Content, s.Say("problem.undo-late", "Game", string(id)))
		s.Flush()
		said := s.API.Sent(s.Game(id).Thread)
		bottest.Contains(t, said[len(said)-1].Content, s.Say("undo.no-answer"))
	})
	t.Run("a move", func(t *testing.T) {
		s, id, _, others := asked(t, "", "Ola", "Bo")
		old := customid.At(customid.Allow, id, customid.Of(s.Table(id).Game))
		s.Move(id, bottest.FirstLegal)
		bottest.Contains(t, s.Handle(s.Click(others[0], old)).Content, s.Say("problem.undo-moved-on",
			"Game", string(id)))
		if s.Game(id).Undoing.Holds(s.Game(id)) {
			t.Error("the wish outlasts a move")
		}
	})
}

func TestWithoutATableThePlayersAreAskedDirectly(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	first := s.ToClaim(id)
	s.MoveAs(id, first, bottest.FirstOf(engine.Claim))
	for s.Table(id).View(engine.Public).ToMove[0] == first {
		t.Fatal("the turn goes on")
	}
	second := s.Table(id).View(engine.Public).ToMove[0]
	v := s.Table(id).View(second)
	if !slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim }) {
		t.Fatal("the second player cannot claim a route: choose another game")
	}
	s.MoveAs(id, second, bottest.FirstOf(engine.Claim))
	s.Bot.Event(t.Context(), discord.Event{
		Kind: discord.ThreadGone, Guild: bottest.Guild,
		Channel: s.Game(id).Thread,
	})
	s.Flush()
	answer := s.Handle(s.Slash(s.NameOf(id, first), "undo", "game="+string(id)))
	bottest.Contains(t, answer.Content, s.Say("undo.asked-directly", "Names",
		discord.Plain(s.NameOf(id, second))))
	s.Flush()
	dms := s.DM(s.NameOf(id, second))
	last := dms[len(dms)-1]
	bottest.Contains(t, last.Content, "would like to take this back", string(id),
		s.Say("undo.takes-yours"))
	ix := s.Click(s.NameOf(id, second), last.Rows[0].Buttons[0].CustomID)
	ix.Guild = ""
	s.Handle(ix)
	if g := s.Game(id); g.Branch != 1 {
		t.Errorf("got branch %d, want the moves taken back", g.Branch)
	}
}

func TestAskerIsToldThatTheirMoveStays(t *testing.T) {
	t.Parallel()
	s, id, asker, others := asked(t, "", "Ola", "Bo")
	s.Handle(s.Click(others[0], customid.At(customid.Deny, id, customid.Of(s.Table(id).Game))))
	s.Flush()
	bottest.Contains(t, s.LastTo(asker).Content, string(id), others[0], "the move stays")
	s, id, asker, _ = asked(t, "", "Ola", "Bo")
	s.Clock = s.Clock.Add(12 * time.Hour)
	s.Flush()
	bottest.Contains(t, s.LastTo(asker).Content, string(id), s.Say("undo.no-answer"))
}
