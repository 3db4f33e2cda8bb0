package handlers_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/storage"
)

// beginsFromServer has a user ask for a deal on a server and begin it in their direct messages.
func beginsFromServer(s *bottest.Stage, who string, day match.Day) match.GameID {
	s.T.Helper()
	s.Handle(s.Slash(who, "daily"))
	s.Flush()
	return pressesPlay(s, who, day)
}

func pressesPlay(s *bottest.Stage, who string, day match.Day) match.GameID {
	s.T.Helper()
	s.Handle(s.Alone(s.Click(who, bottest.AnswersIn(s.LastTo(who).Rows, customid.Daily))))
	s.Flush()
	return tryOf(s, who, day).Game
}

func offers(m discord.Message, action customid.Action) string {
	if id := bottest.AnswersIn(m.Rows, action); id != "" {
		return id
	}
	for _, row := range m.Rows {
		if row.Select != nil && strings.HasPrefix(row.Select.CustomID, string(action)+"/") {
			return row.Select.CustomID
		}
	}
	return ""
}

func TestAFinishedDealIsShownAndSharedWhereItWasAskedFor(t *testing.T) {
	t.Parallel()
	s := daily(t)
	playsOut(s, beginsFromServer(s, "Ola", monday), bottest.ByDefault)
	end := s.LastTo("Ola")
	bottest.Contains(t, end.Content, discord.MentionChannel(bottest.Channel))
	share, show := offers(end, customid.DailyShare), offers(end, customid.DailyHere)
	if share == "" || show == "" {
		t.Fatalf("the end offers %+v", end.Rows)
	}
	bottest.Contains(t, s.Handle(s.Alone(s.Click("Bo", share))).Content,
		s.Say("problem.daily-unfinished"))
	after := s.Handle(s.Alone(s.Click("Ola", show)))
	if offers(after, customid.DailyHere) != "" || offers(after, customid.DailyShare) == "" {
		t.Errorf("once shown the end offers %+v", after.Rows)
	}
	servers, err := s.Store.ForDailies().DailyServers(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if len(servers) != 1 || servers[0] != bottest.Guild {
		t.Errorf("Ola is on the tables of %v", servers)
	}
	before := len(s.API.Calls(discordtest.Send))
	after = s.Handle(s.Alone(s.Click("Ola", share)))
	s.Handle(s.Alone(s.Click("Ola", share))) // pressed twice
	s.Flush()
	if offers(after, customid.DailyShare) != "" {
		t.Error("what was shared is offered again")
	}
	got := posted(s, before)
	if len(got) != 1 || len(got[0].Mention) > 0 {
		t.Fatalf("%d messages in the channel: %+v", len(got), got)
	}
	bottest.Contains(t, got[0].Content, mentioned("Ola"), "```", "Amsterdam")
	bottest.Contains(t, bottest.AnswersIn(got[0].Rows, customid.Daily), string(monday))
	if page := s.Handle(s.Alone(s.Slash("Ola", "daily"))); offers(page, customid.Film) != "" {
		t.Error("the film of a deal that is open is offered")
	}
	s.NothingBroke()
}

func TestADealIsSharedOnce(t *testing.T) {
	t.Parallel()
	s := daily(t)
	playsOut(s, beginsFromServer(s, "Ola", monday), bottest.ByDefault)
	end, before := s.LastTo("Ola"), len(s.API.Calls(discordtest.Send))
	for range 2 {
		s.Handle(s.Alone(s.Click("Ola", offers(end, customid.DailyShare))))
		s.Flush()
		after := s.Handle(s.Alone(s.Click("Ola", offers(end, customid.DailyHere))))
		if offers(after, customid.DailyShare) != "" {
			t.Error("what was shared is offered again")
		}
		s.Clock = monday.Closes()
	}
	if n := len(posted(s, before)); n != 1 {
		t.Errorf("%d messages in the channel, want one", n)
	}
	s.NothingBroke()
}

func TestASharedDealCanBePlayedFromThereUntilItsDayCloses(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := beginsFromServer(s, "Ola", monday)
	playsOut(s, id, bottest.ByDefault)
	end, before := s.LastTo("Ola"), len(s.API.Calls(discordtest.Send))
	s.Handle(s.Alone(s.Click("Ola", offers(end, customid.DailyShare))))
	s.Flush()
	play := bottest.AnswersIn(posted(s, before)[0].Rows, customid.Daily)
	post := bottest.LastOf(t, s.PostsOf(id, posts.Shared))
	s.Clock = monday.Closes().Add(-time.Second)
	s.Flush()
	if edits := s.Edits(post.Message); len(edits) > 0 {
		t.Errorf("it is edited while the day is open: %+v", edits)
	}
	bottest.Contains(t, s.Handle(s.Click("Bo", play)).Content, s.Say("daily.sent"))
	s.Clock = monday.Closes()
	s.Flush()
	if e := bottest.LastOf(t, s.Edits(post.Message)); e.Rows == nil || len(*e.Rows) > 0 ||
		e.Content != nil {
		t.Errorf("once the day has closed the post is edited %+v", e)
	}
	bottest.Contains(t, s.Handle(s.Click("Bo", play)).Content, s.Say("daily.sent-today"))
	bottest.Contains(t, bottest.AnswersIn(s.LastTo("Bo").Rows, customid.Daily), string(monday.Plus(1)))
	s.NothingBroke()
}

func TestASharedDealIsToldOfItsPlayerInTheLanguageOfTheServer(t *testing.T) {
	t.Parallel()
	s := daily(t)
	ix := s.Slash("Ola", "daily")
	ix.GuildLocale = "pl"
	s.Handle(ix)
	playsOut(s, pressesPlay(s, "Ola", monday), bottest.ByDefault)
	before := len(s.API.Calls(discordtest.Send))
	s.Handle(s.Alone(s.Click("Ola", offers(s.LastTo("Ola"), customid.DailyShare))))
	s.Flush()
	got := posted(s, before)
	if len(got) != 1 {
		t.Fatalf("%d messages in the channel", len(got))
	}
	said := s.Texts("pl").Say("daily.shared", "Who", mentioned("Ola"))
	if !strings.HasPrefix(got[0].Content, said) || !strings.HasSuffix(got[0].Content, "```") {
		t.Errorf("others read %q, want %q and the card alone", got[0].Content, said)
	}
	s.NothingBroke()
}

func TestWhereADealWasAskedForIsNotBelievedOfAButton(t *testing.T) {
	t.Parallel()
	s := daily(t)
	s.Handle(s.Alone(s.Slash("Ola", "daily")))
	s.Handle(s.Alone(s.Click("Ola", "daily/"+string(monday)+"/999888777/123123123")))
	s.Flush()
	try, err := s.Store.ForDailies().Try(t.Context(), monday, bottest.Person("Ola").ID)
	if err == nil && s.Game(try.Game).Asked != (match.Asked{}) {
		t.Errorf("the deal was asked for at %+v", s.Game(try.Game).Asked)
	}
}

func TestFormerMemberIsNeitherShownNorShared(t *testing.T) {
	t.Parallel()
	s := daily(t)
	playsOut(s, beginsFromServer(s, "Ola", monday), bottest.ByDefault)
	end, before := s.LastTo("Ola"), len(s.API.Calls(discordtest.Send))
	s.API.Left = []match.UserID{bottest.Person("Ola").ID}
	for _, action := range []customid.Action{customid.DailyHere, customid.DailyShare} {
		s.Handle(s.Alone(s.Click("Ola", offers(end, action))))
		s.Flush()
	}
	servers, err := s.Store.ForDailies().DailyServers(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if len(servers) > 0 || len(posted(s, before)) > 0 {
		t.Errorf("shown on %v, %d messages in the channel", servers, len(posted(s, before)))
	}
	s.NothingBroke()
}

func TestTheEndOfAnOldDealCountsTheDaysUpToIt(t *testing.T) {
	t.Parallel()
	s := daily(t)
	finishes(s, "Ola", monday.Plus(-1))
	playsOut(s, begins(s, "Ola", monday), bottest.ByDefault)
	finishes(s, "Ola", monday.Plus(1), monday.Plus(2))
	s.Clock = monday.Plus(2).Begins().Add(time.Hour)
	end := s.Handle(s.Alone(s.Click("Ola",
		customid.ID{Action: customid.DailyAlarm, Day: string(monday)}.Print(), customid.NoAlarm)))
	if said := s.Say("daily.milestone", "Days", 3); strings.Contains(end.Content, said) {
		t.Errorf("the end of the second day says %q", said)
	}
}

func TestADealThatWasNotFinishedInTimeIsNeitherShownNorShared(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := beginsFromServer(s, "Ola", monday)
	for _, action := range []customid.Action{customid.DailyHere, customid.DailyShare} {
		press := customid.ID{Action: action, Day: string(monday)}.Print()
		for range 2 {
			got := s.Handle(s.Alone(s.Click("Ola", press))).Content
			bottest.Contains(t, got, s.Say("problem.daily-unfinished"))
			s.Clock = monday.Closes()
			if s.Game(id).State == match.Running {
				playsOut(s, id, bottest.ByDefault)
			}
		}
	}
	servers, err := s.Store.ForDailies().DailyServers(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if len(servers) > 0 || len(posted(s, 0)) > 0 {
		t.Errorf("shown on %v, %d messages in the channel", servers, len(posted(s, 0)))
	}
}

func TestADealAskedForInDirectMessagesOffersNoServer(t *testing.T) {
	t.Parallel()
	s := daily(t)
	playsOut(s, begins(s, "Ola", monday), bottest.ByDefault)
	for _, action := range []customid.Action{customid.DailyHere, customid.DailyShare} {
		if offers(s.LastTo("Ola"), action) != "" {
			t.Errorf("%s is offered", action)
		}
		press := customid.ID{Action: action, Day: string(monday)}.Print()
		bottest.Contains(t, s.Handle(s.Alone(s.Click("Ola", press))).Content, s.Say("problem.guild-only"))
	}
	s.NothingBroke()
}

func TestRefusedShareIsExplained(t *testing.T) {
	t.Parallel()
	s := daily(t)
	playsOut(s, beginsFromServer(s, "Ola", monday), bottest.ByDefault)
	s.API.Fail = bottest.Failing(discordtest.Gone, bottest.SendTo(bottest.Channel))
	s.Handle(s.Alone(s.Click("Ola", offers(s.LastTo("Ola"), customid.DailyShare))))
	s.Flush()
	bottest.Contains(t, s.LastTo("Ola").Content, "could not share")
	s.NothingBroke()
}

func TestANewMemberIsOnNoLeaderboardYet(t *testing.T) {
	t.Parallel()
	s := daily(t)
	for _, c := range []struct {
		joined time.Duration
		counts bool
	}{{7*24*time.Hour - time.Second, false}, {7 * 24 * time.Hour, true}} {
		ix := s.Click("Ola", customid.ID{Action: customid.DailyShow}.Print())
		ix.Joined = s.Clock.Add(-c.joined)
		got := s.Handle(ix)
		if refused := got.Content == s.Say("problem.daily-newcomer"); refused == c.counts {
			t.Errorf("a member of %v reads %q", c.joined, got.Content)
		}
	}
	unknown := s.Click("Ola", customid.ID{Action: customid.DailyShow}.Print())
	unknown.Joined = time.Time{}
	bottest.Contains(t, s.Handle(unknown).Content, s.Say("problem.daily-newcomer"))
	ix := s.Slash("Bo", "daily")
	ix.Joined = s.Clock.Add(-time.Hour)
	s.Handle(ix)
	playsOut(s, pressesPlay(s, "Bo", monday), bottest.ByDefault)
	if offers(s.LastTo("Bo"), customid.DailyHere) != "" {
		t.Error("the end of a deal that a new member asks for will be shown on the server")
	}
	for _, c := range []struct {
		server match.ServerID
		who    string
		counts bool
	}{{"950", "Bo", false}, {bottest.Guild, "Cy", false}, {bottest.Guild, "Bo", true}} {
		id := s.Running("Bo", "Cy")
		s.Must(s.Store.ForRatings().EndGame(t.Context(), id, []match.Result{
			{Game: id, Server: c.server, User: bottest.Person(c.who).ID, Seat: 1},
		}))
		ix = s.Click("Bo", customid.ID{Action: customid.DailyShow}.Print())
		ix.Joined = s.Clock.Add(-time.Hour)
		if got := offers(s.Handle(ix), customid.DailyHide) != ""; got != c.counts {
			t.Errorf("after a game of %s on %s Bo is shown: %v", c.who, c.server, got)
		}
	}
}

// finishes has a user finish the deals of days without playing them.
func finishes(s *bottest.Stage, who string, days ...match.Day) {
	s.T.Helper()
	for _, day := range days {
		id := match.GameID(fmt.Sprintf("f%s%d", bottest.Person(who).ID, day.Begins().YearDay()))
		s.Must(s.Store.Create(s.T.Context(), match.Game{
			ID: id, State: match.Cancelled, Title: "amsterdam", Version: 1,
			Host: bottest.Person(who).ID, Locale: "en",
			Terms:   match.Terms{Daily: day, RatedBy: rating.Version},
			Created: s.Clock, Updated: s.Clock,
		}, storage.Origin{}, nil))
		s.Must(s.Store.ForDailies().EndTry(s.T.Context(), id, 10))
	}
}

// threeInARow has Ola finish the third deal in a row on monday.
func threeInARow(t *testing.T) *bottest.Stage {
	s := daily(t)
	finishes(s, "Ola", monday.Plus(-2), monday.Plus(-1))
	playsOut(s, beginsFromServer(s, "Ola", monday), bottest.ByDefault)
	return s
}

// chooses has Ola choose an hour, or none, in the menu of a message.
func chooses(s *bottest.Stage, m discord.Message, hour string) discord.Message {
	s.T.Helper()
	answer := s.Handle(s.Alone(s.Click("Ola", offers(m, customid.DailyAlarm), hour)))
	s.Flush()
	return answer
}

const reminded = "Your streak ("

func TestAReminderIsOfferedOnceAfterThreeDaysInARow(t *testing.T) {
	t.Parallel()
	s := daily(t)
	finishes(s, "Ola", monday.Plus(-1))
	playsOut(s, begins(s, "Ola", monday), bottest.ByDefault)
	if offers(s.LastTo("Ola"), customid.DailyAlarm) != "" {
		t.Error("it is offered after two days")
	}
	s = threeInARow(t)
	end := s.LastTo("Ola")
	bottest.Contains(t, end.Content, s.Say("daily.milestone", "Days", 3), "Shall I remind you")
	if offers(s.Handle(s.Alone(s.Slash("Ola", "daily"))), customid.DailyAlarm) == "" {
		t.Error("who did not answer cannot choose later")
	}
	friday := monday.Plus(4)
	finishes(s, "Ola", monday.Plus(1), monday.Plus(2), monday.Plus(3))
	s.Clock = friday.Begins().Add(time.Hour)
	strongHasPlayed(s, friday)
	playsOut(s, begins(s, "Ola", friday), bottest.ByDefault)
	if m := s.LastTo("Ola"); offers(m, customid.DailyAlarm) != "" || !strings.Contains(m.Content,
		s.Say("daily.milestone", "Days", 7)) {
		t.Errorf("after seven days Ola reads %q, and is asked again: %v", m.Content,
			offers(m, customid.DailyAlarm) != "")
	}
	s.NothingBroke()
}

func TestAReminderComesAtItsHourWhileAStreakIsAtStake(t *testing.T) {
	t.Parallel()
	s := threeInARow(t)
	s.Me("Ola", "zone=Europe/Warsaw")
	bottest.Contains(t, chooses(s, s.LastTo("Ola"), "18").Content, "18:00 (Europe/Warsaw)")
	tuesday := monday.Plus(1)
	s.Clock = monday.Begins().Add(17 * time.Hour) // 18:00 there, and monday's deal is finished
	s.Flush()
	s.Clock = tuesday.Begins().Add(17*time.Hour - time.Second)
	s.Flush()
	if n := telling(s, "Ola", reminded); n != 0 {
		t.Errorf("Ola is reminded %d times before there is anything at stake", n)
	}
	s.Clock = tuesday.Begins().Add(17 * time.Hour)
	s.Flush()
	s.Restart()
	s.Flush()
	if n := telling(s, "Ola", reminded); n != 1 {
		t.Errorf("Ola is reminded %d times, want once", n)
	}
	finishes(s, "Ola", tuesday)
	wednesday := monday.Plus(2)
	finishes(s, "Ola", wednesday)
	s.Clock = wednesday.Begins().Add(17 * time.Hour)
	s.Flush()
	if n := telling(s, "Ola", reminded); n != 1 {
		t.Error("Ola is reminded although she has played")
	}
	s.Clock = wednesday.Plus(1).Begins().Add(17 * time.Hour)
	s.Flush()
	if n := telling(s, "Ola", reminded); n != 2 {
		t.Errorf("%d reminders after a day without the deal", n)
	}
	s.Clock = wednesday.Plus(2).Begins().Add(17 * time.Hour) // the streak is broken
	s.Flush()
	if n := telling(s, "Ola", reminded); n != 2 {
		t.Error("Ola is reminded of a streak that is broken")
	}
	s.NothingBroke()
}

// reminders counts the reminders that Ola gets until the end of a day.
func reminders(s *bottest.Stage, last match.Day) int {
	s.T.Helper()
	before := telling(s, "Ola", reminded)
	for ; s.Clock.Before(last.Plus(1).Begins()); s.Clock = s.Clock.Add(time.Hour) {
		s.Flush()
	}
	return telling(s, "Ola", reminded) - before
}

func TestAfterTwoRemindersThatWereOfNoUseThereIsNone(t *testing.T) {
	t.Parallel()
	s := threeInARow(t)
	end := s.LastTo("Ola")
	chooses(s, end, "8") // before noon: two mornings in which Tuesday's deal can be finished
	if n := reminders(s, monday.Plus(3)); n != 2 {
		t.Errorf("%d reminders of Tuesday's deal, want one on each morning", n)
	}
	friday := monday.Plus(4)
	strongHasPlayed(s, friday)
	s.Clock = friday.Begins().Add(time.Hour)
	playsOut(s, begins(s, "Ola", friday), bottest.ByDefault)
	if n := reminders(s, friday.Plus(3)); n != 0 {
		t.Errorf("%d reminders after two that were of no use", n)
	}
	page := s.Handle(s.Alone(s.Slash("Ola", "daily")))
	i := slices.IndexFunc(page.Rows, func(r discord.Row) bool { return r.Select != nil })
	if i < 0 || !page.Rows[i].Select.Options[0].Default {
		t.Fatalf("/daily does not say that there are none: %+v", page.Rows)
	}
	chooses(s, page, "20") // her own wish, and anew
	finishes(s, "Ola", friday.Plus(3))
	if n := reminders(s, friday.Plus(5)); n != 1 {
		t.Errorf("%d reminders after she has asked for them again", n)
	}
	s.NothingBroke()
}

func TestRemindersGoOnWhileOneOfTwoIsOfUse(t *testing.T) {
	t.Parallel()
	s := threeInARow(t)
	chooses(s, s.LastTo("Ola"), "20")
	for d := 1; d <= 4; d++ {
		if n := reminders(s, monday.Plus(d)); n != 1 {
			t.Errorf("%d reminders on day %d, want one", n, d)
		}
		finishes(s, "Ola", monday.Plus(d))
	}
}

func TestWhoWantsNoReminderGetsNone(t *testing.T) {
	t.Parallel()
	s := threeInARow(t)
	end := s.LastTo("Ola")
	chooses(s, end, "9")
	answer := chooses(s, end, "21")
	bottest.Contains(t, answer.Content, "21:00")
	if n := reminders(s, monday.Plus(1)); n != 1 {
		t.Errorf("%d reminders with another hour, want one", n)
	}
	chooses(s, end, customid.NoAlarm)
	finishes(s, "Ola", monday.Plus(1))
	if n := reminders(s, monday.Plus(3)); n != 0 {
		t.Errorf("%d reminders that are not wanted", n)
	}
	for _, hour := range []string{"24", "-1", "x", ""} {
		bottest.Contains(t, chooses(s, end, hour).Content, s.Say("problem.daily-hour"))
	}
	s.NothingBroke()
}

func TestRemindersAreForgottenWithTheirUser(t *testing.T) {
	t.Parallel()
	s := threeInARow(t)
	chooses(s, s.LastTo("Ola"), "9")
	export := s.Handle(s.Alone(s.Click("Ola", customid.ID{Action: customid.Export}.Print())))
	bottest.Contains(t, string(export.Files[0].Data), `"hour": 9`)
	s.Handle(s.Alone(s.Click("Ola", customid.ID{Action: customid.Erase}.Print())))
	s.Flush()
	key := storage.RemindingKey(bottest.Person("Ola").ID)
	if kept, err := s.Store.Setting(t.Context(), key); err == nil {
		t.Errorf("%q is kept of a user who was forgotten", kept)
	}
	for _, m := range s.Due() {
		if m.User == bottest.Person("Ola").ID {
			t.Errorf("a message waits for a user who was forgotten: %+v", m)
		}
	}
}

func TestALeaderboardIsJoinedOnItsServerAndRemindersAreOnesOwn(t *testing.T) {
	t.Parallel()
	s := threeInARow(t)
	show := customid.ID{Action: customid.DailyShow}.Print()
	hide := customid.ID{Action: customid.DailyHide}.Print()
	group := func(press string) *discord.Interaction {
		ix := s.Click("Ola", press)
		ix.Guild, ix.Channel = "", discord.PrivateChannel("900")
		return ix
	}
	for _, ix := range []*discord.Interaction{
		s.Alone(s.Click("Ola", show)), group(show), group(hide),
	} {
		bottest.Contains(t, s.Handle(ix).Content, s.Say("problem.guild-only"))
	}
	menu := offers(s.LastTo("Ola"), customid.DailyAlarm)
	s.Handle(s.Click("Ola", menu, "9"))
	key := storage.RemindingKey(bottest.Person("Ola").ID)
	kept, err := storage.SettingOf[storage.Reminding](t.Context(), s.Store, key)
	s.Must(err)
	if kept.On {
		t.Error("the hour is chosen where others read along")
	}
}

func TestADealOffersNothingWhereTheBotCannotWrite(t *testing.T) {
	t.Parallel()
	s := daily(t)
	for _, c := range []struct {
		change          func(*discord.Interaction)
		server, channel bool
	}{
		{func(*discord.Interaction) {}, true, true},
		{func(ix *discord.Interaction) { ix.Perms = discord.PermViewChannel }, true, false},
		{func(ix *discord.Interaction) { ix.Absent = true }, false, false},
	} {
		ix := s.Slash("Ola", "daily")
		c.change(ix)
		s.Handle(ix)
		at := remindingOf(s).At
		if (at.Server != "") != c.server || (at.Channel != "") != c.channel {
			t.Errorf("the end of the deal will be shown on %q, in %q", at.Server, at.Channel)
		}
	}
}

func TestAReminderOfAnotherHourIsNotMadeUpFor(t *testing.T) {
	t.Parallel()
	s := threeInARow(t)
	chooses(s, s.LastTo("Ola"), "9")
	s.Clock = monday.Plus(1).Begins().Add(13 * time.Hour) // the bot was away
	s.Flush()
	if n := telling(s, "Ola", reminded); n != 0 {
		t.Error("a reminder comes four hours late")
	}
	if n := reminders(s, monday.Plus(2)); n != 1 {
		t.Errorf("%d reminders on the next morning, want one", n)
	}
}

func TestADayLostToAnOutageIsNotAtStake(t *testing.T) {
	t.Parallel()
	s := threeInARow(t)
	chooses(s, s.LastTo("Ola"), "20")
	lose := func(kept *storage.Served) error {
		kept.Days = []match.Day{monday.Plus(1)}
		return nil
	}
	s.Must(storage.Change(t.Context(), s.Store, storage.ServedKey, lose))
	if n := reminders(s, monday.Plus(1)); n != 0 {
		t.Error("Ola is reminded of a day that breaks no streak")
	}
	if n := reminders(s, monday.Plus(2)); n != 1 {
		t.Errorf("%d reminders on the day after, want one", n)
	}
}

func TestALetterBeforeTheCloseIsQuietInQuietHours(t *testing.T) {
	t.Parallel()
	for quiet, want := range map[string]bool{"10:00-12:00": true, "12:00-13:00": false} {
		s := daily(t)
		s.Me("Ola", "quiet="+quiet)
		begins(s, "Ola", monday)
		s.Clock = monday.Closes().Add(-time.Hour)
		s.Flush()
		if m := s.LastTo("Ola"); m.Silent != want || !strings.Contains(m.Content, "closes <t:") {
			t.Errorf("quiet hours %s: %q is silent: %v", quiet, m.Content, m.Silent)
		}
	}
}

func TestTheNextDealPutsNoOrdinaryGameAway(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := s.Running("Ola", "Bo")
	begins(s, "Ola", monday)
	if got := s.Game(id).State; got != match.Running {
		t.Errorf("an ordinary game is %s", got)
	}
}

// illOfReminders is a store that cannot write a setting of reminders while it is ill, or loses that
// a message was sent.
type illOfReminders struct {
	storage.Store
	ill, forgetful *bool
}

func (i illOfReminders) SwapSetting(
	ctx context.Context, key, before, after string, out ...storage.Message,
) error {
	if *i.ill && strings.HasPrefix(key, storage.RemindingKey("")) {
		return errors.New("the disk is ill")
	}
	return i.Store.SwapSetting(ctx, key, before, after, out...)
}

func (i illOfReminders) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	if *i.forgetful {
		return errors.New("the process ends")
	}
	return i.Store.Sent(ctx, id, posts)
}

func ailing(t *testing.T) (s *bottest.Stage, ill, forgetful *bool) {
	t.Helper()
	s, ill, forgetful = threeInARow(t), new(bool), new(bool)
	s.Remake(func(o *bot.Options) { o.Store = illOfReminders{o.Store, ill, forgetful} })
	chooses(s, s.LastTo("Ola"), "8")
	return s, ill, forgetful
}

func remindingOf(s *bottest.Stage) storage.Reminding {
	s.T.Helper()
	key := storage.RemindingKey(bottest.Person("Ola").ID)
	kept, err := storage.SettingOf[storage.Reminding](s.T.Context(), s.Store, key)
	s.Must(err)
	return kept
}

func TestAReminderThatIsSentAgainCountsOnce(t *testing.T) {
	t.Parallel()
	s, _, forgetful := ailing(t)
	tuesday := monday.Plus(1)
	s.Clock = tuesday.Begins().Add(8 * time.Hour)
	*forgetful = true
	_ = s.Bot.Flush(t.Context())
	*forgetful = false
	s.Clock = s.Clock.Add(time.Minute)
	s.Restart()
	s.Flush()
	if kept := remindingOf(s); !kept.On || len(kept.Days) != 1 {
		t.Errorf("after one reminder %+v is kept", kept)
	}
	if n := reminders(s, tuesday.Plus(1)); n != 1 {
		t.Errorf("%d reminders on the next morning, want one", n)
	}
}

func TestRemindersThatCannotBeEndedAreEndedLater(t *testing.T) {
	t.Parallel()
	s, ill, _ := ailing(t)
	if n := reminders(s, monday.Plus(2)); n != 2 {
		t.Fatalf("%d reminders, want two", n)
	}
	finishes(s, "Ola", monday.Plus(2)) // anew
	s.Clock = monday.Plus(3).Begins().Add(8 * time.Hour)
	*ill = true
	s.Flush()
	*ill = false
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if kept := remindingOf(s); kept.On {
		t.Errorf("after two reminders that were of no use %+v is kept", kept)
	}
}
