package timekeeper_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// banks returns what each seat has left when its clock was settled last.
func banks(s *bottest.Stage, id match.GameID) (list []time.Duration) {
	for _, seat := range s.Game(id).Seats {
		list = append(list, seat.Bank)
	}
	return list
}

func TestTurnsEarnTimeAndOnlyTheMoversClockRuns(t *testing.T) {
	s := bottest.New(t)
	s.Pace = "daily"
	id := s.Running("Ola", "Bo")
	s.Clock = s.Clock.Add(2 * time.Hour)
	s.Move(id, bottest.FirstLegal)
	s.Clock = s.Clock.Add(3 * time.Hour)
	s.Move(id, bottest.FirstLegal)
	// 72 h to begin with, 2 h and 5 h used, 12 h for the choice of each.
	if diff := cmp.Diff([]time.Duration{82 * time.Hour, 79 * time.Hour}, banks(s, id)); diff != "" {
		t.Errorf("banks (-want +got):\n%s", diff)
	}
	g := s.Game(id)
	if want := s.Clock.Add(82 * time.Hour); !g.Seats[0].Ends.Equal(want) || !g.Seats[1].Ends.IsZero() {
		t.Errorf("got ends %v and %v, want %v and none", g.Seats[0].Ends, g.Seats[1].Ends, want)
	}
	for range 6 { // nobody uses any time: the banks fill up
		s.DrawTwo(id)
	}
	if diff := cmp.Diff([]time.Duration{118 * time.Hour, 115 * time.Hour}, banks(s, id)); diff != "" {
		t.Errorf("banks (-want +got):\n%s", diff)
	}
	s.DrawTwo(id)
	s.DrawTwo(id)
	if diff := cmp.Diff([]time.Duration{120 * time.Hour, 120 * time.Hour}, banks(s, id)); diff != "" {
		t.Errorf("banks at the cap (-want +got):\n%s", diff)
	}
}

func TestEveryTurnShowsItsTime(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	in := fmt.Sprintf("<t:%d:R>", g.Seats[0].Ends.Unix())
	dms, table := s.DM(g.Seats[0].Name), s.API.Sent(g.Thread)
	bottest.Contains(t, dms[len(dms)-1].Content, in)
	bottest.Contains(t, table[len(table)-1].Content, in)
	bottest.Contains(t, table[0].Content, s.Say("clock.pace-daily"))
	bottest.Contains(t, s.Handle(s.Slash(g.Seats[0].Name, "hand", "game="+string(id))).Content, in)
	bottest.Contains(t, s.Handle(s.Slash(g.Seats[0].Name, "games")).Content, in)
	bottest.Contains(t, s.Handle(s.Slash(g.Seats[1].Name, "games")).Content, in)
}

func TestTheLastPlayerWhoseTimeIsUpIsToldThatTheGameWaits(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	for range 2 { // first one of them is away, then the other too
		g := s.Game(id)
		due := slices.MaxFunc(g.Seats, func(a, b match.Seat) int { return a.Ends.Compare(b.Ends) })
		s.KeepDeadlines(due.Ends.Sub(s.Clock))
		dms := s.DM(due.Name)
		waits := s.Say("clock.waits-for-you", "Game", string(id), "In", speech.Stamp(s.Game(id).Expiry(),
			"R"))
		if got, want := strings.Contains(dms[len(dms)-1].Content, waits),
			s.Game(id).Deserted(); got != want {
			t.Errorf("%s is told that the game waits: %t, nobody is left: %t: %q", due.Name, got, want,
				dms[len(dms)-1].Content)
		}
	}
	if !s.Game(id).Deserted() {
		t.Error("somebody still plays")
	}
}

// noticeTo returns where the message stands that tells a player that their time was up.
func noticeTo(s *bottest.Stage, id match.GameID, name string) storage.Post {
	s.T.Helper()
	u, err := s.Store.User(s.T.Context(), bottest.Person(name).ID)
	s.Must(err)
	notices := slices.DeleteFunc(s.PostsOf(id, posts.Away, posts.Late), func(p storage.Post) bool {
		return p.Channel != u.DM
	})
	if len(notices) != 1 {
		s.T.Fatalf("got posts %v about the time-out of %s, want one", notices, name)
	}
	return notices[0]
}

