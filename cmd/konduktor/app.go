package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/metrics"
	"konduktor/storage"
	"konduktor/storage/database"
)

// closeWithin is how long a stopping bot waits for what it is doing.
const closeWithin = 20 * time.Second

// app is the bot with all it stands on, for `serve`, `try` and the end-to-end tests.
type app struct {
	store   database.Database
	duty    *database.Duty // to serve it
	lost    chan error     // the duty was lost
	session *discord.Session
	bot     *bot.Bot
	page    *page // where interactions arrive over HTTP; nil without
	metrics *metrics.Metrics

	painters *painters

	stop    context.CancelFunc
	running sync.WaitGroup
}

func startApp(ctx context.Context, c config, token discord.Token, log *slog.Logger,
	adjust ...func(*bot.Options),
) (_ *app, err error) {
	catalog, err := locale.Load()
	if err != nil {
		return nil, fmt.Errorf("load the texts: %w", err)
	}
	maps, err := readLibrary(c.Games.Maps)
	if err != nil {
		return nil, fmt.Errorf("read the maps: %w; make the folder, or name another", err)
	}
	maps.tell(log)
	a := &app{
		painters: newPainters(log, paintersWait), metrics: metrics.New(version()),
		lost: make(chan error, 1),
	}
	a.store, a.duty, err = database.Serve(ctx, c.Database, claimant(log))
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.leave(ctx))
		}
	}()
	a.store.Observe(a.metrics.Storing)
	a.store.TellDamage(func(err error) {
		log.Error("a damaged game is left out of lists: restore a backup", "error", err)
	})
	ready := make(chan struct{})
	if a.session, err = a.connect(ctx, c, token, log, ready); err != nil {
		return nil, fmt.Errorf("connect to Discord: %w", err)
	}
	options := bot.Options{
		Store: a.store, API: a.session, Catalog: catalog, Painter: a.painters.find, Maps: maps.maps,
		Log:      log,
		Language: c.Language, Patience: time.Duration(c.Deadlines.Answer), Metrics: a.metrics,
	}
	options.Able = a.able(c)
	for _, change := range adjust {
		change(&options)
	}
	a.bot, err = bot.New(options)
	if err != nil {
		return nil, errors.Join(err, a.session.Close(ctx))
	}
	if err := a.bot.TakeUp(ctx); err != nil {
		return nil, errors.Join(err, a.session.Close(ctx))
	}
	state := metrics.State{
		Census: a.store.Census, Check: a.store.Check,
		Connected: a.session.Ready, Shards: a.session.Shards,
		Identifies: a.session.Identifies, Refused: a.session.Refused,
		Behind: func(ctx context.Context) (time.Duration, error) {
			h := a.bot.Health(ctx)
			return h.Behind, h.Err
		},
	}
	if pool, ok := a.store.(interface{ Pool() sql.DBStats }); ok {
		state.Pool = pool.Pool
	}
	if c.Backup.Folder != "" {
		state.BackupAge = c.backups(log).age(time.Now())
	}
	a.metrics.Watch(state)
	close(ready)
	if a.page, err = a.listen(ctx, c.HTTP.Interactions, log); err != nil {
		return nil, errors.Join(err, a.session.Close(ctx))
	}
	a.run(ctx, c, log)
	return a, nil
}

// claimant is this process as one that wants to serve a database.
func claimant(log *slog.Logger) database.Claimant {
	host, err := os.Hostname()
	if err != nil {
		host = "an unknown host"
	}
	return database.Claimant{
		Host: host, Process: os.Getpid(), Now: time.Now, Log: log,
		After: func(d time.Duration) (<-chan time.Time, func()) {
			t := time.NewTimer(d)
			return t.C, func() { t.Stop() }
		},
	}
}

