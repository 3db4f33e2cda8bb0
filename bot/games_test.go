package bot

import (
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

func TestWhoIsAskedWhichGameIsMeantPicksItAndTheCommandGoesOn(t *testing.T) {
	s := newStage(t)
	s.playing("Ola", "Bo")
	s.playing("Ola", "Cy")
	for _, c := range []struct{ path, option string }{
		{"board", "text=tickets"}, {"log", "since=last"}, {"undo", ""}, {"plan", ""}, {"game record", ""}, {"game rename", "name=A+B & c/d?"},
	} {
		var options []string
		if c.option != "" {
			options = []string{c.option}
		}
		asked := s.handle(s.inDM("Ola", c.path, options...))
		if len(asked.Rows) != 1 || asked.Rows[0].Select == nil {
			t.Errorf("/%s: got %q without a menu", c.path, asked.Content)
			continue
		}
		menu := asked.Rows[0].Select
		picked := s.click("Ola", menu.CustomID, menu.Options[1].Value)
		picked.Guild, picked.Channel = "", s.inDM("Ola", "log").Channel
		got := s.handle(picked).Content
		if got == s.say("problem.unknown-button") || strings.Contains(got, "Which of your games") {
			t.Errorf("/%s: got %q", c.path, got)
		}
		if g := s.game(match.GameID(menu.Options[1].Value)); c.path == "game rename" && g.Name != "A+B & c/d?" {
			t.Errorf("the game is called %q", g.Name)
		}
	}
	s.nothingBroke()
}

func TestACommandThatIsTooLongForAMenuIsAskedInWords(t *testing.T) {
	s := newStage(t)
	s.playing("Ola", "Bo")
	s.playing("Ola", "Cy")
	long := s.inDM("Ola", "claim", "route="+strings.Repeat("x", press.MaxLength))
	if got := s.handle(long); len(got.Rows) > 0 || !strings.Contains(got.Content, "`game:`") {
		t.Errorf("got %q with %d rows", got.Content, len(got.Rows))
	}
	person := s.inDM("Ola", "game vote-out")
	person.Options = []discord.Option{{Name: "player", Value: "1", User: &discord.User{ID: "1"}}}
	if got := s.handle(person); len(got.Rows) > 0 {
		t.Errorf("got %d rows for a command about a person", len(got.Rows))
	}
}

func TestTheRunningGamesOfAPersonHaveDifferentMarks(t *testing.T) {
	s := newStage(t)
	seen := map[string]bool{}
	for range 14 {
		id := s.running("Ola", "Bo")
		g := s.game(id)
		mark := speech.MarkOf(string(id), g.Sign)
		if seen[mark] {
			t.Errorf("two games are %s", mark)
		}
		seen[mark] = true
		said := s.say("mark." + mark)
		dms := s.dm("Ola")
		contains(t, dms[len(dms)-1].Content, "(its sign: "+said+")")
		contains(t, s.api.Sent(g.Thread)[0].Content, "(its sign: "+said+")")
	}
	if list := s.handle(s.slash("Ola", "games")).Content; strings.Count(list, "circle)") < 3 {
		t.Errorf("got %q, want marks", list)
	}
}
