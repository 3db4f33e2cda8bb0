package bot

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/bot/atlas"
	"konduktor/bot/discord"
	"konduktor/bot/pace"
	"konduktor/bot/press"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/testapi"
	"konduktor/bot/sandbox/wire"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
	"konduktor/storage"
)

// line is the whole bot, with its real client, on the stand-in of Discord.
type line struct {
	pace  string // of the games; "": pace.Default
	t     testing.TB
	ctx   context.Context
	srv   *testapi.Server
	bot   *Bot
	store storage.Store
	file  string
	title string // of the games
	maps  []atlas.Map
	deals []engine.Title // nil: all titles as they are
	clock *handClock
	end   func() // stops the bot as a shutdown does
	// byHTTP: interactions come by the endpoint, and there is no gateway.
	byHTTP    bool
	byGateway bool // also where KONDUKTOR_BY says otherwise: the test is about what comes by the gateway alone

	tunnels   int           // undecided ones seen at the table
	robberies int           // confirmed as such
	changed   chan struct{} // something in the store has
}

// newLine starts the bot among people.
func newLine(t testing.TB, people ...string) *line {
	t.Helper()
	return newLineOf(t, "amsterdam", people...)
}

// newLineOf starts the bot among people who play a title.
func newLineOf(t testing.TB, title string, people ...string) *line {
	t.Helper()
	return openLine(t, &line{title: title}, people...)
}

// openLine completes a line of which the title is known, and starts the bot.
func openLine(t testing.TB, l *line, people ...string) *line {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute) // the race detector on a busy machine
	l.byHTTP = l.byHTTP || os.Getenv("KONDUKTOR_BY") == "http" && !l.byGateway
	l.t, l.ctx, l.file, l.changed = t, ctx, newStoreFile(t), make(chan struct{}, 1)
	l.clock = &handClock{waiting: map[chan time.Time]bool{}}
	l.srv = testapi.New(t, sandbox.Options{People: people, Now: slowClock()})
	l.start()
	t.Cleanup(func() {
		l.end()
		cancel()
	})
	return l
}

// slowClock runs at a twentieth of the speed of time: the stand-in's 3 s for an answer are Discord's rule, and not to be
// missed because many tests share a busy machine.
func slowClock() func() time.Time {
	began := time.Now()
	return func() time.Time { return began.Add(time.Since(began) / 20) }
}

func (l *line) must(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// start runs the bot on the line's file.
func (l *line) start() {
	l.t.Helper()
	file, err := openStore(l.ctx, l.file)
	l.must(err)
	store := watched{file, l.changed}
	catalog, err := loadCatalog()
	l.must(err)
	log := slog.New(slog.NewTextHandler(newTestLog(l.t), &slog.HandlerOptions{Level: slog.LevelWarn}))
	options := discord.Options{Token: discord.Token(l.srv.Token()), APIURL: l.srv.APIURL(), Logger: log, Rate: 10_000}
	client, err := discord.NewClient(options)
	l.must(err)
	b, err := New(Options{
		Store: store, API: client, Catalog: catalog, Log: log, Rand: randomness(2), Maps: l.maps,
		Titles: l.deals, Now: l.clock.now, After: l.clock.after,
		Painter: func(context.Context, engine.Title) (render.Painter, bool) { return stubPainter{}, true },
	})
	l.must(err)
	l.bot, l.store = b, store
	options.Handler, options.OnEvent, options.Busy = b.Handle, b.Event, b.Busy
	if l.byHTTP {
		options.NoGateway, options.Now = true, l.srv.World.Now // by which requests are signed
	}
	session, err := discord.Connect(l.ctx, options)
	l.must(err)
	if l.byHTTP {
		l.listen(session)
	}
	l.must(b.RegisterCommands(l.ctx))
	running, stop := context.WithCancel(l.ctx)
	var ran sync.WaitGroup
	ran.Go(func() { _ = b.Run(running) }) // it returns no error
	l.end = sync.OnceFunc(func() {
		closing, done := context.WithTimeout(context.WithoutCancel(l.ctx), 10*time.Second)
		defer done()
		l.must(session.Close(closing))
		stop()
		ran.Wait()
		l.must(store.Close())
	})
}

// listen opens the endpoint for interactions, and names it to Discord.
func (l *line) listen(session *discord.Session) {
	l.t.Helper()
	key, err := discord.ParsePublicKey(l.srv.Webhook.PublicKey())
	l.must(err)
	endpoint := httptest.NewServer(session.Endpoint(key))
	l.t.Cleanup(endpoint.Close)
	l.must(l.srv.Webhook.SendTo(l.ctx, endpoint.URL))
}

// testLog shows the bot's log with the test's until the test ends. discordgo has one logger for all sessions, so lines of
// another test's session may still come after that.
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

func (w *testLog) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.t != nil {
		w.t.Log(strings.TrimSpace(string(p)))
	}
	return len(p), nil
}

