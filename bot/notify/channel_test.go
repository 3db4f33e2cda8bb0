package notify_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
)

func TestTheChannelLearnsThatAGameIsOver(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	bottest.Contains(t, s.LobbyNow(id), "is under way")
	s.Finish(id)
	bottest.Contains(t, s.LobbyNow(id), "is finished")
}

func TestTheChannelLearnsThatARunningGameIsCancelled(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	for _, name := range []string{"Ola", "Bo"} {
		s.Handle(s.Click(name, customid.Button(customid.Stop, id)))
	}
	s.Flush()
	bottest.Contains(t, s.LobbyNow(id), "cancelled")
}

func TestASpectatorWhoPressesCancelIsToldWhyNot(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	bottest.Contains(t, s.Handle(s.Click("Eve", customid.Button(customid.Stop, id))).Content,
		"You have no seat in game")
}

func TestBothCardsAreNamedAfterTheSecond(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.Turn(id)
	s.Handle(s.Slash(who, "draw", "card=deck", "game="+string(id)))
	told := s.Handle(s.Slash(who, "draw", "card=deck", "game="+string(id))).Content
	_, line, ok := strings.Cut(told, "You draw ")
	line, _, _ = strings.Cut(line, "\n")
	if !ok || !strings.HasSuffix(line, " from the deck.") || !strings.Contains(line, " and ") &&
		!strings.HasPrefix(line, "2 ") {
		t.Errorf("two cards were drawn, and told was %q", told)
	}
}

func TestTheFirstTurnIsNotBuriedUnderTheSetup(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("world", "Ola", "Bo", "Cy", "Di", "Eve")
	for range 10 {
		s.Move(id, bottest.FirstLegal)
	}
	s.Flush()
	who := s.Turn(id)
	dms := s.DM(who)
	panel := dms[len(dms)-1].Content
	if kept := strings.Count(panel, "🎫5"); kept != 4 || strings.Contains(panel, " keeps ") {
		t.Errorf("what four others kept is shown %d times:\n%s", kept, panel)
	}
}

func TestARefusalSaysOnceWhoseTurnItIs(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	told := s.Handle(s.Slash(map[string]string{"Ola": "Bo", "Bo": "Ola"}[s.Turn(id)], "draw",
		"card=deck", "game="+string(id))).Content
	if !strings.Contains(told, "'s turn.") || strings.Contains(told, "Waiting for") {
		t.Errorf("got %q, want it to say once whose turn it is", told)
	}
}

func TestMoveHereChecksThatTheOldTableExists(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game move-here", "game="+string(id))).Content,
		s.Say("problem.has-table", "Where", discord.MentionChannel(g.Thread)))
	// it was deleted while the bot was down
	s.API.Fail = bottest.Failing(discordtest.Gone, bottest.SendTo(g.Thread))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game move-here", "game="+string(id))).Content,
		s.Say("table.moving", "Game", string(id)))
	s.Flush()
	if now := s.Game(id); now.Thread == g.Thread || now.Thread == "" {
		t.Errorf("got thread %q, want a new one", now.Thread)
	}
	for _, m := range slices.Concat(s.DM("Ola"), s.DM("Bo")) {
		if strings.Contains(m.Content, "/game move-here") {
			t.Errorf("told of a loss that is made good: %q", m.Content)
		}
	}
	s.NothingBroke()
}
