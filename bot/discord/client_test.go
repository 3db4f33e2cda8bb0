package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/engine/match"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"
)

// request is what a test server saw.
type request struct {
	method, path, auth string
	body               any               // JSON, of multipart its payload_json
	files              map[string]string // "files[0] name type" -> content
}

// server answers all requests with answer, and remembers them.
type server struct {
	*httptest.Server
	mu   sync.Mutex
	seen []request
}

func newServer(t *testing.T, answer http.HandlerFunc) *server {
	t.Helper()
	s := new(server)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := request{method: r.Method, path: r.URL.RequestURI(), auth: r.Header.Get("Authorization")}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		payload, files := unpack(t, r.Header.Get("Content-Type"), body)
		seen.body, seen.files = meaning(t, payload), files
		s.mu.Lock()
		s.seen = append(s.seen, seen)
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func unpack(t *testing.T, contentType string, body []byte) (string, map[string]string) {
	t.Helper()
	kind, params, _ := mime.ParseMediaType(contentType)
	if kind != "multipart/form-data" {
		return string(body), nil
	}
	form, err := multipart.NewReader(strings.NewReader(string(body)),
		params["boundary"]).ReadForm(1 << 20)
	if err != nil {
		t.Error(err)
		return "", nil
	}
	files := map[string]string{}
	for field, list := range form.File {
		f, err := list[0].Open()
		if err != nil {
			t.Error(err)
			continue
		}
		content, err := io.ReadAll(f)
		if err != nil {
			t.Error(err)
		}
		files[field+" "+list[0].Filename+" "+list[0].Header.Get("Content-Type")] = string(content)
	}
	return strings.Join(form.Value["payload_json"], ""), files
}

// meaning decodes JSON; nil if there is none.
func meaning(t *testing.T, text string) (v any) {
	t.Helper()
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Error(err)
	}
	return v
}

func (s *server) last(t *testing.T) request {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen) == 0 {
		t.Fatal("no request came")
	}
	return s.seen[len(s.seen)-1]
}