// stubPainter paints one dot: what a picture shows is render's concern.
type stubPainter struct{}

var dot = func() []byte {
	data, err := base64.StdEncoding.DecodeString(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=")
	if err != nil {
		panic(err)
	}
	return data
}()

func (stubPainter) Board(v engine.View, _ render.Options) (render.Picture, error) {
	return render.Picture{PNG: dot, Alt: fmt.Sprintf("board at %d", v.Ply), Width: 1, Height: 1}, nil
}

func (stubPainter) Hand(v engine.View, _ render.Options) (render.Picture, error) {
	return render.Picture{PNG: dot, Alt: fmt.Sprintf("hand at %d", v.Ply), Width: 1, Height: 1}, nil
}

func (stubPainter) Sheet(engine.View, render.Options) (render.Picture, error) {
	return render.Picture{PNG: dot, Alt: "sheet", Width: 1, Height: 1}, nil
}

func (stubPainter) Chances(_ engine.View, o render.Options) (render.Picture, error) {
	return render.Picture{PNG: dot, Alt: fmt.Sprintf("chances after %d turns", len(o.Chances)-1), Width: 1, Height: 1}, nil
}

func (stubPainter) Film(v engine.View, o render.Options) (render.Film, error) {
	if v.Phase != engine.IsOver || len(o.Turns) == 0 {
		return render.Film{}, errors.New("the game is not over")
	}
	return render.Film{GIF: []byte("GIF89a"), Alt: fmt.Sprintf("film of %d turns", len(o.Turns)-1), Width: 1, Height: 1, Frames: len(o.Turns)}, nil
}

// watched is a store that says when it has changed.
type watched struct {
	storage.Store
	changed chan struct{}
}

// Watch watches a store that processes share.
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

func (w watched) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	defer w.tell()
	return w.Store.Sent(ctx, id, posts)
}

func (w watched) Delay(ctx context.Context, id int64, due time.Time, why string) error {
	defer w.tell()
	return w.Store.Delay(ctx, id, due, why)
}

func (w watched) Drop(ctx context.Context, id int64, why string) error {
	defer w.tell()
	return w.Store.Drop(ctx, id, why)
}

func (w watched) Update(ctx context.Context, g match.Game, why storage.Origin, out []storage.Message) error {
	defer w.tell()
	return w.Store.Update(ctx, g, why, out)
}

// until waits for something to become true; it is asked after each change at Discord and in the store.
func (l *line) until(what string, condition func() bool) {
	l.t.Helper()
	for {
		ctx, cancel := context.WithCancel(l.ctx)
		var listening sync.WaitGroup
		listening.Go(func() {
			select {
			case <-l.changed:
				cancel()
			case <-ctx.Done():
			}
		})
		err := l.srv.World.WaitFor(ctx, condition)
		cancel()
		listening.Wait()
		if err == nil {
			return
		}
		if l.ctx.Err() != nil {
			l.t.Fatalf("%s: %v", what, err)
		}
	}
}

