package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"konduktor/storage/database"
)

// serveCmd runs the bot on Discord.
type serveCmd struct {
	Config string `help:"The configuration file; config.example.toml explains it." placeholder:"FILE"`
}

// Run serves until the process is told to end, or Discord cannot be reached any more: then the
// status is not 0, so that a supervisor starts it again.
func (c *serveCmd) Run(ctx context.Context, std streams) error {
	conf, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	token, err := conf.token(os.Getenv)
	if err != nil {
		return err
	}
	level := new(slog.LevelVar)
	level.Set(conf.Log.Level)
	log, outages := newLog(conf.Log, std.err, level)
	boundMemory()
	log.Info("konduktor starts", conf.describe()...)
	begun := time.Now()
	a, err := startApp(ctx, conf, token, log)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		log.Info("konduktor was told to end before it had started")
		return nil
	}
	if err != nil {
		return conf.Log.end(log, "konduktor could not start", err)
	}
	watching, unwatch := context.WithCancel(context.WithoutCancel(ctx))
	var watch sync.WaitGroup
	watch.Go(func() { outages.run(watching, a.store.Check) })
	defer watch.Wait()
	defer unwatch()
	health, err := startHealth(conf.HTTP.Listen, a.readiness(), a.metrics.Handler(), log)
	if err != nil {
		return conf.Log.end(log, "konduktor could not start", errors.Join(err, a.close(ctx)))
	}
	if conf.Log.Format != logJSON {
		fmt.Fprintln(std.out, "Konduktor is on duty. Stop with Ctrl+C.")
	}
	shards, all := a.session.Shards()
	ids := strings.Trim(fmt.Sprint(slices.Sorted(maps.Keys(shards))), "[]")
	log.Info("konduktor has started", "shards", strings.ReplaceAll(ids, " ", ","), "of", all)
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	var fatal error
	for running := true; running; {
		select {
		case <-ctx.Done():
			running = false
		case fatal = <-a.session.Done():
			running = false
		case fatal = <-a.lost:
			running = false
		case <-hangup:
			conf = c.reload(conf, a, level, log)
		}
	}
	err = errors.Join(fatal, health.close(ctx), a.close(ctx))
	log.Info("konduktor has ended", "after", time.Since(begun).Round(time.Second), "error", err)
	if err != nil && conf.Log.Format == logJSON {
		err = &exitError{status: exitFailed}
	}
	return err
}

// describe returns the version and the settings, without secrets, as keys and values for the log.
func (c *config) describe() []any {
	return []any{
		"version", version(), "database", database.Name(c.Database), "gateway", c.Discord.Gateway,
		"listen", c.HTTP.Listen, "interactions", c.HTTP.Interactions, "language", c.Language,
		"backup", c.Backup.Folder, "level", c.Log.Level,
	}
}

// reload reads the configuration again and takes on the log's level, the maps and the language of
// tables. A faulty one changes nothing. It returns the one in force.
func (c *serveCmd) reload(old config, a *app, level *slog.LevelVar, log *slog.Logger) config {
	conf, err := loadConfig(c.Config)
	if err != nil {
		log.Error("the configuration stays as it was", "error", err)
		return old
	}
	maps, err := readLibrary(conf.Games.Maps)
	if err != nil {
		log.Error("the configuration stays as it was", "error", err)
		return old
	}
	maps.tell(log)
	level.Set(conf.Log.Level)
	a.bot.Reload(maps.maps, conf.Language)
	log.Info("the configuration was read again", "maps", len(maps.maps), "language", conf.Language,
		"level", conf.Log.Level)
	if fixed := fixedChanges(old, conf); len(fixed) > 0 {
		log.Warn("these settings change at the next start only", "settings", strings.Join(fixed, ", "))
	}
	fixed := old // what was not taken on is named again the next time
	fixed.Log, fixed.Games.Maps, fixed.Language = conf.Log, conf.Games.Maps, conf.Language
	return fixed
}

// fixedChanges names the settings that differ and that a running bot does not take on.
func fixedChanges(old, now config) []string {
	changed := map[string]bool{
		"database": old.Database != now.Database, "discord": old.Discord != now.Discord,
		"http":      old.HTTP != now.HTTP,
		"deadlines": old.Deadlines != now.Deadlines, "backup": old.Backup != now.Backup,
		"log.format":      old.Log.Format != now.Log.Format,
		"games.keep_days": old.Games.KeepDays != now.Games.KeepDays,
	}
	var names []string
	for name, differs := range changed {
		if differs {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// softMemory is how much memory the runtime tries to get by with, in bytes, unless something else
// is set: nearing it, it collects sooner. With the pictures of all titles drawn three quarters of
// it are in use (docs/performance.md).
const softMemory = 80 << 20

// boundMemory sets the soft limit, unless the environment has set one.
func boundMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
}
