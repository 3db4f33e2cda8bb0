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
