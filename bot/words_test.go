package bot

import (
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
)

// wrote has somebody write plain words in direct messages, and returns what they are answered.
func (s *stage) wrote(user string) []discord.Message {
	s.t.Helper()
	before := len(s.api.Calls())
	s.bot.Event(s.t.Context(), discord.Event{Kind: discord.Wrote, Channel: "dm of " + user, User: user, Message: "1"})
	var answers []discord.Message
	for _, c := range s.api.Calls()[before:] {
		if c.Method == discordtest.Send && c.Channel == "dm of "+user {
			answers = append(answers, c.Message)
		}
	}
	return answers
}

func TestPlainWordsAreAnsweredOnceADay(t *testing.T) {
	s := newStage(t)
	s.me("Ola", "language=pl")
	for _, c := range []struct {
		later time.Duration
		user  string
		want  string // "": no answer
	}{
		{0, "stranger", "`/games`"},
		{0, person("Ola").ID, "`/gry`"},
		{24*time.Hour - time.Minute, "stranger", ""},
		{0, person("Ola").ID, ""},
		{time.Minute, "stranger", "`/games`"},
	} {
		s.clock = s.clock.Add(c.later)
		got := s.wrote(c.user)
		if c.want == "" {
			if len(got) > 0 {
				t.Errorf("%s is answered again: %v", c.user, got)
			}
			continue
		}
		if len(got) != 1 {
			t.Fatalf("%s is answered %v, want one message", c.user, got)
		}
		contains(t, got[0].Content, c.want)
	}
}

func TestPlainWordsAreAnsweredOnDiscord(t *testing.T) {
	t.Parallel()
	l := openLine(t, &line{title: "amsterdam", byGateway: true}, "Ola", "Bo") // by which alone messages come
	l.ready("Ola", "Bo")                                                      // there is a channel of direct messages
	ola := l.user("Ola")
	_, err := ola.Say(ola.DM().ID(), "whose turn is it?")
	l.must(err)
	l.until("an answer", func() bool { return ola.DM().Last().Content == l.say("direct.words") })
}