// What a seat holds does not come into a message to somebody who played it before.
func TestAMessageAboutAnEarlierPlayersTimeOutStaysAsItIs(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	late, other := g.Seats[0].Name, g.Seats[1].Name
	u, err := s.Store.User(t.Context(), bottest.Person(other).ID)
	s.Must(err)
	earlier := storage.Post{
		Game: id, Kind: posts.Late, Seat: 1, User: u.ID, Ply: g.Ply, Head: g.Head, Channel: u.DM,
		Message: "1",
	}
	s.SavePost(earlier)
	s.KeepDeadlines(g.Seats[0].Ends.Sub(s.Clock))
	s.DrawTwo(id)
	s.KeepDeadlines(0)
	if notice := s.Now(noticeTo(s, id, late)); forYou(*notice.Content) != 2 {
		t.Errorf("got %q, want two turns", *notice.Content)
	}
	for _, edit := range s.Edits(earlier.Message) {
		if edit.Content != nil || len(*edit.Rows) > 0 {
			t.Errorf("the earlier player reads %+v", edit)
		}
	}
}

func TestReturnAfterNothingMissedHasNoRecap(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	u, err := s.Store.User(t.Context(), g.Seats[0].User)
	s.Must(err)
	late := storage.Post{
		Game: id, Kind: posts.Late, Seat: 1, User: u.ID, Ply: g.Ply, Head: g.Head, Channel: u.DM,
		Message: "1",
	}
	s.SavePost(late)
	s.DrawTwo(id)
	s.Flush()
	want := s.Say("clock.welcome-back", "Game", string(id))
	if got := *s.Now(late).Content; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// forYou counts the turns that a message says the conductor has played for its reader.
func forYou(said string) int {
	return strings.Count(said, "(for you) draws") + strings.Count(said, "(for you) claims")
}

func TestHousePlaysForAPlayerOutOfTimeUntilTheyReturn(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	late := g.Seats[0].Name
	s.KeepDeadlines(g.Seats[0].Ends.Sub(s.Clock) - time.Microsecond)
	if got := s.Game(id).Ply; got != g.Ply {
		t.Fatalf("got ply %d before the time was up, want %d", got, g.Ply)
	}
	said := len(s.API.Sent(g.Thread))
	s.KeepDeadlines(time.Microsecond)
	after := s.Game(id)
	if !after.Seats[0].Automated || after.ToMove[0] != g.Seats[1].User || after.Ply != g.Ply+2 {
		t.Fatalf("got %+v, want two cards drawn by the house and the other seat to move", after)
	}
	table := s.API.Sent(g.Thread)[said:]
	if len(table) != 2 || len(table[0].Rows) != 1 {
		t.Fatalf("got %d messages at the table, want that the player is absent, with a button, "+
			"and the turn", len(table))
	}
	bottest.Contains(t, table[0].Content, s.Say("clock.absent", "Who", late))
	dms := s.DM(late)
	bottest.Contains(t, dms[len(dms)-1].Content, s.Say("clock.you-absent", "Game", string(id)),
		s.Say("render.acts-for-you", "Player", s.Say("render.house"))+" draws")
	if strings.Contains(dms[len(dms)-1].Content, s.Say("deadline.you-passed-other")) {
		t.Errorf("it is said twice that the time was up: %q", dms[len(dms)-1].Content)
	}
	bottest.Contains(t, dms[len(dms)-1].Content, s.Say("panel.next", "Names",
		discord.Plain(g.Seats[1].Name)))
	if n := strings.Count(dms[len(dms)-1].Content, "(for you) draws"); n == 0 {
		t.Errorf("it does not say what was done in the turn: %q", dms[len(dms)-1].Content)
	}
	if ask := s.Say("panel.owes-second"); strings.Contains(dms[len(dms)-1].Content, ask) {
		t.Errorf("the absent player is told %q, which the house has done", ask)
	}
	told := len(dms)

	for range 3 { // the house goes on at once, and the absent player is left alone
		s.DrawTwo(id)
		s.KeepDeadlines(0)
		if now := s.Game(id); now.ToMove[0] != g.Seats[1].User {
			t.Fatalf("%v is to move, want the other seat again", now.ToMove)
		}
	}
	if n := len(s.DM(late)); n != told {
		t.Errorf("the absent player got %d messages", n-told)
	}
	notice := s.Now(noticeTo(s, id, late))
	if n := forYou(*notice.Content); n != 4 {
		t.Errorf("the message about the time-out tells %d of 4 turns: %q", n, *notice.Content)
	}
	if bottest.AnswersIn(*notice.Rows, customid.Return) == "" {
		t.Errorf("its button is gone: %+v", *notice.Rows)
	}
	s.Clock = s.Clock.Add(time.Second)
	answer := s.Handle(s.Click(late, customid.Button(customid.Return, id)))
	bottest.Contains(t, answer.Content, s.Say("clock.welcome-back", "Game", string(id)),
		s.Say("clock.meanwhile"),
		s.Say("render.acts-for-you", "Player", s.Say("render.house"))+" draws")
	if n := forYou(answer.Content); n != 4 {
		t.Errorf("%d of 4 turns that the house has played are told: %q", n, answer.Content)
	}
	s.Flush()
	table = s.API.Sent(g.Thread)
	bottest.Contains(t, table[len(table)-1].Content, s.Say("clock.back", "Who", late))
	s.DrawTwo(id)
	s.KeepDeadlines(time.Hour)
	now := s.Game(id)
	if now.ToMove[0] != g.Seats[0].User || now.Seats[0].Automated ||
		now.Seats[0].Bank != 12*time.Hour {
		t.Errorf("got %+v, want the player to move with the time of one turn", now)
	}
	bottest.Contains(t, s.Handle(s.Click(late, customid.Button(customid.Return, id))).Content,
		s.Say("problem.not-away", "Game", string(id)))
	if outsider := s.Handle(s.Click("Zed", customid.Button(customid.Return,
		id))); strings.Contains(outsider.Content, "Welcome") {
		t.Error("an outsider takes a seat")
	}
	s.NothingBroke()
}

func TestPlayerWhoReturnsByAMoveGetsATurnsTime(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	s.KeepDeadlines(g.Seats[0].Ends.Sub(s.Clock)) // from now on the house plays the first seat
	s.DrawTwo(id)
	// the player was faster than the keeper, and can draw another card
	s.Move(id, bottest.InNotation("draw deck"))
	ply := s.Game(id).Ply
	s.KeepDeadlines(time.Hour)
	now := s.Game(id)
	if now.Ply != ply || now.ToMove[0] != g.Seats[0].User || now.Seats[0].Automated {
		t.Fatalf("got %+v, want the player to be waited for at ply %d", now, ply)
	}
	if want := s.Clock.Add(11 * time.Hour); !now.Seats[0].Ends.Equal(want) {
		t.Errorf("got the end at %v, want %v", now.Seats[0].Ends, want)
	}
}

func TestAbandonedGameIsCancelledAfterAWeek(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	for range 2 {
		next, err := s.Store.NextDeadline(t.Context())
		s.Must(err)
		for next.Before(s.Clock.Add(200*time.Hour)) && s.Game(id).State == match.Running &&
			!allAway(s, id) {
			s.KeepDeadlines(max(next.Sub(s.Clock), 0))
			next, err = s.Store.NextDeadline(t.Context())
			s.Must(err)
		}
	}
	if !allAway(s, id) {
		t.Fatal("somebody is still there")
	}
	ply := s.Game(id).Ply
	s.KeepDeadlines(6 * 24 * time.Hour)
	thread := s.Game(id).Thread
	table := s.API.Sent(thread)
	bottest.Contains(t, table[len(table)-1].Content, "nobody is left to play", "<@")
	s.KeepDeadlines(24*time.Hour - time.Minute)
	if n := len(s.API.Sent(thread)); n != len(table) {
		t.Errorf("got %d more messages in the last day, want none", n-len(table))
	}
	if g := s.Game(id); g.State != match.Running || g.Ply != ply {
		t.Fatalf("got %s at ply %d, want the game to wait at %d", g.State, g.Ply, ply)
	}
	s.KeepDeadlines(time.Minute)
	g := s.Game(id)
	if g.State != match.Cancelled {
		t.Fatalf("got %s, want it cancelled", g.State)
	}
	table = s.API.Sent(g.Thread)
	bottest.Contains(t, table[len(table)-1].Content, s.Say("clock.deserted", "Game", string(id)))
	bottest.Contains(t, s.LobbyNow(id), "cancelled")
	s.NoDeadline()
	s.NothingBroke()
}

func allAway(s *bottest.Stage, id match.GameID) bool {
	for _, seat := range s.Game(id).Seats {
		if !seat.Automated {
			return false
		}
	}
	return true
}

func TestRemindersComeOnceEachAndNeverForAFinishedTurn(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo") // 84 h: 42 and 67.2
	name := s.Game(id).Seats[0].Name
	for _, c := range []struct {
		wait time.Duration
		want int
	}{
		{41 * time.Hour, 0},
		{time.Hour, 1},
		{24 * time.Hour, 1},
		{2 * time.Hour, 2},
		{14 * time.Hour, 2},
	} {
		s.KeepDeadlines(c.wait)
		s.KeepDeadlines(0)
		if got := s.Reminders(name); got != c.want {
			t.Fatalf("%v after the start: got %d reminders, want %d", s.Clock.Sub(bottest.Start), got,
				c.want)
		}
	}
	s.DrawTwo(id)
	s.KeepDeadlines(time.Hour)
	if got := s.Reminders(name); got != 2 {
		t.Errorf("got %d reminders, want no other", got)
	}
}

func TestAReminderGoesOnceItIsNotTrueAnyMore(t *testing.T) {
	for name, c := range map[string]struct {
		thread bool // they are called at the table
		then   func(s *bottest.Stage, id match.GameID)
	}{
		"moved": {false, func(s *bottest.Stage, id match.GameID) { s.DrawTwo(id) }},
		"moved, called at the table": {true, func(s *bottest.Stage, id match.GameID) {
			s.DrawTwo(id)
		}},
		"time is up": {false, func(s *bottest.Stage, _ match.GameID) { s.KeepDeadlines(70 * time.Hour) }},
		"more time": {false, func(s *bottest.Stage, id match.GameID) {
			s.Handle(s.Click(s.Game(id).Seats[1].Name, customid.Button(customid.More, id)))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s, id := bottest.Timed(t, "Ola", "Bo")
			if c.thread {
				s.Me(s.Game(id).Seats[0].Name, "thread=true")
			}
			before := len(s.API.Calls(discordtest.Delete))
			gone := func() int { return len(s.API.Calls(discordtest.Delete)) - before }
			for i, wait := range []time.Duration{43 * time.Hour, 25 * time.Hour} { // half, last call
				s.KeepDeadlines(wait)
				s.KeepDeadlines(0)
				s.Flush()
				if n := gone(); n != i || len(s.PostsOf(id, posts.Reminder)) != 1 {
					t.Fatalf("after reminder %d: %d are gone", i+1, n)
				}
			}
			c.then(s, id)
			s.Flush()
			if n := gone(); n != 2 || len(s.PostsOf(id, posts.Reminder)) > 0 {
				t.Errorf("%d reminders are gone, want both", n)
			}
			s.NothingBroke()
		})
	}
}

func TestTwoProcessesRemindOnce(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	other := s.NewBot(s.Store, s.API)
	s.Clock = s.Clock.Add(43 * time.Hour)
	s.Must(other.KeepClocks(t.Context()))
	s.Must(s.Bot.KeepClocks(t.Context()))
	s.Flush()
	if got := s.Reminders(s.Game(id).Seats[0].Name); got != 1 {
		t.Errorf("got %d reminders, want 1", got)
	}
}

func TestAfterAnOutageOnlyTheLastReminderComes(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	name := s.Game(id).Seats[0].Name
	s.Reopen()
	s.KeepDeadlines(68 * time.Hour)
	dms := s.DM(name)
	if got := s.Reminders(name); got != 1 || !strings.Contains(dms[len(dms)-1].Content, "Last call") {
		t.Errorf("got %d reminders, want the last one alone", got)
	}
}

func TestAfterAnOutageOnlyTheLastReminderComesInQuietHours(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo") // 84 h from noon on, of which 12 a day count
	name := s.Game(id).Seats[0].Name
	s.Me(name, "quiet=23:30-11:30")
	for _, c := range []struct {
		until time.Duration // midnight of the first day
		want  int
	}{
		{3*24*time.Hour + 23*time.Hour + 45*time.Minute, 0}, // half of the time was over at 18:00
		{4*24*time.Hour + 11*time.Hour + 30*time.Minute, 1},
		{5*24*time.Hour + 23*time.Hour + 45*time.Minute, 2}, // four fifths were over at 19:12
	} {
		s.KeepDeadlines(bottest.Start.Add(c.until - 12*time.Hour).Sub(s.Clock))
		if got := s.Reminders(name); got != c.want {
			t.Fatalf("at %v: got %d reminders, want %d", s.Clock, got, c.want)
		}
	}
	dms := s.DM(name)
	bottest.Contains(t, dms[len(dms)-1].Content, "Last call")
}

func TestPlayerWithClosedDMsIsRemindedAtTheTable(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	u, err := s.Store.User(t.Context(), g.Seats[0].User)
	s.Must(err)
	u.DMs = storage.DMClosed
	s.Must(s.Store.SaveUser(t.Context(), u))
	s.KeepDeadlines(42 * time.Hour)
	table := s.API.Sent(g.Thread)
	last := table[len(table)-1]
	bottest.Contains(t, last.Content, "<@"+string(g.Seats[0].User)+">", "your time is gone")
	if diff := cmp.Diff([]match.UserID{g.Seats[0].User}, last.Mention); diff != "" {
		t.Errorf("mentions (-want +got):\n%s", diff)
	}
	s.DrawTwo(id)
	s.DrawTwo(id)
	s.Flush()
	table = s.API.Sent(g.Thread)
	if diff := cmp.Diff([]match.UserID{g.Seats[0].User}, table[len(table)-1].Mention); diff != "" {
		t.Errorf("mentions of the turn (-want +got):\n%s", diff)
	}
}

func TestAClockThatChangesUnderAMoveIsNotLost(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	stale := s.Table(id)
	g := s.Game(id)
	g.Seats[0].Bank += 24 * time.Hour
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	r := s.Request(s.Slash(g.Seats[0].Name, "draw"))
	call := r.Call(id)
	call.Table = stale
	made, err := s.Bot.Games().Make(t.Context(), call, 1, engine.Move{Verb: engine.Draw})
	s.Must(err)
	if got := s.Game(id).Seats[0].Bank; got != g.Seats[0].Bank || made.Table.Seats[0].Bank != got {
		t.Errorf("got %v, want %v", got, g.Seats[0].Bank)
	}
}

func TestALobbyAndATableSayThatThereAreNoClocks(t *testing.T) {
	s := bottest.New(t)
	s.Pace = "none"
	id := s.Playing("Ola", "Bo")
	bottest.Contains(t, s.API.Sent(s.Game(id).Thread)[0].Content, s.Say("clock.pace-none"))
}

func TestFreeWeekendsStopAllClocks(t *testing.T) {
	s := bottest.New(t)
	s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "pace=brisk", "weekends=true"))
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	id := games[0].ID
	s.Flush()
	bottest.Contains(t, s.API.Sent(bottest.Channel)[0].Content, s.Say("clock.pace-brisk"),
		s.Say("clock.weekends"))
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	if got, want := s.Game(id).Seats[0].Ends, time.Date(2026, 11, 24, 0, 0, 0, 0,
		time.UTC); !got.Equal(want) {
		t.Errorf("got the end at %v, want %v: Monday is the first day", got, want)
	}
	unknown := s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "pace=quick")).Content
	bottest.Contains(t, unknown, s.Say("problem.no-such-pace"))
}

