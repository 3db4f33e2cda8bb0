package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
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
