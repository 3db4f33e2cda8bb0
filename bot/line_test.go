package bot_test

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/sandbox"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
	"konduktor/storage"
)

// Line is a whole bot with its real client on the sandbox. The fields down to Postgres can be set
// before it is opened.
type Line struct {
	Title  string // of the games
	Pace   string // of the games; "": pace.Default
	Maps   []message.Map
	Deals  []engine.Title // nil: all titles as they are
	Seed   uint64         // of chance; 0: that of most tests
	ByHTTP bool           // interactions come to the endpoint, and there is no gateway
	// Postgres: the database is a PostgreSQL one. KONDUKTOR_STORE=postgres sets it in all tests.
	Postgres bool

	T     testing.TB
	Ctx   context.Context
	Srv   *sandbox.Server
	Bot   *bot.Bot
	Store storage.Store
	File  string
	Clock *RunningClock
	End   func() // stops the bot as a shutdown does

	changed chan struct{} // something in the store has
}

// Open starts the bot among people, on an empty database.
func (l *Line) Open(t testing.TB, people ...string) {
	t.Helper()
	// The race detector on a busy machine.
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	l.T, l.Ctx, l.changed = t, ctx, make(chan struct{}, 1)
	if l.Postgres {
		l.File = bottest.NewDatabase(t)
	} else {
		l.File = bottest.NewFile(t)
	}
	l.Clock = &RunningClock{waiting: map[chan time.Time]bool{}}
	l.Srv = sandbox.StartTest(t, sandbox.Options{People: people, Now: SlowClock()})
	l.Start()
	t.Cleanup(func() {
		l.End()
		cancel()
	})
}

// SlowClock runs at a twentieth of the speed of time: the sandbox gives 3 s for an answer, as
// Discord does, and a test must not miss them because the machine is busy.
func SlowClock() func() time.Time {
	began := time.Now()
	return func() time.Time { return began.Add(time.Since(began) / 20) }
}

// Must ends the test if err is an error.
func (l *Line) Must(err error) {
	l.T.Helper()
	if err != nil {
		l.T.Fatal(err)
	}
}

// Start runs the bot on the line's database.
func (l *Line) Start() {
	l.T.Helper()
	file, err := bottest.OpenStore(l.Ctx, l.File)
	l.Must(err)
	store := watched{file, l.changed}
	catalog, err := locale.Load()
	l.Must(err)
	log := slog.New(slog.NewTextHandler(newTestLog(l.T), &slog.HandlerOptions{Level: slog.LevelWarn}))
	options := discord.Options{
		Now:    l.Srv.State.Now, // signs requests and dates the IDs of interactions
		Token:  discord.Token(l.Srv.Token()),
		APIURL: l.Srv.APIURL(),
		Logger: log,
		Rate:   10_000,
	}
	client, err := discord.NewClient(options)
	l.Must(err)
	b, err := bot.New(bot.Options{
		Store:   store,
		API:     client,
		Catalog: catalog,
		Log:     log,
		Rand:    bottest.Seeded(cmp.Or(l.Seed, 2)),
		Maps:    l.Maps,
		Titles:  l.Deals,
		Now:     l.Clock.Now,
		After:   l.Clock.After,
		Painter: func(context.Context, engine.Title) (render.Painter, bool) {
			return bottest.StubPainter{}, true
		},
	})
	l.Must(err)
	l.Bot, l.Store = b, store
	l.Must(b.TakeUp(l.Ctx))
	options.Handler, options.OnEvent, options.Busy = b.Handle, b.Event, b.Busy
	if l.ByHTTP {
		options.NoGateway = true
	}
	session, err := discord.Connect(l.Ctx, options)
	l.Must(err)
	if l.ByHTTP {
		l.listen(session)
	}
	l.Must(b.RegisterCommands(l.Ctx))
	running, stop := context.WithCancel(l.Ctx)
	var ran sync.WaitGroup
	ran.Go(func() { _ = b.Run(running) }) // it returns no error
	l.End = sync.OnceFunc(func() {
		closing, done := context.WithTimeout(context.WithoutCancel(l.Ctx), 10*time.Second)
		defer done()
		l.Must(session.Close(closing))
		stop()
		ran.Wait()
		l.Must(store.Close())
	})
}

