package bot_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

func TestWhoIsAskedWhichGameIsMeantPicksItAndTheCommandGoesOn(t *testing.T) {
	s := newStage(t)
	s.Playing("Ola", "Bo")
	s.Playing("Ola", "Cy")
	for _, c := range []struct{ path, option string }{
		{"board", "text=tickets"}, {"log", "since=last"}, {"undo", ""}, {"plan", ""}, {"game record", ""}, {"game rename", "name=A+B & c/d?"},
	} {
		var options []string
		if c.option != "" {
			options = []string{c.option}
		}
		asked := s.Handle(s.inDM("Ola", c.path, options...))
		if len(asked.Rows) != 1 || asked.Rows[0].Select == nil {
			t.Errorf("/%s: got %q without a menu", c.path, asked.Content)
			continue
		}
		menu := asked.Rows[0].Select
		picked := s.Click("Ola", menu.CustomID, menu.Options[1].Value)
		picked.Guild, picked.Channel = "", s.inDM("Ola", "log").Channel
		got := s.Handle(picked).Content
		if got == s.Say("problem.unknown-button") || strings.Contains(got, "Which of your games") {
			t.Errorf("/%s: got %q", c.path, got)
		}
		if g := s.Game(match.GameID(menu.Options[1].Value)); c.path == "game rename" && g.Name != "A+B & c/d?" {
			t.Errorf("the game is called %q", g.Name)
		}
	}
	s.nothingBroke()
}

func TestACommandThatIsTooLongForAMenuIsAskedInWords(t *testing.T) {
	s := newStage(t)
	s.Playing("Ola", "Bo")
	s.Playing("Ola", "Cy")
	long := s.inDM("Ola", "claim", "route="+strings.Repeat("x", customid.MaxLength))
	if got := s.Handle(long); len(got.Rows) > 0 || !strings.Contains(got.Content, "`game:`") {
		t.Errorf("got %q with %d rows", got.Content, len(got.Rows))
	}
	person := s.inDM("Ola", "game vote-out")
	person.Options = []discord.Option{{Name: "player", Value: "1", User: &discord.User{ID: "1"}}}
	if got := s.Handle(person); len(got.Rows) > 0 {
		t.Errorf("got %d rows for a command about a person", len(got.Rows))
	}
}

func TestTheRunningGamesOfAPersonHaveDifferentMarks(t *testing.T) {
	s := newStage(t)
	seen := map[string]bool{}
	for range 14 {
		id := s.Running("Ola", "Bo")
		g := s.Game(id)
		mark := speech.MarkOf(string(id), g.Sign)
		if seen[mark] {
			t.Errorf("two games are %s", mark)
		}
		seen[mark] = true
		said := s.Say("mark." + mark)
		dms := s.DM("Ola")
		bottest.Contains(t, dms[len(dms)-1].Content, "(its sign: "+said+")")
		bottest.Contains(t, s.API.Sent(g.Thread)[0].Content, "(its sign: "+said+")")
	}
	if list := s.Handle(s.Slash("Ola", "games")).Content; strings.Count(list, "circle)") < 3 {
		t.Errorf("got %q, want marks", list)
	}
}
