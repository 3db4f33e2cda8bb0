package bot

import (
	"strings"
	"testing"

	"konduktor/engine"
)

func TestWhatCanBeLookedAt(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	game := "game=" + string(id)
	cases := []struct {
		name, who, path string
		options         []string
		want            []string
	}{
		{"the own hand", "Ola", "hand", nil, []string{"Cards: ", "Tickets:"}},
		{"no hand without a seat", "Zoe", "hand", []string{game}, []string{"You have no seat"}},
		{"the board", "Ola", "board", nil, []string{"Ola: 0 points, 16 carts", "Bo: 0 points", "Waiting for"}},
		{"the board by a bystander", "Zoe", "board", []string{game}, []string{"Ola: 0 points"}},
		{"the board as text", "Ola", "board", []string{"text=text"}, []string{"Market: 1 ", "Routes:"}},
		{"the board by city", "Ola", "board", []string{"text=cities"}, []string{"Begijnhof:", "→ Dam: any colour, 2 spaces"}},
		{"the board by ticket", "Ola", "board", []string{"text=tickets"}, []string{"Tickets:", " to go\n• ", ", free"}},
		{"the news in text", "Ola", "board", []string{"text=news"}, []string{"Since your last turn:", "Everybody has chosen."}},
		{"a city as text", "Ola", "board", []string{"text=text", "city=begijn"}, []string{"Begijnhof", "Dam – Begijnhof (any colour): free, 2 spaces"}},
		{"no such city", "Ola", "board", []string{"city=Paris"}, []string{s.say("problem.no-such-city")}},
		{"the log", "Zoe", "log", []string{game}, []string{"Tickets kept: Ola ", "Everybody has chosen."}},
		{"the log since the own last move", "Ola", "log", []string{"since=last"}, []string{"since your last move", "Everybody has chosen."}},
		{"a log since another time", "Ola", "log", []string{"since=ever"}, []string{s.say("problem.no-such-since")}},
		{"the own log", "Ola", "log", nil, []string{"You keep 2 of 2 tickets.", "Kept: "}},
		{"rules of a title", "Zoe", "rules", []string{"title=amsterdam"}, []string{"goods card", "reconstruction"}},
		{"rules of the game at hand", "Ola", "rules", nil, []string{"Amsterdam"}},
		{"rules of no title", "Ola", "rules", []string{"title=mars"}, []string{s.say("problem.title-unknown")}},
		{"help", "Zoe", "help", nil, []string{"/game new", "/hand"}},
		{"an unknown game", "Ola", "board", []string{"game=zzzz"}, []string{s.say("problem.game-unknown")}},
		{"a game that is no id", "Ola", "log", []string{"game=../x"}, []string{s.say("problem.game-unknown")}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := s.handle(s.slash(c.who, c.path, c.options...))
			contains(t, m.Content, c.want...)
		})
	}
}

func TestLookingIsPrivateOnAServer(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	for _, path := range []string{"hand", "board", "log", "rules", "help"} {
		before := len(s.api.Calls())
		s.handle(s.slash("Ola", path))
		first := s.api.Calls()[before].Response
		private := first.Message != nil && first.Message.Ephemeral || first.Deferred != nil && first.Deferred.Ephemeral
		if !private {
			t.Errorf("/%s in game %s can be read by everybody", path, id)
		}
	}
}

func TestABystandersLogHoldsNothingOfTheHands(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	v := s.table(id).View(1)
	for s.game(id).Ply < 8 {
		s.move(id, func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} })
	}
	told := s.handle(s.slash("Zoe", "log", "game="+string(id))).Content
	contains(t, told, "2 hidden cards from the deck")
	for _, ticket := range v.Own().Tickets.IDs {
		if name := s.table(id).Speaker(s.bot.o.Catalog.Texts("en")).Ticket(ticket); strings.Contains(told, name) {
			t.Errorf("the log %q tells the ticket %s", told, name)
		}
	}
}

func TestALobbyHasNothingToLookAtYet(t *testing.T) {
	s := newStage(t)
	id := s.lobby("Ola", "Bo")
	for _, path := range []string{"hand", "board", "log"} {
		contains(t, s.handle(s.slash("Ola", path, "game="+string(id))).Content, s.say("problem.not-started", "Game", string(id)))
	}
}

func TestAGameElsewhereIsUnknown(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	for _, path := range []string{"hand", "board", "log"} {
		ix := s.slash("Zoe", path, "game="+string(id))
		ix.Guild, ix.Channel = "77", "78"
		contains(t, s.handle(ix).Content, s.say("problem.game-unknown"))
	}
}

func TestTheNewsStayThroughOnesOwnTurn(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.drawTwo(id)
	s.drawTwo(id)
	me := seatedAs(s.game(id), s.table(id).Seats[s.table(id).View(engine.Public).ToMove[0]-1].User)
	ask := func() string {
		return s.handle(s.slash(me, "board", "text=news", "game="+string(id))).Content
	}
	contains(t, ask(), "draws 2 hidden cards")
	s.move(id, func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} })
	contains(t, ask(), "draws 2 hidden cards")
}
