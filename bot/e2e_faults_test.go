package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/sandbox"
	"konduktor/engine/match"
)

// ready starts a game of two whose setup is done; it returns when the first player has been called.
func (l *line) ready(people ...string) match.GameID {
	l.T.Helper()
	id := l.Begin(people...)
	for _, name := range people {
		l.act(l.User(name), l.Panel(id, l.User(name)))
	}
	l.settled()
	return id
}

// settled waits until nothing is left to be told but the ends of votes, which take a day.
func (l *line) settled() {
	l.T.Helper()
	l.Until("the outbox to empty", func() bool {
		next, err := l.Store.NextDue(l.Ctx)
		return err != nil || next.Sub(l.Clock.Now()) > time.Hour
	})
}

// mover is the first of those who can move now.
func (l *line) mover(id match.GameID) *sandbox.User {
	g := l.Game(id)
	i := slices.IndexFunc(g.Seats, func(s match.Seat) bool { return s.User == g.ToMove[0] })
	return l.User(g.Seats[i].Name)
}

// other is the player of two who cannot move now.
func (l *line) other(id match.GameID) *sandbox.User {
	g := l.Game(id)
	i := slices.IndexFunc(g.Seats, func(s match.Seat) bool { return s.User != g.ToMove[0] })
	return l.User(g.Seats[i].Name)
}

func TestDiscordDeliversAnInteractionTwice(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	u := l.mover(id)
	panel := l.Panel(id, u)
	ix, _ := draw(u, panel, "draw:0")
	first := l.Reply(ix).Text()
	before := l.Game(id)
	requests := len(l.Srv.API.Requests())
	ix.Redeliver()
	l.Until("an answer to the repetition", func() bool { return len(l.Srv.API.Requests()) > requests })
	if diff := cmp.Diff(before, l.Game(id)); diff != "" {
		t.Errorf("the repetition changed the game (-before +after):\n%s", diff)
	}
	if got := l.Panel(id, u).Text(); got != first {
		t.Errorf("got panel %q, want as before %q", got, first)
	}
}

