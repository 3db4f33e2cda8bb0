package trials

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/storage"
)

var loadKind = Kind{
	Name:  "load",
	Small: 40,
	Full:  100_000,
	some:  "games moves empties",
	shown: "ended seconds moves_per_1000s skipped p50_percent p99_percent p50_us p99_us " +
		"empty_p50_us empty_p99_us cpu_permille rss_kib bytes_a_move waiting " +
		"behind_ms",
	none: "unanswered lost",
	run:  load,
}

// Load says how the kind load is run.
type Load struct {
	Rate int           // moves a second; 0: 20
	For  time.Duration // 0: 5 s
	// Database names the store that Open opens; "": a new SQLite file.
	Database string
	Open     func(ctx context.Context, database string) (storage.Store, error)
	// Bots is how many bots share Database, taking interactions over HTTP behind a load balancer;
	// 0: one, on the gateway.
	Bots     int
	Pictures bool // else texts come alone
}

// How the load is spread.
const (
	mostTables   = 200 // games that are played at a time
	emptyEvery   = 4   // moves for each empty command
	leastMoves   = 10  // a trial is not over before, however slow all is
	waitForFirst = 10 * time.Second
	mostPeople   = 100_000 // in the sandbox
)

// load puts games into a store and has people click at some of them at a steady rate. The size is
// the number of open games. Figures: p50_percent and p99_percent are the time until a move is
// acknowledged, in per cent of an empty command's; skipped moves were due while all tables waited
// for an answer; cpu_permille is this process's time, people and sandbox included, in thousandths
// of one core; waiting messages were still to be sent in the end, the first of them due for
// behind_ms.
func load(t *Trial) {
	l := &loadRun{Trial: t, rate: max(t.Load.Rate, 1), lasts: t.Load.For}
	if t.Load.Rate == 0 {
		l.rate, l.lasts = 20, max(t.Load.For, 5*time.Second)
	}
	l.begin()
	l.fill()
	l.measure()
}

// begin starts the sandbox and the bots.
func (l *loadRun) begin() {
	t := l.Trial
	l.srv = t.newSandbox()
	l.store = l.open()
	l.painters = map[string]render.Painter{}
	for _, title := range titles.All() {
		var err error
		if t.Load.Pictures {
			l.painters[title.ID()], err = render.New(titles.MapOf(title), title.Lexicon())
		}
		t.must(err)
	}
	t.Cleanup(func() { t.must(l.store.Close()) })
	l.r = &rig{Stage: &bottest.Stage{T: t, Store: l.store}} // whose bot runs by itself
	var urls []*url.URL
	for nth := range max(t.Load.Bots, 1) {
		if address := l.startBot(nth); address != nil {
			urls = append(urls, address)
		}
	}
	if len(urls) > 0 {
		l.balance(urls)
	}
}

func (t *Trial) newSandbox(people ...string) *sandbox.Server {
	srv := sandbox.New(sandbox.Options{
		People: people, MostPeople: mostPeople, Now: t.pace, History: 50,
	})
	t.must(srv.Start())
	t.Cleanup(func() { t.must(srv.Close()) })
	return srv
}

// loadRun is one run of a load.
type loadRun struct {
	*Trial
	srv    *sandbox.Server
	store  storage.Store // without faults
	r      *rig
	rate   int
	lasts  time.Duration
	now    func() time.Time // the bots' clock; nil: time.Now
	cached int              // games that a bot keeps rebuilt; 0: as usual
	tables []*loadTable
	opened int // games put into the store

	painters map[string]render.Painter // by title

	mu      sync.Mutex
	moves   []time.Duration // until they were acknowledged
	empties []time.Duration // until empty commands were
}

func (l *loadRun) open() storage.Store {
	store, err := l.Load.Open(l.ctx, cmp.Or(l.Load.Database, l.file("load")))
	l.must(err)
	return store
}

