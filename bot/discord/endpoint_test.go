package discord_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
)

// endpoint starts a session without a gateway, and its endpoint. What it lets through comes out of
// the channel.
func endpoint(t *testing.T, now func() time.Time, able ...func(context.Context) error) (
	http.Handler, ed25519.PrivateKey, <-chan *discord.Interaction,
) {
	t.Helper()
	srv := sandbox.StartTest(t, sandbox.Options{})
	seen := make(chan *discord.Interaction, 4)
	options := discord.Options{
		Token: discord.Token(srv.Token()), APIURL: srv.APIURL(), Now: now, NoGateway: true,
		Handler: func(_ context.Context, ix *discord.Interaction) { seen <- ix },
	}
	for _, able := range able {
		options.Able = able
	}
	s, err := discord.Connect(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if !s.Ready() {
		t.Error("a session without a gateway is never ready")
	}
	if !s.Idle() {
		t.Error("a session to which nothing has come is busy")
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return s.Endpoint(public), private, seen
}

// request is one as Discord sends them.
func request(key ed25519.PrivateKey, at time.Time, body string) *http.Request {
	stamp := strconv.FormatInt(at.Unix(), 10)
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(key, []byte(stamp+body))))
	return r
}

const (
	ping    = `{"id":"1","type":1}`
	command = `{"id":"7","application_id":"8","type":2,"token":"t","channel_id":"9",
		"user":{"id":"10","username":"ola"},"data":{"name":"games"}}`
)

func TestEndpointAcceptsSignedRequests(t *testing.T) {
	t.Parallel()
	h, key, seen := endpoint(t, nil)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(key, time.Now(), ping))
	if w.Code != http.StatusOK || w.Body.String() != `{"type":1}` ||
		w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("a ping is answered with %d %q", w.Code, w.Body)
	}
	w = httptest.NewRecorder()
	late := (time.Now().Add(-20*time.Second).UnixMilli() - 1420070400000) << 22
	old := strings.Replace(command, `"7"`, fmt.Sprintf(`"%d"`, late), 1)
	h.ServeHTTP(w, request(key, time.Now(), old)) // Discord has given it up: it never comes out
	w = httptest.NewRecorder()
	h.ServeHTTP(w, request(key, time.Now(), command))
	if w.Code != http.StatusAccepted || w.Body.Len() != 0 {
		t.Errorf("an interaction is answered with %d %q, want 202 and nothing", w.Code, w.Body)
	}
	if ix := <-seen; ix.ID != "7" || ix.User.Name != "ola" || ix.Command[0] != "games" {
		t.Errorf("got %v", ix)
	}
}

// A load balancer that hears 503 gives the interaction to another process.
func TestEndpointRefusesWhatItCannotDoNow(t *testing.T) {
	t.Parallel()
	var fault error
	h, key, seen := endpoint(t, nil, func(context.Context) error { return fault })
	answers := func(body string, want int) {
		t.Helper()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, request(key, time.Now(), body))
		if w.Code != want {
			t.Errorf("answered with %d, want %d", w.Code, want)
		}
	}
	fault = errors.New("the database is away")
	answers(command, http.StatusServiceUnavailable)
	answers(ping, http.StatusOK)
	fault = nil
	answers(command, http.StatusAccepted)
	<-seen
	if len(seen) > 0 {
		t.Error("what was refused was carried out")
	}
}

func TestEndpointRefusesUnsignedRequests(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	h, key, seen := endpoint(t, func() time.Time { return now })
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	good := func() *http.Request { return request(key, now, command) }
	changed := func(change func(*http.Request)) *http.Request {
		r := good()
		change(r)
		return r
	}
	tests := map[string]struct {
		r    *http.Request
		want int
	}{
		"signed with another key": {request(other, now, command), http.StatusUnauthorized},
		"two minutes ago": {
			request(key, now.Add(-2*time.Minute), command),
			http.StatusUnauthorized,
		},
		"in two minutes": {request(key, now.Add(2*time.Minute), command), http.StatusUnauthorized},
		"another body": {
			changed(func(r *http.Request) { r.Body = http.NoBody }),
			http.StatusUnauthorized,
		},
		"no signature": {
			changed(func(r *http.Request) { r.Header.Del("X-Signature-Ed25519") }),
			http.StatusUnauthorized,
		},
		"half a signature": {changed(func(r *http.Request) {
			r.Header.Set("X-Signature-Ed25519", "ab")
		}), http.StatusUnauthorized},
		"no time": {changed(
			func(r *http.Request) { r.Header.Del("X-Signature-Timestamp") }), http.StatusUnauthorized},
		"time of another": {changed(func(r *http.Request) {
			r.Header.Set("X-Signature-Timestamp", fmt.Sprint(now.Unix()+1))
		}), http.StatusUnauthorized},
		"far too long": {
			request(key, now, `{"id":"`+strings.Repeat("7", 300<<10)+`"}`),
			http.StatusRequestEntityTooLarge,
		},
		"signed, but no JSON":   {request(key, now, "{"), http.StatusBadRequest},
		"signed, but no person": {request(key, now, `{"id":"7","type":2}`), http.StatusBadRequest},
		"GET": {
			httptest.NewRequest(http.MethodGet, "/", nil),
			http.StatusMethodNotAllowed,
		},
	}
	for name, tt := range tests {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, tt.r)
		if w.Code != tt.want {
			t.Errorf("%s: got status %d %q, want %d", name, w.Code, w.Body, tt.want)
		}
	}
	if len(seen) != 0 {
		t.Error("a handler was called")
	}
}

func TestASessionWithoutAGatewayStillNeedsItsToken(t *testing.T) {
	t.Parallel()
	srv := sandbox.StartTest(t, sandbox.Options{})
	var log bytes.Buffer
	_, err := discord.Connect(t.Context(), discord.Options{
		Token: "not.the.token", APIURL: srv.APIURL(), NoGateway: true,
		Logger: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err == nil {
		t.Fatal("a wrong token is taken")
	}
	if strings.Contains(err.Error()+log.String(), "not.the.token") {
		t.Errorf("the token is told: %v", err)
	}
}

func TestAPublicKeyIsReadAsThePortalShowsIt(t *testing.T) {
	t.Parallel()
	want := strings.Repeat("0f", ed25519.PublicKeySize)
	key, err := discord.ParsePublicKey(want)
	if err != nil || hex.EncodeToString(key) != want {
		t.Errorf("got %x, %v", key, err)
	}
	for _, bad := range []string{"", "0f", want + "0f", strings.Repeat("zz", 32)} {
		if _, err := discord.ParsePublicKey(bad); err == nil {
			t.Errorf("%q is taken for a key", bad)
		}
	}
}

// Discord waits 3 s for an answer, and so does who gives the request to another process.
func TestEndpointDoesNotWaitForADatabaseThatHangs(t *testing.T) {
	t.Parallel()
	h, key, _ := endpoint(t, nil, func(ctx context.Context) error {
		if by, bounded := ctx.Deadline(); !bounded || time.Until(by) > time.Second {
			t.Errorf("the answer is waited for until %v", by)
		}
		return context.DeadlineExceeded
	})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(key, time.Now(), command))
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("got status %d, want 503", w.Code)
	}
}
