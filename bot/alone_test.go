package bot_test

import (
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine/match"
)

// opened opens a lobby of Amsterdam with a clock in a channel.
func opened(s *bottest.Stage, options ...string) match.GameID {
	s.T.Helper()
	s.Pace = "daily"
	return s.LobbyWith("Ola", append(options, "title=amsterdam")...)
}

// begun starts a lobby of Amsterdam in a channel, whose host sits there alone, and returns the
// answer.
func begun(s *bottest.Stage, options ...string) (match.GameID, discord.Message) {
	s.T.Helper()
	id := opened(s, options...)
	said := s.Handle(s.Click("Ola", customid.Button(customid.Solo, id)))
	s.Flush()
	return id, said
}

// lobbyIn is the only message in the channel as it is now, after whatever has happened.
func lobbyIn(s *bottest.Stage) discord.Message {
	s.T.Helper()
	var shown []discord.Message
	for _, p := range discordtest.NewScreen(s.API.Calls()...).Posts {
		if p.Channel == bottest.Channel {
			shown = append(shown, p.Message)
		}
	}
	if len(shown) != 1 {
		s.T.Fatalf("the channel has %d messages, want one: %+v", len(shown), shown)
	}
	return shown[0]
}

func TestGameAloneAgainstComputersMovesToDirectMessages(t *testing.T) {
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id, said := begun(s, "weekends=true")
	g := s.Game(id)
	ola := bottest.Person("Ola").ID
	u, err := s.Store.User(t.Context(), ola)
	s.Must(err)
	if g.State != match.Running || !g.Solitary() || g.Channel != u.DM || g.Pace != "" || g.Weekends {
		t.Fatalf("the game is %+v, want one in direct messages without a clock", g)
	}
	bottest.Contains(t, said.Content, "direct messages", string(u.DM))
	own := g.SeatOf(ola)
	panel := s.PanelOf(id, own)
	s.MoveAs(id, own, bottest.FirstLegal)
	untilOwn(s, id, own)
	written := len(s.DM("Ola"))
	choose := bottest.AnyLegal(7)
	for turn := 0; s.Game(id).State == match.Running; turn++ {
		if turn == 3 {
			for range 40 { // no clock runs
				s.KeepDeadlines(24 * time.Hour)
			}
		}
		if v := s.Table(id).View(own); !v.Moves(own) {
			s.Awhile()
			continue
		}
		if now := s.PanelOf(id, own); now.Message != panel.Message {
			t.Fatalf("the panel is %v, was %v", now, panel)
		}
		if n := len(s.DM("Ola")); n != written {
			t.Fatalf("turn %d: %d direct messages more", turn, n-written)
		}
		s.MoveAs(id, own, choose)
		s.Flush()
	}
	result := bottest.LastOf(t, s.DM("Ola"))
	if bottest.AnswersIn(result.Rows, customid.Rematch) == "" {
		t.Errorf("the last message is %+v, want the result", result)
	}
	if n, _ := s.Standing(u.DM); n != 2 {
		t.Errorf("%d direct messages stand, want the panel and the result", n)
	}
	last := discordtest.NewScreen(s.API.Calls()...).Posts[panel.Message].Message.Content
	if bottest.Contains(t, last, "Terminus: the game is over."); strings.Contains(last, "Next:") {
		t.Errorf("the panel still awaits a move:\n%s", last)
	}
	lobby := lobbyIn(s)
	bottest.Contains(t, lobby.Content, "Ola against computers", string(id))
	if len(lobby.Rows) > 0 {
		t.Errorf("the lobby keeps %+v", lobby.Rows)
	}
	for _, c := range s.API.Calls(discordtest.StartThread) {
		t.Errorf("a thread was opened: %+v", c)
	}
	if left := s.PostsOf(id, posts.Lobby, posts.Panel, posts.Answer); len(left) > 0 {
		t.Errorf("after the end %v are kept", left)
	}
	for _, action := range []customid.Action{customid.Look, customid.Film, customid.Review} {
		ix := s.Alone(s.Click("Ola", bottest.AnswersIn(result.Rows, action)))
		if got := s.Handle(ix); got.Content == "" {
			t.Errorf("%s answers nothing", action)
		}
		s.Flush()
	}
	shared := s.Handle(s.Slash("Ola", "game share", "game="+string(id)))
	bottest.Contains(t, shared.Content, "Ola", "Bot Ada")
	s.Handle(s.Alone(s.Click("Ola", bottest.AnswersIn(result.Rows, customid.Rematch))))
	s.Flush()
	again, err := s.Store.GamesOf(t.Context(), ola, match.Running)
	s.Must(err)
	if len(again) != 1 || !again[0].Solitary() || again[0].Pace != "" {
		t.Errorf("the rematch is %+v", again)
	}
	s.NothingBroke()
}