// startBot runs a bot with its real client until the trial ends. One of several has its own store
// and endpoint, whose address is returned.
func (l *loadRun) startBot(nth int) *url.URL {
	store := l.store
	if l.Load.Bots > 0 {
		store = l.open()
		l.Cleanup(func() { l.must(store.Close()) })
	}
	store = l.sabotaged(store)
	options, client := l.reach(l.srv)
	options.NoGateway = l.Load.Bots > 0
	r := l.newRig(store, l.Seed+uint64(nth), func(o *bot.Options) {
		o.API, o.Now, o.Cached = client, l.now, l.cached
		if l.Load.Pictures {
			o.Painter = l.painter
		}
	})
	options.Handler, options.OnEvent, options.Busy = r.Bot.Handle, r.Bot.Event, r.Bot.Busy
	if l.Load.Bots > 0 && l.pace != nil {
		options.Now = l.pace
	}
	running, stop := context.WithCancel(l.ctx)
	var ran sync.WaitGroup
	l.Cleanup(func() {
		stop()
		ran.Wait()
		if r.Faults.Load() > 0 {
			l.Errorf("an internal error: %s", r.Faults.Last())
		}
	})
	session := l.connect(options)
	l.must(r.Bot.RegisterCommands(l.ctx))
	ran.Go(func() { _ = r.Bot.Run(running) }) // it returns no error
	if l.Load.Bots == 0 {
		return nil
	}
	key, err := discord.ParsePublicKey(l.srv.Webhook.PublicKey())
	l.must(err)
	door := httptest.NewServer(session.Endpoint(key))
	l.Cleanup(door.Close)
	endpoint, err := url.Parse(door.URL)
	l.must(err)
	return endpoint
}

// reach returns how a sandbox is reached, and a client of it.
func (l *loadRun) reach(srv *sandbox.Server) (discord.Options, *discord.Client) {
	options := discord.Options{
		Token:  discord.Token(srv.Token()),
		APIURL: srv.APIURL(),
		Logger: slog.New(slog.DiscardHandler),
	}
	client, err := discord.NewClient(options)
	l.must(err)
	return options, client
}

// painter finds the painter of a title. Those of all are made at the start.
func (l *loadRun) painter(_ context.Context, t engine.Title) (render.Painter, bool) {
	p, ok := l.painters[t.ID()]
	return p, ok
}

// connect connects to a sandbox until the trial ends.
func (l *loadRun) connect(options discord.Options) *discord.Session {
	session, err := discord.Connect(l.ctx, options)
	l.must(err)
	l.Cleanup(func() {
		closing, done := context.WithTimeout(context.WithoutCancel(l.ctx), waitForFirst)
		defer done()
		l.must(session.Close(closing))
	})
	return session
}

func (l *loadRun) balance(bots []*url.URL) {
	var turn atomic.Uint64
	balancer := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(bots[turn.Add(1)%uint64(len(bots))])
	}})
	l.Cleanup(balancer.Close)
	l.srv.Webhook.SendTo(balancer.URL)
}

// fill puts the games into the store, those that are played last, not all on the first pages.
func (l *loadRun) fill() {
	played := min(l.Size, mostTables)
	all := titles.All()
	for nth := range l.Size - played {
		title := all[nth%len(all)]
		g := l.row(title)
		for i := range title.SeatCounts()[0] {
			who := player(i)
			who.ID = match.UserID(fmt.Sprintf("6%08d%d", nth, i))
			seat(&g, who)
		}
		l.must(l.store.Create(l.ctx, g, storage.Origin{}, nil))
	}
	for nth := range played {
		l.tables = append(l.tables, l.newTable(all[nth%len(all)], nth))
	}
	l.count("games", l.opened)
}

func (l *loadRun) measure() {
	before, cpu, begun := sizeOf(l.ctx, l.store), processFigure(cpuSeconds), time.Now()
	l.playAll()
	took := time.Since(begun)
	l.count("cpu_permille", int(1000*(processFigure(cpuSeconds)-cpu)/took.Seconds()))
	l.count("seconds", int(took.Seconds()))
	l.count("empties", len(l.empties))
	if len(l.moves) == 0 || len(l.empties) == 0 {
		return // the report says that nothing was tried
	}
	l.count("moves_per_1000s", int(1000*float64(len(l.moves))/took.Seconds()))
	if before > 0 {
		l.count("bytes_a_move", int(sizeOf(l.ctx, l.store)-before)/len(l.moves))
	}
	l.compareWaits(l.moves, "empty_", l.empties)
	l.backlog()
}