func TestOldForgedAndForeignButtonsChangeNothing(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo", "Eve")
	id := l.ready("Ola", "Bo")
	u, o := l.mover(id), l.other(id)
	panel := l.Panel(id, u)
	drawn, _ := button(panel, "/draw:0")
	l.Reply(panel.Click(u, drawn.CustomID)) // it is a panel of the next ply now
	before := l.Game(id)
	old := fmt.Sprintf("do/%s/%d/", id, before.Ply-1)
	now := fmt.Sprintf("do/%s/%d/", id, before.Ply)
	public := l.Thread(id).Last()
	for _, ix := range []*sandbox.Interaction{
		u.Forge(panel, old+"tickets"),
		u.Forge(panel, old+"draw:0"),
		u.Forge(panel, drawn.CustomID),
		u.Forge(panel, fmt.Sprintf("do/%s/%d/claim:999:a2", id, before.Ply)),
		u.Forge(panel, now+"claim:99999:a2"),
		u.Forge(panel, now+"claim:0:a99"),
		u.Forge(panel, now+"draw:17"),
		u.Forge(panel, "do/zzzzz/0/draw:0"),
		u.Forge(panel, strings.Repeat("do/", 33)),
		o.Forge(public, now+"draw:0"),
		l.User("Eve").Forge(public, now+"draw:0"),
		l.User("Eve").Forge(public, "start/"+string(id)),
		l.User("Eve").Forge(public, "stop/"+string(id)),
		l.User("Eve").Forge(public, "hand/"+string(id)),
	} {
		if err := ix.Wait(l.Ctx); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(before, l.Game(id)); diff != "" {
		t.Errorf("the game has changed (-before +after):\n%s", diff)
	}
}

func TestPlayerWithClosedDMsPlaysAtTheTable(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	l.User("Bo").CloseDMs(true)
	id := l.Begin("Ola", "Bo")
	bo := l.User("Bo")
	l.act(l.User("Ola"), l.Panel(id, l.User("Ola")))
	opened := l.OpenHand(id, bo)
	l.act(bo, opened)
	l.settled()
	if v := l.Game(id); v.Ply != 2 {
		t.Errorf("got ply %d, want 2: both have chosen", v.Ply)
	}
	if n := len(bo.DMs()); n != 0 {
		t.Errorf("got %d direct messages, want none", n)
	}
}

func TestPlayerWhoClosesDMsLaterIsCalledAtTheTable(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	o := l.other(id)
	o.CloseDMs(true)
	l.turnByDM(id, l.mover(id))
	// By a notice of its own, or by the message of the turn if that is sent once the closed
	// messages are known.
	l.Until("the call at the table", func() bool {
		return slices.ContainsFunc(l.Thread(id).Messages(), func(m *sandbox.Message) bool {
			return m.Pings(o)
		})
	})
}

func TestADeletedThreadCostsNothing(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	l.Thread(id).Delete()
	l.Until("the game to be homeless", func() bool { return l.Game(id).Thread == "" })
	l.turnByDM(id, l.mover(id))
	l.turnByDM(id, l.mover(id))
	l.settled() // once there is a table again nobody is told how to get one
	l.Reply(l.User("Ola").Slash(l.Table(), "game move-here", sandbox.Opt("game", string(id))))
	l.Until("the new table", func() bool {
		th := l.Thread(id)
		return th != nil && th.Last() != nil && slices.ContainsFunc(th.Last().Buttons(),
			func(b sandbox.Component) bool {
				return b.Label == "Open my hand"
			})
	})
	for _, name := range []string{"Ola", "Bo"} {
		told := slices.ContainsFunc(l.User(name).DMs(), func(m *sandbox.Message) bool {
			return strings.Contains(m.Content, "/game move-here game:"+string(id))
		})
		if !told {
			t.Errorf("%s was not told how to go on", name)
		}
	}
}

func TestADeletedLobbyMessageDoesNotKeepTheGameFromStarting(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	ola := l.User("Ola")
	l.Reply(ola.Slash(l.Table(), "game new", sandbox.Opt("title", "amsterdam")))
	l.Until("the lobby's message", func() bool { return l.Table().Last() != nil })
	l.Reply(l.Table().Last().Click(l.User("Bo"), "Join"))
	l.settled()
	last := l.Table().Last()
	l.Must(ola.Delete(last.ChannelID, last.ID))
	l.Reply(ola.Slash(l.Table(), "game start"))
	games, err := l.Store.GamesOf(l.Ctx, match.UserID(ola.ID()), match.Running)
	l.Must(err)
	l.Until("the table", func() bool {
		th := l.Thread(games[0].ID)
		return th != nil &&
			th.Last() != nil
	})
}

func TestARestartBetweenCommitAndSendTellsEachTurnOnce(t *testing.T) {
	t.Parallel()
	tellsOnceAfterARestart(t, &Line{Title: "amsterdam"})
}

func TestARestartOnPostgreSQLTellsEachTurnOnce(t *testing.T) {
	t.Parallel()
	tellsOnceAfterARestart(t, &Line{Title: "amsterdam", Postgres: true})
}

func tellsOnceAfterARestart(t *testing.T, options *Line) {
	t.Helper()
	l := openLine(t, options, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	before := l.calls(id)
	// What is sent to the table arrives, but the bot does not learn of it before it goes down.
	route := "POST /channels/{channel}/messages"
	l.Srv.API.Inject(sandbox.Fault{Route: route, Cut: sandbox.CutAfter})
	l.turnByDM(id, l.mover(id))
	l.Until("the lost answer", func() bool {
		return slices.ContainsFunc(l.Srv.API.Requests(), func(r sandbox.Request) bool {
			return r.Route == route && r.Status == 0
		})
	})
	l.End()
	l.Start()
	l.settled()
	if got := l.calls(id) - before; got != 1 {
		t.Errorf("the turn was told %d times, want once", got)
	}
}

// calls counts the posts at the table that show the board: one for each turn.
func (l *line) calls(id match.GameID) int {
	n := 0
	for _, m := range l.Thread(id).Messages() {
		if len(m.Attachments) > 0 { // the words about whose turn it is go with the next post
			n++
		}
	}
	return n
}

func TestUnansweredTypedMoveIsMadeOnceTypedAgain(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]*Line{
		"by the gateway": {Title: "amsterdam"},
		"over HTTP":      {Title: "amsterdam", ByHTTP: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := openLine(t, options, "Ola", "Bo")
			id := l.ready("Ola", "Bo")
			u, before := l.mover(id), l.Game(id)
			const callback = "POST /interactions/{interaction}/{token}/callback"
			l.Srv.API.Inject(sandbox.Fault{Route: callback, Times: 2, Status: 500})
			draw := func() *sandbox.Interaction {
				return u.Slash(l.Thread(id), "draw", sandbox.Opt("card", "deck"))
			}
			draw() // the person reads that the application did not respond
			l.Until("the bot to give up", func() bool {
				failed := 0
				for _, r := range l.Srv.API.Requests() {
					if r.Route == callback && r.Status == 500 {
						failed++
					}
				}
				return failed == 2
			})
			l.Reply(draw())
			l.moved(id, before)
		})
	}
}