func TestHandAddedComputersMeanDirectMessagesToo(t *testing.T) {
	s := bottest.New(t)
	id := opened(s)
	s.Handle(s.Click("Ola", customid.Button(customid.Computer, id), "easy"))
	s.Handle(s.Slash("Ola", "game start"))
	s.Flush()
	if g := s.Game(id); g.State != match.Running || !g.Solitary() || g.Pace != "" {
		t.Errorf("the game is %+v", g)
	}
	bottest.Contains(t, lobbyIn(s).Content, "Ola against computers")
	s.NothingBroke()
}

// What is known of a game in direct messages is nobody else's business.
func TestOthersDoNotSeeAGameThatLeftTheirChannel(t *testing.T) {
	s := bottest.New(t)
	id, _ := begun(s)
	for _, ix := range []*discord.Interaction{
		s.Slash("Bo", "board", "game="+string(id)),
		s.Click("Bo", customid.Button(customid.Join, id)),
		s.Click("Bo", customid.Button(customid.Start, id)),
		s.Click("Bo", customid.Button(customid.Solo, id)),
	} {
		if got := s.Handle(ix); got.Content != s.Say("problem.game-unknown") {
			t.Errorf("Bo is told %q", got.Content)
		}
	}
}

func TestCommandsFindAGameInDirectMessages(t *testing.T) {
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id, _ := begun(s)
	own := s.Game(id).SeatOf(bottest.Person("Ola").ID)
	s.MoveAs(id, own, bottest.FirstLegal)
	untilOwn(s, id, own)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "games")).Content, string(id),
		s.Say("games.solitary"))
	for _, command := range []string{"hand", "board", "hint", "log", "undo"} {
		for where, ix := range map[string]*discord.Interaction{
			"channel": s.Slash("Ola", command), "DM": s.Alone(s.Slash("Ola", command)),
		} {
			if got := s.Handle(ix); got.Content == "" {
				t.Errorf("/%s in the %s answers nothing", command, where)
			}
			s.Flush()
		}
	}
	s.NothingBroke()
	asked := s.Handle(s.Alone(s.Slash("Ola", "game leave")))
	bottest.Contains(t, asked.Content, "cancelled")
	s.Handle(s.Alone(s.Click("Ola", bottest.AnswersIn(asked.Rows, customid.Stop))))
	s.Flush()
	if got := s.Game(id).State; got != match.Cancelled {
		t.Errorf("the game that its only player leaves is %s", got)
	}
	bottest.Contains(t, lobbyIn(s).Content, "Ola against computers")
}

func TestAPublicTableIsWishedForAndKept(t *testing.T) {
	s := bottest.New(t)
	id := opened(s, "public=true")
	bottest.Contains(t, lobbyIn(s).Content, s.Say("lobby.public"))
	s.Handle(s.Click("Ola", customid.Button(customid.Solo, id)))
	s.Flush()
	g := s.Game(id)
	if g.Solitary() || g.Thread == "" || g.Pace != "daily" || g.Channel != bottest.Channel {
		t.Errorf("the game is %+v, want one with a table and a clock", g)
	}
	s.NothingBroke()
}

