package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
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

// What reads a log as JSON reads all that serve says, from the start to the end.
func TestALogOfJSONHasNoOtherLines(t *testing.T) {
	server := sandbox.StartTest(t, sandbox.Options{People: []string{"Ola"}})
	t.Setenv("DISCORD_TOKEN", server.Token())
	dir := t.TempDir()
	for name, c := range map[string]struct {
		database string
		first    string
		last     string
		status   int
	}{
		"it serves":       {"a.db", "konduktor starts", "konduktor has ended", exitFine},
		"it cannot start": {".", "konduktor starts", "konduktor could not start", exitFailed},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(dir, "config.toml")
			text := fmt.Sprintf("database = %q\n[log]\nformat = \"json\"\n[discord]\napi_url = %q\n",
				c.database, server.APIURL())
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var said lines
			said.hear = func(line string) {
				if strings.Contains(line, "konduktor has started") {
					cancel()
				}
			}
			status := run(ctx, []string{"serve", "--config", file}, streams{&said, &said})
			var all []map[string]any
			for _, line := range said.all {
				var read map[string]any
				if err := json.Unmarshal([]byte(line), &read); err != nil {
					t.Errorf("%q is not JSON", line)
				}
				all = append(all, read)
				if shards, told := read["shards"]; told && shards != "0" {
					t.Errorf("the shards are %v", shards)
				}
				if _, number := read["after"].(float64); number {
					t.Errorf("nanoseconds in %s", line)
				}
			}
			if status != c.status || all[0]["msg"] != c.first || all[len(all)-1]["msg"] != c.last {
				t.Errorf("status %d, %v", status, said.all)
			}
		})
	}
}

// lines collects what is written, line by line.
type lines struct {
	mu   sync.Mutex
	all  []string
	hear func(line string)
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(string(p)) {
		l.all = append(l.all, line)
		l.hear(line)
	}
	return len(p), nil
}
