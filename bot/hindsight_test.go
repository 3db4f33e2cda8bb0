package bot

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/engine/match"
)

// reviews lists what was said at tables about what decided a game.
func (s *stage) reviews() []discordtest.Call {
	s.t.Helper()
	var list []discordtest.Call
	for _, c := range s.api.Calls() {
		if c.Method == discordtest.Send && c.Err == nil && strings.HasPrefix(c.Message.Content, "**What decided game") {
			list = append(list, c)
		}
	}
	return list
}

func TestWhatDecidedAGameIsToldAtItsTableOnce(t *testing.T) {
	s := newStage(t)
	s.remake(painted(stubPainter{}))
	id := s.playing("Ola", "Bo")
	button := press.Button(press.Review, id)
	contains(t, s.handle(s.click("Ola", button)).Content, "still under way")
	s.finish(id)
	offered := false
	for _, c := range s.api.Calls() {
		label, _ := buttonSaying(c.Message, s.say("review.button"))
		offered = offered || label == button && c.Method == discordtest.Send
	}
	if !offered {
		t.Error("the result does not offer it")
	}
	contains(t, s.handle(s.click("Ola", button)).Content, s.say("review.coming"))
	s.handle(s.click("Bo", button)) // meanwhile
	if len(s.reviews()) > 0 {
		t.Fatal("it was thought about before the answer")
	}
	s.bot.KeepReviews(t.Context())
	s.flush()
	said := s.reviews()
	if len(said) != 1 || said[0].Channel != s.game(id).Thread {
		t.Fatalf("got %d messages, want one at the table", len(said))
	}
	contains(t, said[0].Message.Content, "Ola: ", "Bo: ", "% in the end", "An estimate")
	if files := said[0].Message.Files; len(files) != 1 || !strings.HasPrefix(files[0].Alt, "chances after ") {
		t.Errorf("got the files %+v, want a chart with its text", files)
	}
	contains(t, s.handle(s.click("Bo", button)).Content, "on the table already")
	s.bot.KeepReviews(t.Context())
	s.flush()
	if got := len(s.reviews()); got != 1 {
		t.Errorf("it was told %d times", got)
	}
	s.nothingBroke()
}

func TestAReviewThatWasForgottenIsMadeAnew(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.finish(id)
	s.handle(s.click("Ola", press.Button(press.Review, id)))
	s.bot.KeepReviews(t.Context())
	s.reopen() // before it was sent: what was found is gone
	s.flush()
	s.bot.KeepReviews(t.Context())
	s.flush()
	if got := len(s.reviews()); got != 1 {
		t.Errorf("it was told %d times, want once", got)
	}
	s.nothingBroke()
}

func TestATableCanDoWithoutAReview(t *testing.T) {
	s := newStage(t)
	s.handle(s.slash("Ola", "game new", "title=amsterdam", "pace=none", "review=false"))
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
	s.must(err)
	id := games[0].ID
	s.flush()
	if !slices.ContainsFunc(s.api.Calls(), func(c discordtest.Call) bool {
		return c.Method == discordtest.Send && strings.Contains(c.Message.Content, s.say("lobby.unreviewed"))
	}) {
		t.Error("the lobby does not say so")
	}
	s.handle(s.click("Bo", press.Button(press.Join, id)))
	s.handle(s.click("Ola", press.Button(press.Start, id)))
	s.finish(id)
	for _, c := range s.api.Calls() {
		if _, ok := buttonSaying(c.Message, s.say("review.button")); ok {
			t.Error("it is offered all the same")
		}
	}
	contains(t, s.handle(s.click("Ola", press.Button(press.Review, id))).Content, "has agreed not to look back")
	s.nothingBroke()
}
