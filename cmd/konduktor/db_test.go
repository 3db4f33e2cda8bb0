package main

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/database"
	"konduktor/storage/sqlite"
)

// newDatabase makes a database with a game of one move, and a configuration that names it.
func newDatabase(t *testing.T) (conf, path string) {
	t.Helper()
	conf = file(t, "config.toml", `database = "games.db"`)
	path = filepath.Join(filepath.Dir(conf), "games.db")
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	g := match.Game{ID: "game1", State: match.Running, Title: "amsterdam", Seed: engine.Seed{1}}
	if err := store.Create(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	m := match.Move{Seat: 1, Text: "draw 1", After: match.FirstLink(g)}
	if err := store.Append(t.Context(), g.ID, m, match.RowUpdate{State: match.Running},
		storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	return conf, path
}

func TestADatabaseIsBackedUpLostAndRestored(t *testing.T) {
	conf, path := newDatabase(t)
	backup := filepath.Join(t.TempDir(), "backup.db")
	store, err := sqlite.Open(t.Context(), path) // the bot is running
	if err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := konduktor(t, "db", "--config", conf, "backup",
		backup); status != exitFine {
		t.Fatalf("backup: status %d, %s", status, stderr)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := konduktor(t, "db", "restore", "--config", conf,
		backup); status != exitFailed || !strings.Contains(stderr, "in the way") {
		t.Errorf("over the database: status %d, %q", status, stderr)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := konduktor(t, "db", "restore", "--config", conf,
		backup); status != exitFine {
		t.Fatalf("restore: status %d, %s", status, stderr)
	}
	for _, args := range [][]string{{"--config", conf}, {path}, {backup}} {
		status, stdout, stderr := konduktor(t, append([]string{"db", "check"}, args...)...)
		if status != exitFine || !strings.Contains(stdout, "fine; games: 1") {
			t.Errorf("check %q: status %d, %q, %q", args, status, stdout, stderr)
		}
	}
}

func TestACheckFailsWhenAFileIsNotADatabase(t *testing.T) {
	text := file(t, "text.db", strings.Repeat("to be or not to be ", 400))
	for _, args := range [][]string{
		{"db", "check", text},
		{"db", "check", text + "x"},
		{"db", "backup", "--config", text, text + "y"},
	} {
		if status, _, stderr := konduktor(t, args...); status != exitFailed || stderr == "" {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
	if status, _, _ := konduktor(t, "db", "backup"); status != exitUsage {
		t.Errorf("backup to nowhere: status %d, want %d", status, exitUsage)
	}
}

func TestAMissingFileIsNamedOnce(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none.db")
	conf := file(t, "config.toml", fmt.Sprintf("database = %q", missing))
	for _, args := range [][]string{
		{"check", missing},
		{"check", "--config", conf},
		{"backup", "--config", conf, missing + ".copy"},
		{
			"restore", "--config", conf,
			missing + ".backup",
		},
	} {
		status, _, stderr := konduktor(t, append([]string{"db"}, args...)...)
		if status != exitFailed || !strings.Contains(stderr, missing) ||
			strings.Contains(stderr, "stat") || !strings.Contains(stderr, "there is no such file") {
			t.Errorf("db %v: status %d, %q", args, status, stderr)
		}
	}
}

// marked returns the mark that a restore has left in a database.
func marked(t *testing.T, path string) (storage.Restored, bool) {
	t.Helper()
	store, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	mark, text, err := storage.ReadRestored(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	return mark, text != ""
}

func TestARestoreLeavesAMarkAndACopiedFileGetsOne(t *testing.T) {
	conf, path := newDatabase(t)
	if mark, ok := marked(t, path); ok {
		t.Fatalf("a new database has the mark %+v", mark)
	}
	status, stdout, stderr := konduktor(t, "db", "restored", "--config", conf) // copied by hand
	if status != exitFine || !strings.Contains(stdout, "At the next start") {
		t.Fatalf("restored: status %d, %q, %q", status, stdout, stderr)
	}
	byHand, ok := marked(t, path)
	if !ok || byHand.ID == 0 {
		t.Errorf("db restored has left the mark %+v, %v", byHand, ok)
	}
	other := file(t, "other.toml", `database = "other.db"`)
	status, _, stderr = konduktor(t, "db", "restore", "--config", other, path)
	if status != exitFine {
		t.Fatalf("restore: status %d, %s", status, stderr)
	}
	mark, ok := marked(t, filepath.Join(filepath.Dir(other), "other.db"))
	if !ok || !mark.Copy.Equal(byHand.Copy) {
		t.Errorf("db restore has left the mark %+v, %v; want the date of %+v", mark, ok, byHand)
	}
	missing := file(t, "missing.toml", `database = "missing.db"`)
	status, _, stderr = konduktor(t, "db", "restored", "--config", missing)
	if status != exitFailed || !strings.Contains(stderr, "there is no such file") {
		t.Errorf("without a database: status %d, %q", status, stderr)
	}
}

func TestADatabaseWithoutGamesHasNobodyToTellOfARestore(t *testing.T) {
	conf := file(t, "config.toml", `database = "games.db"`)
	path := filepath.Join(filepath.Dir(conf), "games.db")
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if status, stdout, _ := konduktor(t, "db", "restored", "--config", conf); status != exitFine ||
		!strings.Contains(stdout, "nobody to tell") {
		t.Errorf("status %d, %q", status, stdout)
	}
	if mark, ok := marked(t, path); ok {
		t.Errorf("it has the mark %+v", mark)
	}
}

func TestADamagedBackupIsNotRestored(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, path string){
		"a move was changed": func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = db.ExecContext(t.Context(),
				`DROP TRIGGER move_stays_as_it_is; UPDATE move SET text = 'draw 2'`)
			if err := errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
		},
		"a page is not whole": func(t *testing.T, path string) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			copy(data[len(data)-4096:], strings.Repeat("x", 4096))
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			conf, path := newDatabase(t)
			backup := filepath.Join(t.TempDir(), "backup.db")
			if err := os.Rename(path, backup); err != nil {
				t.Fatal(err)
			}
			damage(t, backup)
			status, stdout, stderr := konduktor(t, "db", "restore", "--config", conf, backup)
			if status != exitFailed || !strings.Contains(stderr, "Nothing is restored") {
				t.Errorf("status %d, %q, %q", status, stdout, stderr)
			}
			if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("there is a database now, error %v", err)
			}
		})
	}
}

func TestAnEmptyTokenFileIsCalledEmpty(t *testing.T) {
	c := defaultConfig()
	c.Discord.TokenFile = file(t, "token", "\n")
	_, err := c.token(func(string) string { return "" })
	if err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("got %v", err)
	}
}
