package sandbox_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/konduktor-bot/konduktor/bot/sandbox"
)

func TestARateLimitSaysHowLongAndWhose(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	for scope, global := range map[string]bool{"user": false, "global": true, "shared": false} {
		t.Run(scope, func(t *testing.T) {
			srv.Faults().RateLimit("POST /channels/{channel}/messages", 1, 3600*time.Second, scope)
			want(t, rest(t, srv, "GET", messages(table), nil), 200, 0)
			a := rest(t, srv, "POST", messages(table), `{"content":"x"}`)
			var body struct {
				RetryAfter float64 `json:"retry_after"`
				Global     bool    `json:"global"`
			}
			a.into(t, &body)
			if a.Status != 429 || body.RetryAfter != 3600 || body.Global != global ||
				a.Header.Get("Retry-After") != "3600" || a.Header.Get("X-RateLimit-Scope") != scope {
				t.Errorf("got %v with %v", a, a.Header)
			}
			want(t, rest(t, srv, "POST", messages(table), `{"content":"x"}`), 200, 0)
		})
	}
	if got := srv.InvalidRequests(); got != 2 {
		t.Errorf("%d invalid requests were counted, want 2: shared ones are not", got)
	}
	srv.Faults().Inject(sandbox.Fault{Status: 429, RetryAfter: time.Second, Header: 9 * time.Second})
	a := rest(t, srv, "GET", "/users/@me", nil)
	if !strings.Contains(string(a.Body), `"retry_after":1`) || a.Header.Get("Retry-After") != "9" {
		t.Errorf("body and header should differ: %v, %v", a, a.Header)
	}
}

func TestABucketCanBeEnforced(t *testing.T) {
	clock := newClock()
	srv := start(t, sandbox.Options{RateLimit: 2, Now: clock.Now})
	table := srv.Channel("table")
	var last answer
	for range 3 {
		last = rest(t, srv, "POST", messages(table), `{"content":"x"}`)
	}
	if last.Status != 429 || last.Header.Get("X-RateLimit-Limit") != "2" || last.Header.Get("X-RateLimit-Remaining") != "0" {
		t.Errorf("the third in a second got %v, %v", last, last.Header)
	}
	want(t, rest(t, srv, "GET", messages(table), nil), 200, 0)
	clock.Advance(time.Second)
	a := rest(t, srv, "POST", messages(table), `{"content":"x"}`)
	want(t, a, 200, 0)
	for _, name := range []string{"Limit", "Remaining", "Reset", "Reset-After", "Bucket"} {
		if a.Header.Get("X-RateLimit-"+name) == "" {
			t.Errorf("no header X-RateLimit-%s", name)
		}
	}
}

func TestRequestsFailAndConnectionsAreCut(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	f := srv.Faults()
	post := func() error {
		req, err := http.NewRequestWithContext(t.Context(), "POST", srv.APIURL()+"/v10"+messages(table), strings.NewReader(`{"content":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bot t")
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		return err
	}
	f.DropBefore("POST /channels/", 1)
	if err := post(); err == nil || len(table.Messages()) != 0 {
		t.Errorf("cut before: %v, %d messages", err, len(table.Messages()))
	}
	f.DropAfter("POST /channels/", 1)
	if err := post(); err == nil || len(table.Messages()) != 1 {
		t.Errorf("cut after: %v, %d messages", err, len(table.Messages()))
	}
	f.Fail("", 2, 503)
	f.Inject(sandbox.Fault{Skip: 1, Status: 403, Code: 40003, Message: "You are opening direct messages too fast"})
	want(t, rest(t, srv, "GET", "/users/@me", nil), 503, 0)
	want(t, rest(t, srv, "GET", "/users/@me", nil), 503, 0)
	want(t, rest(t, srv, "GET", "/users/@me", nil), 200, 0)
	want(t, rest(t, srv, "GET", "/users/@me", nil), 403, 40003)
	f.Inject(sandbox.Fault{Times: -1, Status: 500})
	want(t, rest(t, srv, "GET", "/users/@me", nil), 500, 0)
	f.Clear()
	want(t, rest(t, srv, "GET", "/users/@me", nil), 200, 0)
}

func TestTheTokenIsChecked(t *testing.T) {
	srv := start(t, sandbox.Options{Token: "right"})
	want(t, rest(t, srv, "GET", "/users/@me", nil), 401, 0)
	for _, r := range srv.Requests() {
		if r.Header.Get("Authorization") != "" {
			t.Error("the token is recorded")
		}
	}
	if srv.InvalidRequests() != 1 {
		t.Errorf("%d invalid requests, want 1", srv.InvalidRequests())
	}
}

func TestOnlyLoopbackIsServed(t *testing.T) {
	srv := sandbox.New(sandbox.Options{})
	defer srv.Close()
	for _, addr := range []string{":0", "0.0.0.0:0", "192.0.2.1:0", "nonsense"} {
		if err := srv.Start(addr); err == nil {
			t.Errorf("listens on %q", addr)
		}
	}
	if err := srv.Start("0.0.0.0:0"); !errors.Is(err, sandbox.ErrNotLoopback) {
		t.Errorf("got %v, want ErrNotLoopback", err)
	}
}

func TestDiscordgoHearsOfARateLimitOfAnHour(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	s := discordgoSession(t, srv)
	srv.Faults().RateLimit("POST /channels/{channel}/messages", 1, time.Hour, "user")
	_, err := s.ChannelMessageSend(table.ID(), "x", discordgo.WithRetryOnRatelimit(false))
	var limited *discordgo.RateLimitError
	if !errors.As(err, &limited) || limited.RetryAfter != time.Hour {
		t.Errorf("got %v, want a RateLimitError of an hour", err)
	}
}

func TestHostileBodiesNeverPanic(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	deep := strings.Repeat(`{"type":17,"components":[`, 5000) + strings.Repeat(`]}`, 5000)
	for _, body := range []string{
		`null`, `[]`, `7`, `"x"`, `{"components":null}`, `{"components":[null]}`, `{"components":[{}]}`,
		`{"embeds":[null]}`, `{"attachments":[{"id":{}}]}`, `{"nonce":{}}`, `{"flags":-1}`, `{"flags":1e99}`,
		`{"content":null,"embeds":null,"components":null,"attachments":null}`, "{\"content\":\"\\u0000\"}",
		`{"flags":32768,"components":[` + deep + `]}`, `{"content":"x","message_reference":{}}`,
		`{"flags":32768,"components":[{"type":9,"accessory":{"type":11}}]}`, `{"flags":32768,"components":[{"type":12,"items":[{}]}]}`,
	} {
		for _, call := range [][2]string{
			{"POST", messages(table)},
			{"PATCH", "/channels/" + table.ID()},
			{"POST", "/users/@me/channels"},
			{"PUT", "/applications/" + srv.Bot() + "/commands"},
			{"POST", "/applications/" + srv.Bot() + "/emojis"},
			{"POST", "/channels/" + table.ID() + "/threads"},
		} {
			if a := rest(t, srv, call[0], call[1], body); a.Status >= 500 {
				t.Errorf("%s %s with %.60s: %v", call[0], call[1], body, a)
			}
		}
	}
}
