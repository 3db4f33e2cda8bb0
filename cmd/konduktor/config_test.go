package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTheExampleIsTheDefault(t *testing.T) {
	got, err := loadConfig("../../config.example.toml")
	if err != nil {
		t.Fatal(err)
	}
	want := defaultConfig()
	want.Database = "../../konduktor.db"
	want.Discord.TokenFile = "../../token.txt"
	want.Log.Level = slog.LevelInfo
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("config.example.toml (-default +example):\n%s", diff)
	}
}

func TestTheTimeToAnswerIsConfigured(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": 24 * time.Hour, "[deadlines]\nanswer = \"1m\"": time.Minute,
		"[deadlines]\nanswer = \"720h\"": 720 * time.Hour,
	} {
		got, err := loadConfig(file(t, "config.toml", text))
		if err != nil || time.Duration(got.Deadlines.Answer) != want {
			t.Errorf("%q: got %v, %v, want %v", text, time.Duration(got.Deadlines.Answer), err, want)
		}
	}
}

func TestAFaultyConfigurationIsExplained(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"databse = \"x\"", "databse"},
		{"database = 3", "database"},
		{"[discord]\ntoken = \"secret\"", "token"},
		{"language = \"fr\"", "language"},
		{"[discord]\napi_url = \"nowhere\"", "api_url"},
		{"[discord]\napi_url = \"http://discord.example/api\"", "must be https"},
		{"database = \"\"", "database"},
		{"= broken", "1"},
		{"[deadlines]\nanswer = \"59s\"", "720h"},
		{"[deadlines]\nanswer = \"721h\"", "720h"},
		{"[deadlines]\nanswer = \"-24h\"", "720h"},
		{"[deadlines]\nanswer = \"1 day\"", "line 2: deadlines.answer"},
		{"[deadlines]\nanswer = 24", "answer"},
		{"[backup]\nevery = \"9m\"", "10m"},
		{"[backup]\nkeep = 0", "backup.keep"},
		{"[games]\nkeep_days = 29", "games.keep_days"},
		{"[discord]\nrequests = 45", "line 2: discord.requests: there is no such setting"},
		{"[discord]\nshards = 2\nshard_range = \"0-1\"", "line 3: discord.shard_range: there is no"},
		{"[backup]\nkeep = 1001", "backup.keep"},
		{"[deadlines]\nturn = \"24h\"", "line 2: deadlines.turn"},
	} {
		_, err := loadConfig(file(t, "config.toml", c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want an error that names %q", c.text, err, c.want)
		}
	}
}

// A token ends up in the configuration by mistake: its line must not reach the terminal or a log.
func TestASecretInTheConfigurationIsNeverPrinted(t *testing.T) {
	const token = "MTAwMDAwMDAwMDAwMDAwMDAw.Gabcde.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	t.Setenv("DISCORD_TOKEN", "")
	for _, text := range []string{
		"[discord]\ntoken = \"" + token + "\"",
		"[discord]\ntoken_file = " + token,
		"[discord]\n" + token,
		"[discord]\ntoken = \"" + token,
		"[discord]\ntoken_file = \"" + token + "\"",
		"[discord]\napi_url = \"" + token + "\"",
		"[deadlines]\nanswer = \"" + token + "\"",
		"[log]\nlevel = \"" + token + "\"",
		"language = \"" + token + "\"",
	} {
		status, out, message := konduktor(t, "serve", "--config", file(t, "config.toml", text))
		if status == exitFine || strings.Contains(out+message, "Gabcde") {
			t.Errorf("%q: status %d, stdout %q, stderr %q", text, status, out, message)
		}
	}
	var said strings.Builder
	f := newFindings(streams{&said, &said})
	f.fine("database: %s", token)
	f.wrong("token: Discord does not take it (%s)", token)
	if text := said.String(); strings.Contains(text, "Gabcde") || !strings.Contains(text,
		"token: Discord does not take it ([secret])") {
		t.Errorf("the doctor says %q", text)
	}
}

// A library's panic may carry a token, and would print it.
func TestAPanicShowsNoSecret(t *testing.T) {
	var said strings.Builder
	status := guarded(scrubber{&said}, func() int {
		panic("Authorization: Bot MTAwMDAwMDAwMDAwMDAwMDAw.Gabcde.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
	})
	if text := said.String(); status != exitFailed || strings.Contains(text, "Gabcde") ||
		!strings.Contains(text, "config_test.go") {
		t.Errorf("status %d, stderr %q; want status 1 and a stack without the token", status, text)
	}
}

func TestTheTokenComesFromTheEnvironmentOrAPrivateFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	none := func(string) string { return "" }
	c := config{Discord: discordConfig{TokenFile: write("good", "abc.def.ghi\n", 0o600)}}
	if got, err := c.token(none); err != nil || string(got) != "abc.def.ghi" {
		t.Errorf("token of the file: %v, %v", len(got), err)
	}
	env := func(string) string { return " from.the.environment " }
	if got, err := c.token(env); err != nil || string(got) != "from.the.environment" {
		t.Errorf("token of the environment: %v, %v", len(got), err)
	}
	for _, bad := range []string{
		"", filepath.Join(dir, "missing"), write("open", "abc", 0o644),
		write("empty", "\n", 0o600), write("two", "abc def", 0o600),
	} {
		c.Discord.TokenFile = bad
		got, err := c.token(none)
		if err == nil {
			t.Errorf("%s: got a token of %d signs, want an error", bad, len(got))
		}
	}
	token, _ := c.token(env)
	if text := fmt.Sprintf("%v %s %+v %#v", token, token, token, token); strings.Contains(text,
		"environment") {
		t.Errorf("the token prints as %q", text)
	}
}
