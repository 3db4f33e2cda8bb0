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
	"konduktor/bot/sandbox/archive"
	"konduktor/bot/sandbox/world"
	"konduktor/storage/postgres"
)

// tryCmd is the bot with a local stand-in of Discord, to be played in a browser.
type tryCmd struct {
	Listen   string   `default:"127.0.0.1:8080" help:"Where the page is."`
	Database string   `help:"Keep the games in this file, and the page beside it, to go on at the next start; without it they are gone at the end." placeholder:"FILE"`
	Maps     string   `help:"A folder of maps of your own, to be chosen in /game new." placeholder:"DIR"`
	People   []string `default:"Ola,Bartek,Celina" help:"Who sits at the computer."`
	Verbose  bool     `help:"Print what happens inside."`
}

// founded is when the stand-in's server was founded: the same day at each start, so that the same people have the same ids.
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
	if postgres.IsAddress(conf.Database) {
		return errors.New("try keeps its games in a file, with the page beside it: name a file")
	}
	server, clock, err := c.sandbox(log)
	if err != nil {
		return err
	}
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
	keeper := c.keep(server.World, clock, log) // the database is ours by now
	fmt.Fprintf(std.out, "Open %s in a browser: you are at a table with %d people, switch between them with a click.\n"+
		"Type /game new to begin. Stop with Ctrl+C.\n", server.URL(), people(server.World))
	var fatal error
	select {
	case <-ctx.Done():
	case fatal = <-a.session.Done():
	}
	return errors.Join(fatal, a.close(ctx), keeper.Close())
}

// sandbox makes the stand-in, as an earlier run has left it, and its clock.
func (c *tryCmd) sandbox(log *slog.Logger) (*sandbox.Server, *tryClock, error) {
	clock := newTryClock()
	var kept world.Kept
	if c.Database != "" {
		was, ahead, err := archive.Read(c.archive())
		if err != nil {
			return nil, nil, err
		}
		kept = was
		clock.Forward(ahead)
	}
	server := sandbox.New(sandbox.Options{
		Now: clock.Now, Forward: clock.Forward,
		Listen: c.Listen, People: c.People, Logger: log, Channels: []string{"station"}, Founded: founded,
	})
	server.World.Lock()
	defer server.World.Unlock()
	server.World.Restore(kept)
	return server, clock, nil
}

// archive is the file in which `try --database FILE` keeps the page.
func (c *tryCmd) archive() string { return c.Database + ".page" }

// people is how many people sit at the computer.
func people(w *world.World) int {
	w.Lock()
	defer w.Unlock()
	return len(w.Everybody())
}

// keep writes the page down from now on; without a database it returns nil, which keeps nothing.
func (c *tryCmd) keep(w *world.World, clock *tryClock, log *slog.Logger) *archive.Keeper {
	if c.Database == "" {
		return nil
	}
	w.Lock()
	defer w.Unlock()
	return archive.Keep(c.archive(), w, clock.Ahead, log)
}
