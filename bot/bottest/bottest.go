// Package bottest runs a whole bot for tests and trials: a Stage has a database of its own, a
// Discord in memory and a clock that stands still until it is moved; a Line has the real client and
// the sandbox in place of the Discord in memory.
//
// It imports package bot, so tests that use it are in external packages (handlers_test, bot_test).
package bottest

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
	"konduktor/storage"
)

// T is the part of testing.TB that a stage uses. A trial has one, too.
type T interface {
	Helper()
	Context() context.Context
	Cleanup(func())
	Error(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// The server and channel where everything happens.
const (
	Guild   = "900"
	Channel = "901"
)

// Start is when the clock of every stage begins.
var Start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// Stage is a whole bot. Its methods end the test or trial when something fails that must not.
type Stage struct {
	T      T
	Bot    *bot.Bot
	API    *discordtest.Fake
	Store  storage.Store // as the bot sees it
	Clock  time.Time
	File   string     // of the database; "" if the store came ready-made
	Faults Faults     // internal errors so far
	Chance Randomness // of game IDs, shuffles and nonces
	Pace   string     // of games to be opened; "": no clocks
	// Changed are changes of the bot's options, which Remake and Reopen make again.
	Changed []func(*bot.Options)
	Last    int // number of the last interaction
}

// New starts a bot on an empty database.
func New(t testing.TB) *Stage {
	t.Helper()
	return NewAt(t, NewFile(t))
}

// NewAt starts a bot on a database that has tables and nothing in them: a file, or the address of a
// PostgreSQL one.
func NewAt(t testing.TB, file string) *Stage {
	t.Helper()
	s := &Stage{T: t, File: file}
	s.Open()
	t.Cleanup(func() { s.Must(s.Store.Close()) })
	return s
}

// On starts a bot on a store that the caller closes.
func On(t T, store storage.Store, changes ...func(*bot.Options)) *Stage {
	t.Helper()
	s := &Stage{T: t, Store: store, Changed: changes}
	s.Restart()
	return s
}

// Open starts the bot on its file, as after a crash.
func (s *Stage) Open() {
	s.T.Helper()
	store, err := OpenStore(s.T.Context(), s.File)
	s.Must(err)
	s.Store = store
	s.Restart()
}

// Reopen throws the bot and its connection to the database away and starts anew.
func (s *Stage) Reopen() {
	s.T.Helper()
	s.Must(s.Store.Close())
	s.Open()
}

// Remake starts the bot anew on the same store, with another change of its options.
func (s *Stage) Remake(change func(*bot.Options)) {
	s.T.Helper()
	s.Changed = append(s.Changed, change)
	s.Restart()
}

// Restart starts the bot anew on the same store, as another process would.
func (s *Stage) Restart() {
	s.T.Helper()
	if s.API == nil {
		s.API, s.Clock = discordtest.New(), Start
	}
	s.Chance.Reseed(1)
	s.Bot = s.NewBot(s.Store, s.API)
	s.Must(s.Bot.TakeUp(s.T.Context()))
}

// NewBot makes another bot like the stage's, on a store and a Discord.
func (s *Stage) NewBot(store storage.Store, api discord.API) *bot.Bot {
	s.T.Helper()
	catalog, err := locale.Load()
	s.Must(err)
	o := bot.Options{
		Store: store, API: api, Catalog: catalog, Now: func() time.Time { return s.Clock },
		Rand: &s.Chance, Log: slog.New(slog.DiscardHandler), Painter: NoPainter,
	}
	for _, change := range s.Changed {
		change(&o)
	}
	o.Log = slog.New(&countingHandler{o.Log.Handler(), &s.Faults})
	b, err := bot.New(o)
	s.Must(err)
	return b
}

// NoPainter finds no painter: texts come alone.
func NoPainter(context.Context, engine.Title) (render.Painter, bool) { return nil, false }

// Painted is a change of options that has one painter for every title.
func Painted(p render.Painter) func(*bot.Options) {
	return func(o *bot.Options) {
		o.Painter = func(context.Context, engine.Title) (render.Painter, bool) { return p, true }
	}
}

// Must ends the test if err is an error.
func (s *Stage) Must(err error) {
	s.T.Helper()
	if err != nil {
		s.T.Fatalf("%v", err)
	}
}

// Texts returns the bot's texts in a language.
func (s *Stage) Texts(language string) *locale.Texts {
	s.T.Helper()
	catalog, err := locale.Load()
	s.Must(err)
	return catalog.Texts(language)
}

// Say is an English text of the bot's.
func (s *Stage) Say(id string, args ...any) string {
	s.T.Helper()
	return s.Texts("en").Say(id, args...)
}

// Faults are internal errors: the user is told an ID, the log has the rest.
type Faults struct {
	mu   sync.Mutex
	n    int
	last string
}

// Load returns how many there were.
func (f *Faults) Load() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.n
}

// Last describes the last one.
func (f *Faults) Last() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

// Forget forgets all but the first n.
func (f *Faults) Forget(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n = min(f.n, n)
}

func (f *Faults) add(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n, f.last = f.n+1, text
}

// countingHandler counts the internal errors in a log.
type countingHandler struct {
	slog.Handler
	faults *Faults
}

// Enabled implements slog.Handler: errors are always counted.
func (h *countingHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError || h.Handler.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (h *countingHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelError {
		text := r.Message
		r.Attrs(func(a slog.Attr) bool {
			text += " " + a.String()
			return true
		})
		h.faults.add(text)
	}
	if !h.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// Randomness is a source that can be begun anew, so that what a game draws does not depend on what
// was drawn before.
type Randomness struct {
	mu     sync.Mutex
	source io.Reader
}

// Reseed begins the sequence of a seed.
func (r *Randomness) Reseed(seed uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var key [32]byte
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	r.source = rand.NewChaCha8(key)
}

// Read implements io.Reader.
func (r *Randomness) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.source.Read(p)
}

// Seeded returns the sequence of a seed.
func Seeded(seed uint64) *Randomness {
	r := &Randomness{}
	r.Reseed(seed)
	return r
}

// Person returns the user with a name. Names that begin with the same letter are the same user's.
func Person(name string) discord.User {
	return discord.User{ID: match.UserID(strconv.Itoa(100 + int(name[0]))), Name: name}
}

// Interaction makes an interaction of a user in the channel of the games.
func (s *Stage) Interaction(who discord.User, kind discord.Kind) *discord.Interaction {
	s.Last++
	return &discord.Interaction{
		ID:          strconv.Itoa(5000 + s.Last),
		AppID:       "1",
		Token:       "secret",
		Kind:        kind,
		User:        who,
		Guild:       Guild,
		Channel:     Channel,
		Locale:      "en-US",
		GuildLocale: "en-US",
		Perms:       discord.PermAll,
		Joined:      s.Clock.AddDate(0, -1, 0),
	}
}

// Slash makes a command: "game new", "title=amsterdam".
func (s *Stage) Slash(who, path string, options ...string) *discord.Interaction {
	return s.SlashBy(Person(who), path, options...)
}

// SlashBy is Slash by a user whose name alone does not say who it is.
func (s *Stage) SlashBy(who discord.User, path string, options ...string) *discord.Interaction {
	ix := s.Interaction(who, discord.Slash)
	ix.Command = strings.Fields(path)
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		ix.Options = append(ix.Options, discord.Option{Name: name, Value: value})
	}
	return ix
}

// Click makes a click on a button or, with values, a choice in a menu.
func (s *Stage) Click(who, customID string, values ...string) *discord.Interaction {
	return s.ClickBy(Person(who), customID, values...)
}

// ClickBy is Click by a user whose name alone does not say who it is.
func (s *Stage) ClickBy(who discord.User, customID string, values ...string) *discord.Interaction {
	ix := s.Interaction(who, discord.Click)
	ix.CustomID, ix.Values, ix.Message = customID, values, "77"
	return ix
}

// Submit makes a form that somebody has filled in.
func (s *Stage) Submit(who, customID string, filled map[string][]string) *discord.Interaction {
	ix := s.Interaction(Person(who), discord.Submit)
	ix.CustomID, ix.Filled = customID, filled
	return ix
}

// Request is what the handlers get of an interaction.
func (s *Stage) Request(ix *discord.Interaction) *route.Request {
	s.T.Helper()
	return &route.Request{Interaction: ix, Texts: s.Texts(ix.Locale), Now: s.Clock}
}

// Handle has the bot handle an interaction and returns the message that the user ends up with.
func (s *Stage) Handle(ix *discord.Interaction) discord.Message {
	s.T.Helper()
	before := len(s.API.Calls())
	s.Bot.Handle(s.T.Context(), ix)
	return Answered(s.T, s.API.Calls()[before:])
}

// Answered finds what was answered among calls: the first answer, or what it was completed with.
func Answered(t T, calls []discordtest.Call) discord.Message {
	t.Helper()
	var m *discord.Message
	hidden := false
	for _, c := range calls {
		switch {
		case c.Method == discordtest.Respond && c.Response.Deferred != nil:
			hidden = c.Response.Deferred.Ephemeral
		case c.Method == discordtest.EditOriginal || c.Method == discordtest.FollowUp:
			m = &c.Message
		case c.Method == discordtest.Respond && c.Response.Message != nil:
			m = c.Response.Message
		case c.Method == discordtest.Respond && c.Response.Update != nil:
			m = c.Response.Update
		}
	}
	if m == nil {
		t.Fatalf("nothing was answered: %v", calls)
	}
	all := *m
	all.Ephemeral = all.Ephemeral || hidden
	return all
}

// Flush sends what is due.
func (s *Stage) Flush() {
	s.T.Helper()
	s.Must(s.Bot.Flush(s.T.Context()))
}

// DM returns the messages sent to somebody directly.
func (s *Stage) DM(name string) []discord.Message {
	s.T.Helper()
	u, err := s.Store.User(s.T.Context(), Person(name).ID)
	s.Must(err)
	return s.API.Sent(u.DM)
}

// Due returns the messages in the outbox that are due within a day: nobody has been told, but it is
// clear who will be.
func (s *Stage) Due() []storage.Message {
	s.T.Helper()
	s.Must(s.Bot.Hear(s.T.Context()))
	due, err := s.Store.Due(s.T.Context(), s.Clock.Add(24*time.Hour), 1000)
	s.Must(err)
	return due
}

// Contains wants a text to contain others.
func Contains(t T, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("got %q, want it to contain %q", text, w)
		}
	}
}

// Failing makes the matching calls to a Discord in memory end in err.
func Failing(err error, fits func(discordtest.Call) bool) func(discordtest.Call) error {
	return func(c discordtest.Call) error {
		if fits(c) {
			return err
		}
		return nil
	}
}

// SendTo fits messages to a channel.
func SendTo(channel match.ChannelID) func(discordtest.Call) bool {
	return func(c discordtest.Call) bool {
		return c.Method == discordtest.Send && c.Channel == channel
	}
}
