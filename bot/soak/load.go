package soak

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/storage"
	"konduktor/storage/sqlite"
)

var loadKind = Kind{
	Name: "load", About: "many open games, and so many moves a second in some of them, through the stand-in of Discord: how long people wait and what it costs",
	Small: 40, Full: 100_000,
	some: []string{"games", "moves", "empties"},
	shown: []string{
		"ended", "seconds", "moves_per_1000s", "skipped", "p50_percent", "p99_percent", "p50_us", "p99_us", "empty_p50_us", "empty_p99_us",
		"cpu_permille", "rss_kib", "bots_cpu_permille", "bots_rss_kib", "bytes_a_move", "waiting", "behind_ms",
	},
	none: []string{"unanswered", "lost"}, run: load,
}

// Load says how the kind load is run.
type Load struct {
	Rate int           // moves a second; 0: 20
	For  time.Duration // 0: 5 s
	// Database names the store to Open; "": a new file.
	Database string
	Open     Opener
	// Processes is how many bots share Database, each in a process of its own that takes interactions over HTTP; 0: one bot, in this
	// process. They draw no pictures.
	Processes int
	// Painter finds the painter of a title; nil: texts come alone.
	Painter func(context.Context, engine.Title) (render.Painter, bool)
}

// How the load is spread.
const (
	mostTables   = 200 // games that are played at a time
	emptyEvery   = 4   // moves for each empty command
	leastMoves   = 10  // a trial is not over before, however slow all is
	waitForFirst = 10 * time.Second
)

// load puts games into a store and has people click at some of them, at a steady rate, whether or not the bot keeps up. The size is
// the number of open games. Figures: p50_percent and p99_percent are the time until a move is acknowledged, in per cent of that of
// an empty command in the same run; skipped moves were due while all tables waited for an answer; cpu_permille is the processor
// time of this process, people and stand-in included, in thousandths of one core; bots_cpu_permille and bots_rss_kib are of all bots
// together that have a process of their own; waiting messages were still to be sent in the end,
// the first of them due for behind_ms.
func load(ctx context.Context, t *trial) (err error) {
	r := &loadRun{trial: t, rate: max(t.Load.Rate, 1), lasts: t.Load.For}
	if t.Load.Rate == 0 {
		r.rate, r.lasts = 20, max(t.Load.For, 5*time.Second)
	}
	store, err := r.open(ctx)
	if err != nil {
		return err
	}
	r.srv = sandbox.New(sandbox.Options{MostPeople: mostTables * engine.MaxSeats, Now: t.pace, History: 50})
	if err := r.srv.Start(); err != nil {
		return errors.Join(err, store.Close())
	}
	defer func() { err = errors.Join(err, r.srv.Close()) }()
	if t.Load.Processes > 0 {
		return r.withReplicas(ctx, store)
	}
	return r.withBot(ctx, store)
}

// loadRun is one run of a load.
type loadRun struct {
	*trial
	srv    *sandbox.Server
	acks   *acknowledgements
	m      *machine
	rate   int
	lasts  time.Duration
	tables []*loadTable
	opened int // games put into the store

	mu    sync.Mutex
	moves []time.Duration // until they were acknowledged
}

func (r *loadRun) open(ctx context.Context) (storage.Store, error) {
	if r.Load.Open != nil && r.Load.Database != "" {
		return r.Load.Open(ctx, r.Load.Database)
	}
	return sqlite.Open(ctx, filepath.Join(r.folder, "load.db"))
}

// withBot runs the bot with its real client on the store, puts the games into it and plays.
func (r *loadRun) withBot(ctx context.Context, store storage.Store) (err error) {
	options := discord.Options{Token: discord.Token(r.srv.Token()), APIURL: r.srv.APIURL(), Logger: slog.New(slog.DiscardHandler)}
	client, err := discord.NewClient(options)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	wrapped := store
	if r.fault == faultBoasts {
		wrapped = neglectful{store}
	}
	r.m, err = r.machine(ctx, parts{store: wrapped, api: client, seed: r.Seed, ticks: true, painters: r.Load.Painter})
	if err != nil {
		return err // the machine has closed the store
	}
	defer r.leave(r.m)
	options.Handler, options.OnEvent, options.Busy = r.m.bot.Handle, r.m.bot.Event, r.m.bot.Busy
	session, err := discord.Connect(ctx, options)
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	var bot sync.WaitGroup
	defer func() {
		closing, done := context.WithTimeout(context.WithoutCancel(ctx), waitForFirst)
		defer done()
		err = errors.Join(err, session.Close(closing))
		stop()
		bot.Wait()
	}()
	if err := r.fill(ctx, store); err != nil {
		return err
	}
	bot.Go(func() { _ = r.m.bot.Run(running) }) // it returns no error
	return r.measure(ctx, store)
}

// fill puts the games into the store, those that are played last, so that they are not all on the first pages.
func (r *loadRun) fill(ctx context.Context, store storage.Store) error {
	played := min(r.Size, mostTables)
	all := titles.All()
	for nth := range r.Size - played {
		title := all[nth%len(all)]
		g := r.row(title, title.SeatCounts()[0])
		for seat := range title.SeatCounts()[0] {
			who := match.Seat{User: match.UserID(fmt.Sprintf("6%08d%d", nth, seat)), Name: player(seat).Name}
			g.Seats, g.ToMove = append(g.Seats, who), append(g.ToMove, who.User)
		}
		if err := store.Create(ctx, g, storage.Origin{}, nil); err != nil {
			return fmt.Errorf("open game %d: %w", nth, err)
		}
	}
	r.acks = listen(r.srv.State)
	for nth := range played {
		one, err := r.newTable(ctx, all[nth%len(all)], nth)
		if err != nil {
			return fmt.Errorf("open table %d: %w", nth, err)
		}
		r.tables = append(r.tables, one)
	}
	r.count("games", r.opened)
	return nil
}

