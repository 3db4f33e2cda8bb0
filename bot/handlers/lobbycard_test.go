package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// lobbyCards are the descriptions of the pictures that the messages of a channel came with and got
// by edits, "-" where one was taken away.
func lobbyCards(s *bottest.Stage) (alts []string) {
	for _, c := range s.API.Calls() {
		files := c.Message.Files
		switch {
		case c.Channel != bottest.Channel:
			continue
		case c.Edit.Files != nil && len(*c.Edit.Files) == 0:
			alts = append(alts, "-")
		case c.Edit.Files != nil:
			files = *c.Edit.Files
		}
		for _, f := range files {
			alts = append(alts, f.Alt)
		}
	}
	return alts
}

func TestALobbysPictureFollowsItsSeats(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id := s.LobbyWith("Ola", "title=amsterdam", "seats=2")
	s.Flush()
	for _, press := range []struct {
		who    string
		action customid.Action
	}{{"Bo", customid.Join}, {"Bo", customid.Join}, {"Bo", customid.Leave}, {"Cy", customid.Join}} {
		s.Handle(s.Click(press.who, customid.Button(press.action, id)))
		s.Flush()
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	want := []string{
		"Amsterdam. At the table: Ola, free.",
		"Amsterdam. At the table: Ola, Bo.",
		"Amsterdam. At the table: Ola, free.",
		"Amsterdam. At the table: Ola, Cy.",
		"-",
	}
	if got := lobbyCards(s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	s.NothingBroke()
}

func TestALobbyStandsWithoutItsPictureWhereFilesAreRefused(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	refused := &discord.Error{Status: 403, Code: 50013, Message: "Missing Permissions"}
	s.API.Fail = bottest.Failing(refused, func(c discordtest.Call) bool {
		return len(c.Message.Files) > 0 || c.Edit.Files != nil && len(*c.Edit.Files) > 0
	})
	id := s.Lobby("Ola")
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.Flush()
	if now := s.LobbyNow(id); !strings.Contains(now, "Bo") {
		t.Errorf("the lobby reads %q", now)
	}
	s.NothingBroke()
}

func TestALobbySaysHowLongGamesTook(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Pace = "daily"
	says := func(want string) {
		t.Helper()
		s.LobbyWith("Ola", "title=amsterdam", "seats=2")
		s.Flush()
		bottest.Contains(t, bottest.LastOf(t, s.API.Sent(bottest.Channel)).Content, want)
	}
	says("about 8 days") // an estimate
	begun := s.Clock
	s.Clock = begun.AddDate(0, 0, 60)
	for i, days := range []int{2, 3, 3, 21, 40} {
		title, _ := titles.Find("amsterdam")
		g := match.NewGame(title, nil)
		g.ID, g.State, g.Pace, g.Created = match.GameID("took"+string(rune('a'+i))), match.Running,
			"daily", begun
		g.Seats = []match.Seat{{User: "1"}, {User: "2"}}
		s.Must(s.Store.Create(t.Context(), g, storage.Origin{}, nil))
		m := match.Move{Seat: 1, Text: "x", At: begun, After: match.FirstLink(g)}
		then := match.Move{
			Ply: 1, Seat: 2, Text: "x", At: begun.AddDate(0, 0, days), After: m.Head(),
		}
		s.Must(s.Store.Append(t.Context(), g.ID, m, match.RowUpdate{
			State: match.Finished, Then: []match.Move{then},
		}, storage.Origin{}, nil))
		if i == 3 {
			says("about 8 days") // they are too few
		}
	}
	says("about 3 days")
}
