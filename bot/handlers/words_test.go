package handlers_test

import (
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
)

// wrote has somebody write plain words in direct messages, and returns what they are answered.
func wrote(s *bottest.Stage, user match.UserID) []discord.Message {
	s.T.Helper()
	before := len(s.API.Calls())
	s.Bot.Event(s.T.Context(), discord.Event{
		Kind:    discord.Wrote,
		Channel: match.ChannelID("dm of " + string(user)), User: user, Message: "1",
	})
	var answers []discord.Message
	for _, c := range s.API.Calls()[before:] {
		if c.Method == discordtest.Send && c.Channel == match.ChannelID("dm of "+string(user)) {
			answers = append(answers, c.Message)
		}
	}
	return answers
}

func TestPlainWordsAreAnsweredOnceADay(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Me("Ola", "language=pl")
	for _, c := range []struct {
		later time.Duration
		user  match.UserID
		want  string // "": no answer
	}{
		{0, "stranger", "`/games`"},
		{0, bottest.Person("Ola").ID, "`/gry`"},
		{24*time.Hour - time.Minute, "stranger", ""},
		{0, bottest.Person("Ola").ID, ""},
		{time.Minute, "stranger", "`/games`"},
	} {
		s.Clock = s.Clock.Add(c.later)
		got := wrote(s, c.user)
		if c.want == "" {
			if len(got) > 0 {
				t.Errorf("%s is answered again: %v", c.user, got)
			}
			continue
		}
		if len(got) != 1 {
			t.Fatalf("%s is answered %v, want one message", c.user, got)
		}
		bottest.Contains(t, got[0].Content, c.want)
	}
}
