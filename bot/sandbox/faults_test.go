package sandbox_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"konduktor/bot/sandbox"
)

func TestRateLimitTellsItsDurationAndScope(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	for scope, global := range map[string]bool{"user": false, "global": true, "shared": false} {
		t.Run(scope, func(t *testing.T) {
			srv.API.Inject(sandbox.Fault{
				Route: "POST /channels/{channel}/messages", Status: 429, RetryAfter: time.Hour, Scope: scope,
			})
			want(t, ask(t, srv, "GET", "/users/@me", nil), 200, 0)
			a := ask(t, srv, "POST", messages(table), `{"content":"x"}`)
			var body struct {
				RetryAfter float64 `json:"retry_after"`
				Global     bool    `json:"global"`
			}
			a.into(t, &body)
			if a.Status != 429 || body.RetryAfter != 3600 || body.Global != global ||
				a.Header.Get("Retry-After") != "3600" || a.Header.Get("X-RateLimit-Scope") != scope {
				t.Errorf("got %v with %v", a, a.Header)
			}
			want(t, ask(t, srv, "POST", messages(table), `{"content":"x"}`), 200, 0)
		})
	}
}

func TestRequestsFailAndConnectionsAreCut(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	post := func() error {
		req, err := http.NewRequestWithContext(t.Context(), "POST", srv.APIURL()+"/v10"+messages(table),
			strings.NewReader(`{"content":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bot test.token")
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		return err
	}
	srv.API.Inject(sandbox.Fault{Route: "POST /channels/", Cut: sandbox.CutBefore})
	if err := post(); err == nil || len(table.Messages()) != 0 {
		t.Errorf("cut before: %v, %d messages", err, len(table.Messages()))
	}
	srv.API.Inject(sandbox.Fault{Route: "POST /channels/", Cut: sandbox.CutAfter})
	if err := post(); err == nil || len(table.Messages()) != 1 {
		t.Errorf("cut after: %v, %d messages", err, len(table.Messages()))
	}
	srv.API.Inject(sandbox.Fault{Times: 2, Status: 503})
	want(t, ask(t, srv, "GET", "/users/@me", nil), 503, 0)
	want(t, ask(t, srv, "GET", "/users/@me", nil), 503, 0)
	srv.API.Inject(sandbox.Fault{Status: 403, Code: 40003})
	want(t, ask(t, srv, "GET", "/users/@me", nil), 403, 40003)
	want(t, ask(t, srv, "GET", "/users/@me", nil), 200, 0)
}

func TestTheTokenIsChecked(t *testing.T) {
	srv := start(t, sandbox.Options{Token: "right"})
	want(t, ask(t, srv, "GET", "/users/@me", nil), 401, 0)
}

func TestOnlyLoopbackIsServed(t *testing.T) {
	for _, addr := range []string{":0", "0.0.0.0:0", "192.0.2.1:0"} {
		srv := sandbox.New(sandbox.Options{Listen: addr})
		if err := srv.Start(); !errors.Is(err, sandbox.ErrNotLoopback) {
			t.Errorf("%s: got %v, want ErrNotLoopback", addr, err)
		}
		srv.Close()
	}
}

func TestHostileBodiesNeverPanic(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	deep := strings.Repeat(`{"type":1,"components":[`, 5000) + strings.Repeat(`]}`, 5000)
	for _, body := range []string{
		`null`, `[]`, `7`, `"x"`, `{"components":null}`, `{"components":[null]}`, `{"components":[{}]}`,
		`{"attachments":[{"id":{}}]}`, `{"nonce":{}}`, `{"flags":-1}`, `{"flags":1e99}`,
		`{"content":null,"components":null,"attachments":null}`, "{\"content\":\"\\u0000\"}",
		`{"components":[` + deep + `]}`, `{"components":[{"type":1,"components":[{"type":3}]}]}`,
	} {
		for _, call := range [][2]string{
			{"POST", messages(table)},
			{"POST", "/users/@me/channels"},
			{"PUT", "/applications/" + srv.Bot() + "/commands"},
		} {
			if a := ask(t, srv, call[0], call[1], body); a.Status >= 500 {
				t.Errorf("%s %s with %.60s: %v", call[0], call[1], body, a)
			}
		}
	}
}
