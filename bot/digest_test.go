package bot_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
)

func TestOneMessageADayNamesAllGamesThatWait(t *testing.T) {
	s, first := timed(t, "Ola", "Bo")
	name := s.Game(first).Seats[0].Name
	s.Clock = s.Clock.Add(-time.Minute) // so that the stage's games differ in their times
	second := s.Playing("Ola", "Bo")
	bottest.Contains(t, s.me(name, "zone=Europe/Warsaw", "digest=8:00"), "at 8:00")
	before := len(s.DM(name))
	s.keepDeadlines(19*time.Hour + 2*time.Minute) // 8:01 in Warsaw
	dms := s.DM(name)[before:]
	if len(dms) != 1 {
		t.Fatalf("got %d messages, want the digest", len(dms))
	}
	bottest.Contains(t, dms[0].Content, string(first))
	if waits := s.Game(second).ToMove[0] == bottest.Person(name).ID; waits != strings.Contains(dms[0].Content, string(second)) {
		t.Errorf("got %q, and the other game waits: %t", dms[0].Content, waits)
	}
	s.keepDeadlines(time.Hour)
	s.keepDeadlines(22*time.Hour + 50*time.Minute) // half of the time is over: no reminder
	if got := len(s.DM(name)) - before; got != 1 {
		t.Errorf("got %d messages before the next morning, want 1", got)
	}
	s.keepDeadlines(10 * time.Minute)
	if got := len(s.DM(name)) - before; got != 2 {
		t.Errorf("got %d messages, want the second digest", got)
	}
	s.me(name, "digest=off")
	s.keepDeadlines(24 * time.Hour)
	for _, m := range s.DM(name)[before+2:] {
		if strings.Contains(m.Content, "for you today") {
			t.Error("a digest comes after it was switched off")
		}
	}
	bottest.Contains(t, s.me(name, "digest=late"), "8:00")
	s.nothingBroke()
}

func TestWhoWantsToHearsThatTheyComeNext(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo", "Cy")
	g := s.Game(id)
	s.me(g.Seats[2].Name, "next=true")
	heard := func() (n int) {
		for _, m := range s.DM(g.Seats[2].Name) {
			if strings.Contains(m.Content, "You are next") {
				n++
			}
		}
		return n
	}
	s.drawTwo(id)
	s.Flush()
	if got := heard(); got != 1 {
		t.Errorf("got %d heads-ups before the turn, want 1", got)
	}
	for range 2 {
		s.drawTwo(id)
		s.Flush()
	}
	if got := heard(); got != 1 {
		t.Errorf("got %d heads-ups after the turn, want 1", got)
	}
	s.nothingBroke()
}

func TestWhoComesNextHearsItInAGameWithoutATableToo(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo", "Cy")
	g := s.Game(id)
	s.me(g.Seats[2].Name, "next=true")
	s.Bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: bottest.Guild, Channel: g.Thread})
	s.Flush()
	if s.Game(id).Thread != "" {
		t.Fatal("the game has a table")
	}
	s.drawTwo(id)
	s.Flush()
	bottest.Contains(t, s.lastTo(g.Seats[2].Name).Content, "You are next", string(id))
}

func TestALobbyInWhichNothingHappensClosesAfterANotice(t *testing.T) {
	s := newStage(t)
	id := s.Lobby("Ola")
	said := len(s.API.Sent(bottest.Channel))
	s.keepDeadlines(6*24*time.Hour - time.Minute)
	if got := len(s.API.Sent(bottest.Channel)); got != said {
		t.Fatalf("got %d messages too early", got-said)
	}
	s.keepDeadlines(2 * time.Hour)
	posts := s.API.Sent(bottest.Channel)
	if len(posts) != said+1 {
		t.Fatalf("got %d messages, want the notice", len(posts)-said)
	}
	bottest.Contains(t, posts[said].Content, "closes in a day", "<@"+string(bottest.Person("Ola").ID)+">")
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.keepDeadlines(25 * time.Hour)
	if got := s.Game(id).State; got != match.Lobby {
		t.Fatalf("got %s although somebody has joined", got)
	}
	s.keepDeadlines(5 * 24 * time.Hour)
	s.keepDeadlines(25 * time.Hour)
	if got := s.Game(id).State; got != match.Cancelled {
		t.Errorf("got %s, want the lobby closed", got)
	}
	if got := len(s.API.Sent(bottest.Channel)); got != said+2 {
		t.Errorf("got %d messages, want two notices", got-said)
	}
	s.nothingBroke()
}

func TestAPanelSaysTheNewEndAfterAGift(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	g := s.Game(id)
	s.Handle(s.Click(g.Seats[1].Name, customid.Button(customid.More, id)))
	s.Flush()
	end := s.Game(id).Seats[0].Ends.Unix()
	u, err := s.Store.User(t.Context(), g.Seats[0].User)
	s.Must(err)
	last := ""
	for _, c := range s.API.Calls() {
		if c.Method == discordtest.Edit && c.Channel == u.DM && c.Edit.Content != nil {
			last = *c.Edit.Content
		}
	}
	bottest.Contains(t, last, "<t:"+strconv.FormatInt(end, 10)+":")
	if dms := s.panelsNow(g.Seats[0].Name); len(dms[len(dms)-1].Rows) == 0 {
		t.Error("the panel has lost its menus")
	}
}

func TestAVacationIsToldOnceHoweverOftenItsCommandIsDelivered(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	ix := s.Slash("Ola", "me", "vacation=2026-12-01 to 2026-12-02")
	said := len(s.API.Sent(s.Game(id).Thread))
	for range 2 {
		s.Handle(ix)
		s.Flush()
	}
	if got := len(s.API.Sent(s.Game(id).Thread)) - said; got != 1 {
		t.Errorf("the table was told %d times, want once", got)
	}
}
