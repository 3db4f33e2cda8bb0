package bot

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/discord/openapitest"
	"github.com/konduktor-bot/konduktor/bot/sandbox"
	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/render"
	"github.com/konduktor-bot/konduktor/storage"
	"github.com/konduktor-bot/konduktor/storage/sqlite"
)

// line is the whole bot, with its real client, on the stand-in of Discord.
type line struct {
	t     testing.TB
	ctx   context.Context
	srv   *sandbox.Server
	bot   *Bot
	store storage.Store
	file  string
	title string // of the games
	maps  []OwnMap
	deals []engine.Title // nil: all titles as they are
	clock *handClock
	end   func() // stops the bot as a shutdown does

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
	l.t, l.ctx, l.file, l.changed = t, ctx, newStoreFile(t), make(chan struct{}, 1)
	l.clock = &handClock{waiting: map[chan time.Time]bool{}}
	l.srv = sandbox.New(sandbox.Options{People: people})
	l.must(l.srv.Start(""))
	l.start()
	t.Cleanup(func() {
		l.end()
		l.must(l.srv.Close())
		cancel()
	})
	return l
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
	file, err := sqlite.Open(l.ctx, l.file)
	l.must(err)
	store := watched{file, l.changed}
	catalog, err := loadCatalog()
	l.must(err)
	log := slog.New(slog.NewTextHandler(testLog{l.t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	options := discord.Options{Token: "test.token", APIURL: l.srv.APIURL(), Logger: log}
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
	session, err := discord.Connect(l.ctx, options)
	l.must(err)
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

// testLog shows the bot's log with the test's.
type testLog struct{ t testing.TB }

func (w testLog) Write(p []byte) (int, error) {
	w.t.Log(strings.TrimSpace(string(p)))
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

// watched is a store that says when it has changed.
type watched struct {
	storage.Store
	changed chan struct{}
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

func (w watched) Drop(ctx context.Context, id int64, why string) error {
	defer w.tell()
	return w.Store.Drop(ctx, id, why)
}

func (w watched) Update(ctx context.Context, g storage.Game, why storage.Cause, out []storage.Message) error {
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
		err := l.srv.WaitFor(ctx, condition)
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
func (l *line) reply(ix *sandbox.Interaction) *sandbox.Message {
	l.t.Helper()
	m, err := ix.Reply(l.ctx)
	l.must(err)
	return m
}

// say is an English text of ours.
func (l *line) say(id string, args ...any) string { return l.bot.catalog.Texts("en").Say(id, args...) }

func (l *line) user(name string) *sandbox.User { return l.srv.User(name) }

func (l *line) table() *sandbox.Channel { return l.srv.Channel("table") }

func (l *line) game(id storage.GameID) storage.Game {
	l.t.Helper()
	g, err := l.store.Game(l.ctx, id)
	l.must(err)
	return g
}

// begin opens, fills and starts a game; it returns when everybody has been asked for the setup choice.
func (l *line) begin(people ...string) storage.GameID {
	l.t.Helper()
	return l.beginWith(nil, people...)
}

// beginWith is begin with further options of /game new.
func (l *line) beginWith(options []sandbox.Option, people ...string) storage.GameID {
	l.t.Helper()
	host := l.user(people[0])
	l.reply(host.Slash(l.table(), "game new", append(options, sandbox.Opt("title", l.title))...))
	l.until("the lobby's message", func() bool { m := l.table().Last(); return m != nil && len(m.Buttons()) == 4 })
	lobby := l.table().Last()
	for _, name := range people[1:] {
		l.reply(lobby.Click(l.user(name), "Join"))
	}
	games, err := l.store.GamesOf(l.ctx, host.ID(), storage.Lobby)
	l.must(err)
	id := games[0].ID
	l.reply(lobby.Click(host, "Start"))
	l.until("the table's message", func() bool { return l.thread(id) != nil && l.thread(id).Last() != nil })
	return id
}

// thread is a game's table.
func (l *line) thread(id storage.GameID) *sandbox.Channel {
	g, err := l.store.Game(l.ctx, id)
	if err != nil || g.Thread == "" {
		return nil
	}
	return l.srv.Channel(g.Thread)
}

// openHand waits for the newest message at the table that has the button for it, and clicks it: a message without buttons may
// stand below.
func (l *line) openHand(id storage.GameID, u *sandbox.User) *sandbox.Message {
	l.t.Helper()
	var found *sandbox.Message
	l.until("a button that opens a hand", func() bool {
		for _, m := range slices.Backward(l.thread(id).Messages()) {
			if slices.ContainsFunc(m.Buttons(), func(c sandbox.Component) bool { return c.CustomID == speech.HandID(string(id)) }) {
				found = m
				return true
			}
		}
		return false
	})
	return l.reply(found.Click(u, l.say("table.open-hand")))
}

// panel waits for somebody's direct message that fits the present ply of the game.
func (l *line) panel(id storage.GameID, u *sandbox.User) *sandbox.Message {
	l.t.Helper()
	var found *sandbox.Message
	prefix := fmt.Sprintf("g/%s/", id)
	l.until("a panel for "+u.Name(), func() bool {
		for _, m := range slices.Backward(u.DMs()) {
			for _, c := range append(m.Menus(), m.Buttons()...) {
				if strings.HasPrefix(c.CustomID, prefix) {
					found = m
					return true
				}
			}
		}
		return false
	})
	return found
}

// menu finds the menu of a panel whose custom id ends so.
func menu(m *sandbox.Message, suffix string) (sandbox.Component, bool) {
	for _, c := range m.Menus() {
		if strings.HasSuffix(c.CustomID, suffix) {
			return c, true
		}
	}
	return sandbox.Component{}, false
}

func button(m *sandbox.Message, part string) (sandbox.Component, bool) {
	for _, c := range m.Buttons() {
		if strings.Contains(c.CustomID, part) {
			return c, true
		}
	}
	return sandbox.Component{}, false
}

// act makes one move in a panel: what is owed, else build a port, else claim, else draw, else share, else pass. It returns
// the panel after it.
func (l *line) act(u *sandbox.User, panel *sandbox.Message) *sandbox.Message {
	l.t.Helper()
	if c, ok := menu(panel, "/keep"); ok {
		return l.reply(panel.Select(u, c.CustomID, least(c)...))
	}
	if c, ok := button(panel, "/withdraw"); ok {
		l.seeTunnel(c.CustomID)
	}
	for _, part := range []string{"/place/rack", "/toll/pay/", "/withdraw", "/pieces/"} {
		if c, ok := button(panel, part); ok {
			return l.reply(panel.Click(u, c.CustomID))
		}
	}
	if c, ok := menu(panel, "/port/0"); ok {
		return l.confirm(u, l.reply(panel.Select(u, c.CustomID, least(c)...)), "/build/")
	}
	if c, ok := menu(panel, "/route"); ok {
		pick := c.Options[max(slices.IndexFunc(c.Options, func(o wire.SelectOption) bool { return isTunnel(o.Label) }), 0)]
		return l.confirm(u, l.reply(panel.Select(u, c.CustomID, pick.Value)), "/claim/")
	}
	if c, ok := menu(panel, "/lay"); ok {
		return l.layByDM(u, panel, c)
	}
	if c, ok := menu(panel, "/draw"); ok {
		drawn := l.reply(panel.Select(u, c.CustomID, c.Options[0].Value))
		if _, asks := button(drawn, "/draw/"); asks { // from which deck the gap is filled (W3)
			return l.confirm(u, drawn, "/draw/")
		}
		return drawn
	}
	if c, ok := menu(panel, "/share"); ok {
		panel = l.reply(panel.Select(u, c.CustomID, least(c)...))
		if sure, ok := button(panel, "/share/"); ok {
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

// confirm presses the button of a question whose custom id has a part.
func (l *line) confirm(u *sandbox.User, asked *sandbox.Message, part string) *sandbox.Message {
	l.t.Helper()
	sure, ok := button(asked, part)
	if !ok {
		l.t.Fatalf("no button %s in %q", part, asked.Text())
	}
	return l.reply(asked.Click(u, sure.CustomID))
}

// isTunnel says whether a route is listed as a tunnel: tunnels are dug first.
func isTunnel(listed string) bool { return strings.Contains(listed, "tunnel") }

// seeTunnel waits until everybody sees the undecided tunnel of the game that a custom id names.
func (l *line) seeTunnel(customID string) {
	l.t.Helper()
	id := storage.GameID(strings.Split(customID, "/")[1])
	dug := l.say("table.dug", "Name", "")
	l.until("the tunnel at the table", func() bool { return strings.Contains(l.thread(id).Last().Content, dug) })
	l.tunnels++
}

// least picks the first options of a menu, as few as it takes.
func least(c sandbox.Component) []string {
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

// validate holds every kind of request so far against Discord's own description. Requests of one form, the lengths of
// their texts roughly included, are checked once: the check takes longer than the game.
func (l *line) validate() {
	l.t.Helper()
	v, seen := openapitest.New(l.t), map[string]bool{}
	for _, r := range l.srv.Requests() {
		var body any
		_ = json.Unmarshal(r.Body, &body) // of one without a body: nil
		form := r.Route + shape(body)
		if seen[form] {
			continue
		}
		seen[form] = true
		path := r.Path
		if r.Query != "" {
			path += "?" + r.Query
		}
		if err := v.Validate(r.Method, path, r.Body); err != nil {
			l.t.Errorf("%s %s: %v\n%s", r.Method, r.Route, err, r.Body)
		}
	}
}

// shape writes a JSON value with its texts told by their length alone, in steps of 50.
func shape(value any) string {
	switch v := value.(type) {
	case map[string]any:
		var b strings.Builder
		for _, key := range slices.Sorted(maps.Keys(v)) {
			b.WriteString(key + ":" + shape(v[key]) + ";")
		}
		return "{" + b.String() + "}"
	case []any:
		kinds := map[string]bool{}
		for _, one := range v {
			kinds[shape(one)] = true
		}
		return "[" + strings.Join(slices.Sorted(maps.Keys(kinds)), ",") + "]"
	case string:
		return fmt.Sprint(len(v) / 50)
	}
	return fmt.Sprintf("%T", value)
}

// refusals lists the requests that the stand-in refused.
func (l *line) refusals() []string {
	var list []string
	for _, r := range l.srv.Requests() {
		if r.Status >= 400 {
			list = append(list, fmt.Sprintf("%s %s: %d (code %d) %s", r.Method, r.Route, r.Status, r.Code, r.Body))
		}
	}
	return list
}
