// Package bot plays Konduktor's games on Discord. It only puts its rooms together: see docs/architecture.md.
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

	"konduktor/bot/admin"
	"konduktor/bot/advice"
	"konduktor/bot/atlas"
	"konduktor/bot/clock"
	"konduktor/bot/commands"
	"konduktor/bot/courier"
	"konduktor/bot/discord"
	"konduktor/bot/games"
	"konduktor/bot/hindsight"
	"konduktor/bot/lobby"
	"konduktor/bot/locale"
	"konduktor/bot/look"
	"konduktor/bot/metrics"
	"konduktor/bot/opponent"
	"konduktor/bot/outbox"
	"konduktor/bot/panel"
	"konduktor/bot/people"
	"konduktor/bot/picture"
	"konduktor/bot/plan"
	"konduktor/bot/play"
	"konduktor/bot/privacy"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/bot/tenure"
	"konduktor/bot/turn"
	"konduktor/bot/undo"
	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/storage"
)

// DefaultPatience is how long a seat is waited for that has to answer its tunnel, in a game without clocks.
const DefaultPatience = 24 * time.Hour

// handleWithin bounds an interaction, its pictures included; Discord forgets it after 15 min.
const handleWithin = 2 * time.Minute

// Options are what a bot needs. Store, API, Catalog and Painter must be set.
type Options struct {
	Store   storage.Store
	API     discord.API
	Catalog *locale.Catalog
	// Painter finds the painter of a title on its map; false if there is none yet, or never: then texts come alone.
	Painter func(context.Context, engine.Title) (render.Painter, bool)
	Titles  []engine.Title   // nil: all
	Maps    []atlas.Map      // the operator's, in the order in which they are suggested
	Now     func() time.Time // nil: time.Now
	Rand    io.Reader        // of seeds and game IDs; nil: crypto/rand
	Log     *slog.Logger     // nil: nothing is logged
	Cached  int              // games kept rebuilt in memory; 0: 200
	// Language of what is said at tables of servers whose own language is none of ours; "": English.
	Language string
	After    func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it; nil: time.NewTimer
	// Patience is how long a seat is waited for that has to answer its tunnel, in a game without clocks; then it withdraws.
	// 0: DefaultPatience. It is kept to the minute.
	Patience time.Duration
	Metrics  *metrics.Metrics // nil: nothing is measured
	House    clock.Chooser    // of the moves of seats that nobody plays; nil: computer players
	// SendWithin bounds the sending of one message; 0: 45 s.
	SendWithin time.Duration
}

// withDefaults fills in what may be left out.
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
	o      Options
	maps   *atlas.Atlas
	games  *play.Games
	people *people.People
	lobby  *lobby.Lobby
	outbox *outbox.Outbox
	clock  *clock.Keeper
	plans  *plan.Runner
	tenure *tenure.Desk
	finder *games.Finder
	review *hindsight.Desk
	server *route.Server
	wake   func() // there may be something to do, or to send

	carrier *courier.Courier

	language atomic.Pointer[string] // see Options.Language
}

