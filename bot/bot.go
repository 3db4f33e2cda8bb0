// Package bot plays Konduktor's games on Discord. It only puts its rooms together: see
// docs/architecture.md.
package bot

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"konduktor/bot/commands"
	"konduktor/bot/daily"
	"konduktor/bot/discord"
	"konduktor/bot/find"
	"konduktor/bot/hall"
	"konduktor/bot/handlers"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/metrics"
	"konduktor/bot/notify"
	"konduktor/bot/outbox"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/posts"
	"konduktor/bot/ratings"
	"konduktor/bot/route"
	"konduktor/bot/season"
	"konduktor/bot/timekeeper"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/storage"
)

// DefaultPatience is how long a game without clocks waits for a seat to answer its tunnel.
const DefaultPatience = 24 * time.Hour

// handleWithin bounds an interaction, its pictures included; Discord forgets it after 15 min.
const handleWithin = 2 * time.Minute

// Options are what a bot needs. Store, API, Catalog and Painter must be set.
type Options struct {
	Store   storage.Store
	API     discord.API
	Catalog *locale.Catalog
	// Painter finds the painter of a title on its map; false if there is none yet, or never: then
	// texts come alone.
	Painter func(context.Context, engine.Title) (render.Painter, bool)
	Titles  []engine.Title   // nil: all
	Maps    []message.Map    // the operator's, in the order in which they are suggested
	Now     func() time.Time // nil: time.Now
	Rand    io.Reader        // of seeds and game IDs; nil: crypto/rand
	Log     *slog.Logger     // nil: nothing is logged
	Cached  int              // games kept rebuilt in memory; 0: 200
	// Language is that of tables on servers whose own language is none of ours; "": English.
	Language string
	// Able reports whether people can be served now, the store aside: whether Discord can be reached.
	// nil: nobody watches, so that outages are not noticed.
	Able func(context.Context) bool
	// After returns a timer and what stops it; nil: time.NewTimer.
	After func(d time.Duration) (<-chan time.Time, func())
	// Patience is how long a game without clocks waits for a seat to answer its tunnel, to the
	// minute; then the seat withdraws. 0: DefaultPatience.
	Patience time.Duration
	Metrics  *metrics.Metrics   // nil: nothing is measured
	House    timekeeper.Chooser // of the moves of seats that nobody plays; nil: computer players
	// EmojiPause is the time between two uploads of emoji; 0: a second.
	EmojiPause time.Duration
	// SendWithin bounds the sending of one message; 0: 45 s.
	SendWithin time.Duration
}

