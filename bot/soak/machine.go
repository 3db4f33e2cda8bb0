package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
	"konduktor/storage"
	"konduktor/storage/memory"
	"konduktor/storage/sqlite"
)

// The server and the channel where games are opened.
const (
	guild   = "900"
	channel = "901"
)

// loadCatalog loads the texts once for all machines.
var loadCatalog = sync.OnceValues(locale.Load)

// parts are what a machine is made of. All can be left out.
type parts struct {
	file     string        // of the database; "": store
	store    storage.Store // nil: a new one in memory
	seed     uint64        // of game IDs and shuffles
	titles   []engine.Title
	painter  render.Painter                                             // nil: texts come alone
	painters func(context.Context, engine.Title) (render.Painter, bool) // nil: painter paints all titles
	wrap     func(storage.Store) storage.Store
	log      slog.Handler
	before   *machine    // the process before, of the same store: its Discord and its time go on
	watched  bool        // what people see is kept
	api      discord.API // nil: a Discord in memory
	cached   int         // games kept rebuilt; 0: as many as in earnest
	ticks    bool        // time goes by as it does for the process
}

// machine is a whole bot: a database, a Discord in memory, and a clock that stands still until it is moved.
type machine struct {
	bot    *bot.Bot
	api    *discordtest.Fake
	store  storage.Store // the bot's own, perhaps broken by a test
	clock  clock
	chance chance
	last   atomic.Int64 // of interactions
	broken atomic.Int64 // interactions that ended in an internal error
	why    atomic.Value // the last such error

	inserted int // games put into the store alone

	listens bool // calls are kept in heard
	heard   []discordtest.Call
	screen  *screen // what people see; nil if nobody looks
}

func newMachine(ctx context.Context, p parts) (*machine, error) {
	catalog, err := loadCatalog()
	if err != nil {
		return nil, err
	}
	m := &machine{api: discordtest.New(), store: p.store}
	if p.watched {
		m.screen = newScreen()
	}
	m.last.Store(5000)
	m.clock.ticks = p.ticks
	if p.before != nil {
		m.api, m.screen = p.before.api, p.before.screen
		m.clock.passed.Store(p.before.clock.passed.Load())
		m.last.Store(p.before.last.Load())
	}
	switch {
	case p.file != "":
		if m.store, err = sqlite.Open(ctx, p.file); err != nil {
			return nil, err
		}
	case p.store == nil:
		m.store = memory.New()
	}
	if p.wrap != nil {
		m.store = p.wrap(m.store)
	}
	m.chance.reseed(p.seed)
	if p.log == nil {
		p.log = slog.DiscardHandler
	}
	if p.api == nil {
		p.api = m.api
	}
	if p.painters == nil {
		p.painters = func(context.Context, engine.Title) (render.Painter, bool) { return p.painter, p.painter != nil }
	}
	m.bot, err = bot.New(bot.Options{
		Store: m.store, API: p.api, Catalog: catalog, Titles: p.titles, Cached: p.cached, Now: m.clock.now, Rand: &m.chance,
		Log:     slog.New(faults{p.log, m}),
		Painter: p.painters,
	})
	if err != nil {
		return nil, errors.Join(err, m.store.Close())
	}
	return m, nil
}

func (m *machine) close() error { return m.store.Close() }

// clock is the time that a machine believes to be.
type clock struct {
	passed atomic.Int64
	ticks  bool // it is the process's own
}

func (c *clock) now() time.Time {
	if c.ticks {
		return time.Now()
	}
	return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC).Add(time.Duration(c.passed.Load()))
}

func (c *clock) move(d time.Duration) { c.passed.Add(int64(d)) }

// chance is randomness that can be begun anew, so that what an interaction draws does not depend on how many came before.
type chance struct {
	mu     sync.Mutex
	source io.Reader
}

func (c *chance) reseed(seed uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var key [32]byte
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	c.source = rand.NewChaCha8(key)
}

// Read implements io.Reader.
func (c *chance) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.source.Read(p)
}