// New returns a bot that does nothing until Handle, Event or Run is called.
func New(o Options) (*Bot, error) {
	if o.Store == nil || o.API == nil || o.Catalog == nil || o.Painter == nil {
		return nil, fmt.Errorf("bot: Store, API, Catalog and Painter must be set")
	}
	o = o.withDefaults()
	b := &Bot{o: o}
	b.language.Store(&o.Language)

	bench := opponent.New(o.Log)
	// The teller and the outbox are known only further down: what calls them does so after New has returned.
	var teller *tell.Teller
	answers := route.NewAnswers()
	poked := make(chan struct{}, 1)
	poke := func() { tap(poked) } // a seat that the house plays may be due
	wake := func() {
		b.outbox.Wake()
		b.plans.Wake()
		poke()
	}
	b.wake = wake

	b.maps = atlas.New(o.Store, o.Titles, o.Maps)
	b.people = people.New(people.Options{
		Store: o.Store, API: o.API, Log: o.Log,
		Returned: func(ctx context.Context, user match.UserID) error {
			return teller.TryAgain(ctx, user, lobby.RandomName(o.Rand, 11))
		},
	})
	b.games = play.New(play.Options{
		Store: o.Store, Editions: b.maps, Amended: wake, Cached: o.Cached, Patience: o.Patience,
		Announce: func(made play.Made, on play.Occasion) []storage.Message { return teller.Announce(made, on) },
		Retold:   func(b play.TakenBack, on play.Occasion) []storage.Message { return teller.Retell(b, on) },
	})
	b.carrier = courier.New(o.API, o.Now, b.release)
	pictures := picture.New(o.Painter, o.Log)
	pictures.Observe(o.Metrics.Drawing)
	panels := panel.New(b.games, pictures)
	teller = b.newTeller(panels, pictures, answers)
	b.review = hindsight.New(b.games, teller, o.Log)
	b.tenure = &tenure.Desk{Store: o.Store, Games: b.games, Teller: teller, People: b.people, Atlas: b.maps}
	office := &admin.Office{Store: o.Store, Games: b.games, Teller: teller}
	b.lobby = lobby.New(lobby.Options{
		Store: o.Store, Atlas: b.maps, Games: b.games, People: b.people, Teller: teller, Policy: office, Rand: o.Rand,
		Language: b.tableLanguage, Wake: wake, Leave: b.tenure.AskToLeave,
	})
	b.outbox = outbox.New(outbox.Options{
		Store: o.Store, Log: o.Log, Now: o.Now, After: o.After, SendWithin: o.SendWithin,
	}, teller)
	b.keepTime(teller, bench, poked, poke)
	b.finder = &games.Finder{Store: o.Store, Atlas: b.maps, Tables: b.games}
	panels.Next, panels.Teach = b.finder.NextRow, b.people.Teach
	b.server = route.NewServer(route.Options{
		Router: b.routes(teller, panels, pictures, office, bench), API: b.carrier, Log: o.Log, Now: o.Now, After: o.After,
		Around: b.games.Repeats(panels.AfterMove), Answered: wake, Answers: answers, Shown: teller.PanelShown, Served: o.Metrics.Served,
		Renews: b.showsLobby,
	})
	return b, nil
}

// newTeller makes what builds messages. The rooms that it calls are known only when New has returned.
func (b *Bot) newTeller(panels *panel.Panels, pictures *picture.Studio, answers *route.Answers) *tell.Teller {
	o := b.o
	return tell.New(tell.Options{
		Store: o.Store, API: b.carrier, Catalog: o.Catalog, Atlas: b.maps, Games: b.games, People: b.people, Panels: panels, Pictures: pictures,
		Now: o.Now, Log: o.Log, Answers: answers, Wake: b.wake,
		Reviewed:  func(g match.Game) (review.Review, bool) { return b.reviewed(g) },
		TableGone: func(ctx context.Context, id match.GameID) error { return b.lobby.TableGone(ctx, id) },
	})
}

