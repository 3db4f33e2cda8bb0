package handlers_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/handlers"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

func TestPickingAGameFromTheMenuRunsTheCommand(t *testing.T) {
	s := bottest.New(t)
	s.Playing("Ola", "Bo")
	s.Playing("Ola", "Cy")
	for _, c := range []struct{ path, option string }{
		{"board", "text=tickets"},
		{"log", "since=last"},
		{"undo", ""},
		{"plan", ""},
		{"game record", ""},
		{"game rename", "name=A+B & c/d?"},
	} {
		var options []string
		if c.option != "" {
			options = []string{c.option}
		}
		asked := s.Handle(s.InDM("Ola", c.path, options...))
		if len(asked.Rows) != 1 || asked.Rows[0].Select == nil {
			t.Errorf("/%s: got %q without a menu", c.path, asked.Content)
			continue
		}
		menu := asked.Rows[0].Select
		picked := s.Click("Ola", menu.CustomID, menu.Options[1].Value)
		picked.Guild, picked.Channel = "", s.InDM("Ola", "log").Channel
		got := s.Handle(picked).Content
		if got == s.Say("problem.unknown-button") || strings.Contains(got, "Which of your games") {
			t.Errorf("/%s: got %q", c.path, got)
		}
		if g := s.Game(match.GameID(menu.Options[1].Value)); c.path == "game rename" &&
			g.Name != "A+B & c/d?" {
			t.Errorf("the game is called %q", g.Name)
		}
	}
	s.NothingBroke()
}

func TestCommandTooLongForAMenuIsAskedInWords(t *testing.T) {
	s := bottest.New(t)
	s.Playing("Ola", "Bo")
	s.Playing("Ola", "Cy")
	long := s.InDM("Ola", "claim", "route="+strings.Repeat("x", customid.MaxLength))
	if got := s.Handle(long); len(got.Rows) > 0 || !strings.Contains(got.Content, "`game:`") {
		t.Errorf("got %q with %d rows", got.Content, len(got.Rows))
	}
	person := s.InDM("Ola", "game vote-out")
	person.Options = []discord.Option{{Name: "player", Value: "1", User: &discord.User{ID: "1"}}}
	if got := s.Handle(person); len(got.Rows) > 0 {
		t.Errorf("got %d rows for a command about a person", len(got.Rows))
	}
}

func TestTheRunningGamesOfAPersonHaveDifferentMarks(t *testing.T) {
	s := bottest.New(t)
	seen := map[string]bool{}
	for range 14 {
		id := s.Running("Ola", "Bo")
		g := s.Game(id)
		mark := match.SignOf(id, g.Sign)
		if seen[mark] {
			t.Errorf("two games are %s", mark)
		}
		seen[mark] = true
		said, _, _ := strings.Cut(s.Say("mark."+mark), " ")
		dms := s.DM("Ola")
		bottest.Contains(t, dms[len(dms)-1].Content, " "+said+" · ")
		bottest.Contains(t, s.API.Sent(g.Thread)[0].Content, " · "+said)
	}
	if list := s.Handle(s.Slash("Ola", "games")).Content; strings.Count(list, "circle)") < 3 {
		t.Errorf("got %q, want marks", list)
	}
}

func TestCommandResolvesItsGame(t *testing.T) {
	s := bottest.New(t)
	one := s.Playing("Ola", "Bo")
	s.Clock = s.Clock.Add(1)
	two := s.Playing("Ola", "Cy")
	at := func(ch match.ChannelID, options ...string) *route.Request {
		ix := s.Slash("Ola", "hand", options...)
		ix.Channel = ch
		return s.Request(ix)
	}
	for name, c := range map[string]struct {
		r    *route.Request
		want match.GameID
	}{
		"by its id":          {at("elsewhere", "game="+string(one)), one},
		"by its id, loosely": {at("elsewhere", "game= "+string(two)+" "), two},
		"by the table":       {at(s.Game(one).Thread), one},
		"by the other table": {at(s.Game(two).Thread), two},
	} {
		g, err := finder(s).Find(t.Context(), c.r)
		if err != nil || g.ID != c.want {
			t.Errorf("%s: got %s, %v, want %s", name, g.ID, err, c.want)
		}
	}
}

