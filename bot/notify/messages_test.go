package notify_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestATurnOfTwoCardsIsOneMessage(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	before := len(s.API.Sent(g.Thread))
	s.DrawTwo(id)
	s.Flush()
	got := s.API.Sent(g.Thread)[before:]
	if len(got) != 1 {
		t.Fatalf("got %d messages, want 1", len(got))
	}
	bottest.Contains(t, got[0].Content, g.Seats[0].Name, "<@"+string(g.Seats[1].User)+">")
	if len(got[0].Mention) > 0 || !got[0].Silent {
		t.Errorf("got mentions %v, want none: the direct message is the call", got[0].Mention)
	}
}

func TestTheEarlierMessageLosesItsButtons(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.DrawTwo(id)
	s.Flush()
	posts := s.Boards(id)
	if len(posts) != 1 {
		t.Fatalf("got %d posts with buttons, want 1", len(posts))
	}
	stripped := map[match.MessageID]bool{}
	for _, c := range s.API.Calls(discordtest.Edit) {
		stripped[c.ID] = c.Channel == s.Game(id).Thread && c.Edit.Rows != nil && len(*c.Edit.Rows) == 0
	}
	for _, c := range s.API.Calls(discordtest.Send) {
		if c.Channel != s.Game(id).Thread || len(c.Message.Rows) == 0 ||
			c.Result == string(posts[0].Message) {
			continue
		}
		if !stripped[match.MessageID(c.Result)] {
			t.Errorf("message %s keeps its buttons: %q", c.Result, c.Message.Content)
		}
	}
}

func TestThePlayerToMoveGetsThePanelByDM(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	first := s.DM(s.Game(id).Seats[0].Name)
	panel := first[len(first)-1]
	bottest.Contains(t, panel.Content, "**Your turn** · ")
	if len(panel.Rows) == 0 {
		t.Error("the panel has no menus")
	}
}

func TestFinishedTurnDisarmsItsPanel(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.DrawTwo(id)
	s.Flush()
	g := s.Game(id)
	posts := s.PostsOf(id, posts.Panel)
	if len(posts) != 1 || posts[0].Seat != 2 {
		t.Fatalf("got panels %v, want seat 2's alone", posts)
	}
	var last discord.Edit
	for _, c := range s.API.Calls(discordtest.Edit) {
		if u, _ := s.Store.User(t.Context(), g.Seats[0].User); c.Channel == u.DM {
			last = c.Edit
		}
	}
	if last.Rows == nil || len(*last.Rows) != 0 {
		t.Fatalf("the panel was not disarmed: %+v", last)
	}
	bottest.Contains(t, *last.Content, s.Say("panel.next", "Names", g.Seats[1].Name))
}

func TestPanelOfAnEarlierTurnIsDisarmedOnTheSeatsNextTurn(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	first := s.PostsOf(id, posts.Panel)
	s.DrawTwo(id) // both turns before the outbox gets to them
	s.DrawTwo(id)
	s.Flush()
	posts := s.PostsOf(id, posts.Panel)
	if len(posts) != 1 || posts[0].Seat != 1 || posts[0].Message == first[0].Message {
		t.Fatalf("got panels %v, want seat 1's new one alone; the first was %v", posts, first)
	}
	var last discord.Edit
	for _, c := range s.API.Calls(discordtest.Edit) {
		if string(c.ID) == string(first[0].Message) {
			last = c.Edit
		}
	}
	if last.Rows == nil || len(*last.Rows) != 0 {
		t.Fatalf("the panel was not disarmed: %+v", last)
	}
	bottest.Contains(t, *last.Content, s.Say("panel.next", "Names", g.Seats[1].Name))
}

// deafAPI does not hear what Discord answers to a message in the thread.
type deafAPI struct {
	discord.API
	thread match.ChannelID
}

func (a *deafAPI) Send(ctx context.Context, channel match.ChannelID,
	m discord.Message,
) (match.MessageID, error) {
	id, err := a.API.Send(ctx, channel, m)
	if channel == a.thread && err == nil {
		return "", errors.New("connection cut")
	}
	return id, err
}

func TestACrashBetweenCommitAndSendLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	before := len(s.API.Sent(thread))
	s.DrawTwo(id)
	s.Reopen()
	// The first attempt reaches Discord but its outcome is lost.
	s.Remake(func(o *bot.Options) { o.API = &deafAPI{API: s.API, thread: thread} })
	s.Flush()
	s.Changed = nil
	s.Reopen()
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if got := len(s.API.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages about the turn, want 1", got)
	}
	if due := s.Due(); len(due) != 0 {
		t.Errorf("got %d messages left, want none: %v", len(due), due)
	}
}