func (s *server) client(t *testing.T) *Client {
	t.Helper()
	c, err := NewClient(Options{Token: secretToken, APIURL: s.URL + "/api"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func reply(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

var someone = &Interaction{ID: "1", AppID: "2", Token: "ix-s3cret"}

func TestRequestsAreOfVersion10AndGoToTheConfiguredServer(t *testing.T) {
	s := newServer(t, reply(200, `{"id":"77"}`))
	c := s.client(t)
	png := File{Name: "a b.png", Alt: "the board", Type: "image/png", Data: []byte("PNG")}
	button := Row{Buttons: []Button{{Style: Primary, Label: "Go", CustomID: "go"}}}
	menu := Row{Select: &Select{
		CustomID: "m", Max: 2,
		Options: []SelectOption{{Label: "A", Value: "a"}},
	}}
	text := "new"
	for name, tc := range map[string]struct {
		do   func(ctx context.Context) error
		want request
	}{
		"respond with a message": {
			func(ctx context.Context) error {
				return c.Respond(ctx, someone, Response{Message: &Message{Content: "hi", Ephemeral: true}})
			},
			request{
				method: "POST", path: "/api/v10/interactions/1/ix-s3cret/callback",
				body: `{"type":4,"data":{"content":"hi",
					"allowed_mentions":{"parse":[],"replied_user":false},"flags":64}}`,
			},
		},
		"defer in private": {
			func(ctx context.Context) error {
				return c.Respond(ctx, someone, Response{Deferred: &Deferred{Ephemeral: true}})
			},
			request{
				method: "POST", path: "/api/v10/interactions/1/ix-s3cret/callback",
				body: `{"type":5,"data":{"flags":64}}`,
			},
		},
		"defer an update": {
			func(ctx context.Context) error { return c.Respond(ctx, someone, Response{DeferUpdate: true}) },
			request{method: "POST", path: "/api/v10/interactions/1/ix-s3cret/callback", body: `{"type":6}`},
		},
		"update the clicked message": {
			func(ctx context.Context) error {
				return c.Respond(ctx, someone, Response{Update: &Message{Content: "x"}})
			},
			request{
				method: "POST", path: "/api/v10/interactions/1/ix-s3cret/callback",
				body: `{"type":7,"data":{"content":"x","components":[],"attachments":[],
					"allowed_mentions":{"parse":[],"replied_user":false}}}`,
			},
		},
		"suggest, leaving out what Discord refuses": {
			func(ctx context.Context) error {
				return c.Respond(ctx, someone, Response{Choices: []Choice{
					{"A", "a"},
					{"", "b"},
					{"C", strings.Repeat("c", 101)},
				}})
			},
			request{
				method: "POST", path: "/api/v10/interactions/1/ix-s3cret/callback",
				body: `{"type":8,"data":{"choices":[{"name":"A","value":"a"}]}}`,
			},
		},
		"suggest nothing": {
			func(ctx context.Context) error {
				return c.Respond(ctx, someone, Response{Choices: []Choice{}})
			},
			request{
				method: "POST", path: "/api/v10/interactions/1/ix-s3cret/callback",
				body: `{"type":8,"data":{"choices":[]}}`,
			},
		},
		"edit the original, replacing everything": {
			func(ctx context.Context) error {
				_, err := c.EditOriginal(ctx, someone, Message{Files: []File{png}, Rows: []Row{button}})
				return err
			},
			request{
				method: "PATCH", path: "/api/v10/webhooks/2/ix-s3cret/messages/@original",
				body: `{"content":"","components":[{"type":1,"components":[
						{"type":2,"style":1,"label":"Go","custom_id":"go","disabled":false}]}],
					"attachments":[{"id":"0","filename":"a_b.png","description":"the board"}],
					"allowed_mentions":{"parse":[],"replied_user":false}}`,
				files: map[string]string{"files[0] a_b.png image/png": "PNG"},
			},
		},
		"follow up": {
			func(ctx context.Context) error {
				_, err := c.FollowUp(ctx, someone, Message{Content: "x", Mention: []match.UserID{"5"}})
				return err
			},
			request{
				method: "POST", path: "/api/v10/webhooks/2/ix-s3cret?wait=true",
				body: `{"content":"x","allowed_mentions":{"parse":[],"users":["5"],"replied_user":false}}`,
			},
		},
		"send with a nonce, silently, with a menu": {
			func(ctx context.Context) error {
				_, err := c.Send(ctx, "9", Message{
					Content: "x", Silent: true, Nonce: "n1", Ephemeral: true,
					Rows: []Row{menu},
				})
				return err
			},
			request{
				method: "POST", path: "/api/v10/channels/9/messages",
				body: `{"content":"x","components":[{"type":1,"components":[{"type":3,"custom_id":"m",
						"min_values":0,"max_values":2,"disabled":false,"placeholder":"",
						"options":[{"label":"A","value":"a","description":"","default":false}]}]}],
					"allowed_mentions":{"parse":[],"replied_user":false},"flags":4096,
					"nonce":"n1","enforce_nonce":true}`,
			},
		},
		"edit only what is set": {
			func(ctx context.Context) error { return c.Edit(ctx, "9", "8", Edit{Content: &text}) },
			request{
				method: "PATCH", path: "/api/v10/channels/9/messages/8",
				body: `{"content":"new","allowed_mentions":{"parse":[],"replied_user":false}}`,
			},
		},
		"edit away buttons and files": {
			func(ctx context.Context) error {
				return c.Edit(ctx, "9", "8", Edit{Rows: &[]Row{}, Files: &[]File{}})
			},
			request{
				method: "PATCH", path: "/api/v10/channels/9/messages/8",
				body: `{"components":[],"attachments":[],"allowed_mentions":{"parse":[],"replied_user":false}}`,
			},
		},
		"delete": {
			func(ctx context.Context) error { return c.Delete(ctx, "9", "8") },
			request{method: "DELETE", path: "/api/v10/channels/9/messages/8", body: ""},
		},
		"open a DM": {
			func(ctx context.Context) error { _, err := c.OpenDM(ctx, "5"); return err },
			request{method: "POST", path: "/api/v10/users/@me/channels", body: `{"recipient_id":"5"}`},
		},
		"start a thread that lasts": {
			func(ctx context.Context) error { _, err := c.StartThread(ctx, "9", "8", "Game"); return err },
			request{
				method: "POST", path: "/api/v10/channels/9/messages/8/threads",
				body: `{"auto_archive_duration":10080,"name":"Game"}`,
			},
		},
		"rename a thread": {
			func(ctx context.Context) error { return c.RenameThread(ctx, "9", "Game") },
			request{method: "PATCH", path: "/api/v10/channels/9", body: `{"name":"Game"}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := tc.do(t.Context()); err != nil {
				t.Fatal(err)
			}
			tc.want.auth = "Bot " + secretToken
			tc.want.body = meaning(t, tc.want.body.(string))
			if diff := cmp.Diff(tc.want, s.last(t), cmp.AllowUnexported(request{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCommandsAreGlobalLocalisedAndReplacedAtOnce(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut { // rights are a text here
			reply(200, `[{"id":"91","name":"game","default_member_permissions":"32"}]`)(w, r)
			return
		}
		reply(200, `{"id":"77"}`)(w, r)
	})
	ids, err := s.client(t).RegisterCommands(t.Context(), []*Command{NewCommand(CommandOption{
		Name: "game", NameLocalizations: map[Locale]string{"pl": "gra"}, Description: "Play",
		Options: []*CommandOption{{
			Type: SubCommand, Name: "new", Description: "New",
			Options: []*CommandOption{{
				Type: Integer, Name: "seats", Description: "How many", MinValue: new(2.0),
				Choices: []*CommandChoice{{Name: "two", Value: 2}},
			}},
		}},
	}, false)})
	if err != nil || ids["game"] != "91" {
		t.Fatalf("got the IDs %v, %v", ids, err)
	}
	const unset = `"channel_types":null,"required":false,"autocomplete":false`
	want := request{
		method: "PUT", path: "/api/v10/applications/77/commands", auth: "Bot " + secretToken,
		body: meaning(t, `[{"type":1,"name":"game","name_localizations":{"pl":"gra"},
			"description":"Play","description_localizations":null,
			"options":[{"type":1,"name":"new","description":"New",`+unset+`,"choices":null,
			"options":[{"type":4,"name":"seats","description":"How many",`+unset+`,
			"min_value":2,"options":null,
			"choices":[{"name":"two","value":2}]}]}],"contexts":[0,1,2],"integration_types":[0,1]}]`),
	}
	if diff := cmp.Diff(want, s.last(t), cmp.AllowUnexported(request{})); diff != "" {
		t.Error(diff)
	}
}

func TestAnExistingThreadIsReturned(t *testing.T) {
	s := newServer(t, reply(400,
		`{"code":160004,"message":"A thread has already been created for this message"}`))
	thread, err := s.client(t).StartThread(t.Context(), "9", "8", "Game")
	if thread != "8" || err != nil {
		t.Errorf("got %q, %v; want the message's id", thread, err)
	}
}

func TestErrorsSayWhatDiscordSaidAndWhatToDo(t *testing.T) {
	type verdict struct{ DMClosed, Gone, Answered, Temporary bool }
	for name, tc := range map[string]struct {
		status int
		body   string
		want   Error
		is     verdict
	}{
		"closed DMs": {
			403, `{"code":50007,"message":"Cannot send"}`,
			Error{Status: 403, Code: 50007, Message: "Cannot send"},
			verdict{DMClosed: true},
		},
		"no server in common": {403, `{"code":50278,"message":"x"}`, Error{
			Status: 403, Code: 50278,
			Message: "x",
		}, verdict{DMClosed: true}},
		"a deleted channel": {404, `{"code":10003,"message":"x"}`, Error{
			Status: 404, Code: 10003,
			Message: "x",
		}, verdict{Gone: true}},
		"a second answer": {400, `{"code":40060,"message":"x"}`, Error{
			Status: 400, Code: 40060,
			Message: "x",
		}, verdict{Answered: true}},
		"a rate limit": {
			429, `{"message":"slow","retry_after":1.5,"global":false}`,
			Error{Status: 429, RetryAfter: 1500 * time.Millisecond, Message: "slow"},
			verdict{Temporary: true},
		},
		"a rate limit without JSON": {429, `<html>`, Error{Status: 429}, verdict{Temporary: true}},
		"a gateway's fault":         {502, `<html>`, Error{Status: 502}, verdict{Temporary: true}},
		"a fault":                   {500, ``, Error{Status: 500}, verdict{Temporary: true}},
		"a page of a proxy":         {403, `<html>`, Error{Status: 403}, verdict{Temporary: true}},
		"another page of it":        {404, `<html>`, Error{Status: 404}, verdict{Temporary: true}},
		"an unknown token": {
			401, `{"code":0,"message":"x"}`,
			Error{Status: 401, Message: "x"},
			verdict{Temporary: true},
		},
		"an expired token": {
			401, `{"code":50027,"message":"x"}`,
			Error{Status: 401, Code: 50027, Message: "x"},
			verdict{},
		},
		"an absurd rate limit": {
			429, `{"message":"slow","retry_after":1e12}`,
			Error{Status: 429, RetryAfter: maxRetryAfter, Message: "slow"},
			verdict{Temporary: true},
		},
		"a redirect": {302, ``, Error{Status: 302}, verdict{}},
		"wrong fields": {
			400, `{"code":50035,"message":"Invalid Form Body",` +
				`"errors":{"content":{"_errors":[{"message":"too long"}]}}}`,
			Error{
				Status: 400, Code: 50035,
				Message: `Invalid Form Body {"content":{"_errors":[{"message":"too long"}]}}`,
			},
			verdict{},
		},
		"an echo of the secrets": {
			400, `{"message":"bad ` + secretToken + ` ix-s3cret"}`,
			Error{Status: 400, Message: "bad [secret] [secret]"},
			verdict{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, reply(tc.status, tc.body))
			_, err := s.client(t).FollowUp(t.Context(), someone, Message{Content: "x"})
			got, ok := errors.AsType[*Error](err)
			if !ok {
				t.Fatalf("got %v, want an *Error", err)
			}
			if diff := cmp.Diff(tc.want, *got); diff != "" {
				t.Error(diff)
			}
			is := verdict{IsDMClosed(err), IsGone(err), IsAnswered(err), IsTemporary(err)}
			if is != tc.is {
				t.Errorf("judged %+v, want %+v", is, tc.is)
			}
			if len(s.seen) != 1 {
				t.Errorf("%d requests, want 1: retries are the outbox's", len(s.seen))
			}
		})
	}
}

func TestNetworkErrorsTellNoAddressAndNoToken(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) })
	err := s.client(t).Respond(t.Context(), someone, Response{DeferUpdate: true})
	if err == nil || !IsTemporary(err) {
		t.Fatalf("got %v, want a temporary error", err)
	}
	for e := err; e != nil; e = errors.Unwrap(e) {
		if text := fmt.Sprintf("%v %+v", e, e); strings.Contains(text, "s3cret") ||
			strings.Contains(text, "127.0.0.1") {
			t.Errorf("error tells %s", text)
		}
	}
}

func TestMessagesThatDiscordRefusesAreNotSent(t *testing.T) {
	s := newServer(t, reply(200, `{}`))
	c := s.client(t)
	big := File{Name: "x", Data: make([]byte, 13<<20)}
	for name, m := range map[string]Message{
		"more than 25 MiB":   {Files: []File{big, big}},
		"eleven files":       {Files: make([]File, 11)},
		"a nonce of 26":      {Nonce: strings.Repeat("n", 26)},
		"a header in a type": {Files: []File{{Name: "x", Type: "a\r\nb: c"}}},
	} {
		if _, err := c.Send(t.Context(), "9", m); err == nil || IsTemporary(err) {
			t.Errorf("%s: got %v, want a lasting error", name, err)
		}
	}
	for name, r := range map[string]Response{"nothing": {}, "two things": {
		DeferUpdate: true,
		Choices:     []Choice{},
	}} {
		if err := c.Respond(t.Context(), someone, r); err == nil || IsTemporary(err) {
			t.Errorf("a response with %s: got %v, want a lasting error", name, err)
		}
	}
	if len(s.seen) != 0 {
		t.Errorf("%d requests, want none", len(s.seen))
	}
}

func TestIDsThatWouldChangeThePathAreNotSent(t *testing.T) {
	s := newServer(t, reply(200, `{}`))
	c := s.client(t)
	_, send := c.Send(t.Context(), "9/../8", Message{})
	_, thread := c.StartThread(t.Context(), "9", "@me", "x")
	_, dm := c.OpenDM(t.Context(), "")
	for _, err := range []error{send, thread, dm, c.Edit(t.Context(), "9", "8?x", Edit{})} {
		if err == nil || IsTemporary(err) {
			t.Errorf("got %v, want a lasting error", err)
		}
	}
	if len(s.seen) != 0 {
		t.Errorf("%d requests, want none", len(s.seen))
	}
}

func TestProbesReadTheFactsDoctorShows(t *testing.T) {
	day := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", day.Format(http.TimeFormat))
		_, _ = io.WriteString(w, map[string]string{
			"/api/v10/users/@me": `{"id":"1","username":"konduktor","bot":true}`,
			"/api/v10/applications/@me": `{"id":"2","name":"Konduktor","bot_public":true,
				"interactions_endpoint_url":null}`,
			"/api/v10/gateway": `{"url":"wss://gw"}`,
			"/api/v10/gateway/bot": `{"url":"wss://gw","shards":2,"session_start_limit":{
				"total":1000,"remaining":7,"reset_after":60000,"max_concurrency":16}}`,
			"/api/v10/guilds/3/preview": `{"id":"3","name":"Yard"}`,
			"/api/v10/users/@me/guilds": `[{"id":"3","name":"Yard","permissions":"1024"}]`,
		}[r.URL.Path])
	})
	c, err := NewClient(Options{
		Token: secretToken, APIURL: s.URL + "/api",
		Now: func() time.Time { return day.Add(30 * time.Second) },
	})
	if err != nil {
		t.Fatal(err)
	}
	me, err1 := c.Me(t.Context())
	app, err2 := c.Application(t.Context())
	gateway, err3 := c.Gateway(t.Context())
	skew, err4 := c.ClockSkew(t.Context())
	guilds, err5 := c.Guilds(t.Context())
	yard, err6 := c.ServerName(t.Context(), "3")
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		t.Fatal(err)
	}
	got := []any{me, app, gateway, skew.Round(2 * time.Second), guilds, yard}
	want := []any{
		User{ID: "1", Name: "konduktor", Bot: true},
		Application{ID: "2", Name: "Konduktor", Public: true},
		GatewayInfo{URL: "wss://gw", Shards: 2, SessionStartLimit: discordgo.SessionInformation{
			Total: 1000, Remaining: 7, ResetAfter: 60_000, MaxConcurrency: 16,
		}},
		30 * time.Second,
		[]Guild{{ID: "3", Name: "Yard", Permissions: PermViewChannel}},
		"Yard",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRedirectDoesNotGetTheToken(t *testing.T) {
	elsewhere := newServer(t, reply(200, `{"id":"1"}`))
	s := newServer(t, http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect).ServeHTTP)
	if _, err := s.client(t).Send(t.Context(), "9", Message{Content: "x"}); err == nil {
		t.Error("a redirect was followed")
	}
	if len(elsewhere.seen) > 0 {
		t.Errorf("sent elsewhere: %v", elsewhere.seen)
	}
}

func TestAPIAddressesAreChecked(t *testing.T) {
	for _, address := range []string{"discord.com/api", "ftp://x/api", "http://", ":"} {
		if _, err := NewClient(Options{Token: "x", APIURL: address}); err == nil {
			t.Errorf("%q was accepted", address)
		}
	}
	if _, err := NewClient(Options{}); err == nil {
		t.Error("no token was accepted")
	}
}