// finder finds the games that commands are about, as the bot's does.
func finder(s *bottest.Stage) *handlers.Finder {
	return &handlers.Finder{
		Store: s.Store, Atlas: message.NewAtlas(s.Store, titles.All(), nil),
		Tables: s.Bot.Games(),
	}
}

// A lobby at the table is not meant by what only a game that has begun takes.
func TestAFreshLobbyDoesNotHideTheRunningGame(t *testing.T) {
	s := bottest.New(t)
	running := s.Playing("Ola", "Bo")
	s.Clock = s.Clock.Add(1)
	lobby := s.Lobby("Ola")
	others := s.Lobby("Di")
	for _, c := range []struct {
		who, command string
		at           match.ChannelID
		want         match.GameID
	}{
		{"Ola", "hand", bottest.Channel, running},
		{"Ola", "draw", bottest.Channel, running},
		{"Ola", "claim", bottest.Channel, running},
		{"Ola", "board", bottest.Channel, running},
		{"Ola", "log", bottest.Channel, running},
		{"Bo", "hand", bottest.Channel, running},
		{"Ola", "hand", s.Game(running).Thread, running},
		{"Ola", "game start", bottest.Channel, lobby},
		{"Ola", "rules", bottest.Channel, lobby},
		{"Di", "game start", bottest.Channel, others},
		{"Di", "hand", bottest.Channel, others},
		{"Di", "hand", s.Game(running).Thread, running},
	} {
		ix := s.Slash(c.who, c.command)
		ix.Channel = c.at
		if g, err := finder(s).Find(t.Context(), s.Request(ix)); err != nil || g.ID != c.want {
			t.Errorf("/%s of %s at %s: got %s, %v, want %s", c.command, c.who, c.at, g.ID, err, c.want)
		}
	}
}

// Two games can have their tables in one channel once one of them was moved there.
func TestCommandAtASharedTableMeansTheUsableGame(t *testing.T) {
	s := bottest.New(t)
	running := s.Playing("Ola", "Bo")
	lobby := s.Lobby("Ola")
	moved := s.Game(running)
	moved.Thread = bottest.Channel
	s.Must(s.Store.Update(t.Context(), moved, storage.Origin{}, nil))
	for command, want := range map[string]match.GameID{"hand": running, "game start": lobby} {
		if g, err := finder(s).Find(t.Context(), s.Request(s.Slash("Ola", command))); err != nil ||
			g.ID != want {
			t.Errorf("/%s: got %s, %v, want %s", command, g.ID, err, want)
		}
	}
}

func TestGamesListsWaitingGamesFirstWithLinks(t *testing.T) {
	s := bottest.New(t)
	one := s.Playing("Ola", "Bo")
	two := s.Playing("Ola", "Cy")
	lobby := s.Lobby("Ola")
	got := s.Handle(s.Slash("Ola", "games"))
	if !got.Ephemeral {
		t.Error("the list is not ephemeral")
	}
	bottest.Contains(t, got.Content, "<#"+string(s.Game(one).Thread)+">",
		"<#"+string(s.Game(two).Thread)+">", "<#"+bottest.Channel+">")
	lines := strings.Split(got.Content, "\n")
	bottest.Contains(t, lines[len(lines)-1], string(lobby))
}

func TestACommandThatCouldMeanSeveralGamesAsksWhich(t *testing.T) {
	s := bottest.New(t)
	one, two := s.Lobby("Ola"), s.Lobby("Ola")
	ix := s.Slash("Ola", "game start")
	ix.Channel = "elsewhere"
	bottest.Contains(t, s.Handle(ix).Content, string(one), string(two))
}

// Somebody who has just finished their only game, and types away from its table, means that one.
func TestCommandMeansTheLastFinishedGameIfNoneIsOpen(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	for _, path := range []string{"game replay", "game record", "board"} {
		got := s.Handle(s.InDM("Ola", path)).Content
		if got == s.Say("problem.no-games") || !strings.Contains(got, string(id)) {
			t.Errorf("/%s: got %q, want game %s", path, got, id)
		}
	}
	for _, ix := range []*discord.Interaction{s.InDM("Ola", "draw"), s.Slash("Eve", "game replay")} {
		if got := s.Handle(ix).Content; got != s.Say("problem.no-games") {
			t.Errorf("%s: got %q, want no game", ix.User.Name, got)
		}
	}
}
