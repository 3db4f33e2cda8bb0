package bot

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// drawTwo makes a whole turn of two blind cards.
func (s *stage) drawTwo(id match.GameID) {
	s.t.Helper()
	blind := func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} }
	s.move(id, blind)
	s.move(id, blind)
}

func TestATurnOfTwoCardsIsOneMessage(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	g := s.game(id)
	before := len(s.api.Sent(g.Thread))
	s.drawTwo(id)
	s.flush()
	got := s.api.Sent(g.Thread)[before:]
	if len(got) != 1 {
		t.Fatalf("got %d messages, want 1", len(got))
	}
	contains(t, got[0].Content, g.Seats[0].Name, "<@"+g.Seats[1].User+">")
	if len(got[0].Mention) > 0 || !got[0].Silent {
		t.Errorf("got mentions %v, want none: the direct message is the call", got[0].Mention)
	}
}

func TestTheEarlierMessageLosesItsButtons(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.drawTwo(id)
	s.flush()
	posts, err := s.store.Posts(t.Context(), id, tell.PostBoard)
	s.must(err)
	if len(posts) != 1 {
		t.Fatalf("got %d posts with buttons, want 1", len(posts))
	}
	stripped := map[discord.MessageID]bool{}
	for _, c := range s.api.Calls(discordtest.Edit) {
		stripped[c.ID] = c.Channel == s.game(id).Thread && c.Edit.Rows != nil && len(*c.Edit.Rows) == 0
	}
	for _, c := range s.api.Calls(discordtest.Send) {
		if c.Channel != s.game(id).Thread || len(c.Message.Rows) == 0 || c.Result == posts[0].Message {
			continue
		}
		if !stripped[discord.MessageID(c.Result)] {
			t.Errorf("message %s keeps its buttons: %q", c.Result, c.Message.Content)
		}
	}
}

func TestThePlayerToMoveGetsThePanelByDM(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	first := s.dm(s.game(id).Seats[0].Name)
	panel := first[len(first)-1]
	contains(t, panel.Content, "**Your turn.** Draw cards, claim a route or draw tickets.")
	if len(panel.Rows) == 0 {
		t.Error("the panel has no menus")
	}
}

func TestATakenTurnDisarmsItsPanel(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.drawTwo(id)
	s.flush()
	g := s.game(id)
	posts, err := s.store.Posts(t.Context(), id, tell.PostPanel)
	s.must(err)
	if len(posts) != 1 || posts[0].Seat != 2 {
		t.Fatalf("got panels %v, want seat 2's alone", posts)
	}
	var last discord.Edit
	for _, c := range s.api.Calls(discordtest.Edit) {
		if u, _ := s.store.User(t.Context(), g.Seats[0].User); c.Channel == u.DM {
			last = c.Edit
		}
	}
	if last.Rows == nil || len(*last.Rows) != 0 {
		t.Fatalf("the panel was not disarmed: %+v", last)
	}
	contains(t, *last.Content, s.say("panel.next", "Names", g.Seats[1].Name))
}

func TestAPanelOfAnEarlierTurnIsDisarmedThoughTheSeatIsToMoveAgain(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	g := s.game(id)
	first, err := s.store.Posts(t.Context(), id, tell.PostPanel)
	s.must(err)
	s.drawTwo(id) // both turns before the outbox gets to them
	s.drawTwo(id)
	s.flush()
	posts, err := s.store.Posts(t.Context(), id, tell.PostPanel)
	s.must(err)
	if len(posts) != 1 || posts[0].Seat != 1 || posts[0].Message == first[0].Message {
		t.Fatalf("got panels %v, want seat 1's new one alone; the first was %v", posts, first)
	}
	var last discord.Edit
	for _, c := range s.api.Calls(discordtest.Edit) {
		if string(c.ID) == first[0].Message {
			last = c.Edit
		}
	}
	if last.Rows == nil || len(*last.Rows) != 0 {
		t.Fatalf("the panel was not disarmed: %+v", last)
	}
	contains(t, *last.Content, s.say("panel.next", "Names", g.Seats[1].Name))
}

// deafAPI does not hear what Discord answers to a message in the thread.
type deafAPI struct {
	discord.API
	thread string
}

func (a *deafAPI) Send(ctx context.Context, channel string, m discord.Message) (discord.MessageID, error) {
	id, err := a.API.Send(ctx, channel, m)
	if channel == a.thread && err == nil {
		return "", errors.New("connection cut")
	}
	return id, err
}