// row is a new game of a title, without seats.
func (r *loadRun) row(title engine.Title, seats int) match.Game {
	r.opened++
	n, now := r.opened, time.Now()
	return match.Game{
		ID: match.GameID(fmt.Sprintf("l%09d", n)), State: match.Running, Title: title.ID(), Version: title.Version(), Locale: "en",
		Guild: guild, Channel: channel, Seed: engine.Seed{1, 4, byte(r.Seed), byte(n), byte(n >> 8), byte(n >> 16)}, Created: now, Updated: now,
		Host: "1", Seats: make([]match.Seat, 0, seats),
	}
}

// measure plays for as long as is wanted, and counts what came of it.
func (r *loadRun) measure(ctx context.Context, store storage.Store) error {
	before, cpu, begun := sizeOf(ctx, store), processFigure("process_cpu_seconds_total"), time.Now()
	empties, err := r.playAll(ctx)
	if err != nil {
		return err
	}
	took := time.Since(begun)
	r.count("cpu_permille", int(1000*(processFigure("process_cpu_seconds_total")-cpu)/took.Seconds()))
	r.count("rss_kib", int(processFigure("process_resident_memory_bytes"))>>10)
	r.count("seconds", int(took.Seconds()))
	r.count("empties", len(empties))
	if len(r.moves) == 0 || len(empties) == 0 {
		return nil // the report says that nothing was tried
	}
	r.count("moves_per_1000s", int(1000*float64(len(r.moves))/took.Seconds()))
	if before > 0 {
		r.count("bytes_a_move", int(sizeOf(ctx, store)-before)/len(r.moves))
	}
	for _, p := range []int{50, 99} {
		move, empty := percentile(r.moves, p), percentile(empties, p)
		r.count(fmt.Sprintf("p%d_us", p), int(move.Microseconds()))
		r.count(fmt.Sprintf("empty_p%d_us", p), int(empty.Microseconds()))
		r.count(fmt.Sprintf("p%d_percent", p), int(100*move/max(empty, 1)))
	}
	waiting, err := store.Due(ctx, time.Now(), math.MaxInt32)
	if err != nil {
		return err
	}
	if len(waiting) > 0 {
		r.count("behind_ms", int(time.Since(waiting[0].Due).Milliseconds()))
	}
	r.count("waiting", len(waiting))
	return nil
}

// playAll has moves made at the rate, each at the next table that waits for no answer, and empty commands beside them.
func (r *loadRun) playAll(ctx context.Context) (empties []time.Duration, err error) {
	empty, closeEmpty, err := newEmptyCommand(ctx, r.pace)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeEmpty()) }()
	pulse := time.NewTicker(time.Second / time.Duration(r.rate))
	defer pulse.Stop()
	c := &crowd{failed: make(chan error, 1)}
	defer func() {
		c.people.Wait()
		empties = c.empties
	}()
	over, enough := time.After(r.lasts), false
	for nth := 0; !enough || !r.tried(c); nth++ {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case err := <-c.failed:
			return nil, err
		case <-over:
			enough = true
		case <-pulse.C:
		}
		if nth%emptyEvery == 0 {
			c.act(func() error {
				took, err := empty(ctx)
				if err == nil {
					c.note(took)
				}
				return err
			})
		}
		if one := r.next(nth); one == nil {
			r.count("skipped", 1)
		} else {
			c.act(func() error {
				defer one.busy.Store(false)
				return r.moveAt(ctx, one)
			})
		}
	}
	return nil, nil
}

// tried reports whether enough was tried for the trial to prove something.
func (r *loadRun) tried(c *crowd) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.empties) > 0 && r.counted("moves")+r.counted("lost")+r.counted("unanswered") >= leastMoves
}

// crowd is the people who act at a time.
type crowd struct {
	people sync.WaitGroup
	failed chan error // the first error that ends the trial

	mu      sync.Mutex
	empties []time.Duration // until empty commands were answered
}

// act has somebody do something.
func (c *crowd) act(do func() error) {
	c.people.Go(func() {
		if err := do(); err != nil {
			select {
			case c.failed <- err:
			default: // another one was first
			}
		}
	})
}

func (c *crowd) note(took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.empties = append(c.empties, took)
}

// next returns the next table where nobody waits for an answer, which is then busy; nil if there is none.
func (r *loadRun) next(nth int) *loadTable {
	for i := range r.tables {
		one := r.tables[(nth+i)%len(r.tables)]
		if one.busy.CompareAndSwap(false, true) {
			return one
		}
	}
	return nil
}

// processFigure returns a figure of this process, 0 if the system does not tell.
func processFigure(name string) float64 {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	families, err := registry.Gather()
	if err != nil {
		return 0
	}
	for _, f := range families {
		if f.GetName() == name && len(f.GetMetric()) > 0 {
			one := f.GetMetric()[0]
			return one.GetCounter().GetValue() + one.GetGauge().GetValue()
		}
	}
	return 0
}

// sizeOf returns how many bytes a store takes, 0 if it does not know.
func sizeOf(ctx context.Context, store storage.Store) int64 {
	measured, ok := store.(interface {
		Size(ctx context.Context) (int64, error)
	})
	if !ok {
		return 0
	}
	bytes, err := measured.Size(ctx)
	if err != nil {
		return 0
	}
	return bytes
}

func percentile(times []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[(len(sorted)-1)*p/100]
}
