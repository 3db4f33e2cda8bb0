package main

import (
	"strings"
	"testing"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/sqlite"
)

// operated is a configuration whose database has a running game, a finished one of a year ago on a
// server, and two messages, and the path of the database.
func operated(t *testing.T) (conf, path string) {
	t.Helper()
	conf, path = newDatabase(t)
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ago := time.Now().AddDate(-1, 0, 0)
	over := match.Game{
		ID: "over1", State: match.Finished, Title: "asia", Guild: "500", Created: ago, Updated: ago,
		Seats: []match.Seat{{User: "7", Name: "Ola"}},
	}
	waits := storage.Message{
		Lane: "a", Kind: "board", Game: "game1", User: "8", Body: "secret",
		Nonce: "n1", Due: ago,
	}
	gone := storage.Message{
		Lane: "b", Kind: "board", Game: "game1", User: "9", Body: "secret",
		Nonce: "n2", Due: ago,
	}
	if err := store.Create(t.Context(), over, storage.Origin{}, []storage.Message{
		waits,
		gone,
	}); err != nil {
		t.Fatal(err)
	}
	if err := store.SaveUser(t.Context(), storage.User{ID: "7", Name: "Ola"}); err != nil {
		t.Fatal(err)
	}
	due, err := store.Due(t.Context(), time.Now(), 9)
	if err != nil || len(due) != 2 {
		t.Fatalf("%d messages are due, error %v", len(due), err)
	}
	if err := store.Drop(t.Context(), due[1].ID, "it\ncannot be reached"); err != nil {
		t.Fatal(err)
	}
	return conf, path
}

func TestAnOperatorNeedsNoSQL(t *testing.T) {
	conf, _ := operated(t)
	for _, c := range []struct {
		args       []string
		want, none string // words of the answer, and one that is not in it
	}{
		{[]string{"games"}, "game1 running amsterdam over1 finished asia", "Ola"},
		{[]string{"games", "--state", "finished"}, "over1", "game1"},
		{[]string{"games", "--server", "500"}, "over1", "game1"},
		{[]string{"outbox"}, `waits given it\ncannot`, "secret"},
		{[]string{"export", "user", "7"}, `"Ola" over1`, "game1"},
		{[]string{"export", "server", "500"}, `"asia" "over1"`, "game1"},
		{[]string{"erase", "user", "7", "--yes"}, "forgotten", "Ola"},
		{[]string{"erase", "server", "500", "--yes"}, "removed: 1; still open: 0", "Ola"},
		{[]string{"games"}, "game1", "over1"},
	} {
		status, out, message := konduktor(t, append(c.args, "--config", conf)...)
		for _, want := range strings.Fields(c.want) {
			if status != exitFine || !strings.Contains(out, want) {
				t.Errorf("%v: status %d, %q, %q; want %q", c.args, status, out, message, want)
			}
		}
		if strings.Contains(out, c.none) {
			t.Errorf("%v: %q is in %q", c.args, c.none, out)
		}
	}
}

func TestAnOperatorsSlipIsNotAnEmptyAnswer(t *testing.T) {
	conf, _ := operated(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"games", "--state", "foo"}, "finished cancelled"},
		{[]string{"games", "--server", "abc"}, "not an ID"},
		{[]string{"games", "--server", "501"}, "no such game"},
		{[]string{"export", "user", "6"}, "nothing is kept of user 6"},
		{[]string{"export", "server", "501"}, "nothing is kept of server 501"},
		{[]string{"export", "user", "ola"}, "not an ID"},
		{[]string{"erase", "user", "6", "--yes"}, "nothing is kept"},
		{[]string{"erase", "server", "501", "--yes"}, "nothing is kept"},
		{[]string{"erase", "server", "500"}, "would be removed: 1; still open: 0. Nothing has been done"},
		{[]string{"erase", "user", "7"}, "Nothing has been done"},
	} {
		status, out, message := konduktor(t, append(c.args, "--config", conf)...)
		if status != exitFailed || out != "" || !strings.Contains(message, c.want) {
			t.Errorf("%v: status %d, %q, %q; want %q", c.args, status, out, message, c.want)
		}
	}
	status, out, _ := konduktor(t, "games", "--server", "500", "--config", conf)
	if status != exitFine || strings.ContainsAny(out, "[]") {
		t.Errorf("status %d, %q", status, out)
	}
	status, out, _ = konduktor(t, "export", "user", "7", "--config", conf)
	if status != exitFine || !strings.Contains(out, "Ola") {
		t.Errorf("an erasure that was not confirmed: status %d, %q", status, out)
	}
}

func TestOperatorCommandsCreateNoDatabase(t *testing.T) {
	conf := file(t, "config.toml", `database = "none.db"`)
	if status, _, message := konduktor(t, "games", "--config", conf); status != exitFailed ||
		message == "" {
		t.Errorf("status %d, %q; want a refusal", status, message)
	}
}

func TestAPersonInAnOpenGameIsNotErased(t *testing.T) {
	conf, path := operated(t)
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	lobby := match.Game{
		ID: "open1", State: match.Lobby, Title: "asia", Host: "7",
		Seats: []match.Seat{{User: "7", Name: "Ola"}},
	}
	if err := store.Create(t.Context(), lobby, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if status, _, message := konduktor(t, "erase", "user", "7", "--yes",
		"--config", conf); status != exitFailed || !strings.Contains(message, "/game leave") {
		t.Errorf("status %d, %q; want what they can do", status, message)
	}
}

func TestGamesAreKeptAsLongAsTheSettingSays(t *testing.T) {
	_, path := operated(t)
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, c := range []struct{ days, left int }{{400, 2}, {300, 1}} {
		if _, err := purge(t.Context(), store, time.Now().AddDate(0, 0, -c.days), ""); err != nil {
			t.Fatal(err)
		}
		games, err := store.GamesIn(t.Context())
		if err != nil || len(games) != c.left {
			t.Errorf("%d days: %d games are left, error %v; want %d", c.days, len(games), err, c.left)
		}
	}
}
