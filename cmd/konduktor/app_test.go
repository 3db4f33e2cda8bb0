package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/sqlite"
)

// TestTheAppOffersTheMapsOfItsFolder starts what `try` and `serve` start, and begins a game on a
// map of the folder. Meanwhile games that ended long ago go.
func TestTheAppOffersTheMapsOfItsFolder(t *testing.T) {
	// the race detector on a busy machine
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	dir := folder(t, map[string]string{"lakes.toml": changed(t), "broken.toml": "x"})
	server := sandbox.StartTest(t, sandbox.Options{People: []string{"Ola", "Bo"}})
	conf := defaultConfig()
	conf.Database, conf.Discord.APIURL, conf.Games.Maps = filepath.Join(t.TempDir(), "test.db"),
		server.APIURL(), dir
	conf.Games.KeepDays = 300
	leaveOldGame(t, conf.Database)
	a, err := startApp(ctx, conf, discord.Token(server.Token()), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ola, bo, table := server.User("Ola"), server.User("Bo"), server.Channel("table")
	wait := func(what string, condition func() bool) {
		t.Helper()
		if err := server.State.WaitFor(ctx, condition); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	reply := func(ix *sandbox.Interaction) *sandbox.Message {
		t.Helper()
		m, err := ix.Reply(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	wait("the commands", func() bool {
		return slices.ContainsFunc(server.API.Requests(), func(r sandbox.Request) bool {
			return r.Method == "PUT" && r.Status == 200
		})
	})
	reply(ola.Slash(table, "game new", sandbox.Opt("title", "amsterdam"), sandbox.Opt("map", "lakes")))
	wait("the lobby", func() bool { m := table.Last(); return m != nil && len(m.Buttons()) == 4 })
	lobby := table.Last()
	reply(lobby.Click(bo, "Join"))
	reply(lobby.Click(ola, "Start"))
	dealt := func(m *sandbox.Message) bool { return len(m.Attachments) > 0 }
	wait("the setup", func() bool {
		return slices.ContainsFunc(bo.DMs(), dealt) && slices.ContainsFunc(ola.DMs(), dealt)
	})
	hand := reply(bo.Slash(bo.DM(), "hand"))
	if !strings.Contains(hand.Content, "Masuria") || len(hand.Attachments) != 1 {
		t.Errorf("got %q with pictures %v, want one picture of the map", hand.Content, hand.Attachments)
	}
	if _, err := a.store.Game(ctx, "over1"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("a game of a year ago is kept for more than %d days: error %v", conf.Games.KeepDays, err)
	}
	if err := a.close(ctx); err != nil {
		t.Fatal(err)
	}
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
}

// leaveOldGame puts a game into a new database that ended a year ago.
func leaveOldGame(t *testing.T, path string) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ago := time.Now().AddDate(-1, 0, 0)
	err = store.Create(t.Context(), match.Game{
		ID: "over1", State: match.Finished, Title: "amsterdam", Guild: "500", Created: ago,
		Updated: ago, Seats: []match.Seat{{User: "7", Name: "Ada"}},
	}, storage.Origin{}, nil)
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheAppTakesCommandsOverHTTP starts the app without a gateway, and names its endpoint to
// Discord.
func TestTheAppTakesCommandsOverHTTP(t *testing.T) {
	// the race detector on a busy machine
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	server := sandbox.StartTest(t, sandbox.Options{People: []string{"Ola"}})
	conf := defaultConfig()
	conf.Database, conf.Discord.APIURL = filepath.Join(t.TempDir(), "test.db"), server.APIURL()
	conf.Discord.Gateway, conf.HTTP.Interactions = false, "127.0.0.1:0"
	a, err := startApp(ctx, conf, discord.Token(server.Token()), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server.Webhook.SendTo("http://" + a.page.address + "/interactions")
	if err := server.WaitForCommands(ctx); err != nil {
		t.Fatal(err)
	}
	help, err := server.User("Ola").Slash(server.Channel("table"), "help").Reply(ctx)
	if err != nil || !strings.Contains(help.Content, "/game new") {
		t.Errorf("got %v, %v", help, err)
	}
	if err := a.close(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := http.Get("http://" + a.page.address); err == nil {
		t.Error("the endpoint is still served")
	}
}
