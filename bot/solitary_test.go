package bot_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/notify"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
)

func TestOnePersonPlaysComputersInDirectMessages(t *testing.T) {
	s := bottest.New(t)
	opening := s.Alone(s.Slash("Ola", "game new", "title=amsterdam"))
	opening.Locale = "pl"
	opened := s.Handle(opening)
	s.Flush()
	if lobby, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID,
		match.Lobby); err != nil || lobby[0].Locale != "pl" {
		t.Errorf("the lobby speaks %+v, error %v, want their language", lobby, err)
	}
	solo := bottest.AnswersIn(opened.Rows, customid.Solo)
	if solo == "" {
		t.Fatalf("got %q with %+v, want a way to play at once", opened.Content, opened.Rows)
	}
	s.Handle(s.Alone(s.Click("Ola", solo)))
	s.Flush()
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Running)
	s.Must(err)
	id := games[0].ID
	own := s.Table(id).SeatOf(bottest.Person("Ola").ID)
	bottest.Contains(t, s.Handle(s.Alone(s.Slash("Ola", "games"))).Content, s.Say("games.solitary"))
	choose, asked := bottest.AnyLegal(3), 0
	for s.Game(id).State == match.Running {
		if v := s.Table(id).View(own); !v.Moves(own) {
			s.Awhile()
			continue
		}
		if v := s.Table(id).View(own); v.Phase != engine.InSetup {
			asked++
			s.PanelOf(id, own) // to play from
		}
		s.MoveAs(id, own, choose)
		s.Flush()
	}
	s.Flush()
	if asked == 0 {
		t.Fatal("Ola had no turn")
	}
	dms := s.DM("Ola")
	result := dms[len(dms)-1]
	bottest.Contains(t, result.Content, string(id))
	for _, action := range []customid.Action{customid.Rematch, customid.Film, customid.Review} {
		if bottest.AnswersIn(result.Rows, action) == "" {
			t.Errorf("the result has no button %s: %+v", action, result.Rows)
		}
	}
	for _, m := range dms {
		if strings.Contains(m.Content, "move-here") {
			t.Errorf("Ola is told that a table is missing: %q", m.Content)
		}
	}
	for _, c := range s.API.Calls(discordtest.Send, discordtest.StartThread) {
		if c.Method == discordtest.StartThread || !strings.HasPrefix(string(c.Channel), "dm/") &&
			c.Channel != s.Game(id).Channel {
			t.Errorf("something happened elsewhere: %+v", c)
		}
	}
	s.Handle(s.Alone(s.Click("Ola", bottest.AnswersIn(result.Rows, customid.Rematch))))
	s.NothingBroke()
	again, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Running)
	s.Must(err)
	if len(again) != 1 || again[0].After != id {
		t.Errorf("the rematch has not started: %+v", again)
	}
	if posts := s.PostsOf(id, posts.Panel, posts.Answer); len(posts) > 0 {
		t.Errorf("panels are left after the end: %v", posts)
	}
}

func TestTableInDirectMessagesIsClosedToOthers(t *testing.T) {
	s := bottest.New(t)
	got := s.Handle(s.Alone(s.Slash("Ola", "game new", "title=amsterdam",
		"user1="+string(bottest.Person("Bo").ID))))
	if got.Content != s.Say("problem.alone-here") {
		t.Errorf("got %q", got.Content)
	}
	s.Handle(s.Alone(s.Slash("Ola", "game new", "title=amsterdam")))
	s.Flush()
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	for where, ix := range map[string]*discord.Interaction{
		"from their own direct messages": s.Alone(s.Slash("Bo", "game join",
			"game="+string(games[0].ID))),
		"from a server": s.Slash("Bo", "game join", "game="+string(games[0].ID)),
	} {
		if got := s.Handle(ix); got.Content != s.Say("problem.game-unknown") {
			t.Errorf("%s: got %q", where, got.Content)
		}
	}
}

func TestNobodyIsInvitedToATableInDirectMessages(t *testing.T) {
	s := bottest.New(t)
	s.Handle(s.Alone(s.Slash("Ola", "game new", "title=amsterdam")))
	s.Flush()
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	id := games[0].ID
	got := s.Handle(s.Alone(s.Slash("Ola", "game invite", "user="+string(bottest.Person("Bo").ID),
		"game="+string(id))))
	if got.Content != s.Say("problem.alone-here") || len(s.Game(id).Invited) > 0 {
		t.Errorf("got %q, invited are %v", got.Content, s.Game(id).Invited)
	}
}

// What computers answer at once is not drawn: the panel of the next turn takes its place in a
// moment. Nothing is said at a table that there is not.
func TestTurnAgainstInstantComputersIsDrawnOnce(t *testing.T) {
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	opened := s.Handle(s.Alone(s.Slash("Ola", "game new", "title=amsterdam", "delay=none")))
	s.Handle(s.Alone(s.Click("Ola", bottest.AnswersIn(opened.Rows, customid.Solo))))
	s.Flush()
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Running)
	s.Must(err)
	id := games[0].ID
	own := s.Table(id).SeatOf(bottest.Person("Ola").ID)
	s.MoveAs(id, own, bottest.FirstLegal)
	untilOwn(s, id, own)
	for range 5 {
		s.API.Forget()
		for range 2 { // two cards are a turn
			at := s.Table(id)
			press := customid.ID{
				Action: customid.Do, Game: string(id), At: customid.Of(at.Game),
				Move: engine.Move{Verb: engine.Draw},
			}
			s.Handle(s.ClickPanel("Ola", s.PanelOf(id, own), press.Print()))
		}
		untilOwn(s, id, own)
		answers, edits := s.API.Calls(discordtest.EditOriginal), s.API.Calls(discordtest.Edit)
		last := answers[len(answers)-1].Message
		if len(answers[0].Message.Files) == 0 || len(last.Files) > 0 || !last.KeepFiles {
			t.Errorf("the answers are %+v, want only the first drawn and its picture kept", answers)
		}
		if len(edits) != 1 || edits[0].Edit.Files == nil || len(*edits[0].Edit.Files) == 0 {
			t.Errorf("the edits are %+v, want one, with a picture", edits)
		}
		// what came from the deck is told where it stays
		bottest.Contains(t, *edits[0].Edit.Content, "You draw")
	}
	dropped, err := s.Store.Dropped(t.Context(), 100)
	s.Must(err)
	for _, m := range dropped {
		if m.Kind == notify.Turn || m.Kind == notify.Chosen {
			t.Errorf("the outbox had %+v", m)
		}
	}
	s.NothingBroke()
}