func TestACrashBetweenCommitAndSendLosesAndDoublesNothing(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	thread := s.game(id).Thread
	before := len(s.api.Sent(thread))
	s.drawTwo(id)
	s.reopen()
	// The first attempt reaches Discord but its outcome is lost.
	s.remake(func(o *Options) { o.API = &deafAPI{API: s.api, thread: thread} })
	s.flush()
	s.changed = nil
	s.reopen()
	s.clock = s.clock.Add(time.Minute)
	s.flush()
	if got := len(s.api.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages about the turn, want 1", got)
	}
	if due := s.due(); len(due) != 0 {
		t.Errorf("got %d messages left, want none: %v", len(due), due)
	}
}

func TestOvertakenTurnsAreToldWithoutPictureAndButtons(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	thread := s.game(id).Thread
	before := len(s.api.Sent(thread))
	s.drawTwo(id)
	s.drawTwo(id)
	s.drawTwo(id)
	s.flush()
	got := s.api.Sent(thread)[before:]
	if len(got) != 3 {
		t.Fatalf("got %d messages, want 3: nothing is left untold", len(got))
	}
	for i, m := range got {
		if bare := len(m.Rows) == 0 && len(m.Mention) == 0 && m.Silent; bare != (i < 2) {
			t.Errorf("message %d of 3 is bare: %t", i+1, bare)
		}
	}
}

func TestAnOvertakenTurnThatWasSentAfterAllLosesItsButtons(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	thread := s.game(id).Thread
	s.drawTwo(id)
	s.remake(func(o *Options) { o.API = &deafAPI{API: s.api, thread: thread} })
	s.flush() // it arrives with its buttons; the bot does not learn of it
	s.changed = nil
	s.remake(func(*Options) {})
	s.drawTwo(id)
	s.clock = s.clock.Add(time.Minute)
	s.flush()
	armed := map[string]bool{}
	for _, c := range s.api.Calls(discordtest.Send, discordtest.Edit) {
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
	s := newStage(t)
	s.remake(painted(stubPainter{}))
	id := s.playing("Ola", "Bo")
	thread := s.game(id).Thread
	before := len(s.api.Sent(thread))
	s.api.Fail = failing(&discord.Error{Status: 403, Code: 50013}, func(c discordtest.Call) bool {
		return c.Channel == thread && len(c.Message.Files) > 0
	})
	s.drawTwo(id)
	s.flush()
	if got := s.api.Sent(thread)[before:]; len(got) != 1 || len(got[0].Files) != 0 || s.game(id).Thread != thread {
		t.Errorf("got messages %v in thread %q, want one in text", got, s.game(id).Thread)
	}
}

func TestARateLimitIsWaitedOut(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	thread := s.game(id).Thread
	before := len(s.api.Sent(thread))
	limited := &discord.Error{Status: 429, RetryAfter: 30 * time.Second}
	s.api.Fail = failing(limited, sendTo(thread))
	s.drawTwo(id)
	s.flush()
	s.api.Fail = nil
	s.clock = s.clock.Add(29 * time.Second)
	s.flush()
	if got := len(s.api.Sent(thread)) - before; got != 0 {
		t.Errorf("got %d messages before the time, want none", got)
	}
	s.clock = s.clock.Add(time.Second)
	s.flush()
	if got := len(s.api.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages, want 1", got)
	}
}

func TestAnOutageOfDiscordIsWaitedOutHoweverLong(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	thread := s.game(id).Thread
	before := len(s.api.Sent(thread))
	s.api.Fail = failing(discordtest.Unavailable, func(discordtest.Call) bool { return true })
	s.drawTwo(id)
	for range 200 {
		s.flush()
		s.clock = s.clock.Add(10 * time.Minute)
	}
	s.api.Fail = nil
	s.flush()
	if got := len(s.api.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages, want 1", got)
	}
}

func TestAMessageThatDiscordRefusesIsGivenUp(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.api.Fail = failing(&discord.Error{Status: 400, Code: 50035}, sendTo(s.game(id).Thread))
	s.drawTwo(id)
	s.flush()
	if due := s.due(); len(due) != 0 {
		t.Errorf("got %d messages left, want none", len(due))
	}
	dropped, err := s.store.Dropped(t.Context(), 9)
	s.must(err)
	if len(dropped) != 1 {
		t.Errorf("got %v dropped, want one message", dropped)
	}
}

func TestWhoClosedDMsIsCalledAtTheTableAndReachedAgainLater(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	g := s.game(id)
	u, err := s.store.User(t.Context(), g.Seats[1].User)
	s.must(err)
	s.api.Fail = failing(discordtest.DMClosed, sendTo(u.DM))
	s.drawTwo(id)
	s.flush()
	table := s.api.Sent(g.Thread)
	notice := table[len(table)-1]
	contains(t, notice.Content, "<@"+u.ID+">")
	if diff := cmp.Diff([]string{u.ID}, notice.Mention); diff != "" || len(notice.Rows) != 1 {
		t.Errorf("notice with %d rows, mentions (-want +got):\n%s", len(notice.Rows), diff)
	}

	s.api.Fail = nil
	before := len(s.api.Sent(u.DM))
	s.handle(s.click(g.Seats[1].Name, "g/"+string(id)+"/hand"))
	s.flush()
	if got := len(s.api.Sent(u.DM)) - before; got != 1 {
		t.Errorf("got %d direct messages after the player came back, want 1", got)
	}
}

func TestClosedDMsAreNotTriedAtEveryTurn(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	u, err := s.store.User(t.Context(), s.game(id).Seats[1].User)
	s.must(err)
	s.api.Fail = failing(discordtest.DMClosed, sendTo(u.DM))
	for range 6 {
		s.drawTwo(id)
		s.flush()
	}
	tried := 0
	for _, c := range s.api.Calls(discordtest.Send) {
		if c.Channel == u.DM && c.Err != nil {
			tried++
		}
	}
	if tried != 1 {
		t.Errorf("got %d refused attempts, want 1", tried)
	}
}

func TestAGameWhoseThreadIsGoneFindsANewTable(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	old := s.game(id).Thread
	s.api.Fail = failing(discordtest.Gone, sendTo(old))
	s.drawTwo(id)
	s.flush()
	if got := s.game(id).Thread; got != "" {
		t.Fatalf("got thread %q, want none", got)
	}
	for _, name := range []string{"Ola", "Bo"} {
		dms := s.dm(name)
		var told bool
		for _, m := range dms {
			told = told || strings.Contains(m.Content, "/game move-here game:"+string(id))
		}
		if !told {
			t.Errorf("%s was not told that the table is gone: %v", name, dms)
		}
	}
	ix := s.slash("Ola", "game move-here", "game="+string(id))
	ix.Channel = "902"
	s.handle(ix)
	s.flush()
	g := s.game(id)
	if g.Thread == "" || g.Thread == old {
		t.Fatalf("got thread %q, want a new one", g.Thread)
	}
	got := s.api.Sent(g.Thread)
	contains(t, got[0].Content, "<@"+g.ToMove[0]+">")
}

func TestADeletedThreadIsNoticedFromItsEvent(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	other := s.playing("Ola", "Cy")
	s.bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: guild, Channel: s.game(id).Thread, Parent: channel})
	if s.game(id).Thread != "" || s.game(other).Thread == "" {
		t.Errorf("got threads %q and %q, want the first gone and the second kept", s.game(id).Thread, s.game(other).Thread)
	}
}

