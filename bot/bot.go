// Package bot plays Konduktor's games on Discord: it turns interactions into moves, commits them, and tells everybody
// what happened out of the outbox (design: one move's way through the house).
package bot

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"time"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/titles"
	"github.com/konduktor-bot/konduktor/render"
	"github.com/konduktor-bot/konduktor/storage"
)

// Options are what a bot needs. Store, API, Catalog and Painter must be set.
type Options struct {
	Store   storage.Store
	API     discord.API
	Catalog *locale.Catalog
	// Painter finds the painter of a title on its map; false if there is none yet, or never: then texts come alone.
	Painter func(context.Context, engine.Title) (render.Painter, bool)
	Titles  []engine.Title   // nil: all
	Maps    []OwnMap         // of users' own, in the order in which they are suggested
	Now     func() time.Time // nil: time.Now
	Rand    io.Reader        // of seeds and game ids; nil: crypto/rand
	Log     *slog.Logger     // nil: nothing is logged
	Cached  int              // games kept rebuilt in memory; 0: 200
	// Language of what is said at tables of servers whose own language is none of ours; "": English.
	Language string
	After    func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it; nil: time.NewTimer
	// Patience is how long a seat is waited for that owes an answer for which the rules know a default; then the bot makes
	// that move. 0: DefaultPatience. Less than a minute is kept no more exactly than that.
	Patience time.Duration
}

// Bot is the bot. Handle and Event may be called from any goroutine.
type Bot struct {
	store    storage.Store
	api      discord.API
	catalog  *locale.Catalog
	painter  func(context.Context, engine.Title) (render.Painter, bool)
	titles   []engine.Title
	now      func() time.Time
	rand     io.Reader
	log      *slog.Logger
	language string // of tables, where the server's own is none of ours
	after    func(time.Duration) (<-chan time.Time, func())
	games    *games
	maps     *atlas
	router   *router
	wake     chan struct{}     // there may be something to send
	senders  map[string]sender // by kind of message in the outbox
	painting chan struct{}     // one token a picture being drawn
	knocked  knocks
	forgot   time.Time // when Run last had old answers forgotten
	counters Counters

	patience   time.Duration // until a move is made for a seat that does not answer
	sendWithin time.Duration // one message
}

// New returns a bot that does nothing until Handle or Run is called.
func New(o Options) (*Bot, error) {
	if o.Store == nil || o.API == nil || o.Catalog == nil || o.Painter == nil {
		return nil, fmt.Errorf("bot: Store, API, Catalog and Painter must be set")
	}
	b := &Bot{
		store: o.Store, api: o.API, catalog: o.Catalog, painter: o.Painter,
		titles: o.Titles, now: o.Now, rand: o.Rand, log: o.Log, after: o.After,
		language: cmp.Or(o.Language, locale.Fallback),
		patience: cmp.Or(o.Patience, DefaultPatience), sendWithin: sendWithin,
		games:    newGames(200),
		maps:     newAtlas(o.Maps),
		router:   newRouter(),
		wake:     make(chan struct{}, 1),
		painting: make(chan struct{}, maxPainting),
		knocked:  knocks{last: map[string]time.Time{}},
	}
	if b.titles == nil {
		b.titles = titles.All()
	}
	if b.now == nil {
		b.now = time.Now
	}
	if b.rand == nil {
		b.rand = rand.Reader
	}
	if b.log == nil {
		b.log = slog.New(slog.DiscardHandler)
	}
	if b.after == nil {
		b.after = newTimer
	}
	if o.Cached > 0 {
		b.games.limit = o.Cached
	}
	b.routeLobby(b.router)
	b.routeMoves(b.router)
	b.routeLook(b.router)
	b.senders = b.tableSenders()
	maps.Copy(b.senders, b.directSenders())
	return b, nil
}

func newTimer(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}

// title finds a title by its id.
func (b *Bot) title(id string) (engine.Title, bool) {
	for _, t := range b.titles {
		if t.ID() == id {
			return t, true
		}
	}
	return nil, false
}

// Handle answers an interaction. It returns when the answer is complete, pictures included.
func (b *Bot) Handle(ctx context.Context, ix *discord.Interaction) {
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	b.counters.interactions.Add(1)
	r := &Request{Interaction: ix, Texts: b.catalog.Texts(ix.Locale), Now: b.now()}
	closed := b.takesNoDMs(ctx, r)
	b.respond(ctx, r, b.carryOut(ctx, r))
	b.meet(ctx, r, closed)
}

// Busy is what a person is told whose interaction cannot be taken on just now.
func (b *Bot) Busy(ix *discord.Interaction) string {
	b.counters.refused.Add(1)
	return b.catalog.Texts(ix.Locale).Say("problem.busy")
}