func TestOthersGiveOneDayAtATimeUpToALimit(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	mover, other := g.Seats[0].Name, g.Seats[1].Name
	bottest.Contains(t, s.Handle(s.Click(mover, customid.Button(customid.More, id))).Content,
		s.Say("problem.nobody-to-give"))
	s.KeepDeadlines(10 * time.Hour)
	for i := range 3 {
		bottest.Contains(t, s.Handle(s.Click(other, customid.Button(customid.More, id))).Content,
			s.Say("clock.given", "Hours", 24))
		if got, want := s.Game(id).Seats[0].Ends,
			bottest.Start.Add(time.Duration(84+24*(i+1))*time.Hour); !got.Equal(want) {
			t.Errorf("gift %d: got the end at %v, want %v", i+1, got, want)
		}
	}
	bottest.Contains(t, s.Handle(s.Click(other, customid.Button(customid.More, id))).Content,
		s.Say("problem.gifts-enough", "Most", 3))
	s.Flush()
	table := s.API.Sent(g.Thread)
	bottest.Contains(t, table[len(table)-1].Content, s.Say("clock.gift", "Who", other),
		fmt.Sprintf("<t:%d:R>", s.Game(id).Seats[0].Ends.Unix()))
	if got := s.Handle(s.Click("Zed", customid.Button(customid.More,
		id))).Content; strings.Contains(got, "given") {
		t.Errorf("an outsider gives time: %q", got)
	}
	s.NothingBroke()
}

func TestVanishedPlayerDoesNotBlockCancellation(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	away, there := g.Seats[0].Name, g.Seats[1].Name
	s.Handle(s.Click(there, customid.Button(customid.Stop, id)))
	if got := s.Game(id).State; got != match.Running {
		t.Fatalf("got %s, want the game to wait for the other vote", got)
	}
	s.Handle(s.Click(away, customid.Button(customid.Stay, id)))
	if got := s.Game(id).Leaving; got != nil {
		t.Fatalf("got votes %v after a no, want none", got)
	}
	s.Handle(s.Click(there, customid.Button(customid.Stop, id)))
	s.KeepDeadlines(g.Seats[0].Ends.Sub(s.Clock))
	if got := s.Game(id).State; got != match.Cancelled {
		t.Errorf("got %s once the other had vanished, want cancelled", got)
	}
	bottest.Contains(t, s.LobbyNow(id), "cancelled")
	s.NoDeadline()
	s.NothingBroke()
}
