package handlers_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/message"
	"konduktor/engine"
)

func TestLookCommandsShowTheirTexts(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	game := "game=" + string(id)
	cases := []struct {
		name, who, path string
		options         []string
		want            []string
	}{
		{"the own hand", "Ola", "hand", nil, []string{"**Hand:** ", "\nA "}},
		{"no hand without a seat", "Zoe", "hand", []string{game}, []string{"You have no seat"}},
		{"the board", "Ola", "board", nil, []string{
			"Bo 0 pts 🛒16🎴2🎫2",
			"Waiting for",
		}},
		{"the board by a bystander", "Zoe", "board", []string{game}, []string{"Ola 0 pts"}},
		{"the board as text", "Ola", "board", []string{"text=text"}, []string{
			"Market: slot 1: ",
			"Routes:",
		}},
		{
			"the board by city", "Ola", "board",
			[]string{"text=cities"},
			[]string{"Begijnhof:", "→ Dam: any colour, 2 spaces"},
		},
		{
			"the board by ticket", "Ola", "board",
			[]string{"text=tickets"},
			[]string{"Tickets:", " to go\n• ", ", free"},
		},
		{"the news in text", "Ola", "board", []string{"text=news"}, []string{
			"Since your last turn:",
			"Everybody has chosen.",
		}},
		{
			"a city as text", "Ola", "board",
			[]string{"text=text", "city=begijn"},
			[]string{"Begijnhof", "Dam – Begijnhof (any colour): free, 2 spaces"},
		},
		{"no such city", "Ola", "board", []string{"city=Paris"}, []string{s.Say("problem.no-such-city")}},
		{"the log", "Zoe", "log", []string{game}, []string{
			"Tickets kept: Ola ",
			"Everybody has chosen.",
		}},
		{
			"the log since the own last move", "Ola", "log",
			[]string{"since=last"},
			[]string{"since your last move", "Everybody has chosen."},
		},
		{
			"a log since another time", "Ola", "log",
			[]string{"since=ever"},
			[]string{s.Say("problem.no-such-since")},
		},
		{"the own log", "Ola", "log", nil, []string{"You keep 2 of 2 tickets.", "Kept: "}},
		{
			"rules of a title", "Zoe", "rules",
			[]string{"title=amsterdam"},
			[]string{"goods card", "reconstruction"},
		},
		{"rules of the game at hand", "Ola", "rules", nil, []string{"Amsterdam"}},
		{
			"rules of no title", "Ola", "rules",
			[]string{"title=mars"},
			[]string{s.Say("problem.title-unknown")},
		},
		{"help", "Zoe", "help", nil, []string{"/game new", "/learn"}},
		{
			"an unknown game", "Ola", "board",
			[]string{"game=zzzz"},
			[]string{s.Say("problem.game-unknown")},
		},
		{
			"a game that is no id", "Ola", "log",
			[]string{"game=../x"},
			[]string{s.Say("problem.game-unknown")},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := s.Handle(s.Slash(c.who, c.path, c.options...))
			bottest.Contains(t, m.Content, c.want...)
		})
	}
}

func TestLookingIsPrivateOnAServer(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	for _, path := range []string{"hand", "board", "log", "rules", "help"} {
		before := len(s.API.Calls())
		s.Handle(s.Slash("Ola", path))
		first := s.API.Calls()[before].Response
		private := first.Message != nil && first.Message.Ephemeral || first.Deferred != nil &&
			first.Deferred.Ephemeral
		if !private {
			t.Errorf("/%s in game %s can be read by everybody", path, id)
		}
	}
}

func TestABystandersLogHoldsNothingOfTheHands(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	v := s.Table(id).View(1)
	for s.Game(id).Ply < 8 {
		s.Move(id, func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} })
	}
	told := s.Handle(s.Slash("Zoe", "log", "game="+string(id))).Content
	bottest.Contains(t, told, "2 hidden cards from the deck")
	for _, ticket := range v.Own().Tickets.IDs {
		if name := message.Speaker(s.Texts("en"), s.Table(id)).Ticket(ticket); strings.Contains(told,
			name) {
			t.Errorf("the log %q tells the ticket %s", told, name)
		}
	}
}

func TestLobbyHasNothingToShowYet(t *testing.T) {
	s := bottest.New(t)
	id := s.Lobby("Ola", "Bo")
	for _, path := range []string{"hand", "board", "log"} {
		bottest.Contains(t, s.Handle(s.Slash("Ola", path, "game="+string(id))).Content,
			s.Say("problem.not-started", "Game", string(id)))
	}
}

func TestAGameElsewhereIsUnknown(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	for _, path := range []string{"hand", "board", "log"} {
		ix := s.Slash("Zoe", path, "game="+string(id))
		ix.Guild, ix.Channel = "77", "78"
		bottest.Contains(t, s.Handle(ix).Content, s.Say("problem.game-unknown"))
	}
}

func TestNewsStayDuringTheReadersTurn(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.DrawTwo(id)
	s.DrawTwo(id)
	me := bottest.SeatedAs(s.Game(id),
		s.Table(id).Seats[s.Table(id).View(engine.Public).ToMove[0]-1].User)
	ask := func() string {
		return s.Handle(s.Slash(me, "board", "text=news", "game="+string(id))).Content
	}
	bottest.Contains(t, ask(), "draws 2 hidden cards")
	s.Move(id, func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} })
	bottest.Contains(t, ask(), "draws 2 hidden cards")
}
