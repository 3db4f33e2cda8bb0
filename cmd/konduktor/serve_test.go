package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
)

func TestRunningBotReloadsItsSettings(t *testing.T) {
	// the race detector on a busy machine
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	server := sandbox.StartTest(t, sandbox.Options{People: []string{"Ola"}})
	dir, maps := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "config.toml")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rest := "\n[discord]\napi_url = \"" + server.APIURL() + "\"\n[games]\nmaps = \"" + maps + "\"\n"
	write(file, "database = \"a.db\"\n"+rest)
	c := &serveCmd{Config: file}
	conf, err := loadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	level := new(slog.LevelVar)
	log := slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelInfo}))
	a, err := startApp(ctx, conf, discord.Token(server.Token()), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.close(ctx); err != nil {
			t.Error(err)
		}
	}()
	ola, table := server.User("Ola"), server.Channel("table")
	open := func() string {
		t.Helper()
		if _, err := ola.Slash(table, "game new", sandbox.Opt("title", "amsterdam"),
			sandbox.Opt("map", "lakes")).Reply(ctx); err != nil {
			t.Fatal(err)
		}
		if err := server.State.WaitFor(ctx, func() bool { return table.Last() != nil }); err != nil {
			t.Fatal(err)
		}
		return table.Last().Content
	}
	if err := server.WaitForCommands(ctx); err != nil {
		t.Fatal(err)
	}

	write(filepath.Join(maps, "lakes.toml"), changed(t))
	write(file, "language = \"klingon\"\n"+rest)
	if got := c.reload(conf, a, level, log); got.Language != "en" ||
		!strings.Contains(said.String(), "stays as it was") {
		t.Errorf("a configuration with a fault: got %q, %s", got.Language, said.String())
	}
	said.Reset()
	write(file, "language = \"pl\"\ndatabase = \"b.db\"\n"+rest+"[log]\nlevel = \"debug\"\n")
	conf = c.reload(conf, a, level, log)
	if level.Level() != slog.LevelDebug {
		t.Errorf("the log's level is %s", level.Level())
	}
	for _, want := range []string{"maps=1", "language=pl", "settings=database"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("the log has no %s: %s", want, said.String())
		}
	}
	if conf.Database != filepath.Join(dir, "a.db") {
		t.Errorf("the database in force is %s", conf.Database)
	}
	if lobby := open(); !strings.Contains(lobby, "Masuria") {
		t.Errorf("the new map is not offered: %s", lobby)
	}
}

func TestBotStopsCleanlyWhileConnecting(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	defer silent.Close()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"config.toml": "database = \"" + filepath.Join(dir, "a.db") + "\"\n[discord]\ntoken_file = \"" +
			filepath.Join(dir, "token.txt") + "\"\napi_url = \"" + silent.URL + "\"\n",
		"token.txt": "abc",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said bytes.Buffer
	status := run(ctx, []string{"serve", "--config", filepath.Join(dir, "config.toml")},
		streams{io.Discard, &said})
	if status != exitFine || !strings.Contains(said.String(), "before it had started") {
		t.Errorf("got status %d: %s", status, &said)
	}
}