func TestOvertakenTurnsHaveNoPictureOrButtons(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	before := len(s.API.Sent(thread))
	s.DrawTwo(id)
	s.DrawTwo(id)
	s.DrawTwo(id)
	s.Flush()
	got := s.API.Sent(thread)[before:]
	if len(got) != 3 {
		t.Fatalf("got %d messages, want 3: nothing is left untold", len(got))
	}
	for i, m := range got {
		if bare := len(m.Rows) == 0 && len(m.Mention) == 0 && m.Silent; bare != (i < 2) {
			t.Errorf("message %d of 3 is bare: %t", i+1, bare)
		}
	}
}

func TestLateOvertakenTurnLosesItsButtons(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	s.DrawTwo(id)
	s.Remake(func(o *bot.Options) { o.API = &deafAPI{API: s.API, thread: thread} })
	s.Flush() // it arrives with its buttons; the bot does not learn of it
	s.Changed = nil
	s.Remake(func(*bot.Options) {})
	s.DrawTwo(id)
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	armed := map[string]bool{}
	for _, c := range s.API.Calls(discordtest.Send, discordtest.Edit) {
		switch {
		case c.Channel != thread || c.Err != nil:
		case c.Method == discordtest.Edit:
			delete(armed, string(c.ID))
		case len(c.Message.Rows) > 0:
			armed[c.Result] = true
		}
	}
	if len(armed) != 1 {
		t.Errorf("messages %v at the table have buttons, want the last one alone", armed)
	}
}

func TestWithoutTheRightToAttachFilesTheTableIsToldInText(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	before := len(s.API.Sent(thread))
	s.API.Fail = bottest.Failing(&discord.Error{Status: 403, Code: 50013},
		func(c discordtest.Call) bool {
			return c.Channel == thread && len(c.Message.Files) > 0
		})
	s.DrawTwo(id)
	s.Flush()
	if got := s.API.Sent(thread)[before:]; len(got) != 1 || len(got[0].Files) != 0 ||
		s.Game(id).Thread != thread {
		t.Errorf("got messages %v in thread %q, want one in text", got, s.Game(id).Thread)
	}
}

func TestARateLimitIsWaitedOut(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	before := len(s.API.Sent(thread))
	limited := &discord.Error{Status: 429, RetryAfter: 30 * time.Second}
	s.API.Fail = bottest.Failing(limited, bottest.SendTo(thread))
	s.DrawTwo(id)
	s.Flush()
	s.API.Fail = nil
	s.Clock = s.Clock.Add(29 * time.Second)
	s.Flush()
	if got := len(s.API.Sent(thread)) - before; got != 0 {
		t.Errorf("got %d messages before the time, want none", got)
	}
	s.Clock = s.Clock.Add(time.Second)
	s.Flush()
	if got := len(s.API.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages, want 1", got)
	}
}

func TestMessagesWaitOutAnyOutageOfDiscord(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	before := len(s.API.Sent(thread))
	s.API.Fail = bottest.Failing(discordtest.Unavailable, func(discordtest.Call) bool { return true })
	s.DrawTwo(id)
	for range 200 {
		s.Flush()
		s.Clock = s.Clock.Add(10 * time.Minute)
	}
	s.API.Fail = nil
	s.Flush()
	if got := len(s.API.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages, want 1", got)
	}
}

func TestAMessageThatDiscordRefusesIsGivenUp(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.API.Fail = bottest.Failing(&discord.Error{Status: 400, Code: 50035},
		bottest.SendTo(s.Game(id).Thread))
	s.DrawTwo(id)
	s.Flush()
	if due := s.Due(); len(due) != 0 {
		t.Errorf("got %d messages left, want none", len(due))
	}
	dropped, err := s.Store.Dropped(t.Context(), 9)
	s.Must(err)
	if len(dropped) != 1 {
		t.Errorf("got %v dropped, want one message", dropped)
	}
}

func TestPlayerWithClosedDMsIsCalledAtTheTableUntilTheyOpen(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	u, err := s.Store.User(t.Context(), g.Seats[1].User)
	s.Must(err)
	s.API.Fail = bottest.Failing(discordtest.DMClosed, bottest.SendTo(u.DM))
	s.DrawTwo(id)
	s.Flush()
	table := s.API.Sent(g.Thread)
	notice := table[len(table)-1]
	bottest.Contains(t, notice.Content, "<@"+string(u.ID)+">")
	if diff := cmp.Diff([]match.UserID{u.ID}, notice.Mention); diff != "" || len(notice.Rows) != 1 {
		t.Errorf("notice with %d rows, mentions (-want +got):\n%s", len(notice.Rows), diff)
	}

	s.API.Fail = nil
	before := len(s.API.Sent(u.DM))
	s.Handle(s.Click(g.Seats[1].Name, "hand/"+string(id)))
	s.Flush()
	if got := len(s.API.Sent(u.DM)) - before; got != 1 {
		t.Errorf("got %d direct messages after the player came back, want 1", got)
	}
}

