package main

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	list := []string{}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// The clock of a bubble begins at 2000-01-01 00:00 UTC.
func TestBackupsAreMadeOnTimeAndTheNewestAreKept(t *testing.T) {
	_, path := newDatabase(t)
	folder := filepath.Join(t.TempDir(), "backups")
	synctest.Test(t, func(t *testing.T) {
		b := backups{path, folder, 24 * time.Hour, 2, slog.New(slog.DiscardHandler)}
		age := b.age(time.Now().Add(-time.Minute))
		if got, every := age(); got != time.Minute || every != 24*time.Hour {
			t.Errorf("before the first backup: age %s of %s, want that of the process", got, every)
		}
		for _, step := range []struct {
			after, wait time.Duration
			want        []string
		}{
			{0, 24 * time.Hour, []string{"konduktor-20000101T000000Z.db"}},
			{time.Hour, 23 * time.Hour, []string{"konduktor-20000101T000000Z.db"}}, // the bot was restarted
			{23 * time.Hour, 24 * time.Hour, []string{
				"konduktor-20000101T000000Z.db",
				"konduktor-20000102T000000Z.db",
			}},
			{30 * time.Hour, 24 * time.Hour, []string{
				"konduktor-20000102T000000Z.db",
				"konduktor-20000103T060000Z.db",
			}},
		} {
			time.Sleep(step.after)
			wait, err := b.makeDue(t.Context())
			if err != nil || wait != step.wait {
				t.Errorf("%s: wait %s, error %v, want %s", time.Now().UTC(), wait, err, step.wait)
			}
			if diff := cmp.Diff(step.want, names(t, folder)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", time.Now().UTC(), diff)
			}
		}
		time.Sleep(2 * time.Hour)
		if got, _ := age(); got != 2*time.Hour {
			t.Errorf("two hours after a backup: age %s", got)
		}
	})
}

func TestBackupsLeaveOtherFilesAloneAndRestore(t *testing.T) {
	conf, path := newDatabase(t)
	folder := t.TempDir()
	others := []string{"konduktor-20991231T000000Z.db", "konduktor-notes.db", "konduktor.db"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b := backups{path, folder, time.Hour, 2, slog.New(slog.DiscardHandler)}
	// whatever the clock of another day has left there
	if _, err := b.makeDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := names(t, folder)
	if diff := cmp.Diff(others, got[1:]); diff != "" || len(got) != 4 {
		t.Fatalf("files (-want +got):\n%s", diff)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} { // as docs/storage.md says
		if err := os.Rename(path+suffix, path+".lost"+suffix); err != nil &&
			!errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if status, _, stderr := konduktor(t, "db", "restore", "--config", conf,
		filepath.Join(folder, got[0])); status != exitFine {
		t.Fatalf("restore: status %d, %s", status, stderr)
	}
	if status, stdout, stderr := konduktor(t, "db", "check", "--config", conf); status != exitFine ||
		!strings.Contains(stdout, "games: 1") {
		t.Errorf("check: status %d, %q, %q", status, stdout, stderr)
	}
}

func TestABackupThatFailsIsLoggedAndTriedAgain(t *testing.T) {
	_, path := newDatabase(t)
	blocked := file(t, "backups", "a file where the folder should be")
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		b := backups{path, blocked, 24 * time.Hour, 2, slog.New(slog.NewTextHandler(&log, nil))}
		go b.run(t.Context())
		time.Sleep(150 * time.Minute)
		synctest.Wait()
		if got := strings.Count(log.String(), "back up the database"); got != 3 {
			t.Errorf("tried %d times in two and a half hours, want 3:\n%s", got, log.String())
		}
	})
}

func TestTheDoctorWatchesTheBackupsOfPostgreSQL(t *testing.T) {
	conf := defaultConfig()
	conf.Database, conf.Backup.Folder = "postgres://db.example/games", t.TempDir()
	if err := conf.check(); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	said := func(now time.Time) string {
		var out bytes.Buffer
		newFindings(streams{&out, &out}).checkBackups(conf, now)
		return out.String()
	}
	if got := said(now); !strings.HasPrefix(got, "WRONG  backups: there is none") {
		t.Errorf("an empty folder: got %q", got)
	}
	if err := os.WriteFile(filepath.Join(conf.Backup.Folder, "games.dump"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := said(now); !strings.HasPrefix(got, "fine   backups: 1") {
		t.Errorf("a new one: got %q", got)
	}
	if got := said(now.Add(3 * 24 * time.Hour)); !strings.Contains(got, "look why pg_dump made none") {
		t.Errorf("three days later: got %q", got)
	}
}

func TestTheDoctorFindsAnOpenDatabaseAndLateBackups(t *testing.T) {
	_, path := newDatabase(t)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	conf := defaultConfig()
	conf.Backup.Folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(conf.Backup.Folder, "konduktor-20200101T000000Z.db"), nil,
		0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	f := newFindings(streams{&out, &out})
	f.checkDatabase(t.Context(), path)
	f.checkBackups(conf, time.Now())
	for _, want := range []string{
		"WRONG  database: others can read " + path, "chmod 600",
		"WRONG  backups: the last one is of 2020-01-01",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want %q in it", out.String(), want)
		}
	}
}
