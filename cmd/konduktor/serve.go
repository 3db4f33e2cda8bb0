package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// serveCmd runs the bot on Discord.
type serveCmd struct {
	Config string `help:"The configuration file; config.example.toml explains it." placeholder:"FILE"`
}

// Run serves until the process is told to end, or Discord cannot be reached any more: then the status is not 0, so that a
// supervisor starts it again. Everything is in the database.
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
	log := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: level}))
	boundMemory()
	a, err := startApp(ctx, conf, token, log)
	if err != nil {
		return err
	}
	health, err := startHealth(conf.HTTP.Listen, a.readiness(), a.metrics.Handler(), log)
	if err != nil {
		return errors.Join(err, a.close(ctx))
	}
	fmt.Fprintln(std.out, "Konduktor is on duty. Stop with Ctrl+C.")
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
		case <-hangup:
			conf = c.reload(conf, a, level, log)
		}
	}
	return errors.Join(fatal, health.close(ctx), a.close(ctx))
}

// reload reads the configuration again and takes on what can change while the bot runs: the log's level, the maps and the
// language of tables. A configuration with a fault changes nothing. It returns the one that is in force now.
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
	log.Warn("the configuration was read again", "maps", len(maps.maps), "language", conf.Language, "level", conf.Log.Level)
	if fixed := fixedChanges(old, conf); len(fixed) > 0 {
		log.Warn("these settings change at the next start only", "settings", strings.Join(fixed, ", "))
	}
	fixed := old // what was not taken on is named again the next time
	fixed.Log, fixed.Games, fixed.Language = conf.Log, conf.Games, conf.Language
	return fixed
}

// fixedChanges names the settings that differ and that a running bot does not take on.
func fixedChanges(old, now config) []string {
	changed := map[string]bool{
		"database": old.Database != now.Database, "discord": old.Discord != now.Discord, "http": old.HTTP != now.HTTP,
		"deadlines": old.Deadlines != now.Deadlines, "backup": old.Backup != now.Backup,
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