func (o Options) withDefaults() Options {
	if o.Titles == nil {
		o.Titles = titles.All()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.After == nil {
		o.After = newTimer
	}
	o.Cached = cmp.Or(o.Cached, 200)
	o.Language = cmp.Or(o.Language, locale.Fallback)
	o.Patience = cmp.Or(o.Patience, DefaultPatience)
	return o
}

func newTimer(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}

// Bot is the bot. Its methods can be called from any goroutine.
type Bot struct {
	o        Options
	maps     *message.Atlas
	games    *play.Service
	people   *people.People
	handlers *handlers.Handlers
	outbox   *outbox.Outbox
	clock    *timekeeper.Timekeeper
	vigil    *timekeeper.Vigil // nil: without Options.Able
	plans    *timekeeper.Planner
	finder   *handlers.Finder
	review   *handlers.ReviewHandlers
	leagues  *ratings.Leagues
	seasons  *season.Seasons
	school   *handlers.School
	server   *route.Server
	notifier *notify.Notifier
	posts    *posts.Posts
	bells    bells

	carrier *discord.Courier
	emoji   *discord.Emojis

	language atomic.Pointer[string] // see Options.Language
}

// bells wake the loops that look into the store. Each is full while it rings.
type bells struct{ outbox, clock, plans chan struct{} }

func newBells() bells {
	return bells{make(chan struct{}, 1), make(chan struct{}, 1), make(chan struct{}, 1)}
}

// ring wakes everybody.
func (b bells) ring() {
	tap(b.outbox)
	tap(b.clock)
	tap(b.plans)
}

// tap sends on a channel unless it is full: then its receiver looks anyway.
func tap(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// listener is somebody who hears of what happens at tables.
type listener struct {
	kind  storage.Kind // of the outbox's rows that carry its events
	hears func(match.Event) bool
	does  func(*Bot) outbox.Listener // once the rooms stand
}

var listeners = []listener{
	{"event", all, func(b *Bot) outbox.Listener { return b.notifier.Hear }},
	{"counted", over, func(b *Bot) outbox.Listener { return b.o.Metrics.Hear }},
	{"daily", over, func(b *Bot) outbox.Listener { return b.notifier.HearDaily }},
	{"rated", settled, func(b *Bot) outbox.Listener { return b.hearSettled }},
}

// hearSettled keeps a game's results before its season hears of it: the letter at the season's end
// shows them.
func (b *Bot) hearSettled(ctx context.Context, h match.Happening) ([]storage.Message, error) {
	if rated(h.Event) {
		if told, err := b.leagues.Hear(ctx, h); err != nil {
			return told, err
		}
	}
	if ended(h.Event) {
		return b.seasons.Hear(ctx, h)
	}
	return nil, nil
}

func settled(e match.Event) bool { return ended(e) || rated(e) }

func all(match.Event) bool { return true }

func over(e match.Event) bool {
	_, is := e.(match.Over)
	return is
}

func ended(e match.Event) bool {
	_, is := e.(match.Closed)
	return is || over(e)
}

func rated(e match.Event) bool {
	_, is := e.(match.TakenOut)
	return is || over(e)
}

// lanes are the listeners as the service knows them, which writes their events.
func lanes() (list []play.Listener) {
	for _, l := range listeners {
		list = append(list, play.Listener{Kind: l.kind, Hears: l.hears})
	}
	return list
}

// hearing are the listeners as the outbox knows them, which brings them their events.
func (b *Bot) hearing() map[storage.Kind]outbox.Listener {
	hear := map[storage.Kind]outbox.Listener{}
	for _, l := range listeners {
		hear[l.kind] = l.does(b)
	}
	return hear
}

// New returns a bot that does nothing until Handle, Event or Run is called. It puts the rooms
// together from the ground up: each is handed only what stands already.
func New(o Options) (*Bot, error) {
	if o.Store == nil || o.API == nil || o.Catalog == nil || o.Painter == nil {
		return nil, fmt.Errorf("bot: Store, API, Catalog and Painter must be set")
	}
	o = o.withDefaults()
	emojis := discord.NewEmojis(discord.EmojiOptions{
		API: o.API, Titles: o.Titles, Log: o.Log, Pause: o.EmojiPause, Now: o.Now, After: o.After,
		Note: func(ctx context.Context, change func(*[]discord.OwnEmoji) error) error {
			return storage.Change(ctx, o.Store, storage.EmojiKey, change)
		},
		Oldest: func(ctx context.Context) (time.Time, error) {
			return posts.Oldest(ctx, o.Store, o.Now())
		},
	})
	plain := o.Catalog
	o.Catalog = plain.WithSigns(emojis.Find)
	b := &Bot{o: o, bells: newBells(), emoji: emojis}
	b.language.Store(&o.Language)
	answers := route.NewAnswers()
	b.maps = message.NewAtlas(o.Store, o.Titles, o.Maps)
	b.people = people.New(people.Options{Store: o.Store, API: o.API, Log: o.Log, Now: o.Now})
	b.games = play.New(play.Options{
		Store: o.Store, Editions: b.maps, Listeners: lanes(), Wake: b.bells.ring,
		Cached: o.Cached, Rules: match.Rules{Patience: o.Patience}, Log: o.Log, Rand: o.Rand,
	})
	b.carrier = discord.NewCourier(o.API, o.Now, b.release)
	b.finder = &handlers.Finder{Store: o.Store, Atlas: b.maps, Tables: b.games}
	pictures := message.NewPictures(o.Painter, o.Log)
	pictures.Observe(o.Metrics.Drawing)
	deals := &daily.Deals{
		Store: o.Store, Tries: o.Store.ForDailies(), Games: b.games, Atlas: b.maps,
		Pictures: pictures, Title: titles.OfDay, Log: o.Log,
	}
	panels := message.NewPanels(b.games, pictures, b.finder, b.people, o.Now)
	var err error
	if b.school, err = handlers.NewSchool(o.Store, pictures); err != nil {
		return nil, err
	}
	b.leagues = &ratings.Leagues{
		Store: o.Store, Kept: o.Store.ForRatings(), Games: b.games, Atlas: b.maps,
		Pictures: pictures, Log: o.Log, Now: o.Now, After: o.After,
	}
	queues := &find.Queues{
		Store: o.Store, Games: b.games, Atlas: b.maps, Rated: b.leagues.Rated,
		Now: o.Now, Wake: b.bells.ring,
	}
	b.seasons = &season.Seasons{
		Store: o.Store, Games: b.games, Atlas: b.maps, People: b.people,
		Rated: b.leagues.Rated, Meet: queues.Meet, Card: b.leagues.CardOf, Now: o.Now,
		Wake: b.bells.ring, Log: o.Log,
	}
	reviewer := handlers.NewReviewer(b.games, o.Store.ForRatings(), o.Log)
	forums := &hall.Forums{API: b.carrier, Catalog: o.Catalog, Now: o.Now}
	b.posts = posts.New(posts.Options{
		Store: o.Store, API: b.carrier, Catalog: o.Catalog, Plain: plain, Atlas: b.maps,
		Games: b.games, People: b.people, Panels: panels, Pictures: pictures, Answers: answers,
		Seasons: b.seasons, Now: o.Now, After: o.After, Log: o.Log, Wake: b.bells.ring,
		EmojiLost: emojis.Lost, Forums: forums,
	})
	b.notifier = notify.New(notify.Options{
		Store: o.Store, API: b.carrier, Catalog: o.Catalog, Atlas: b.maps, Games: b.games,
		People: b.people, Panels: panels, Pictures: pictures, Posts: b.posts, Reviewed: reviewer.Found,
		Daily: deals, Now: o.Now, Log: o.Log, Answers: answers, Wake: b.bells.ring,
		Leagues: b.leagues, Find: queues, Seasons: b.seasons, EmojiLost: emojis.Lost,
	})
	b.review = handlers.NewReviewHandlers(reviewer, b.notifier)
	b.outbox = outbox.New(outbox.Options{
		Store: o.Store, Log: o.Log, Now: o.Now, After: o.After, SendWithin: o.SendWithin,
		Woken: b.bells.outbox, Settled: o.Metrics.Message,
		Listeners: b.hearing(),
	}, b.notifier)
	bench := play.NewBench(o.Log)
	b.keepTime(bench)
	b.handlers = handlers.New(handlers.Options{
		Store: o.Store, Games: b.games, Atlas: b.maps, People: b.people, Panels: panels,
		Messages: b.notifier, Daily: deals, Leagues: b.leagues, Find: queues, Catalog: o.Catalog,
		Forums: forums, Log: o.Log, Now: o.Now, Wake: b.bells.ring, Language: b.tableLanguage,
		IsMember:   b.carrier.IsMember,
		FormerName: o.Catalog.Texts(o.Language).Say("privacy.former"),
	})
	b.server = route.NewServer(route.Options{
		Router: b.routes(panels, pictures, bench), API: b.carrier, Log: o.Log, Now: o.Now,
		After: o.After, Around: panels.Around, Answered: b.bells.ring,
		Answers: answers, Showing: b.posts.Showing, Served: o.Metrics.Served,
		Renews: b.showsLobby, Typed: b.games.Answered, EmojiLost: emojis.Lost,
	})
	return b, nil
}

// keepTime makes what acts when time has passed.
func (b *Bot) keepTime(bench *play.Bench) {
	o := b.o
	b.clock = &timekeeper.Timekeeper{
		Store: o.Store, Games: b.games, Digest: b.notifier.Digest, Log: o.Log, Now: o.Now,
		After: o.After, Wake: b.bells.ring, Woken: b.bells.clock,
		House: cmp.Or[timekeeper.Chooser](o.House, bench),
	}
	if o.Able != nil {
		b.vigil = timekeeper.NewVigil(&timekeeper.Vigil{
			Store: o.Store, Games: b.games, Able: o.Able, Log: o.Log, Now: o.Now, After: o.After,
		})
	}
	b.plans = timekeeper.NewPlanner(timekeeper.PlannerOptions{
		Store: o.Store, Games: b.games, Tell: b.notifier.AboutPlan, Log: o.Log, Now: o.Now,
		After: o.After, Wakes: b.bells.ring, Woken: b.bells.plans,
	})
}

func (b *Bot) routes(panels *message.Panels, pictures *message.Pictures, bench *play.Bench,
) *route.Router {
	router := route.NewRouter()
	named := b.finder.Named
	b.handlers.Register(router, named)
	handlers.NewTurns(b.games, b.finder, panels).Register(router, named)
	(&handlers.Looks{
		Games: b.games, Finder: b.finder, Atlas: b.maps, Panels: panels, Pictures: pictures,
		AskFilm: b.notifier.AskFilm, Reviews: b.review, Settings: b.o.Store, Habits: b.o.Store,
	}).Register(router, named)
	(&handlers.Hints{Games: b.games, Adviser: bench}).Register(router, named)
	b.review.Register(router)
	b.school.Register(router)
	(&ratings.Handlers{Leagues: b.leagues, Posts: b.notifier}).Register(router)
	b.seasons.Register(router)
	b.finder.Register(router)
	return router
}

// Handle answers an interaction. It returns when the answer is complete, pictures included, or left
// to Run.
func (b *Bot) Handle(ctx context.Context, ix *discord.Interaction) {
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	if b.vigil != nil {
		b.vigil.Heard(ctx)
	}
	ix = commands.Understand(b.o.Catalog, ix)
	r := &route.Request{
		Interaction: ix, Texts: b.people.Texts(ctx, b.o.Catalog, ix.User.ID, ix.Locale),
		Now: b.o.Now(),
	}
	defer b.carrier.Begin(ctx, ix)()
	b.people.Meet(ctx, r, func() { b.server.Serve(ctx, r) })
}

// release has the outbox send what is held for a private channel.
func (b *Bot) release(ctx context.Context, channel match.ChannelID) {
	if err := b.o.Store.Release(ctx, posts.PrivateLane(channel), b.o.Now()); err != nil {
		b.o.Log.WarnContext(ctx, "release messages held for a private channel",
			"error", err)
	}
	tap(b.bells.outbox)
}

// showsLobby reports whether the clicked message is that of a lobby.
func (b *Bot) showsLobby(ctx context.Context, r *route.Request) bool {
	if r.Pressed.Game == "" {
		return false
	}
	g, err := b.o.Store.Game(ctx, match.GameID(r.Pressed.Game))
	// A lobby can be clicked before its row knows the message.
	return err == nil && (g.Lobby == r.Message || g.Lobby == "")
}

// Games returns the service that loads games and makes moves in them.
func (b *Bot) Games() *play.Service { return b.games }

// Reload takes on settings that can change while the bot runs: the operator's maps and the language
// of Options.
func (b *Bot) Reload(maps []message.Map, language string) {
	b.maps.Offer(maps)
	language = cmp.Or(language, locale.Fallback)
	b.language.Store(&language)
}

func (b *Bot) tableLanguage() string { return *b.language.Load() }

// Busy tells a person that their interaction cannot be taken on just now.
func (b *Bot) Busy(ix *discord.Interaction) string {
	return b.o.Catalog.Texts(ix.Locale).Say("problem.busy")
}

// Event deals with a deletion or a person's words that Discord reports.
func (b *Bot) Event(ctx context.Context, e discord.Event) {
	if e.Kind == discord.Wrote {
		if err := b.people.AnswerWords(ctx, b.o.Catalog, e, b.o.Now()); err != nil {
			b.o.Log.WarnContext(ctx, "a direct message was not answered", "user", e.User,
				"error", err)
		}
		return
	}
	if err := b.handlers.Deleted(ctx, e); err != nil {
		b.o.Log.ErrorContext(ctx, "a deletion was not dealt with", "error", err)
	}
}

// TakeUp takes the games up again: from where the copy left them if the database was restored from
// one, else with the time back that they lost while nobody could play. It settles their ratings if
// another version has dealt them. It comes before Handle and Run.
func (b *Bot) TakeUp(ctx context.Context) error {
	if err := b.games.TakeUp(ctx, b.o.Now()); err != nil {
		return err
	}
	if err := b.games.SettleRatings(ctx, b.o.Now()); err != nil || b.vigil == nil {
		return err
	}
	return b.vigil.Look(ctx)
}

// Run does all background work until ctx ends, then waits for what is under way: it sends messages,
// completes answers, keeps clocks, carries plans out and reviews games.
func (b *Bot) Run(ctx context.Context) error {
	var running sync.WaitGroup
	running.Go(func() { b.clock.Run(ctx) })
	running.Go(func() { b.plans.Run(ctx) })
	if b.vigil != nil {
		running.Go(func() { b.vigil.Run(ctx) })
	}
	running.Go(func() { b.review.Run(ctx) })
	running.Go(func() { b.leagues.Run(ctx) })
	running.Go(func() { b.outbox.Run(ctx) })
	running.Go(func() { b.posts.Start(ctx) })
	running.Go(func() { b.server.Run(ctx) })
	if shared, ok := b.o.Store.(storage.Watcher); ok {
		running.Go(func() { shared.Watch(ctx, b.bells.ring) })
	}
	running.Wait()
	return nil
}

// KeepClocks does what is due for the clocks of all seats now, as Run does.
func (b *Bot) KeepClocks(ctx context.Context) error { return b.clock.CatchUp(ctx) }

// KeepVigil notes that people can be served now, as Run does, and gives tables back what they lost
// before.
func (b *Bot) KeepVigil(ctx context.Context) error { return b.vigil.Look(ctx) }

// KeepPlans carries out the plans that are due now, as Run does.
func (b *Bot) KeepPlans(ctx context.Context) error { return b.plans.CatchUp(ctx) }

// KeepReviews reviews the games that have been asked for, as Run does.
func (b *Bot) KeepReviews(ctx context.Context) { b.review.CatchUp(ctx) }

// KeepRatings fits the ratings that are due now, as Run does.
func (b *Bot) KeepRatings(ctx context.Context) error { return b.leagues.CatchUp(ctx) }

// NextPlan returns when the next plan is due; zero if none is.
func (b *Bot) NextPlan(ctx context.Context) (time.Time, error) { return b.plans.Next(ctx) }

// Hear works out who is told of what has happened by now, without telling them.
func (b *Bot) Hear(ctx context.Context) error { return b.outbox.Hear(ctx) }

// Flush sends what is due now, one message at a time, until nothing is.
func (b *Bot) Flush(ctx context.Context) error { return b.outbox.Flush(ctx) }

// KeepEmoji uploads the pictures of cards as emoji of the application where they are missing, and
// keeps them there until ctx ends. Until then, and without it, all is said in words.
func (b *Bot) KeepEmoji(ctx context.Context) { b.emoji.Run(ctx) }

// Health is how well the bot gets its messages out.
type Health struct {
	Stopped error         // why nothing is sent until a restart; nil while messages are sent
	Behind  time.Duration // for how long the first of the messages that are due has waited
	Err     error         // the store could not be asked
}

// Health says how well the bot gets its messages out, for readiness and doctor.
func (b *Bot) Health(ctx context.Context) Health {
	behind, err := b.outbox.Behind(ctx)
	return Health{Stopped: b.outbox.Stopped(), Behind: behind, Err: err}
}

// RegisterCommands tells Discord the commands, if they are not those that it was told last.
func (b *Bot) RegisterCommands(ctx context.Context) error {
	return commands.Register(ctx, b.o.API, b.o.Store, commands.List(b.o.Catalog, b.o.Titles))
}