func TestNewTableCallsAPlayerWithClosedDMsOnce(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola", "Bo")
	u, err := s.Store.User(t.Context(), s.Game(id).Seats[1].User)
	s.Must(err)
	s.API.Fail = bottest.Failing(discordtest.DMClosed, bottest.SendTo(u.DM))
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	var called int
	for _, m := range s.API.Sent(s.Game(id).Thread) {
		if slices.Contains(m.Mention, u.ID) {
			called++
		}
	}
	if called != 1 {
		t.Errorf("called %d times, want once", called)
	}
}

func TestClosedDMsAreNotTriedAtEveryTurn(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	u, err := s.Store.User(t.Context(), s.Game(id).Seats[1].User)
	s.Must(err)
	s.API.Fail = bottest.Failing(discordtest.DMClosed, bottest.SendTo(u.DM))
	for range 6 {
		s.DrawTwo(id)
		s.Flush()
	}
	tried := 0
	for _, c := range s.API.Calls(discordtest.Send) {
		if c.Channel == u.DM && c.Err != nil {
			tried++
		}
	}
	if tried != 1 {
		t.Errorf("got %d refused attempts, want 1", tried)
	}
}

func TestGameWithoutAThreadFindsANewTable(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	old := s.Game(id).Thread
	s.API.Fail = bottest.Failing(discordtest.Gone, bottest.SendTo(old))
	s.DrawTwo(id)
	s.Flush()
	if got := s.Game(id).Thread; got != "" {
		t.Fatalf("got thread %q, want none", got)
	}
	for _, name := range []string{"Ola", "Bo"} {
		dms := s.DM(name)
		var told bool
		for _, m := range dms {
			told = told || strings.Contains(m.Content, "/game move-here game:"+string(id))
		}
		if !told {
			t.Errorf("%s was not told that the table is gone: %v", name, dms)
		}
	}
	ix := s.Slash("Ola", "game move-here", "game="+string(id))
	ix.Channel = "902"
	s.Handle(ix)
	s.Flush()
	g := s.Game(id)
	if g.Thread == "" || g.Thread == old {
		t.Fatalf("got thread %q, want a new one", g.Thread)
	}
	got := s.API.Sent(g.Thread)
	bottest.Contains(t, got[0].Content, "<@"+string(g.ToMove[0])+">")
}

func TestADeletedThreadIsNoticedFromItsEvent(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	other := s.Playing("Ola", "Cy")
	s.Bot.Event(t.Context(), discord.Event{
		Kind: discord.ThreadGone, Guild: bottest.Guild,
		Channel: s.Game(id).Thread, Parent: bottest.Channel,
	})
	if s.Game(id).Thread != "" || s.Game(other).Thread == "" {
		t.Errorf("got threads %q and %q, want the first gone and the second kept", s.Game(id).Thread,
			s.Game(other).Thread)
	}
}

func TestADeletedChannelTakesItsThreadsAndLobbies(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	waiting := s.Lobby("Cy")
	s.Bot.Event(t.Context(), discord.Event{
		Kind: discord.ChannelGone, Guild: bottest.Guild,
		Channel: bottest.Channel,
	})
	if g, l := s.Game(id), s.Game(waiting); g.Thread != "" || l.State != match.Cancelled {
		t.Errorf("got thread %q and lobby %s, want none and cancelled", g.Thread, l.State)
	}
}

func TestCancellationCallsOnlyPlayersWhoHaveNotAgreed(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo <@1> **x**", "Cy")
	noted := s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	s.Flush()
	table := s.API.Sent(s.Game(id).Thread)
	asked := table[len(table)-1]
	bo := discord.Plain("Bo <@1> **x**")
	bottest.Contains(t, noted.Content, bo, "Cy")
	want := []match.UserID{}
	for _, seat := range s.Game(id).Seats {
		if seat.User != bottest.Person("Ola").ID {
			want = append(want, seat.User)
		}
	}
	if diff := cmp.Diff(want, asked.Mention); diff != "" || strings.Contains(asked.Content, "<@1>") ||
		strings.Contains(asked.Content, "**x**") {
		t.Errorf("got %q; mentions (-want +got):\n%s", asked.Content, diff)
	}
	s.Handle(s.Click("Cy", customid.Button(customid.Stop, id)))
	s.Flush()
	table = s.API.Sent(s.Game(id).Thread)
	last := table[len(table)-1].Content
	bottest.Contains(t, last, "Cy would like",
		"still to agree: <@"+string(bottest.Person("Bo").ID)+">.")
	if strings.Contains(last, "Ola") {
		t.Errorf("got %q, which names who has agreed", last)
	}
}