// listen opens the endpoint for interactions, and names it to Discord.
func (l *Line) listen(session *discord.Session) {
	l.T.Helper()
	key, err := discord.ParsePublicKey(l.Srv.Webhook.PublicKey())
	l.Must(err)
	endpoint := httptest.NewServer(session.Endpoint(key))
	l.T.Cleanup(endpoint.Close)
	l.Srv.Webhook.SendTo(endpoint.URL)
}

// testLog shows the bot's log with the test's until the test ends.
type testLog struct {
	mu sync.Mutex
	t  testing.TB // nil: the test is over
}

func newTestLog(t testing.TB) *testLog {
	w := &testLog{t: t}
	t.Cleanup(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.t = nil
	})
	return w
}

// Write implements io.Writer.
func (w *testLog) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.t != nil {
		w.t.Log(strings.TrimSpace(string(p)))
	}
	return len(p), nil
}

// watched is a store that says when it has changed.
type watched struct {
	storage.Store
	changed chan struct{}
}

// Watch implements storage.Watcher for a store that processes share.
func (w watched) Watch(ctx context.Context, wake func()) {
	if shared, ok := w.Store.(storage.Watcher); ok {
		shared.Watch(ctx, wake)
	}
}

func (w watched) tell() {
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

// Sent implements storage.Store.
func (w watched) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	defer w.tell()
	return w.Store.Sent(ctx, id, posts)
}

// SwapPost implements storage.Store.
func (w watched) SwapPost(ctx context.Context, was, is *storage.Post) error {
	defer w.tell()
	return w.Store.SwapPost(ctx, was, is)
}

// Postpone implements storage.Store.
func (w watched) Postpone(ctx context.Context, id int64, to storage.Postponed) error {
	defer w.tell()
	return w.Store.Postpone(ctx, id, to)
}

// Drop implements storage.Store.
func (w watched) Drop(ctx context.Context, id int64, why string) error {
	defer w.tell()
	return w.Store.Drop(ctx, id, why)
}

// Update implements storage.Store.
func (w watched) Update(
	ctx context.Context,
	g match.Game,
	why storage.Origin,
	out []storage.Message,
) error {
	defer w.tell()
	return w.Store.Update(ctx, g, why, out)
}

// Until waits for something to become true; it asks after each change at Discord and in the store.
func (l *Line) Until(what string, condition func() bool) {
	l.T.Helper()
	for {
		ctx, cancel := context.WithCancel(l.Ctx)
		var listening sync.WaitGroup
		listening.Go(func() {
			select {
			case <-l.changed:
				cancel()
			case <-ctx.Done():
			}
		})
		err := l.Srv.State.WaitFor(ctx, condition)
		cancel()
		listening.Wait()
		if err == nil {
			return
		}
		if l.Ctx.Err() != nil {
			l.T.Fatalf("%s: %v", what, err)
		}
	}
}

// Reply waits for the message that an interaction is answered with.
func (l *Line) Reply(ix *sandbox.Interaction) *sandbox.Message {
	l.T.Helper()
	m, err := ix.Reply(l.Ctx)
	l.Must(err)
	return m
}

// Texts returns the bot's texts in a language.
func (l *Line) Texts(language string) *locale.Texts {
	l.T.Helper()
	catalog, err := locale.Load()
	l.Must(err)
	return catalog.Texts(language)
}

// Say is an English text of the bot's.
func (l *Line) Say(id string, args ...any) string {
	l.T.Helper()
	return l.Texts("en").Say(id, args...)
}

// User returns somebody by name.
func (l *Line) User(name string) *sandbox.User { return l.Srv.User(name) }

// Table returns the channel in which games are opened.
func (l *Line) Table() *sandbox.Channel { return l.Srv.Channel("table") }

// Game returns a game's row.
func (l *Line) Game(id match.GameID) match.Game {
	l.T.Helper()
	g, err := l.Store.Game(l.Ctx, id)
	l.Must(err)
	return g
}

// Begin opens, fills and starts a game; it returns when everybody has been asked for the setup
// choice.
func (l *Line) Begin(people ...string) match.GameID {
	l.T.Helper()
	return l.BeginWith(nil, people...)
}

