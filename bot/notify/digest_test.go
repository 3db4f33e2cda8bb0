package notify_test

import (
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine/match"
)

func TestDailyDigestNamesAllWaitingGames(t *testing.T) {
	t.Parallel()
	s, first := bottest.Timed(t, "Ola", "Bo")
	name := s.Game(first).Seats[0].Name
	s.Clock = s.Clock.Add(-time.Minute) // so that the stage's games differ in their times
	second := s.Playing("Ola", "Bo")
	bottest.Contains(t, s.Me(name, "zone=Europe/Warsaw", "digest=8:00"), "at 8:00")
	before := len(s.DM(name))
	s.KeepDeadlines(19*time.Hour + 2*time.Minute) // 8:01 in Warsaw
	dms := s.DM(name)[before:]
	if len(dms) != 1 {
		t.Fatalf("got %d messages, want the digest", len(dms))
	}
	bottest.Contains(t, dms[0].Content, string(first))
	if waits := s.Game(second).ToMove[0] == bottest.Person(name).ID; waits != strings.Contains(
		dms[0].Content, string(second)) {
		t.Errorf("got %q, and the other game waits: %t", dms[0].Content, waits)
	}
	s.KeepDeadlines(time.Hour)
	s.KeepDeadlines(22*time.Hour + 50*time.Minute) // half of the time is over: no reminder
	if got := len(s.DM(name)) - before; got != 1 {
		t.Errorf("got %d messages before the next morning, want 1", got)
	}
	s.KeepDeadlines(10 * time.Minute)
	if got := len(s.DM(name)) - before; got != 2 {
		t.Errorf("got %d messages, want the second digest", got)
	}
	s.Me(name, "digest=off")
	s.KeepDeadlines(24 * time.Hour)
	for _, m := range s.DM(name)[before+2:] {
		if strings.Contains(m.Content, "for you today") {
			t.Error("a digest comes after it was switched off")
		}
	}
	bottest.Contains(t, s.Me(name, "digest=late"), "8:00")
	s.NothingBroke()
}

func TestNextPlayerIsToldIfTheyWantToBe(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	g := s.Game(id)
	s.Me(g.Seats[2].Name, "reminder=half,last,next")
	heard := func() (n int) {
		for _, m := range s.DM(g.Seats[2].Name) {
			if strings.Contains(m.Content, "You are next") {
				n++
			}
		}
		return n
	}
	s.DrawTwo(id)
	s.Flush()
	if got := heard(); got != 1 {
		t.Errorf("got %d heads-ups before the turn, want 1", got)
	}
	for range 2 {
		s.DrawTwo(id)
		s.Flush()
	}
	if got := heard(); got != 1 {
		t.Errorf("got %d heads-ups after the turn, want 1", got)
	}
	s.NothingBroke()
}

func TestNextPlayerIsToldInAGameWithoutATableToo(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	g := s.Game(id)
	s.Me(g.Seats[2].Name, "reminder=half,last,next")
	s.Bot.Event(t.Context(), discord.Event{
		Kind: discord.ThreadGone, Guild: bottest.Guild,
		Channel: g.Thread,
	})
	s.Flush()
	if s.Game(id).Thread != "" {
		t.Fatal("the game has a table")
	}
	s.DrawTwo(id)
	s.Flush()
	bottest.Contains(t, s.LastTo(g.Seats[2].Name).Content, "You are next", string(id))
}

func TestIdleLobbyClosesAfterANotice(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola")
	said := len(s.API.Sent(bottest.Channel))
	s.KeepDeadlines(6*24*time.Hour - time.Minute)
	if got := len(s.API.Sent(bottest.Channel)); got != said {
		t.Fatalf("got %d messages too early", got-said)
	}
	s.KeepDeadlines(2 * time.Hour)
	posts := s.API.Sent(bottest.Channel)
	if len(posts) != said+1 {
		t.Fatalf("got %d messages, want the notice", len(posts)-said)
	}
	bottest.Contains(t, posts[said].Content, "closes in a day",
		"<@"+string(bottest.Person("Ola").ID)+">")
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.KeepDeadlines(25 * time.Hour)
	if got := s.Game(id).State; got != match.Lobby {
		t.Fatalf("got %s although somebody has joined", got)
	}
	s.KeepDeadlines(5 * 24 * time.Hour)
	s.KeepDeadlines(25 * time.Hour)
	if got := s.Game(id).State; got != match.Cancelled {
		t.Errorf("got %s, want the lobby closed", got)
	}
	if got := len(s.API.Sent(bottest.Channel)); got != said+2 {
		t.Errorf("got %d messages, want two notices", got-said)
	}
	s.NothingBroke()
}

func TestRedeliveredVacationIsAnnouncedOnce(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
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
