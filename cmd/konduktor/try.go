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
	"konduktor/bot/sandbox/wire"
	"konduktor/engine/titles"
	"konduktor/storage/database"
)

// tryCmd runs the bot with a local stand-in for Discord, so that it can be played in a browser.
type tryCmd struct {
	Listen   string   `default:"127.0.0.1:8080" help:"Where the page is served."`
	Database string   `help:"Keep the games in this file. The page starts empty each time." placeholder:"FILE"`
	Maps     string   `help:"A folder of maps of your own, to be chosen in /game new." placeholder:"DIR"`
	People   []string `default:"Ola,Bartek,Celina" help:"Who sits at the computer."`
	Seed     string   `help:"Shuffle alike each time, to measure or to show the same again." placeholder:"TEXT"`
	Verbose  bool     `help:"Print what happens inside."`
}

// founded is when the stand-in's server was founded. Its people's IDs count from that day, so a
// kept database knows them.
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
		defer func() { _ = os.RemoveAll(dir) }() // harmless in the system's temporary folder
		conf.Database = filepath.Join(dir, "konduktor.db")
	}
	if kind := database.Of(conf.Database); kind.Served {
		return fmt.Errorf("try keeps its games in a file, not in %s: name a file", kind.Title)
	}
	clock := newTryClock()
	server := sandbox.New(sandbox.Options{
		Now: clock.Now, Forward: clock.Forward, Listen: c.Listen, People: c.People, Logger: log,
		Channels: []string{"station"}, Founded: founded,
	})
	tags := []wire.Tag{
		{Name: "Open seats"}, {Name: "Running"}, {Name: "Finished"}, {Name: "Solo", Moderated: true},
	}
	for _, t := range titles.All() { // some titles are called like their IDs, others lack a tag
		tags = append(tags, wire.Tag{Name: t.ID()})
	}
	server.State.Lock()
	server.State.AddForum("games", 0, tags...)
	server.State.AddRole("Players", true)
	server.State.Unlock()
	if err := server.Start(); err != nil {
		return fmt.Errorf("open the page: %w", err)
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	conf.Discord.APIURL = server.APIURL()
	token := discord.Token(server.Token())
	a, err := startApp(ctx, conf, token, log, func(o *bot.Options) {
		o.Now, o.After, o.Rand = clock.Now, clock.After, newSeeded(c.Seed)
		o.Able = nil // whoever turns the clock on wants that time passes
		o.EmojiPause = time.Millisecond
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "Open %s in a browser: you are at a table with %d people, "+
		"switch between them with a click.\nType /game new to begin. Stop with Ctrl+C.\n",
		server.URL(), server.CountPeople())
	var fatal error
	select {
	case <-ctx.Done():
	case fatal = <-a.session.Done():
	}
	return errors.Join(fatal, a.close(ctx))
}