// reply waits for the message that an interaction is answered with.
func (l *line) reply(ix *testapi.Interaction) *testapi.Message {
	l.t.Helper()
	m, err := ix.Reply(l.ctx)
	l.must(err)
	return m
}

// say is an English text of ours.
func (l *line) say(id string, args ...any) string {
	return l.bot.o.Catalog.Texts("en").Say(id, args...)
}

func (l *line) user(name string) *testapi.User { return l.srv.User(name) }

func (l *line) table() *testapi.Channel { return l.srv.Channel("table") }

func (l *line) game(id match.GameID) match.Game {
	l.t.Helper()
	g, err := l.store.Game(l.ctx, id)
	l.must(err)
	return g
}

// begin opens, fills and starts a game; it returns when everybody has been asked for the setup choice.
func (l *line) begin(people ...string) match.GameID {
	l.t.Helper()
	return l.beginWith(nil, people...)
}

// beginWith is begin with further options of /game new.
func (l *line) beginWith(options []testapi.Option, people ...string) match.GameID {
	l.t.Helper()
	host := l.user(people[0])
	l.reply(host.Slash(l.table(), "game new", append(options, testapi.Opt("title", l.title), testapi.Opt("pace", cmp.Or(l.pace, pace.Default)))...))
	l.until("the lobby's message", func() bool { m := l.table().Last(); return m != nil && len(m.Buttons()) == 4 })
	lobby := l.table().Last()
	for _, name := range people[1:] {
		l.reply(lobby.Click(l.user(name), "Join"))
	}
	games, err := l.store.GamesOf(l.ctx, host.ID(), match.Lobby)
	l.must(err)
	id := games[0].ID
	l.reply(lobby.Click(host, "Start"))
	l.until("the table's message", func() bool { return l.thread(id) != nil && l.thread(id).Last() != nil })
	return id
}

// thread is a game's table.
func (l *line) thread(id match.GameID) *testapi.Channel {
	g, err := l.store.Game(l.ctx, id)
	if err != nil || g.Thread == "" {
		return nil
	}
	return l.srv.Channel(strings.TrimPrefix(g.Thread, discord.PrivateChannel("")))
}

// openHand waits for the newest message at the table that has the button for it, and clicks it: a message without buttons may
// stand below.
func (l *line) openHand(id match.GameID, u *testapi.User) *testapi.Message {
	l.t.Helper()
	var found *testapi.Message
	l.until("a button that opens a hand", func() bool {
		for _, m := range slices.Backward(l.thread(id).Messages()) {
			if slices.ContainsFunc(m.Buttons(), func(c testapi.Component) bool { return c.CustomID == press.Button(press.Hand, id) }) {
				found = m
				return true
			}
		}
		return false
	})
	return l.reply(found.Click(u, l.say("table.open-hand")))
}

// panel waits for somebody's direct message that fits the present ply of the game.
func (l *line) panel(id match.GameID, u *testapi.User) *testapi.Message {
	l.t.Helper()
	var found *testapi.Message
	l.until("a panel for "+u.Name(), func() bool {
		for _, m := range slices.Backward(u.DMs()) {
			for _, c := range append(m.Menus(), m.Buttons()...) {
				if pressed, ok := press.Parse(c.CustomID); ok && pressed.Game == string(id) && !slices.Contains([]press.Action{press.Plan, press.Undo, press.Next}, pressed.Action) {
					found = m
					return true
				}
			}
		}
		return false
	})
	return found
}

// menu finds the menu of a message whose options are moves that are printed with this beginning.
func menu(m *testapi.Message, begin string) (testapi.Component, bool) {
	for _, c := range m.Menus() {
		if strings.HasPrefix(c.Options[0].Value, begin) {
			return c, true
		}
	}
	return testapi.Component{}, false
}

// button finds the button of a message whose custom ID has a part.
func button(m *testapi.Message, part string) (testapi.Component, bool) {
	for _, c := range m.Buttons() {
		if strings.Contains(c.CustomID, part) {
			return c, true
		}
	}
	return testapi.Component{}, false
}