// connect connects to Discord. Interactions wait until ready is closed: then there is a bot.
func (a *app) connect(ctx context.Context, c config, token discord.Token, log *slog.Logger,
	ready <-chan struct{},
) (*discord.Session, error) {
	shards, err := c.Discord.shards()
	if err != nil {
		return nil, err
	}
	options := discord.Options{
		Token: token, APIURL: c.Discord.APIURL, Logger: log, NoGateway: !c.Discord.Gateway,
		Shards: shards, Requested: a.metrics.Requested, Dropped: a.metrics.Dropped,
		Handler: func(ctx context.Context, ix *discord.Interaction) {
			<-ready
			a.bot.Handle(ctx, ix)
		},
		OnEvent: func(ctx context.Context, e discord.Event) {
			<-ready
			a.bot.Event(ctx, e)
		},
		Busy: func(ix *discord.Interaction) string {
			<-ready
			return a.bot.Busy(ix)
		},
	}
	if database.Of(c.Database).Served { // there may be other processes, which can do what this cannot
		options.Able = a.store.Check
		options.Claim = func(ctx context.Context, bucket int, long time.Duration,
		) (time.Duration, error) {
			return storage.Claim(ctx, a.store, fmt.Sprint("identify/", bucket), time.Now(), long)
		}
	}
	return discord.Connect(ctx, options)
}

// askWithin bounds the question to Discord whether it answers.
const askWithin = 5 * time.Second

// able says whether people's interactions arrive: over the gateway, which tells; or over HTTP,
// where all that can be known is that Discord answers.
func (a *app) able(c config) func(context.Context) bool {
	if c.HTTP.Interactions == "" {
		return func(context.Context) bool { return a.session.Ready() }
	}
	return func(ctx context.Context) bool {
		ctx, stop := context.WithTimeout(ctx, askWithin)
		defer stop()
		_, err := a.session.Me(ctx)
		return err == nil
	}
}

// idle reports whether nobody waits for an answer or a message.
func (a *app) idle(ctx context.Context) bool {
	h := a.bot.Health(ctx)
	return a.session.Idle() && h.Err == nil && h.Behind == 0
}

// listen opens the endpoint for interactions at an address, and nothing if that is "".
func (a *app) listen(ctx context.Context, address string, log *slog.Logger) (*page, error) {
	if address == "" {
		return nil, nil
	}
	application, err := a.session.Application(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask for the application's key: %w", err)
	}
	key, err := discord.ParsePublicKey(application.Key)
	if err != nil {
		return nil, fmt.Errorf("read the application's key: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/interactions", a.session.Endpoint(key))
	return openPage(address, mux, log)
}

// run registers commands and emoji, and starts the outbox and the backups.
func (a *app) run(ctx context.Context, c config, log *slog.Logger) {
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.stop = stop
	a.running.Go(func() { a.painters.warm(running, a.idle) })
	a.running.Go(func() {
		if err := a.duty.Keep(running); err != nil {
			a.lost <- err
		}
	})
	if c.Backup.Folder != "" && !database.Of(c.Database).Served {
		a.running.Go(func() { c.backups(log).run(running) })
	}
	if days := c.Games.KeepDays; days > 0 {
		a.running.Go(func() { purgeOld(running, a.store, days, log) })
	}
	a.running.Go(func() { a.bot.KeepEmoji(running) })
	a.running.Go(func() {
		if err := a.bot.RegisterCommands(running); err != nil && running.Err() == nil {
			log.Error("register the commands", "error", err)
		}
	})
	a.running.Go(func() {
		if err := a.bot.Run(running); err != nil && running.Err() == nil {
			log.Error("send what waits", "error", err)
		}
	})
}

func (a *app) readiness() readiness {
	return readiness{a.session, a.store, func(ctx context.Context) (time.Duration, error) {
		h := a.bot.Health(ctx)
		return h.Behind, errors.Join(h.Stopped, h.Err)
	}}
}

// close stops taking interactions, ends those under way, stops the outbox and closes the database.
func (a *app) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
	defer cancel()
	err := errors.Join(a.page.close(ctx), a.session.Close(ctx))
	a.stop()
	a.running.Wait()
	a.painters.close()
	return errors.Join(err, a.leave(ctx))
}

// leave lets the next process serve, and closes the database.
func (a *app) leave(ctx context.Context) error {
	return errors.Join(a.duty.End(context.WithoutCancel(ctx)), a.store.Close())
}