func TestADeletedChannelTakesItsThreadsAndLobbies(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	waiting := s.lobby("Cy")
	s.bot.Event(t.Context(), discord.Event{Kind: discord.ChannelGone, Guild: guild, Channel: channel})
	if g, l := s.game(id), s.game(waiting); g.Thread != "" || l.State != match.Cancelled {
		t.Errorf("got thread %q and lobby %s, want none and cancelled", g.Thread, l.State)
	}
}

func TestWhoHasNotAgreedToCancelIsCalledAndNobodyElse(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo <@1> **x**", "Cy")
	noted := s.handle(s.click("Ola", press.Button(press.Stop, id)))
	s.flush()
	table := s.api.Sent(s.game(id).Thread)
	asked := table[len(table)-1]
	bo := discord.Plain("Bo <@1> **x**")
	contains(t, noted.Content, bo, "Cy")
	want := []string{}
	for _, seat := range s.game(id).Seats {
		if seat.User != person("Ola").ID {
			want = append(want, seat.User)
		}
	}
	if diff := cmp.Diff(want, asked.Mention); diff != "" || strings.Contains(asked.Content, "<@1>") || strings.Contains(asked.Content, "**x**") {
		t.Errorf("got %q; mentions (-want +got):\n%s", asked.Content, diff)
	}
	s.handle(s.click("Cy", press.Button(press.Stop, id)))
	s.flush()
	table = s.api.Sent(s.game(id).Thread)
	last := table[len(table)-1].Content
	contains(t, last, "Cy would like", "still to agree: <@"+person("Bo").ID+">.")
	if strings.Contains(last, "Ola") {
		t.Errorf("got %q, which names who has agreed", last)
	}
}

