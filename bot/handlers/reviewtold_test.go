package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
)

// reviews lists what was said at tables about what decided a game.
func reviews(s *bottest.Stage) []discordtest.Call {
	s.T.Helper()
	var list []discordtest.Call
	for _, c := range s.API.Calls() {
		if c.Method == discordtest.Send && c.Err == nil && strings.HasPrefix(c.Message.Content,
			"**What decided game") {
			list = append(list, c)
		}
	}
	return list
}

func TestReviewIsPostedAtItsTableOnce(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id := s.Playing("Ola", "Bo")
	button := customid.Button(customid.Review, id)
	bottest.Contains(t, s.Handle(s.Click("Ola", button)).Content, "still under way")
	s.Finish(id)
	offered := false
	for _, c := range s.API.Calls() {
		label, _ := bottest.ButtonSaying(c.Message, s.Say("review.button"))
		offered = offered || label == button && c.Method == discordtest.Send
	}
	if !offered {
		t.Error("the result does not offer it")
	}
	bottest.Contains(t, s.Handle(s.Click("Ola", button)).Content, s.Say("review.coming"))
	s.Handle(s.Click("Bo", button)) // meanwhile
	if len(reviews(s)) > 0 {
		t.Fatal("it was thought about before the answer")
	}
	s.Bot.KeepReviews(t.Context())
	s.Flush()
	said := reviews(s)
	if len(said) != 1 || said[0].Channel != s.Game(id).Thread {
		t.Fatalf("got %d messages, want one at the table", len(said))
	}
	bottest.Contains(t, said[0].Message.Content, "Ola: ", "Bo: ", " carts for ", "`/game replay`")
	files := said[0].Message.Files
	if len(files) != 1 || !strings.HasPrefix(files[0].Alt, "chances ") {
		t.Errorf("got the files %+v, want one chart with its text", files)
	}
	bottest.Contains(t, s.Handle(s.Click("Bo", button)).Content, "already on the table")
	s.Bot.KeepReviews(t.Context())
	s.Flush()
	if got := len(reviews(s)); got != 1 {
		t.Errorf("it was told %d times", got)
	}
	s.NothingBroke()
}

func TestForgottenReviewIsMadeAgain(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	s.Handle(s.Click("Ola", customid.Button(customid.Review, id)))
	s.Bot.KeepReviews(t.Context())
	s.Reopen() // before it was sent: what was found is gone
	s.Flush()
	s.Bot.KeepReviews(t.Context())
	s.Flush()
	if got := len(reviews(s)); got != 1 {
		t.Errorf("it was told %d times, want once", got)
	}
	s.NothingBroke()
}

func TestAReviewIsNotForPeopleElsewhere(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	button := customid.Button(customid.Review, id)
	for where, server := range map[string]match.ServerID{
		"another server": "902", "direct messages": "",
	} {
		ix := s.Click("Eve", button)
		ix.Guild, ix.Channel = server, "903"
		if got := s.Handle(ix).Content; got != s.Say("problem.game-unknown") {
			t.Errorf("in %s: got %q", where, got)
		}
	}
	s.Bot.KeepReviews(t.Context())
	s.Flush()
	if got := len(reviews(s)); got != 0 {
		t.Errorf("it was told %d times", got)
	}
	ix := s.Click("Ola", button) // a player asks elsewhere
	ix.Guild, ix.Channel = "", "903"
	bottest.Contains(t, s.Handle(ix).Content, s.Say("review.coming"))
}

func TestATableCanDoWithoutAReview(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "pace=none", "review=false"))
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	id := games[0].ID
	s.Flush()
	if !slices.ContainsFunc(s.API.Calls(), func(c discordtest.Call) bool {
		return c.Method == discordtest.Send && strings.Contains(c.Message.Content,
			s.Say("lobby.unreviewed"))
	}) {
		t.Error("the lobby does not say so")
	}
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Finish(id)
	for _, c := range s.API.Calls() {
		if _, ok := bottest.ButtonSaying(c.Message, s.Say("review.button")); ok {
			t.Error("it is offered all the same")
		}
	}
	bottest.Contains(t, s.Handle(s.Click("Ola", customid.Button(customid.Review, id))).Content,
		"has chosen no review")
	s.NothingBroke()
}