// faults counts the interactions that end in an internal error.
type faults struct {
	slog.Handler
	m *machine
}

// Enabled implements slog.Handler: errors are always counted.
func (f faults) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError || f.Handler.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (f faults) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelError {
		f.m.broken.Add(1)
		text := r.Message
		r.Attrs(func(a slog.Attr) bool {
			text += " " + a.String()
			return true
		})
		f.m.why.Store(text)
	}
	if !f.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return f.Handler.Handle(ctx, r)
}

// heardOnly reports whether the last internal error is one that the trial has caused.
func (m *machine) heardOnly(cause error) bool { return strings.Contains(m.lastFault(), cause.Error()) }

// lastFault returns the last internal error, for a report.
func (m *machine) lastFault() string {
	text, _ := m.why.Load().(string)
	return text
}

// player is the user in a seat of the trial: the first, the second, and so on.
func player(nth int) discord.User {
	return discord.User{ID: match.UserID(strconv.Itoa(100_001 + nth)), Name: "Player " + strconv.Itoa(nth+1)}
}

// interaction makes an interaction of a kind in the channel of the games.
func (m *machine) interaction(who discord.User, kind discord.Kind) *discord.Interaction {
	return &discord.Interaction{
		ID: strconv.FormatInt(m.last.Add(1), 10), AppID: "1", Token: "token", Kind: kind, User: who, Guild: guild, Channel: channel,
		Locale: "en-US", GuildLocale: "en-US", Perms: discord.PermAll,
	}
}

// slash makes a command: "game new", "title=amsterdam".
func (m *machine) slash(who discord.User, path string, options ...string) *discord.Interaction {
	ix := m.interaction(who, discord.Slash)
	ix.Command = strings.Fields(path)
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		ix.Options = append(ix.Options, discord.Option{Name: name, Value: value})
	}
	return ix
}

// click makes a click on a button or, with values, on a menu.
func (m *machine) click(who discord.User, customID string, values ...string) *discord.Interaction {
	ix := m.interaction(who, discord.Click)
	ix.CustomID, ix.Values, ix.Message = customID, values, "77"
	return ix
}

// answer is what a person sees of an interaction in the end.
type answer struct {
	message discord.Message
	done    bool // what was clicked was carried out: it is no message beside the clicked one
}

// handle has the bot handle an interaction.
func (m *machine) handle(ctx context.Context, ix *discord.Interaction) answer {
	m.bot.Handle(ctx, ix)
	return answerTo(ix, m.taken())
}

// taken returns the calls since it was asked last.
func (m *machine) taken() []discordtest.Call {
	calls := m.api.Calls()
	m.api.Forget()
	if m.screen != nil {
		m.screen.see(calls)
	}
	if m.listens {
		m.heard = append(m.heard, calls...)
	}
	return calls
}

// answerTo finds the answer to an interaction among calls.
func answerTo(ix *discord.Interaction, calls []discordtest.Call) answer {
	var a answer
	for _, c := range calls {
		if c.Interaction != ix || c.Err != nil {
			continue
		}
		switch {
		case c.Method == discordtest.FollowUp: // beside the clicked message
			a.message, a.done = c.Message, false
		case c.Method != discordtest.Respond:
			a.message = c.Message
		case c.Response.Message != nil:
			a.message = *c.Response.Message
		case c.Response.Update != nil:
			a.message, a.done = *c.Response.Update, true
		case c.Response.DeferUpdate:
			a.done = true
		}
	}
	if catalog, err := loadCatalog(); err == nil && strings.Contains(a.message.Content, catalog.Texts(locale.Fallback).Say("problem.moved-on")) {
		a.done = false
	}
	return a
}

// flush sends what is due and returns the calls.
func (m *machine) flush(ctx context.Context) ([]discordtest.Call, error) {
	err := m.bot.Flush(ctx)
	calls := m.taken()
	if err != nil {
		return calls, fmt.Errorf("send what is due: %w", err)
	}
	return calls, nil
}
