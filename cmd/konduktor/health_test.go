package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

type fakeGateway bool

func (f fakeGateway) Ready() bool { return bool(f) }

func (f fakeGateway) Shards() (map[int]bool, int) { return map[int]bool{0: bool(f)}, 1 }

// halfAGateway holds two of four shards, and one of them is connected or both.
type halfAGateway bool

func (f halfAGateway) Ready() bool { return bool(f) }

func (f halfAGateway) Shards() (map[int]bool, int) { return map[int]bool{2: true, 3: bool(f)}, 4 }

type fakeDatabase struct{ err error }

func (f fakeDatabase) Check(context.Context) error { return f.err }

func outboxOf(behind time.Duration, err error) func(context.Context) (time.Duration, error) {
	return func(context.Context) (time.Duration, error) { return behind, err }
}

func TestReadyMeansConnectedWritableAndNotBehind(t *testing.T) {
	const fine = time.Second
	for _, c := range []struct {
		name   string
		ready  readiness
		status int
		says   string
	}{
		{"all is well", readiness{fakeGateway(true), fakeDatabase{}, outboxOf(fine, nil)}, 200, "ready"},
		{
			"no gateway",
			readiness{fakeGateway(false), fakeDatabase{}, outboxOf(fine, nil)},
			503,
			"no connection to Discord",
		},
		{
			"its shards",
			readiness{halfAGateway(true), fakeDatabase{}, outboxOf(fine, nil)},
			200,
			"ready (shards 2, 3 of 4)",
		},
		{
			"a shard is away",
			readiness{halfAGateway(false), fakeDatabase{}, outboxOf(fine, nil)},
			503,
			"no connection to Discord (shards 3 of 4)",
		},
		{"no database", readiness{
			fakeGateway(true),
			fakeDatabase{errors.New("/secret/path")},
			outboxOf(fine, nil),
		}, 503, "the database cannot be written"},
		{
			"a late outbox",
			readiness{fakeGateway(true), fakeDatabase{}, outboxOf(3*time.Minute, nil)},
			503, "messages are 3m0s late",
		},
		{"a stopped outbox", readiness{
			fakeGateway(true),
			fakeDatabase{},
			outboxOf(0, errors.New("/secret/path")),
		}, 503, "no messages are sent"},
		{
			"two faults",
			readiness{fakeGateway(false), fakeDatabase{}, outboxOf(time.Hour, nil)},
			503,
			"no connection to Discord\nmessages are 1h0m0s late",
		},
	} {
		answer := httptest.NewRecorder()
		c.ready.handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		if got := answer.Body.String(); answer.Code != c.status || !strings.Contains(got, c.says) ||
			strings.Contains(got, "secret") {
			t.Errorf("%s: got %d %q, want %d %q", c.name, answer.Code, got, c.status, c.says)
		}
		alive := httptest.NewRecorder()
		c.ready.handler().ServeHTTP(alive, httptest.NewRequest(http.MethodGet, "/healthz", nil))
		if alive.Code != http.StatusOK {
			t.Errorf("%s: /healthz answers %d", c.name, alive.Code)
		}
	}
}

func TestAnotherProgramCanAskWhetherTheBotIsReady(t *testing.T) {
	connected := fakeGateway(true)
	page, err := openPage("127.0.0.1:0",
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			readiness{connected, fakeDatabase{}, outboxOf(0, nil)}.handler().ServeHTTP(w, r)
		}), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	conf := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(conf, []byte("[http]\nlisten = \""+page.address+"\"\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	ask := func() (string, int) {
		var out bytes.Buffer
		status := run(t.Context(), []string{"health", "--config", conf}, streams{&out, &out})
		return out.String(), status
	}
	if said, status := ask(); status != exitFine || said != "ready\n" {
		t.Errorf("a bot that is ready: got %d %q", status, said)
	}
	connected = false
	if said, status := ask(); status != exitFailed ||
		!strings.Contains(said, "not ready: there is no connection to Discord") {
		t.Errorf("a bot without a gateway: got %d %q", status, said)
	}
	if err := page.close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if said, status := ask(); status != exitFailed || !strings.Contains(said, "does not answer") {
		t.Errorf("no bot: got %d %q", status, said)
	}
}

func TestTheHealthPageIsAskedWhereItListens(t *testing.T) {
	for listen, want := range map[string]string{
		":8081": "http://localhost:8081/readyz", "0.0.0.0:8081": "http://localhost:8081/readyz",
		"[::]:8081": "http://localhost:8081/readyz", "10.0.0.7:80": "http://10.0.0.7:80/readyz",
	} {
		if got, err := readyURL(listen); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", listen, got, err, want)
		}
	}
	if _, err := readyURL(""); err == nil || !strings.Contains(err.Error(), "http.listen") {
		t.Errorf("no health page: got %v", err)
	}
}
