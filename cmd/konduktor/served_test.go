package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"konduktor/storage"
	"konduktor/storage/database"
	"konduktor/storage/postgres/postgrestest"
)

func TestADatabaseMovesToPostgreSQLAndBack(t *testing.T) {
	_, path := newDatabase(t)
	address, back := postgrestest.Empty(t), filepath.Join(t.TempDir(), "back.db")
	for _, way := range [][]string{{path, address}, {address, back}} {
		status, stdout, stderr := konduktor(t, append([]string{"db", "copy"}, way...)...)
		if status != exitFine || !strings.Contains(stdout, "a whole copy") {
			t.Fatalf("copy %q: status %d, %q, %q", way, status, stdout, stderr)
		}
		status, stdout, stderr = konduktor(t, "db", "check", way[1])
		if status != exitFine || !strings.Contains(stdout, "fine; games: 1") {
			t.Errorf("check %s: status %d, %q, %q", way[1], status, stdout, stderr)
		}
	}
	for _, way := range [][]string{
		{path, address},
		{address, back},
		{back + ".none", address},
		{path, path},
	} {
		if status, _, stderr := konduktor(t,
			append([]string{"db", "copy"}, way...)...); status != exitFailed || stderr == "" {
			t.Errorf("copy %q: status %d, %q, want it refused", way, status, stderr)
		}
	}
}

func TestPostgreSQLIsBackedUpToAFileAndRestoredFromIt(t *testing.T) {
	_, path := newDatabase(t)
	conf := file(t, "config.toml", fmt.Sprintf("database = %q", postgrestest.Empty(t)))
	other := file(t, "other.toml", fmt.Sprintf("database = %q", postgrestest.Empty(t)))
	if status, _, stderr := konduktor(t, "db", "restore", "--config", conf, path); status != exitFine {
		t.Fatalf("restore: status %d, %s", status, stderr)
	}
	status, stdout, stderr := konduktor(t, "db", "restored", "--config", conf)
	if status != exitFine || !strings.Contains(stdout, "At the next start") {
		t.Errorf("restored: status %d, %q, %q", status, stdout, stderr)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	if status, _, stderr := konduktor(t, "db", "backup", "--config", conf,
		backup); status != exitFine {
		t.Fatalf("backup: status %d, %s", status, stderr)
	}
	if status, _, stderr := konduktor(t, "db", "restore", "--config", conf,
		backup); status != exitFailed || !strings.Contains(stderr, "not empty") {
		t.Errorf("over the database: status %d, %q", status, stderr)
	}
	if status, _, stderr := konduktor(t, "db", "restore", "--config", other,
		backup); status != exitFine {
		t.Errorf("to another database: status %d, %s", status, stderr)
	}
	if status, stdout, stderr := konduktor(t, "db", "check", "--config", other); status != exitFine ||
		!strings.Contains(stdout, "fine; games: 1") {
		t.Errorf("check: status %d, %q, %q", status, stdout, stderr)
	}
}

// The server is down, or the address is invalid: the message does not hold the password.
func TestNoErrorHoldsTheDatabasesPassword(t *testing.T) {
	for _, address := range []string{
		"postgres://ada:SECRET@127.0.0.1:1/games?connect_timeout=1",
		"postgres://ada:SECRET@127.0.0.1:none/games",
		"postgres://ada:SEC%RET@127.0.0.1:1/games",
		"postgres://ada@127.0.0.1:1/games?password=SECRET",
		"postgres://ada:SECRET@127.0.0.1:1/games?sslmode=SECRET",
	} {
		conf := file(t, "config.toml", fmt.Sprintf("database = %q", address))
		for _, args := range [][]string{{"db", "check", "--config", conf}, {
			"db", "backup", "--config",
			conf, filepath.Join(t.TempDir(), "b.db"),
		}, {"db", "copy", address, filepath.Join(t.TempDir(), "c.db")}} {
			status, stdout, stderr := konduktor(t, args...)
			if status != exitFailed || strings.Contains(stdout+stderr, "SEC") {
				t.Errorf("db %q: status %d, %q, %q", args[1], status, stdout, stderr)
			}
		}
	}
}

func TestTheDoctorReadsTheBotsSettings(t *testing.T) {
	for name, address := range map[string]string{
		"SQLite": filepath.Join(t.TempDir(), "konduktor.db"), "PostgreSQL": postgrestest.Empty(t),
	} {
		s, err := database.Open(t.Context(), address)
		if err == nil {
			err = errors.Join(s.SwapSetting(t.Context(), storage.EmojiKey, "", "[]"),
				s.SwapSetting(t.Context(), "results/1", "", `{"channel":"7","refused":true}`),
				s.SwapSetting(t.Context(), "results/2", "", `{"channel":"8"}`), s.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		f := newFindings(streams{&out, &out})
		if f.checkDatabase(t.Context(), address); f.emoji != "[]" {
			t.Errorf("%s: got %q", name, f.emoji)
		}
		if want := "refused by the chosen channel (servers: 1)"; !strings.Contains(out.String(), want) {
			t.Errorf("%s: got %q, want %q in it", name, out.String(), want)
		}
	}
}

func TestTheDoctorLooksAtPostgreSQL(t *testing.T) {
	address := postgrestest.Empty(t)
	for _, c := range []struct{ address, want string }{
		{address, "fsync is off"}, // the server of the tests waits for no disk
		{"postgres://ada:SECRET@127.0.0.1:1/games?connect_timeout=1", "look whether the server runs"},
		{strings.Replace(address, "/test", "/nothing", 1), "there is no such database"},
		{"postgres://ada:SECRET@0.0.0.0:1/games?connect_timeout=1", "?sslmode=verify-full"},
	} {
		var out bytes.Buffer
		f := newFindings(streams{&out, &out})
		f.checkDatabase(t.Context(), c.address)
		if !strings.Contains(out.String(), c.want) || strings.Contains(out.String(), "SECRET") {
			t.Errorf("got %q, want that it says %q", out.String(), c.want)
		}
	}
}