func TestARunningGameEndsWhenAllAgree(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.handle(s.slash("Ola", "game cancel", "game="+string(id)))
	s.handle(s.click("Ola", press.Button(press.Stop, id)))
	s.handle(s.click("Ola", press.Button(press.Stop, id)))
	if got := s.game(id).State; got != match.Running {
		t.Fatalf("got state %s after one has agreed, want running", got)
	}
	s.handle(s.click("Eve", press.Button(press.Stop, id)))
	s.handle(s.click("Bo", press.Button(press.Stop, id)))
	s.flush()
	if got := s.game(id).State; got != match.Cancelled {
		t.Errorf("got state %s after all have agreed, want cancelled", got)
	}
	table := s.api.Sent(s.game(id).Thread)
	contains(t, table[len(table)-1].Content, s.say("table.stopped", "Game", string(id)))
	posts, err := s.store.Posts(t.Context(), id, tell.PostPanel)
	s.must(err)
	if len(posts) != 0 {
		t.Errorf("got %d panels that still have menus, want none", len(posts))
	}
}

func TestALobbyMessageThatCannotBeEditedCostsARunningGameNothing(t *testing.T) {
	s := newStage(t)
	id := s.lobby("Ola", "Bo")
	s.api.Fail = failing(&discord.Error{Status: 403, Code: 50001}, func(c discordtest.Call) bool {
		return c.Method == discordtest.Edit && c.Channel == channel
	})
	s.handle(s.click("Ola", press.Button(press.Start, id)))
	s.flush()
	if s.game(id).Thread == "" {
		t.Error("the game has lost its table")
	}
}

func TestAThreadThatCannotBeOpenedIsToldByDM(t *testing.T) {
	s := newStage(t)
	id := s.lobby("Ola", "Bo")
	s.api.Fail = failing(&discord.Error{Status: 403, Code: 50013}, func(c discordtest.Call) bool {
		return c.Method == discordtest.StartThread
	})
	s.handle(s.click("Ola", press.Button(press.Start, id)))
	s.flush()
	dms := s.dm("Bo")
	contains(t, dms[len(dms)-1].Content, "/game move-here")
}

func TestRematchInvitesTheSamePeople(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.finish(id)
	s.handle(s.click("Bo", press.Button(press.Rematch, id)))
	games, err := s.store.GamesIn(t.Context(), match.Lobby)
	s.must(err)
	if len(games) != 1 || games[0].Host != person("Bo").ID || games[0].Invited[0] != person("Ola").ID {
		t.Errorf("got %+v, want a lobby of Bo's with Ola invited", games)
	}
}

func TestARematchInvitesWhoseSeatItIsNotTheStandIn(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	g := s.game(id)
	g.Seats[0].Owner, g.Seats[0].User = g.Seats[0].User, person("Cy").ID
	g.State, g.ToMove = match.Cancelled, nil
	s.must(s.store.Update(t.Context(), g, storage.Origin{}, nil))
	s.handle(s.click(g.Seats[1].Name, press.Button(press.Rematch, id)))
	games, err := s.store.GamesIn(t.Context(), match.Lobby)
	s.must(err)
	if len(games) != 1 || !slices.Equal(games[0].Invited, []string{g.Seats[0].Owner}) {
		t.Errorf("got %+v, want a lobby with the owner of the first seat invited", games)
	}
}

func TestRunSendsWhatIsCommittedAndEndsWithItsContext(t *testing.T) {
	s := newStage(t)
	id := s.lobby("Ola", "Bo")
	s.handle(s.click("Ola", press.Button(press.Start, id)))
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- s.bot.Run(ctx) }()
	err := s.api.Wait(ctx, func(calls []discordtest.Call) bool { return sentTo(calls, s.game(id).Seed.Commitment()) })
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

func TestAMessageThatAlwaysTakesTooLongIsGivenUp(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	const attempts = 12                                           // after which a fault of ours is given up
	s.remake(func(o *Options) { o.SendWithin = time.Nanosecond }) // whatever is tried, the time is up
	s.drawTwo(id)
	for range 3 * attempts { // several messages of one lane
		s.flush()
		s.clock = s.clock.Add(10 * time.Minute)
	}
	if due := s.due(); len(due) != 0 {
		t.Errorf("got %d messages left, want none: %v", len(due), due)
	}
	dropped, err := s.store.Dropped(t.Context(), 9)
	s.must(err)
	if len(dropped) == 0 || dropped[0].Attempts != attempts-1 {
		t.Errorf("got %v dropped, want messages tried %d times", dropped, attempts)
	}
}
