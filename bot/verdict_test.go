package bot

import (
	"fmt"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/storage"
)

// Not everything with Discord's address on it is Discord's word.

func TestAPageOfAProxyIsWaitedOutHoweverLong(t *testing.T) {
	for _, page := range []*discord.Error{{Status: 403}, {Status: 404}, {Status: 403, Code: 40333}} {
		t.Run(fmt.Sprint(page), func(t *testing.T) {
			s := newStage(t)
			id := s.playing("Ola", "Bo")
			g := s.game(id)
			before := len(s.api.Sent(g.Thread))
			s.api.Fail = failing(page, func(discordtest.Call) bool { return true })
			s.drawTwo(id)
			for range 20 {
				s.flush()
				s.clock = s.clock.Add(10 * time.Minute)
			}
			s.api.Fail = nil
			s.flush()
			if got := len(s.api.Sent(g.Thread)) - before; got != 1 {
				t.Errorf("got %d messages about the turn, want 1", got)
			}
			if s.game(id).Thread != g.Thread {
				t.Error("the game has lost its table")
			}
			for _, seat := range g.Seats {
				if u, err := s.store.User(t.Context(), seat.User); err != nil || u.DMs == storage.DMClosed {
					t.Errorf("direct messages of %s count as closed (%v)", seat.Name, err)
				}
			}
		})
	}
}

func TestAnOutageDoesNotCountAgainstAMessage(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	thread := s.game(id).Thread
	before := len(s.api.Sent(thread))
	s.drawTwo(id)
	s.api.Fail = failing(discordtest.Unavailable, sendTo(thread))
	for range 20 {
		s.flush()
		s.clock = s.clock.Add(10 * time.Minute)
	}
	s.api.Fail = failing(fmt.Errorf("a fault of ours"), sendTo(thread))
	s.flush()
	s.clock = s.clock.Add(10 * time.Minute)
	s.api.Fail = nil
	s.flush()
	if got := len(s.api.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages, want 1: one fault after an outage is no reason to give it up", got)
	}
}

func TestAnAbsurdRateLimitIsProbed(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	thread := s.game(id).Thread
	before := len(s.api.Sent(thread))
	s.api.Fail = failing(&discord.Error{Status: 429, RetryAfter: 24 * time.Hour}, sendTo(thread))
	s.drawTwo(id)
	s.flush()
	s.api.Fail = nil
	s.clock = s.clock.Add(10 * time.Minute)
	s.flush()
	if got := len(s.api.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages after ten minutes, want 1", got)
	}
}
