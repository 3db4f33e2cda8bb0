package outbox_test

import (
	"fmt"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/storage"
)

func TestMessagesWaitOutAProxysErrorPage(t *testing.T) {
	for _, page := range []*discord.Error{{Status: 403}, {Status: 404}, {Status: 403, Code: 40333}} {
		t.Run(fmt.Sprint(page), func(t *testing.T) {
			s := bottest.New(t)
			id := s.Playing("Ola", "Bo")
			g := s.Game(id)
			before := len(s.API.Sent(g.Thread))
			s.API.Fail = bottest.Failing(page, func(discordtest.Call) bool { return true })
			s.DrawTwo(id)
			for range 20 {
				s.Flush()
				s.Clock = s.Clock.Add(10 * time.Minute)
			}
			s.API.Fail = nil
			s.Flush()
			if got := len(s.API.Sent(g.Thread)) - before; got != 1 {
				t.Errorf("got %d messages about the turn, want 1", got)
			}
			if s.Game(id).Thread != g.Thread {
				t.Error("the game has lost its table")
			}
			for _, seat := range g.Seats {
				if u, err := s.Store.User(t.Context(), seat.User); err != nil || u.DMs == storage.DMClosed {
					t.Errorf("direct messages of %s count as closed (%v)", seat.Name, err)
				}
			}
		})
	}
}

func TestAnOutageDoesNotCountAgainstAMessage(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	before := len(s.API.Sent(thread))
	s.DrawTwo(id)
	s.API.Fail = bottest.Failing(discordtest.Unavailable, bottest.SendTo(thread))
	for range 20 {
		s.Flush()
		s.Clock = s.Clock.Add(10 * time.Minute)
	}
	s.API.Fail = bottest.Failing(fmt.Errorf("a fault of ours"), bottest.SendTo(thread))
	s.Flush()
	s.Clock = s.Clock.Add(10 * time.Minute)
	s.API.Fail = nil
	s.Flush()
	if got := len(s.API.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages, want 1: one fault after an outage is no reason to give it up", got)
	}
}

func TestAbsurdRateLimitIsProbed(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	before := len(s.API.Sent(thread))
	s.API.Fail = bottest.Failing(&discord.Error{Status: 429, RetryAfter: 24 * time.Hour},
		bottest.SendTo(thread))
	s.DrawTwo(id)
	s.Flush()
	s.API.Fail = nil
	s.Clock = s.Clock.Add(10 * time.Minute)
	s.Flush()
	if got := len(s.API.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages after ten minutes, want 1", got)
	}
}