func TestAStormOfRateLimitsDelaysButLosesNothing(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	before := l.calls(id)
	const send = "POST /channels/{channel}/messages"
	l.Srv.API.Inject(sandbox.Fault{
		Route: send, Times: 3, Status: 429,
		RetryAfter: 300 * time.Millisecond,
	})
	l.Srv.API.Inject(sandbox.Fault{Route: send, Times: 2, Status: 503})
	l.turnAnyhow(id)
	l.turnAnyhow(id)
	l.settled()
	if got := l.calls(id) - before; got < 1 || got > 2 {
		t.Errorf("%d of 2 turns called for the next player, want 1 or 2 (an overtaken turn calls "+
			"nobody)", got)
	}
	if list := l.refusals(); len(list) > 10 {
		t.Errorf("got %d refusals, want a handful: %v", len(list), list)
	}
}

// turnAnyhow draws two cards by command: it needs no direct message.
func (l *line) turnAnyhow(id match.GameID) {
	l.T.Helper()
	u := l.mover(id)
	for l.Game(id).WaitsFor(match.UserID(u.ID())) {
		l.Reply(u.Slash(l.Thread(id), "draw", sandbox.Opt("card", "deck")))
	}
}

func TestDelayedAnswerIsCompleted(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	edit := "PATCH /webhooks/{app}/{token}/messages/{message}"
	l.Srv.API.Inject(sandbox.Fault{Route: edit, Status: 502})
	l.Srv.API.Inject(sandbox.Fault{Route: edit, Cut: sandbox.CutBefore})
	ctx, stop := context.WithTimeout(l.Ctx, 30*time.Second)
	defer stop()
	hand, err := l.User("Ola").Slash(l.Thread(id), "hand").Reply(ctx)
	l.Must(err)
	bottest.Contains(t, hand.Content, "Amsterdam")
}

func TestPeopleWithHostileNamesCannotPingOrFormat(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "@everyone **x**")
	id := l.ready("Ola", "@everyone **x**")
	l.turnByDM(id, l.mover(id))
	l.settled()
	for _, m := range append(l.Thread(id).Messages(), l.Table().Messages()...) {
		if strings.Contains(m.Content, "@everyone") || strings.Contains(m.Content, "**x**") {
			t.Errorf("a name comes alive in %q", m.Content)
		}
	}
	l.validate()
}

func TestThePictureOfAHandGoesToItsOwnerOnly(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo", "Eve")
	id := l.ready("Ola", "Bo")
	l.Reply(l.User("Ola").Slash(l.Table(), "hand", sandbox.Opt("game", string(id))))
	l.OpenHand(id, l.User("Bo"))
	for _, ch := range []*sandbox.Channel{l.Table(), l.Thread(id)} {
		for _, m := range l.User("Eve").Messages(ch) {
			if strings.Contains(m.Text(), "hand at") {
				t.Errorf("Eve sees %q", m.Text())
			}
		}
	}
}

func TestLockedThreadStopsBeingATable(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	l.Thread(id).Archive(true)
	l.turnByDM(id, l.mover(id))
	l.Until("the players to be told", func() bool {
		return slices.ContainsFunc(l.User("Ola").DMs(), func(m *sandbox.Message) bool {
			return strings.Contains(m.Content, "/game move-here game:"+string(id))
		})
	})
}

func TestGameGoesOnByDMAfterTheBotLeftItsServer(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	before := l.Game(id)
	l.Srv.RemoveBot()
	l.Until("the game to be homeless", func() bool { return l.Game(id).Thread == "" })
	l.settled()
	if after := l.Game(id); after.State != match.Running || after.Ply != before.Ply {
		t.Errorf("got state %s at ply %d, want the game as it was at %d", after.State, after.Ply,
			before.Ply)
	}
}

func TestBotNoticesItsRemovalWhenItNextWrites(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	before := l.Game(id)
	l.End()
	l.Srv.RemoveBot()
	l.Start()
	l.turnByDM(id, l.mover(id))
	l.Until("the game to be homeless", func() bool { return l.Game(id).Thread == "" })
	if after := l.Game(id); after.State != match.Running || after.Ply <= before.Ply {
		t.Errorf("got state %s at ply %d, want the game to go on from %d", after.State, after.Ply,
			before.Ply)
	}
}

func TestMissingPermissionsAreNamedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola")
	l.Srv.Deny(1 << 15) // attach files
	got := l.Reply(l.User("Ola").Slash(l.Table(), "game new", sandbox.Opt("title", "amsterdam")))
	bottest.Contains(t, got.Content, "Attach Files")
	if list := l.refusals(); len(list) > 0 {
		t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
}