// compareWaits counts how long some waited, and others, and the former in per cent of the latter.
func (t *Trial) compareWaits(waits []time.Duration, figure string, others []time.Duration) {
	for _, p := range []int{50, 99} {
		one, other := percentile(waits, p), percentile(others, p)
		t.count(fmt.Sprintf("p%d_us", p), int(one.Microseconds()))
		t.count(fmt.Sprintf("%sp%d_us", figure, p), int(other.Microseconds()))
		t.count(fmt.Sprintf("p%d_percent", p), int(100*one/max(other, 1)))
	}
}

// backlog counts the messages that still wait to be sent.
func (l *loadRun) backlog() {
	now := time.Now()
	if l.now != nil {
		now = l.now()
	}
	waiting, err := l.store.Due(l.ctx, now, math.MaxInt32)
	l.must(err)
	if len(waiting) > 0 {
		l.count("behind_ms", int(now.Sub(waiting[0].Due).Milliseconds()))
	}
	l.count("waiting", len(waiting))
	l.count("rss_kib", int(processFigure("process_resident_memory_bytes"))>>10)
}

// playAll has moves made at the rate at tables that wait for no answer, and empty commands.
func (l *loadRun) playAll() {
	empty := l.newEmptyCommand()
	l.pulse(l.lasts, l.tried, func(nth int, act func(func())) {
		if nth%emptyEvery == 0 {
			act(empty)
		}
		if one := l.next(nth); one == nil {
			l.count("skipped", 1)
		} else {
			act(func() {
				defer one.busy.Store(false)
				l.moveAt(one)
			})
		}
	})
}

// pulse calls due at the rate for a while, and on until enough was tried. What due has people do
// goes on side by side; pulse waits for it.
func (l *loadRun) pulse(lasts time.Duration, enough func() bool,
	due func(nth int, act func(do func())),
) {
	ticks, end := time.NewTicker(time.Second/time.Duration(l.rate)), time.After(lasts)
	defer ticks.Stop()
	ctx, stop := context.WithCancelCause(l.ctx)
	defer stop(nil)
	var people sync.WaitGroup
	act := func(do func()) {
		people.Go(func() {
			if err := guarded(do); err != nil {
				stop(err)
			}
		})
	}
	over := false
	for nth := 0; ctx.Err() == nil && (!over || !enough()); {
		select {
		case <-ctx.Done():
		case <-end:
			over = true
		case <-ticks.C:
			due(nth, act)
			nth++
		}
	}
	people.Wait()
	l.must(context.Cause(ctx))
}

// tried reports whether enough was tried for the trial to prove something.
func (l *loadRun) tried() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.empties) > 0 &&
		l.counted("moves")+l.counted("lost")+l.counted("unanswered") >= leastMoves
}

// next returns the next table that waits for no answer, which is then busy; nil: none.
func (l *loadRun) next(nth int) *loadTable {
	for i := range l.tables {
		if one := l.tables[(nth+i)%len(l.tables)]; one.busy.CompareAndSwap(false, true) {
			return one
		}
	}
	return nil
}

func (l *loadRun) note(list *[]time.Duration, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*list = append(*list, took)
}

const cpuSeconds = "process_cpu_seconds_total"

// processFigure returns a figure of this process, 0 if the system does not tell.
func processFigure(name string) float64 {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	families, _ := registry.Gather()
	for _, f := range families {
		for _, one := range f.GetMetric() {
			if f.GetName() == name {
				return one.GetCounter().GetValue() + one.GetGauge().GetValue()
			}
		}
	}
	return 0
}

func sizeOf(ctx context.Context, store storage.Store) int64 {
	measured, ok := store.(interface {
		Size(ctx context.Context) (int64, error)
	})
	if !ok {
		return 0
	}
	bytes, _ := measured.Size(ctx) // 0: the store does not tell
	return bytes
}

func percentile(times []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[(len(sorted)-1)*p/100]
}