// BeginWith is Begin with further options of /game new.
func (l *Line) BeginWith(options []sandbox.Option, people ...string) match.GameID {
	l.T.Helper()
	host := l.User(people[0])
	options = append(
		options,
		sandbox.Opt("title", l.Title),
		sandbox.Opt("pace", cmp.Or(l.Pace, match.DefaultPace)),
	)
	l.Reply(host.Slash(l.Table(), "game new", options...))
	l.Until(
		"the lobby's message",
		func() bool { m := l.Table().Last(); return m != nil && len(m.Buttons()) == 4 },
	)
	lobby := l.Table().Last()
	for _, name := range people[1:] {
		l.Reply(lobby.Click(l.User(name), "Join"))
	}
	games, err := l.Store.GamesOf(l.Ctx, match.UserID(host.ID()), match.Lobby)
	l.Must(err)
	id := games[0].ID
	l.Reply(lobby.Click(host, "Start"))
	l.Until(
		"the table's message",
		func() bool { return l.Thread(id) != nil && l.Thread(id).Last() != nil },
	)
	// Panels that came before the table was there are edited to name it, and a person who presses
	// meanwhile may see the edit before their answer.
	l.Until("all to be told", func() bool {
		next, err := l.Store.NextDue(l.Ctx)
		return errors.Is(err, storage.ErrNotFound) || err == nil && next.After(l.Clock.Now())
	})
	return id
}

// Thread returns a game's table; nil while it has none.
func (l *Line) Thread(id match.GameID) *sandbox.Channel {
	g, err := l.Store.Game(l.Ctx, id)
	if err != nil || g.Thread == "" {
		return nil
	}
	return l.Srv.Channel(strings.TrimPrefix(string(g.Thread), string(discord.PrivateChannel(""))))
}

// OpenHand waits for the newest message at the table that has the button for it, and clicks it: a
// message without buttons may stand below.
func (l *Line) OpenHand(id match.GameID, u *sandbox.User) *sandbox.Message {
	l.T.Helper()
	var found *sandbox.Message
	l.Until("a button that opens a hand", func() bool {
		for _, m := range slices.Backward(l.Thread(id).Messages()) {
			opens := func(c sandbox.Component) bool {
				return c.CustomID == customid.Button(customid.Hand, id)
			}
			if slices.ContainsFunc(m.Buttons(), opens) {
				found = m
				return true
			}
		}
		return false
	})
	return l.Reply(found.Click(u, l.Say("table.open-hand")))
}

// Panel waits for somebody's direct message in which they can move in a game.
func (l *Line) Panel(id match.GameID, u *sandbox.User) *sandbox.Message {
	l.T.Helper()
	// These lead away from the panel.
	elsewhere := []customid.Action{
		customid.Plan,
		customid.Undo,
		customid.Next,
	}
	var found *sandbox.Message
	l.Until("a panel for "+u.Name(), func() bool {
		for _, m := range slices.Backward(u.DMs()) {
			for _, c := range append(m.Menus(), m.Buttons()...) {
				pressed, ok := customid.Parse(c.CustomID)
				if ok && pressed.Game == string(id) && !slices.Contains(elsewhere, pressed.Action) {
					found = m
					// Nobody presses a message before the bot has noted that it was sent.
					_, err := l.Store.PostAt(l.Ctx, match.ChannelID(m.ChannelID), match.MessageID(m.ID))
					return err == nil
				}
			}
		}
		return false
	})
	return found
}

// RunningClock goes with the real time until it is put forward.
type RunningClock struct {
	mu      sync.Mutex
	ahead   time.Duration
	waiting map[chan time.Time]bool
}

// Now returns the time.
func (c *RunningClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// After makes a timer. It may fire early: when the clock is put forward all do. Waits under a
// second, which are those of the outbox's pace, take no real time: the clock is put forward by
// them.
func (c *RunningClock) After(d time.Duration) (<-chan time.Time, func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fires := make(chan time.Time, 2)
	if d < time.Second {
		c.ahead += d
		fires <- time.Time{}
		return fires, func() {}
	}
	c.waiting[fires] = true
	timer := time.AfterFunc(d, func() { fires <- time.Time{} })
	return fires, func() {
		timer.Stop()
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, fires)
	}
}

// Forward puts the clock forward.
func (c *RunningClock) Forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
	for fires := range c.waiting {
		fires <- time.Time{}
		delete(c.waiting, fires)
	}
}
