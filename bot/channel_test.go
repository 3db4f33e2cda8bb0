package bot

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/engine/match"
)

// lobbyNow is the lobby's message in the channel as it was edited last.
func (s *stage) lobbyNow(id match.GameID) string {
	s.t.Helper()
	text := ""
	for _, c := range s.api.Calls(discordtest.Edit) {
		if string(c.ID) == s.game(id).Lobby && c.Edit.Content != nil {
			text = *c.Edit.Content
		}
	}
	return text
}

func TestTheChannelLearnsThatAGameIsOver(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	contains(t, s.lobbyNow(id), "is under way")
	s.finish(id)
	contains(t, s.lobbyNow(id), "is finished")
}

func TestTheChannelLearnsThatARunningGameIsCancelled(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	for _, name := range []string{"Ola", "Bo"} {
		s.handle(s.click(name, press.Button(press.Stop, id)))
	}
	s.flush()
	contains(t, s.lobbyNow(id), "cancelled")
}

func TestASpectatorWhoPressesCancelIsToldWhyNot(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.handle(s.click("Ola", press.Button(press.Stop, id)))
	contains(t, s.handle(s.click("Eve", press.Button(press.Stop, id))).Content, "You have no seat in game")
}

func TestAfterTheSecondCardBothAreNamed(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who := s.turn(id)
	s.handle(s.slash(who, "draw", "card=deck", "game="+string(id)))
	told := s.handle(s.slash(who, "draw", "card=deck", "game="+string(id))).Content
	_, line, ok := strings.Cut(told, "You draw ")
	line, _, _ = strings.Cut(line, "\n")
	if !ok || !strings.HasSuffix(line, " from the deck.") || !strings.Contains(line, " and ") && !strings.HasPrefix(line, "2 ") {
		t.Errorf("two cards were drawn, and told was %q", told)
	}
}

func TestTheFirstTurnIsNotBuriedUnderTheSetup(t *testing.T) {
	s := newStage(t)
	id := s.runningOf("world", "Ola", "Bo", "Cy", "Di", "Eve")
	for range 10 {
		s.move(id, firstLegal)
	}
	s.flush()
	who := s.turn(id)
	dms := s.dm(who)
	_, recap, _ := strings.Cut(dms[len(dms)-1].Content, "So far:\n")
	recap, _, _ = strings.Cut(recap, " points · ")
	if lines := strings.Count(recap, "\n"); lines > 6 {
		t.Errorf("the setup takes %d lines:\n%s", lines, recap)
	}
	for _, name := range []string{"Ola", "Bo", "Cy", "Di", "Eve"} {
		if name != who && strings.Count(recap, name+" 5") != 1 {
			t.Errorf("what %s kept is told %d times in\n%s", name, strings.Count(recap, name+" 5"), recap)
		}
	}
}

func TestARefusalSaysOnceWhoseTurnItIs(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	told := s.handle(s.slash(map[string]string{"Ola": "Bo", "Bo": "Ola"}[s.turn(id)], "draw", "card=deck", "game="+string(id))).Content
	if !strings.Contains(told, "'s turn.") || strings.Contains(told, "Waiting for") {
		t.Errorf("got %q, want it to say once whose turn it is", told)
	}
}

func TestATableIsTriedBeforeAMoveIsRefused(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	g := s.game(id)
	contains(t, s.handle(s.slash("Ola", "game move-here", "game="+string(id))).Content, s.say("problem.has-table", "Where", discord.MentionChannel(g.Thread)))
	s.api.Fail = failing(discordtest.Gone, sendTo(g.Thread)) // it was deleted while the bot was down
	contains(t, s.handle(s.slash("Ola", "game move-here", "game="+string(id))).Content, s.say("table.moving", "Game", string(id)))
	s.flush()
	if now := s.game(id); now.Thread == g.Thread || now.Thread == "" {
		t.Errorf("got thread %q, want a new one", now.Thread)
	}
	for _, m := range slices.Concat(s.dm("Ola"), s.dm("Bo")) {
		if strings.Contains(m.Content, "/game move-here") {
			t.Errorf("told of a loss that is made good: %q", m.Content)
		}
	}
	s.nothingBroke()
}
