package hall_test

import (
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
)

func TestAListOfOpenSeatsThatWasTakenAwayComesBack(t *testing.T) {
	s := bottest.New(t)
	for _, where := range []string{"here", "off", "here"} {
		ix := s.Slash("Mia", "admin seats", "channel="+where)
		ix.Rights = discord.PermManageGuild
		s.Handle(ix)
		s.Flush()
		s.Clock = s.Clock.Add(time.Minute)
		s.Flush()
	}
	screen := discordtest.NewScreen(s.API.Calls()...)
	for _, id := range screen.Order {
		if strings.Contains(screen.Posts[id].Message.Content, s.Say("hall.seats")) {
			return
		}
	}
	t.Error("no list stands")
}

func TestGamesLeaveTheWeekOfAListWithoutAnEvent(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	ix := s.Slash("Mia", "admin seats", "channel=here")
	ix.Rights = discord.PermManageGuild
	s.Handle(ix)
	s.Flush()
	s.Finish(s.Playing("Ola", "Bo"))
	says := func(want string) {
		t.Helper()
		lists, screen := 0, discordtest.NewScreen(s.API.Calls()...)
		for _, id := range screen.Order {
			if text := screen.Posts[id].Message.Content; strings.Contains(text, s.Say("hall.seats")) {
				lists++
				bottest.Contains(t, text, want)
			}
		}
		if lists == 0 {
			t.Error("no list stands")
		}
	}
	for range 7 {
		s.Clock = s.Clock.Add(24 * time.Hour)
		s.Flush()
		says("1 ended this week")
	}
	s.Clock = s.Clock.Add(24 * time.Hour)
	s.Flush()
	says("0 ended this week")
}
