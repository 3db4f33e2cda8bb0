package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
)

func TestTheSecondBotOnAFileIsToldWhoServesIt(t *testing.T) {
	t.Parallel()
	ctx := context.WithoutCancel(t.Context())
	server := sandbox.StartTest(t, sandbox.Options{People: []string{"Ola"}})
	conf := defaultConfig()
	conf.Database, conf.Discord.APIURL = filepath.Join(t.TempDir(), "a.db"), server.APIURL()
	path := file(t, "config.toml", "database = \""+conf.Database+"\"\n[discord]\napi_url = \""+
		server.APIURL()+"\"\ntoken_file = \""+file(t, "token", server.Token())+"\"\n")
	doctor := func() string {
		var out bytes.Buffer
		newFindings(streams{&out, &out}).checkDatabase(ctx, conf.Database)
		return out.String()
	}
	a, err := startApp(ctx, conf, discord.Token(server.Token()), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	status := run(ctx, []string{"serve", "--config", path}, streams{io.Discard, &said})
	if name := claimant(slog.New(slog.DiscardHandler)).Host; status != exitFailed ||
		!strings.Contains(said.String(), "on "+name+", since ") {
		t.Errorf("status %d, %s; want that it names %s", status, &said, name)
	}
	if got := doctor(); !strings.Contains(got, "since ") {
		t.Errorf("while it serves, the doctor says %s", got)
	}
	if err := a.close(ctx); err != nil {
		t.Error(err)
	}
	if got := doctor(); !strings.Contains(got, "bot: none serves it") {
		t.Errorf("after the end, the doctor says %s", got)
	}
}

// Over HTTP nothing tells that interactions do not arrive but that Discord does not answer.
func TestPeopleCanBeServedWhileTheGatewayOrRESTAnswers(t *testing.T) {
	t.Parallel()
	ctx := context.WithoutCancel(t.Context())
	server := sandbox.StartTest(t, sandbox.Options{People: []string{"Ola"}})
	conf := defaultConfig()
	conf.Database, conf.Discord.APIURL = filepath.Join(t.TempDir(), "a.db"), server.APIURL()
	a, err := startApp(ctx, conf, discord.Token(server.Token()), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	overHTTP := conf
	overHTTP.HTTP.Interactions = ":0"
	if !a.able(conf)(ctx) || !a.able(overHTTP)(ctx) {
		t.Error("people can be served, and the bot does not know")
	}
	server.API.Inject(sandbox.Fault{Route: "GET /users/@me", Times: 100, Status: 503})
	if !a.able(conf)(ctx) || a.able(overHTTP)(ctx) {
		t.Error("without REST people can be served by the gateway alone")
	}
	if err := a.close(ctx); err != nil {
		t.Error(err)
	}
}