// act makes one move in a panel: what is owed, else build a port, else claim, else draw, else share, else pass. It returns
// the panel after it.
func (l *line) act(u *testapi.User, panel *testapi.Message) *testapi.Message {
	l.t.Helper()
	if c, ok := menu(panel, "keep"); ok {
		return l.clicked(u, l.reply(panel.Select(u, c.CustomID, least(c)...)), "/keep:")
	}
	if c, ok := button(panel, "/withdraw"); ok {
		l.seeTunnel(c.CustomID)
	}
	if c, ok := button(panel, "/pieces:"); ok {
		return l.clicked(u, l.reply(panel.Click(u, c.CustomID)), "/pieces:")
	}
	for _, part := range []string{"/place:rack", "/pay:", "/withdraw"} {
		if c, ok := button(panel, part); ok {
			return l.reply(panel.Click(u, c.CustomID))
		}
	}
	if c, ok := menu(panel, "port"); ok {
		return l.clicked(u, l.reply(panel.Select(u, c.CustomID, least(c)...)), "/port:")
	}
	if c, ok := menu(panel, "claim"); ok {
		pick := c.Options[max(slices.IndexFunc(c.Options, func(o wire.SelectOption) bool { return isTunnel(o.Label) }), 0)]
		return l.clicked(u, l.reply(panel.Select(u, c.CustomID, pick.Value)), "/claim:")
	}
	if c, ok := menu(panel, "lay"); ok {
		return l.layByDM(u, panel, c)
	}
	if ix, ok := draw(u, panel, "draw"); ok {
		return l.reply(ix)
	}
	if c, ok := menu(panel, "share"); ok {
		panel = l.reply(panel.Select(u, c.CustomID, least(c)...))
		if sure, ok := button(panel, "/share:"); ok {
			return l.reply(panel.Click(u, sure.CustomID))
		}
		return panel
	}
	if c, ok := button(panel, "/pass"); ok {
		return l.reply(panel.Click(u, c.CustomID))
	}
	l.t.Fatalf("nothing to do in the panel %q", panel.Text())
	return nil
}

// draw takes the first card that a panel offers and that is printed with this beginning, by its button or from the menu.
func draw(u *testapi.User, panel *testapi.Message, begin string) (*testapi.Interaction, bool) {
	if c, ok := button(panel, "/"+begin); ok {
		return panel.Click(u, c.CustomID), true
	}
	c, ok := menu(panel, "draw")
	if !ok {
		return nil, false
	}
	i := slices.IndexFunc(c.Options, func(o wire.SelectOption) bool { return strings.HasPrefix(o.Value, begin) })
	return panel.Select(u, c.CustomID, c.Options[i].Value), true
}

// clicked clicks the first button of a message whose custom ID has a part, and returns the answer.
func (l *line) clicked(u *testapi.User, m *testapi.Message, part string) *testapi.Message {
	l.t.Helper()
	c, ok := button(m, part)
	if !ok {
		l.t.Fatalf("no button %s in %q", part, m.Text())
	}
	return l.reply(m.Click(u, c.CustomID))
}

// isTunnel says whether a route is listed as a tunnel: tunnels are dug first.
func isTunnel(listed string) bool { return strings.Contains(listed, "tunnel") }

// seeTunnel waits until everybody sees the undecided tunnel of the game that a custom id names.
func (l *line) seeTunnel(customID string) {
	l.t.Helper()
	id := match.GameID(strings.Split(customID, "/")[1])
	dug := l.say("table.dug", "Name", "")
	l.until("the tunnel at the table", func() bool { return strings.Contains(l.thread(id).Last().Content, dug) })
	l.tunnels++
}

// least picks the first options of a menu, as few as it takes.
func least(c testapi.Component) []string {
	n := 1
	if c.MinValues != nil {
		n = max(n, *c.MinValues)
	}
	values := make([]string, n)
	for i := range values {
		values[i] = c.Options[i].Value
	}
	return values
}
