package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/world"
)

// tryCmd is the bot with a local stand-in of Discord, to be played in a browser.
type tryCmd struct {
	Listen   string   `default:"127.0.0.1:8080" help:"Where the page is."`
	Database string   `help:"Keep the games in this file, to go on with them at the next start; without it they are gone at the end." placeholder:"FILE"`
	Maps     string   `help:"A folder of maps of your own, to be chosen in /game new." placeholder:"DIR"`
	People   []string `default:"Ola,Bartek,Celina" help:"Who sits at the computer."`
	Verbose  bool     `help:"Print what happens inside."`
}

// founded is when the stand-in's server was founded: the same day at each start, so that the people of --database are
// still who they were; those who came later are in FILE.people. What they wrote is gone; their games are given a new table with
// /game move-here.
var founded = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Run serves the page until the process is told to end.
func (c *tryCmd) Run(ctx context.Context, std streams) (err error) {
	level := slog.LevelWarn
	if c.Verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: level}))
	conf := defaultConfig()
	conf.Games.Maps = c.Maps
	if conf.Database = c.Database; conf.Database == "" {
		dir, err := os.MkdirTemp("", "konduktor-try-")
		if err != nil {
			return fmt.Errorf("make a folder for the games: %w", err)
		}
		defer func() { _ = os.RemoveAll(dir) }() // a leftover in the system's temporary folder harms nobody
		conf.Database = filepath.Join(dir, "konduktor.db")
	}
	clock, kept := newTryClock(), tryFile{}
	if c.Database != "" {
		if kept, err = readTryFile(c.Database + ".people"); err != nil {
			return err
		}
		clock.Forward(kept.Ahead)
	}
	server := sandbox.New(sandbox.Options{
		Now: clock.Now, Forward: clock.Forward,
		Listen: c.Listen, People: c.People, Logger: log, Channels: []string{"station"}, Founded: founded,
	})
	server.World.Lock()
	server.World.Readmit(kept.People)
	people := len(server.World.Residents())
	if c.Database != "" {
		c.keep(server.World, clock, log)
	}
	server.World.Unlock()
	if err := server.Start(); err != nil {
		return fmt.Errorf("open the page: %w", err)
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	conf.Discord.APIURL = server.APIURL()
	a, err := startApp(ctx, conf, discord.Token(server.Token()), log, func(o *bot.Options) {
		o.Now, o.After = clock.Now, clock.After
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "Open %s in a browser: you are at a table with %d people, switch between them with a click.\n"+
		"Type /game new to begin. Stop with Ctrl+C.\n", server.URL(), people)
	var fatal error
	select {
	case <-ctx.Done():
	case fatal = <-a.session.Done():
	}
	return errors.Join(fatal, a.close(ctx))
}

// keep writes down who is there and how far the clock is ahead, now and whenever that changes. The caller holds the lock of w.
func (c *tryCmd) keep(w *world.World, clock *tryClock, log *slog.Logger) {
	write := func() {
		if err := (tryFile{w.Residents(), clock.Ahead()}).write(c.Database + ".people"); err != nil {
			log.Warn("the page goes on without", "error", err)
		}
	}
	write()
	w.Listen(func(e world.Event) {
		if e.People || e.Clock {
			write()
		}
	})
}