func TestClosedDirectMessagesMeanAThread(t *testing.T) {
	s := bottest.New(t)
	s.API.Fail = closedTo(s, "Ola")
	id, said := begun(s)
	if g := s.Game(id); g.Solitary() || g.Thread == "" || g.Pace != "daily" {
		t.Fatalf("the game is %+v, want one with a table and a clock", g)
	}
	bottest.Contains(t, said.Content, "direct messages are closed", "Open my hand")
	s.NothingBroke()
}

func TestAnOutageOfDirectMessagesDoesNotStopAStart(t *testing.T) {
	s := bottest.New(t)
	s.API.Fail = bottest.Failing(discordtest.Unavailable, func(c discordtest.Call) bool {
		return c.Method == discordtest.OpenDM
	})
	id, said := begun(s)
	if g := s.Game(id); g.State != match.Running || g.Solitary() || g.Thread == "" {
		t.Fatalf("the game is %+v, want one at a table; the answer %q", g, said.Content)
	}
	bottest.Contains(t, said.Content, "could not reach you in private", "Open my hand")
	s.NothingBroke()
}

// closedTo has direct messages to somebody refused.
func closedTo(s *bottest.Stage, who string) func(discordtest.Call) error {
	dm, err := s.API.OpenDM(s.T.Context(), bottest.Person(who).ID)
	s.Must(err)
	return bottest.Failing(discordtest.DMClosed, func(c discordtest.Call) bool {
		return c.Method == discordtest.Send && c.Channel == dm
	})
}

// Nobody noticed before the cards were dealt that direct messages were closed: the lobby tells the
// player how to go on.
func TestGameThatDoesNotReachItsPlayerGetsATable(t *testing.T) {
	s := bottest.New(t)
	id := opened(s)
	s.API.Fail = closedTo(s, "Ola")
	s.Handle(s.Click("Ola", customid.Button(customid.Solo, id)))
	s.Flush()
	bottest.Contains(t, lobbyIn(s).Content, "takes no direct messages", "/game move-here",
		"game:"+string(id))
	s.Handle(s.Slash("Ola", "game move-here", "game="+string(id)))
	s.Flush()
	g := s.Game(id)
	if g.Solitary() || g.Thread == "" || g.Channel != bottest.Channel {
		t.Fatalf("the game is %+v, want one with a table", g)
	}
	own := g.SeatOf(bottest.Person("Ola").ID)
	s.MoveAs(id, own, bottest.FirstLegal)
	untilOwn(s, id, own)
	if len(s.Boards(id)) == 0 {
		t.Error("the table has no board")
	}
	s.NothingBroke()
}

func TestStartingALobbyAloneOffersComputers(t *testing.T) {
	for _, seats := range []string{"first=lot", "seats=3"} {
		s := bottest.New(t)
		id := opened(s, seats)
		got := s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
		bottest.Contains(t, got.Content, "computers")
		solo := bottest.AnswersIn(got.Rows, customid.Solo)
		if solo == "" {
			t.Fatalf("%q: no computers are offered in %+v", seats, got)
		}
		s.Handle(s.Click("Ola", solo))
		if s.Game(id).State != match.Running {
			t.Errorf("%q: the offered button does not start the game", seats)
		}
		s.NothingBroke()
	}
}

// Who begins keeps tickets last, and the same message becomes the panel of the first turn: its
// picture is that of the turn, and no longer that of the choice.
func TestFirstTurnReplacesThePictureOfTheChoice(t *testing.T) {
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	ola := bottest.Person("Ola").ID
	for range 20 {
		id, _ := begun(s)
		own := s.Game(id).SeatOf(ola)
		s.Awhile() // the computers choose
		v := s.Table(id).View(own)
		keep := customid.ID{
			Action: customid.Do, Game: string(id), At: customid.Of(s.Game(id)), Move: v.Legal()[0],
		}
		answer := s.Handle(s.ClickPanel("Ola", s.PanelOf(id, own), keep.Print()))
		if !s.Game(id).WaitsFor(ola) {
			continue
		}
		if answer.KeepFiles || len(answer.Files) == 0 {
			t.Errorf("the panel of the first turn keeps the picture of the choice: %+v", answer)
		}
		return
	}
	t.Fatal("Ola never begins")
}
