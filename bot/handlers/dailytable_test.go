package handlers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/storage"
)

// tries has users finish deals: points by user, a day each, from monday on.
func tries(s *bottest.Stage, results map[string][]int) {
	s.T.Helper()
	for who, points := range results {
		for i, n := range points {
			id := match.GameID(fmt.Sprintf("t%s%d", bottest.Person(who).ID, i))
			s.Must(s.Store.Create(s.T.Context(), match.Game{
				ID: id, State: match.Cancelled, Title: "amsterdam", Version: 1,
				Host: bottest.Person(who).ID, Locale: "en",
				Terms:   match.Terms{Daily: monday.Plus(i), RatedBy: rating.Version},
				Created: s.Clock, Updated: s.Clock,
			}, storage.Origin{}, nil))
			s.Must(s.Store.ForDailies().EndTry(s.T.Context(), id, n))
		}
	}
}

func press(s *bottest.Stage, who string, action customid.Action) discord.Message {
	s.T.Helper()
	return s.Handle(s.Click(who, customid.ID{Action: action}.Print()))
}

func mentioned(who string) string { return "<@" + string(bottest.Person(who).ID) + ">" }

func TestServerTableListsOnlyPlayersWhoOptedIn(t *testing.T) {
	t.Parallel()
	s := daily(t)
	tries(s, map[string][]int{"Ola": {30, 10}, "Bo": {40, 40}, "Cy": {20, 50}, "Dan": {90, 90}})
	s.Clock = monday.Plus(1).Closes()
	empty := press(s, "Ola", customid.DailyTable).Content
	bottest.Contains(t, empty, s.Say("daily.nobody"), s.Say("daily.legend"))
	if strings.Contains(empty, s.Say("daily.week")) {
		t.Errorf("a week without results has a heading: %q", empty)
	}
	for _, who := range []string{"Ola", "Bo", "Cy"} {
		press(s, who, customid.DailyShow)
	}
	page := press(s, "Ola", customid.DailyTable)
	bottest.Contains(t, page.Content, "Nordic Countries", string(monday.Plus(1)),
		mentioned("Cy")+" · 50 points · beat 2 of 3 others\n"+
			mentioned("Bo")+" · 40 points · beat 1 of 3 others\n"+
			mentioned("Ola")+" · 10 points · beat 0 of 3 others",
		"1. "+mentioned("Bo")+" · 100 matchpoints in 2 of 7 deals\n"+
			"2. "+mentioned("Cy")+" · 67 matchpoints in 2 of 7 deals\n"+
			"3. "+mentioned("Ola")+" · 33 matchpoints in 2 of 7 deals")
	if n := strings.Count(page.Content, mentioned("Bo")); n != 2 {
		t.Errorf("Bo is named %d times, want once for the day and once for the week", n)
	}
	if len(page.Mention) > 0 || !page.Ephemeral {
		t.Errorf("the table calls people, or is not the user's own: %+v", page)
	}
	if b := bottest.AnswersIn(page.Rows, customid.DailyHide); b == "" {
		t.Error("nobody can leave the table")
	}
	hidden := press(s, "Bo", customid.DailyHide)
	if b := bottest.AnswersIn(hidden.Rows, customid.DailyShow); b == "" {
		t.Error("nobody can come back to the table")
	}
	dm := s.Handle(s.Alone(s.Slash("Ola", "daily")))
	off := bottest.AnswersIn(dm.Rows, customid.DailyHide)
	s.Handle(s.Alone(s.Click("Ola", off)))
	servers, err := s.Store.ForDailies().DailyServers(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if len(servers) > 0 {
		t.Errorf("Ola is still on the tables of %v", servers)
	}
}

func TestNoResultIsShownBeforeItsDayCloses(t *testing.T) {
	t.Parallel()
	s := daily(t)
	tries(s, map[string][]int{"Ola": {37}})
	press(s, "Ola", customid.DailyShow)
	s.Clock = monday.Closes().Add(-time.Second)
	if page := press(s, "Bo", customid.DailyTable).Content; strings.Contains(page, "37") ||
		strings.Contains(page, mentioned("Ola")) {
		t.Errorf("the table says %q", page)
	}
	s.Clock = monday.Closes()
	bottest.Contains(t, press(s, "Bo", customid.DailyTable).Content, "37 points", mentioned("Ola"))
}

// posted returns what has been posted in the channel since a number of calls.
func posted(s *bottest.Stage, since int) (list []discord.Message) {
	for _, c := range s.API.Calls(discordtest.Send)[since:] {
		if c.Channel == bottest.Channel {
			list = append(list, c.Message)
		}
	}
	return list
}

func TestServerGetsTheTableDailyUntilItOptsOut(t *testing.T) {
	t.Parallel()
	s := daily(t)
	manages := func(channel string) discord.Message {
		ix := s.Slash("Ola", "admin daily-post", "channel="+channel)
		ix.Rights = discord.PermManageGuild
		m := s.Handle(ix)
		s.Flush()
		return m
	}
	bottest.Contains(t, s.Handle(s.Slash("Bo", "admin daily-post", "channel=here")).Content,
		s.Say("problem.managers-only"))
	tries(s, map[string][]int{"Ola": {37, 41, 12, 5}})
	press(s, "Ola", customid.DailyShow)
	bottest.Contains(t, manages("here").Content, "12:00 UTC")
	if got := posted(s, 0); len(got) != 1 || !got[0].Silent {
		t.Fatalf("%d messages at once: %+v", len(got), got)
	}
	manages("off")
	manages("here")
	s.Clock = monday.Closes().Add(-time.Second)
	s.Flush()
	s.Clock = monday.Closes()
	s.Flush()
	got := posted(s, 0)
	if len(got) != 3 {
		t.Fatalf("%d messages after the first day", len(got))
	}
	day := bottest.AnswersIn(got[2].Rows, customid.Daily)
	bottest.Contains(t, got[2].Content, mentioned("Ola")+" · 37 points", "nobody else has finished it",
		"Today: **Nordic Countries**")
	if n := strings.Count(got[2].Content, "\n"); n != 2 || len(got[2].Files) != 1 {
		t.Errorf("%d lines and %d pictures, want three and a card", n+1, len(got[2].Files))
	}
	bottest.Contains(t, got[2].Files[0].Alt, "37 points")
	for _, m := range got {
		if strings.Contains(m.Content, "SHA-256") {
			t.Errorf("%q has sums", m.Content)
		}
	}
	fair := s.Handle(s.Click("Bo", bottest.AnswersIn(got[2].Rows, customid.DailyFair)))
	bottest.Contains(t, fair.Content, "SHA-256", "konduktor verify")
	if !fair.Ephemeral {
		t.Error("others read how the deals are checked")
	}
	bottest.Contains(t, day, string(monday.Plus(1)))
	bottest.Contains(t, bottest.AnswersIn(got[2].Rows, customid.DailyTable), "dtable")

	s.Restart()
	s.Clock = monday.Plus(3).Closes() // the bot was down for days
	s.Flush()
	s.Flush()
	if got := posted(s, 0); len(got) != 4 {
		t.Errorf("%d messages after some days, want one more", len(got))
	}
	bottest.Contains(t, manages("off").Content, s.Say("daily.post-off"))
	s.Clock = monday.Plus(4).Closes()
	s.Flush()
	s.Clock = monday.Plus(5).Closes()
	s.Flush()
	if got := posted(s, 0); len(got) != 4 {
		t.Errorf("%d messages after the end", len(got))
	}
	s.NothingBroke()
}

func TestNothingIsPostedOfADayOnWhichNobodyOfTheTablePlayed(t *testing.T) {
	t.Parallel()
	s := daily(t)
	tries(s, map[string][]int{"Ola": {37}, "Bo": {20, 21, 22}})
	press(s, "Ola", customid.DailyShow)
	ix := s.Slash("Ola", "admin daily-post", "channel=here")
	ix.Rights = discord.PermManageGuild
	s.Handle(ix)
	s.Flush()
	for i, want := range []int{2, 2, 2} {
		s.Clock = monday.Plus(i).Closes()
		s.Flush()
		if got := len(posted(s, 0)); got != want {
			t.Errorf("%d messages after %d days, want %d", got, i+1, want)
		}
	}
	press(s, "Bo", customid.DailyShow)
	tries(s, map[string][]int{"Cy": {1, 1, 1, 1}})
	press(s, "Cy", customid.DailyShow)
	s.Clock = monday.Plus(3).Closes()
	s.Flush()
	if got := len(posted(s, 0)); got != 3 {
		t.Errorf("%d messages after Cy has played, want one more", got)
	}
	s.NothingBroke()
}

func TestDeletedChannelGetsNoMoreTables(t *testing.T) {
	t.Parallel()
	s := daily(t)
	tries(s, map[string][]int{"Ola": {37, 41, 12}})
	press(s, "Ola", customid.DailyShow)
	ix := s.Slash("Ola", "admin daily-post", "channel=here")
	ix.Rights = discord.PermManageGuild
	s.Handle(ix)
	s.Flush()
	before := len(s.API.Calls())
	s.API.Fail = bottest.Failing(discordtest.Gone, bottest.SendTo(bottest.Channel))
	for i := range 3 {
		s.Clock = monday.Plus(i).Closes()
		s.Flush()
	}
	if got := len(s.API.Calls()) - before; got != 1 {
		t.Errorf("%d calls to a place that is gone", got)
	}
	s.NothingBroke()
}
