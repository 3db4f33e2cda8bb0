package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/sandbox/testapi"
)

// trial is what `try` starts, in the hands of a test.
type trial struct {
	*testapi.Server
	app  *app
	stop func()
}

// begin starts `try` without its end: what stop does comes after a kill, for the database.
func (c *tryCmd) begin(ctx context.Context, t *testing.T) trial {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	s, clock, err := c.sandbox(log)
	if err != nil {
		t.Fatal(err)
	}
	server := testapi.Start(t, s)
	conf := defaultConfig()
	conf.Database, conf.Discord.APIURL = c.Database, server.APIURL()
	a, err := startApp(ctx, conf, discord.Token(server.Token()), log, func(o *bot.Options) { o.Now, o.After = clock.Now, clock.After })
	if err != nil {
		t.Fatal(err)
	}
	c.keep(server.World, clock, log)
	if err := server.WaitForCommands(ctx); err != nil {
		t.Fatal(err)
	}
	return trial{server, a, func() {
		if err := a.close(ctx); err != nil {
			t.Error(err)
		}
	}}
}

// TestTryGoesOnWhereItWasKilled begins a game, kills the page, and goes on with a button of a message from before.
func TestTryGoesOnWhereItWasKilled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // the race detector on a busy machine
	defer cancel()
	dir := t.TempDir()
	c := &tryCmd{Listen: "127.0.0.1:0", Database: filepath.Join(dir, "k.db"), People: []string{"Ola"}}
	reply := func(ix *testapi.Interaction) *testapi.Message {
		t.Helper()
		m, err := ix.Reply(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	first := c.begin(ctx, t)
	wait := func(tr trial, what string, condition func() bool) {
		t.Helper()
		if err := tr.World.WaitFor(ctx, condition); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	ola, zaneta, station := first.User("Ola"), first.User("Żaneta"), first.Channel("station")
	reply(ola.Slash(station, "game new", testapi.Opt("title", "amsterdam")))
	wait(first, "the lobby", func() bool { m := station.Last(); return m != nil && len(m.Buttons()) == 4 })
	lobby := station.Last()
	reply(lobby.Click(zaneta, "Join"))
	reply(lobby.Click(ola, "Start"))
	panel := func(u *testapi.User, word string) *testapi.Message {
		for _, m := range u.DMs() {
			if strings.Contains(m.Text(), word) {
				return m
			}
		}
		return nil
	}
	const choose = "Choose the tickets to keep"
	wait(first, "the setup", func() bool {
		return panel(ola, choose) != nil && panel(zaneta, choose) != nil && first.Channel(lobby.ID) != nil
	})
	before := panel(zaneta, choose)

	// The process is killed: what is in the file by now is all there is.
	page, err := os.ReadFile(c.archive())
	if err != nil {
		t.Fatal(err)
	}
	first.stop()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.archive(), page, 0o600); err != nil {
		t.Fatal(err)
	}

	second := c.begin(ctx, t)
	defer second.stop()
	if second.Bot() != first.Bot() {
		t.Errorf("the bot is %s, was %s", second.Bot(), first.Bot())
	}
	zaneta = second.User("Żaneta")
	again := panel(zaneta, choose)
	if again == nil || again.ID != before.ID || again.Content != before.Content {
		t.Fatalf("the panel is %+v, was %+v", again, before)
	}
	if got := again.Attachment(0); len(got) == 0 || !strings.Contains(again.Attachments[0].URL, strings.TrimPrefix(second.URL(), "http://")) {
		t.Errorf("the panel's picture has %d bytes at %s", len(got), again.Attachments[0].URL)
	}
	menu := again.Menus()[0]
	reply(again.Select(zaneta, menu.CustomID, menu.Options[0].Value))
	question := panel(zaneta, "Keep these")
	if question == nil {
		t.Fatalf("nothing asks whether to keep these tickets: %s", zaneta.DMs()[len(zaneta.DMs())-1].Text())
	}
	reply(question.Click(zaneta, "Keep these"))
	thread := second.Channel(lobby.ID)
	wait(second, "the table's news", func() bool {
		return slices.ContainsFunc(thread.Messages(), func(m *testapi.Message) bool { return strings.Contains(m.Content, "Żaneta has chosen tickets") })
	})
}