func TestARunningGameEndsWhenAllAgree(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Handle(s.Slash("Ola", "game cancel", "game="+string(id)))
	s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	if got := s.Game(id).State; got != match.Running {
		t.Fatalf("got state %s after one has agreed, want running", got)
	}
	s.Handle(s.Click("Eve", customid.Button(customid.Stop, id)))
	s.Handle(s.Click("Bo", customid.Button(customid.Stop, id)))
	s.Flush()
	if got := s.Game(id).State; got != match.Cancelled {
		t.Errorf("got state %s after all have agreed, want cancelled", got)
	}
	table := s.API.Sent(s.Game(id).Thread)
	bottest.Contains(t, table[len(table)-1].Content, s.Say("table.stopped", "Game", string(id)))
	posts := s.PostsOf(id, posts.Panel)
	if len(posts) != 0 {
		t.Errorf("got %d panels that still have menus, want none", len(posts))
	}
}

func TestFailedEditOfALobbyDoesNotHurtItsGame(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola", "Bo")
	s.API.Fail = bottest.Failing(&discord.Error{Status: 403, Code: 50001},
		func(c discordtest.Call) bool {
			return c.Method == discordtest.Edit && c.Channel == bottest.Channel
		})
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	if s.Game(id).Thread == "" {
		t.Error("the game has lost its table")
	}
}

func TestPlayersAreToldByDMIfAThreadCannotBeOpened(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola", "Bo")
	s.API.Fail = bottest.Failing(&discord.Error{Status: 403, Code: 50013},
		func(c discordtest.Call) bool {
			return c.Method == discordtest.StartThread
		})
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	dms := s.DM("Bo")
	bottest.Contains(t, dms[len(dms)-1].Content, "/game move-here")
}

func TestRematchInvitesTheSamePeople(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.LobbyWith("Ola", "title=amsterdam", "seats=2")
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Finish(id)
	s.Handle(s.Click("Bo", customid.Button(customid.Rematch, id)))
	games, err := s.Store.GamesIn(t.Context(), match.Lobby)
	s.Must(err)
	if len(games) != 1 || games[0].Host != bottest.Person("Bo").ID ||
		games[0].Invited[0] != bottest.Person("Ola").ID || games[0].Wanted != 2 {
		t.Errorf("got %+v, want a lobby of Bo's for two with Ola invited", games)
	}
}

func TestRematchInvitesTheOwnerOfASeatNotTheStandIn(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	g.Seats[0].Owner, g.Seats[0].User = g.Seats[0].User, bottest.Person("Cy").ID
	g.State, g.ToMove = match.Cancelled, nil
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	s.Handle(s.Click(g.Seats[1].Name, customid.Button(customid.Rematch, id)))
	games, err := s.Store.GamesIn(t.Context(), match.Lobby)
	s.Must(err)
	if len(games) != 1 || !slices.Equal(games[0].Invited, []match.UserID{g.Seats[0].Owner}) {
		t.Errorf("got %+v, want a lobby with the owner of the first seat invited", games)
	}
}

func TestRunSendsWhatIsCommittedAndEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola", "Bo")
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- s.Bot.Run(ctx) }()
	err := s.API.Wait(ctx, func(calls []discordtest.Call) bool {
		return sentTo(calls, s.Game(id).Seed.Commitment())
	})
	stop()
	if err := errors.Join(err, <-ended); err != nil {
		t.Error(err)
	}
}

func sentTo(calls []discordtest.Call, text string) bool {
	for _, c := range calls {
		if c.Method == discordtest.Send && strings.Contains(c.Message.Content, text) {
			return true
		}
	}
	return false
}

func TestMessageThatKeepsTimingOutIsDropped(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	// a message is given up after that number of faults of ours
	const attempts = 12
	// whatever is tried, the time is up
	s.Remake(func(o *bot.Options) { o.SendWithin = time.Nanosecond })
	s.DrawTwo(id)
	for range 3 * attempts { // several messages of one lane
		s.Flush()
		s.Clock = s.Clock.Add(10 * time.Minute)
	}
	if due := s.Due(); len(due) != 0 {
		t.Errorf("got %d messages left, want none: %v", len(due), due)
	}
	dropped, err := s.Store.Dropped(t.Context(), 9)
	s.Must(err)
	if len(dropped) == 0 || dropped[0].Attempts != attempts-1 {
		t.Errorf("got %v dropped, want messages tried %d times", dropped, attempts)
	}
}
