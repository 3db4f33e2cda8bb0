package bot

import (
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
)

// alone makes an interaction happen in somebody's direct messages with the bot.
func (s *stage) alone(ix *discord.Interaction) *discord.Interaction {
	s.t.Helper()
	dm, err := s.api.OpenDM(s.t.Context(), ix.User.ID)
	s.must(err)
	ix.Guild, ix.GuildLocale, ix.Channel, ix.Perms = "", "", dm, 0
	return ix
}

func TestOnePersonPlaysComputersInDirectMessages(t *testing.T) {
	s := newStage(t)
	opening := s.alone(s.slash("Ola", "game new", "title=amsterdam"))
	opening.Locale = "pl"
	opened := s.handle(opening)
	s.flush()
	if lobby, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby); err != nil || lobby[0].Locale != "pl" {
		t.Errorf("the lobby speaks %+v, error %v, want their language", lobby, err)
	}
	solo := answersIn(opened.Rows, press.Solo)
	if solo == "" {
		t.Fatalf("got %q with %+v, want a way to play at once", opened.Content, opened.Rows)
	}
	s.handle(s.alone(s.click("Ola", solo)))
	s.flush()
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Running)
	s.must(err)
	id := games[0].ID
	own := s.table(id).SeatOf(person("Ola").ID)
	contains(t, s.handle(s.alone(s.slash("Ola", "games"))).Content, s.say("games.solitary"))
	choose, asked := anyLegal(3), 0
	for s.game(id).State == match.Running {
		if v := s.table(id).View(own); !v.Moves(own) {
			s.awhile()
			continue
		}
		if v := s.table(id).View(own); v.Phase != engine.InSetup {
			asked++
			s.panelOf(id, own) // to play from
		}
		s.moveAs(id, own, choose)
		s.flush()
	}
	s.flush()
	if asked == 0 {
		t.Fatal("Ola had no turn")
	}
	dms := s.dm("Ola")
	result := dms[len(dms)-1]
	contains(t, result.Content, string(id))
	for _, action := range []press.Action{press.Rematch, press.Film, press.Review} {
		if answersIn(result.Rows, action) == "" {
			t.Errorf("the result has no button %s: %+v", action, result.Rows)
		}
	}
	for _, m := range dms {
		if strings.Contains(m.Content, "move-here") {
			t.Errorf("Ola is told that a table is missing: %q", m.Content)
		}
	}
	for _, c := range s.api.Calls(discordtest.Send, discordtest.StartThread) {
		if c.Method == discordtest.StartThread || !strings.HasPrefix(c.Channel, "dm/") && c.Channel != s.game(id).Channel {
			t.Errorf("something happened elsewhere: %+v", c)
		}
	}
	again := s.handle(s.alone(s.click("Ola", answersIn(result.Rows, press.Rematch))))
	if answersIn(again.Rows, press.Solo) == "" {
		t.Errorf("the rematch answers %q with %+v", again.Content, again.Rows)
	}
	s.nothingBroke()
	posts, err := s.store.Posts(t.Context(), id, tell.PostPanel)
	s.must(err)
	if len(posts) > 0 {
		t.Errorf("panels are left after the end: %v", posts)
	}
}

func TestNobodyElseComesToATableInDirectMessages(t *testing.T) {
	s := newStage(t)
	got := s.handle(s.alone(s.slash("Ola", "game new", "title=amsterdam", "user1="+person("Bo").ID)))
	if got.Content != s.say("problem.alone-here") {
		t.Errorf("got %q", got.Content)
	}
	s.handle(s.alone(s.slash("Ola", "game new", "title=amsterdam")))
	s.flush()
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
	s.must(err)
	for where, ix := range map[string]*discord.Interaction{
		"from their own direct messages": s.alone(s.slash("Bo", "game join", "game="+string(games[0].ID))),
		"from a server":                  s.slash("Bo", "game join", "game="+string(games[0].ID)),
	} {
		if got := s.handle(ix); got.Content != s.say("problem.game-unknown") {
			t.Errorf("%s: got %q", where, got.Content)
		}
	}
}

func TestNobodyIsInvitedToATableInDirectMessages(t *testing.T) {
	s := newStage(t)
	s.handle(s.alone(s.slash("Ola", "game new", "title=amsterdam")))
	s.flush()
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
	s.must(err)
	id := games[0].ID
	got := s.handle(s.alone(s.slash("Ola", "game invite", "user="+person("Bo").ID, "game="+string(id))))
	if got.Content != s.say("problem.alone-here") || len(s.game(id).Invited) > 0 {
		t.Errorf("got %q, invited are %v", got.Content, s.game(id).Invited)
	}
}
