package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/wire"
	"konduktor/storage/sqlite"
)

// examined is what the doctor says of a token where a server answers so.
func examined(t *testing.T, api string) string {
	t.Helper()
	client, err := discord.NewClient(discord.Options{Token: "token", APIURL: api})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	f := newFindings(streams{&out, &out})
	if f.checkToken(t.Context(), client) {
		t.Error("the token is taken for good")
	}
	return out.String()
}

func TestTheDoctorBlamesTheTokenOnlyWhenDiscordRefusesIt(t *testing.T) {
	for status, want := range map[int]string{
		http.StatusUnauthorized: "copy it anew", http.StatusForbidden: "could not check it",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(`{"message": "no", "code": 0}`)) // the client would say so
		}))
		said := examined(t, server.URL)
		server.Close()
		if !strings.Contains(said, want) || strings.Contains(said, "network") {
			t.Errorf("answered %d: got %q, want %q", status, said, want)
		}
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	if said := examined(t, gone.URL); !strings.Contains(said, "network: Discord was not reached") ||
		strings.Contains(said, "anew") {
		t.Errorf("not reached: got %q", said)
	}
}

func TestTheDoctorSaysHowMuchOfTheTextsEachLanguageHas(t *testing.T) {
	var out bytes.Buffer
	f := newFindings(streams{&out, &out})
	f.checkTexts()
	for _, want := range []string{"texts: English (en) 100 %, ", "Polski (pl) 100 %"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	}
	catalog, err := locale.Read(fstest.MapFS{
		"en/a.toml": {Data: []byte("[a]\nx = 'X'\ny = 'Y'\nz = 'Z'")},
		"de/a.toml": {Data: []byte("[a]\nx = 'Ix'")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := coverage(catalog), "en (en) 100 %, de (de) 33 %"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheDoctorComparesHowCommandsArrive(t *testing.T) {
	gateway, both, endpoint := defaultConfig(), defaultConfig(), defaultConfig()
	both.HTTP.Interactions = ":8443"
	endpoint.HTTP.Interactions, endpoint.Discord.Gateway = ":8443", false
	const url = "https://example.org/interactions"
	for _, c := range []struct {
		named string // in the developer portal
		conf  config
		want  string
	}{
		{"", gateway, "fine   application: commands arrive by the gateway"},
		{"", both, "fine   application: commands arrive by the gateway"},
		{"", endpoint, "WRONG  application: there is no gateway"},
		{url, gateway, "WRONG  application: an Interactions Endpoint URL is set"},
		{url, both, "fine   application: commands arrive over HTTP"},
		{url, endpoint, "fine   application: commands arrive over HTTP"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"id": "1", "interactions_endpoint_url": %q}`, c.named)
		}))
		client, err := discord.NewClient(discord.Options{Token: "token", APIURL: server.URL})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		newFindings(streams{&out, &out}).checkApplication(t.Context(), client, c.conf)
		server.Close()
		if !strings.HasPrefix(out.String(), c.want) {
			t.Errorf("portal %q: got %q, want %q", c.named, out.String(), c.want)
		}
	}
}

func TestTheDoctorWantsTermsAndPrivacyBeforeTheBotIsOnManyServers(t *testing.T) {
	for _, c := range []struct {
		servers        int
		terms, privacy string
		want           string
	}{
		{59, "", "", "fine   pages: no addresses"},
		{60, "", "", "WRONG  pages: the bot is on 60 servers"},
		{60, "https://example.org/terms", "", "WRONG  pages:"},
		{200, "https://example.org/terms", "https://example.org/privacy", "fine   pages: terms at"},
	} {
		var out bytes.Buffer
		newFindings(streams{&out, &out}).checkPages(discord.Application{
			Servers: c.servers, TermsURL: c.terms, PrivacyURL: c.privacy,
		})
		if !strings.HasPrefix(out.String(), c.want) {
			t.Errorf("%d servers: got %q, want %q", c.servers, out.String(), c.want)
		}
	}
}

func TestTheDoctorCountsTheEmoji(t *testing.T) {
	for answer, want := range map[string]string{
		`{"id":"1","items":[]}`:                       "fine   emoji: 0 of ",
		`{"id":"1","items":[{"id":"7","name":"up"}]}`: "fine   emoji: 1 of ",
		`{"id":"1","items":7}`:                        "WRONG  emoji: ",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, answer)
		}))
		client, err := discord.NewClient(discord.Options{Token: "token", APIURL: server.URL})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		f := newFindings(streams{&out, &out})
		f.emoji = `[{"name":"deck","id":"7","sum":"cda7bf"}]`
		f.checkEmoji(t.Context(), client)
		server.Close()
		if !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: got %q, want %q", answer, out.String(), want)
		}
	}
}

func TestTheDoctorOnlyLooksAtTheDatabase(t *testing.T) {
	_, path := newDatabase(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	// As if an older Konduktor had left it.
	if _, err := db.ExecContext(t.Context(), `DELETE FROM goose_db_version
		WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	f := newFindings(streams{&out, &out})
	f.checkDatabase(t.Context(), path)
	if f.bad != 0 || !strings.Contains(out.String(), "an older Konduktor") {
		t.Errorf("got %q", out.String())
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the doctor has changed the file, error %v", err)
	}
	if left, err := filepath.Glob(path + ".v*"); err != nil || len(left) > 0 {
		t.Errorf("the doctor has left %v, error %v", left, err)
	}
}

// Its owner has nothing to mend on it.
func TestDoctorDoesNotSuspectTheOwnerOfAnUnknownVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(),
		`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
	if err := errors.Join(err, db.Close(), store.Close()); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	f := newFindings(streams{&out, &out})
	f.checkDatabase(t.Context(), path)
	if said := out.String(); f.bad != 1 || !strings.Contains(said, "before 1.0.0") ||
		strings.Contains(said, "the bot's user") {
		t.Errorf("got %q", said)
	}
}

func TestDoctorReportsAFileThatIsNotADatabase(t *testing.T) {
	var out bytes.Buffer
	f := newFindings(streams{&out, &out})
	f.checkDatabase(t.Context(), file(t, "text.db", strings.Repeat("to be or not to be ", 400)))
	if f.bad != 1 {
		t.Errorf("got %q", out.String())
	}
}

func TestTheDoctorSaysWhatTheForumOfAServerLacks(t *testing.T) {
	srv := sandbox.StartTest(t, sandbox.Options{})
	srv.State.Lock()
	srv.State.AddForum("games", 0,
		wire.Tag{Name: "Open seats"}, wire.Tag{Name: "Running", Moderated: true})
	srv.State.Unlock()
	client, err := discord.NewClient(discord.Options{
		Token: discord.Token(srv.Token()), APIURL: srv.APIURL(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	f := newFindings(streams{&out, &out})
	f.decided = `{"hall":"` + srv.Channel("games").ID() + `"}` + "\n" +
		`{"hall":"77"}` + "\n" + `{"role":"5"}` + "\nbroken"
	f.checkHalls(t.Context(), client)
	for _, want := range []string{
		"fine   hall #games: The forum has no tag for: finished, solo, Amsterdam",
		"leave them out: running", "WRONG  hall: Discord does not show the bot channel 77",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want %q in it", out.String(), want)
		}
	}
}