// tap sends on a channel unless it is full: then whoever receives from it will look anyway.
func tap(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// keepTime makes what acts when time has passed. poked is what poke tells.
func (b *Bot) keepTime(teller *tell.Teller, bench *opponent.Bench, poked <-chan struct{}, poke func()) {
	o := b.o
	b.clock = &clock.Keeper{
		Store: o.Store, Games: b.games, Teller: teller, Log: o.Log, Now: o.Now, After: o.After, Wake: b.wake,
		Poked: poked, House: cmp.Or[clock.Chooser](o.House, bench),
	}
	b.plans = plan.NewRunner(plan.Options{
		Store: o.Store, Games: b.games, Teller: teller, Log: o.Log, Now: o.Now, After: o.After,
		Tell: func() {
			b.outbox.Wake()
			poke()
		},
	})
}

// routes has each room add its own.
func (b *Bot) routes(teller *tell.Teller, panels *panel.Panels, pictures *picture.Studio, office *admin.Office, bench *opponent.Bench) *route.Router {
	o, router := b.o, route.NewRouter()
	b.lobby.Register(router, b.finder.Named)
	turn.New(b.games, b.finder, panels).Register(router, b.finder.Named)
	(&look.Look{Games: b.games, Finder: b.finder, Atlas: b.maps, Panels: panels, Pictures: pictures, Films: teller}).Register(router, b.finder.Named)
	(&clock.Desk{Store: o.Store, Games: b.games, Teller: teller, Panels: panels, Catalog: o.Catalog, Log: o.Log}).Register(router, b.finder.Named)
	(&plan.Desk{Store: o.Store, Games: b.games, Panels: panels, Teller: teller, Tell: func() { b.outbox.Wake() }}).Register(router, b.finder.Named)
	(&undo.Desk{Games: b.games, Teller: teller, Panels: panels}).Register(router, b.finder.Named)
	(&advice.Desk{Games: b.games, Adviser: bench}).Register(router, b.finder.Named)
	b.review.Register(router)
	office.Register(router, b.finder.Named)
	(&privacy.Desk{
		Store: o.Store, Teller: teller, FormerName: o.Catalog.Texts(o.Language).Say("privacy.former"), Leave: []privacy.Room{b.lobby, b.tenure},
	}).Register(router)
	b.tenure.Register(router, b.finder.Named)
	b.finder.Register(router, commands.WithGame)
	return router
}

// Handle answers an interaction. It returns when the answer is complete, pictures included, or left to Run.
func (b *Bot) Handle(ctx context.Context, ix *discord.Interaction) {
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	r := &route.Request{Interaction: ix, Texts: b.people.Texts(ctx, b.o.Catalog, ix.User.ID, ix.Locale), Now: b.o.Now()}
	defer b.carrier.Begin(ctx, ix)()
	b.people.Meet(ctx, r, func() { b.server.Serve(ctx, r) })
}

// release has the outbox say what is held for a private channel.
func (b *Bot) release(ctx context.Context, channel match.ChannelID) {
	if err := b.o.Store.Release(ctx, tell.Lane(channel), b.o.Now()); err != nil {
		b.o.Log.WarnContext(ctx, "what is held for a private channel was not released", "error", err)
	}
	b.outbox.Wake()
}

// showsLobby reports whether the clicked message is that of a lobby.
func (b *Bot) showsLobby(ctx context.Context, r *route.Request) bool {
	if r.Pressed.Game == "" {
		return false
	}
	g, err := b.o.Store.Game(ctx, match.GameID(r.Pressed.Game))
	return err == nil && (g.Lobby == r.Message || g.Lobby == "") // it can be clicked before the row knows it
}

// Games returns the service that loads games and makes moves in them.
func (b *Bot) Games() *play.Games { return b.games }

// Reload takes on settings that can change while the bot runs: the operator's maps and the language of Options.
func (b *Bot) Reload(maps []atlas.Map, language string) {
	b.maps.Offer(maps)
	language = cmp.Or(language, locale.Fallback)
	b.language.Store(&language)
}

func (b *Bot) tableLanguage() string { return *b.language.Load() }

// Busy is what a person is told whose interaction cannot be taken on just now.
func (b *Bot) Busy(ix *discord.Interaction) string {
	return b.o.Catalog.Texts(ix.Locale).Say("problem.busy")
}

// Event deals with a deletion or a person's words that Discord reports.
func (b *Bot) Event(ctx context.Context, e discord.Event) {
	if e.Kind == discord.Wrote {
		if err := b.people.AnswerWords(ctx, b.o.Catalog, e, b.o.Now()); err != nil {
			b.o.Log.WarnContext(ctx, "a direct message was not answered", "user", e.User, "error", err)
		}
		return
	}
	if err := b.lobby.Deleted(ctx, e); err != nil {
		b.o.Log.ErrorContext(ctx, "a deletion was not dealt with", "error", err)
	}
}

// Run sends what is in the outbox, completes answers that failed at first, carries plans out, and moves for the seats whose time is up, until
// ctx ends, and waits for what is under way.
func (b *Bot) Run(ctx context.Context) error {
	var running sync.WaitGroup
	running.Go(func() { b.clock.Run(ctx) })
	running.Go(func() { b.plans.Run(ctx) })
	running.Go(func() { b.review.Run(ctx) })
	running.Go(func() { b.outbox.Run(ctx) })
	running.Go(func() { b.server.Run(ctx) })
	if shared, ok := b.o.Store.(storage.Watcher); ok {
		running.Go(func() { shared.Watch(ctx, b.wake) })
	}
	running.Wait()
	return nil
}

// KeepClocks does what is due for the clocks of all seats now, as Run does.
func (b *Bot) KeepClocks(ctx context.Context) error { return b.clock.CatchUp(ctx) }

// KeepPlans carries out the plans that are due now, as Run does.
func (b *Bot) KeepPlans(ctx context.Context) error { return b.plans.CatchUp(ctx) }

// KeepReviews looks back at the finished games that this was asked for, as Run does.
func (b *Bot) KeepReviews(ctx context.Context) { b.review.CatchUp(ctx) }

// reviewed returns what was found about a finished game. If it is not kept any more, it is looked for anew.
func (b *Bot) reviewed(g match.Game) (review.Review, bool) {
	r, ok := b.review.Kept(g)
	if !ok {
		b.review.Again(g.ID)
	}
	return r, ok
}

// NextPlan returns when the next plan is due; zero if none is by now.
func (b *Bot) NextPlan(ctx context.Context) (time.Time, error) { return b.plans.Next(ctx) }

// Flush sends what is due now, one message at a time, until nothing is.
func (b *Bot) Flush(ctx context.Context) error { return b.outbox.Flush(ctx) }

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
