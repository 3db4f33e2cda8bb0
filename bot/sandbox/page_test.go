package sandbox_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/wire"
)

// pageFrame is a frame of the live view.
type pageFrame struct {
	T      string
	Op     string
	Me     wire.User
	People []struct {
		GlobalName *string `json:"global_name"`
		DMsOpen    bool    `json:"dms_open"`
		Locale     string
	}
	Guild     struct{ ID, Name string }
	Channels  []wire.Channel
	Messages  map[string][]wire.Message
	Commands  []wire.Command
	Unread    map[string]int
	Message   json.RawMessage
	Channel   wire.Channel
	ChannelID string `json:"channel_id"`
	ID        string
	State     string
	CustomID  string `json:"custom_id"`
	Command   string
}

// watch opens u's live view and reads its first frame, the snapshot. Changes come only after that.
func watch(t *testing.T, srv *sandbox.Server, u *sandbox.User) (*websocket.Conn, pageFrame) {
	t.Helper()
	url := "ws" + strings.TrimPrefix(srv.URL(), "http") + "/page/live?as=" + u.ID()
	c, resp, err := websocket.DefaultDialer.DialContext(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	t.Cleanup(func() { c.Close() })
	c.SetReadDeadline(time.Now().Add(10 * time.Second))
	return c, seen(t, c, "snapshot")
}

// seen reads frames until one of kind t comes.
func seen(t *testing.T, c *websocket.Conn, kind string) pageFrame {
	t.Helper()
	for {
		var f pageFrame
		if err := c.ReadJSON(&f); err != nil {
			t.Fatalf("wait for a %s frame: %v", kind, err)
		}
		if f.T == kind {
			return f
		}
	}
}

// page posts as u.
func page(t *testing.T, srv *sandbox.Server, u *sandbox.User, act, body string) answer {
	t.Helper()
	return page0(t, srv, "/page/as/"+u.ID()+"/"+act, body)
}

func page0(t *testing.T, srv *sandbox.Server, path, body string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "POST", srv.URL()+path,
		strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return do(t, req)
}

// openDM opens u's channel with the bot, as a person can on the page.
func openDM(t *testing.T, srv *sandbox.Server, u *sandbox.User) *sandbox.Channel {
	t.Helper()
	want(t, page(t, srv, u, "dm", `{}`), 200, 0)
	return u.DM()
}

func TestThePageIsServed(t *testing.T) {
	srv := start(t, sandbox.Options{})
	for _, path := range []string{"/", "/page/index.html", "/page/people"} {
		req, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := do(t, req); got.Status != 200 || len(got.Body) == 0 {
			t.Errorf("%s: %d, %d bytes", path, got.Status, len(got.Body))
		}
	}
}

func TestTheSnapshotShowsWhatThePersonSees(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	ask(t, srv, "POST", messages(table), `{"content":"<@`+bo.ID()+`> hello"}`)
	want(t, callback(t, srv, ola.Slash(table, "hand"),
		`{"type":4,"data":{"flags":64,"content":"for Ola"}}`), 204, 0)
	openDM(t, srv, ola)
	_, f := watch(t, srv, bo)
	if f.Me.ID != bo.ID() || len(f.People) != 3 || f.Guild.ID != srv.Guild() || len(f.Channels) != 1 ||
		f.Unread[table.ID()] != 1 {
		t.Errorf("Bo's snapshot is %+v", f)
	}
	list := f.Messages[table.ID()]
	if len(list) != 1 || !list[0].MentionedMe {
		t.Errorf("Bo sees %+v", list)
	}
	var names []string
	for _, c := range f.Commands {
		names = append(names, c.Name)
	}
	if diff := cmp.Diff([]string{"hand", "here", "game"}, names); diff != "" {
		t.Errorf("Bo's commands (-want +got):\n%s", diff)
	}
	_, f = watch(t, srv, ola)
	if len(f.Messages[table.ID()]) != 2 || len(f.Channels) != 2 {
		t.Errorf("Ola's snapshot is %+v", f)
	}
}

func TestThePageFollowsWhatHappens(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	olas, _ := watch(t, srv, ola)
	bos, _ := watch(t, srv, bo)

	a := page(t, srv, ola, "slash",
		`{"channel_id":"`+table.ID()+`","name":"game",
			"options":[{"name":"new","type":1,"options":[{"name":"title","type":3,"value":"amsterdam"}]}]}`)
	f := seen(t, olas, "interaction")
	var begun struct {
		InteractionID string `json:"interaction_id"`
	}
	a.into(t, &begun)
	if f.ID != begun.InteractionID || f.State != "pending" || f.Command != "game new" {
		t.Errorf("the page was told %+v, answered %s", f, a.Body)
	}
	ix := ola.Slash(table, "hand")
	seen(t, olas, "interaction")
	want(t, callback(t, srv, ix,
		`{"type":4,"data":{"flags":64,"content":"secret","components":[`+row(button("b"))+`]}}`), 204, 0)
	f = seen(t, olas, "message")
	var m wire.Message
	answer{Body: f.Message}.into(t, &m)
	if f.Op != "create" || f.ChannelID != table.ID() || m.Content != "secret" ||
		m.InteractionMetadata.Name != "hand" {
		t.Errorf("Ola was told %+v, %+v", f, m)
	}
	if f := seen(t, olas, "interaction"); f.ID != ix.ID() || f.State != "done" {
		t.Errorf("the page was told %+v", f)
	}
	want(t, page(t, srv, ola, "click",
		`{"channel_id":"`+table.ID()+`","message_id":"`+m.ID+`","custom_id":"b"}`), 200, 0)
	if f := seen(t, olas, "interaction"); f.CustomID != "b" || f.State != "pending" {
		t.Errorf("the page was told %+v", f)
	}

	said := page(t, srv, ola, "say", `{"channel_id":"`+table.ID()+`","content":"hi"}`)
	want(t, said, 200, 0)
	f = seen(t, bos, "message") // the first that Bo sees: nothing of Ola's hand
	answer{Body: f.Message}.into(t, &m)
	if m.Content != "hi" {
		t.Errorf("Bo was told %s", f.Message)
	}
	want(t, page(t, srv, ola, "delete", `{"channel_id":"`+table.ID()+`","message_id":"`+m.ID+`"}`),
		200, 0)
	if f := seen(t, bos, "message"); f.Op != "delete" || string(f.Message) != `{"id":"`+m.ID+`"}` {
		t.Errorf("Bo was told %+v %s", f, f.Message)
	}
	commands(t, srv, `[{"name":"only","description":"d"}]`)
	if f := seen(t, bos, "commands"); len(f.Commands) != 1 {
		t.Errorf("Bo was told %+v", f)
	}
	want(t, page(t, srv, bo, "settings", `{"dms_open":false,"locale":"pl"}`), 200, 0)
	if f := seen(t, bos, "people"); f.People[1].DMsOpen || f.People[1].Locale != "pl" {
		t.Errorf("the people are %+v", f.People)
	}
	want(t, page0(t, srv, "/page/people", `{"name":"Żaneta","locale":"pl"}`), 200, 0)
	if f := seen(t, bos, "people"); len(f.People) != 4 || *f.People[3].GlobalName != "Żaneta" {
		t.Errorf("the people are %+v", f.People)
	}
	want(t, page(t, srv, bo, "delete", `{"channel_id":"`+table.ID()+`"}`), 200, 0)
	if f := seen(t, bos, "channel"); f.Op != "delete" || f.Channel.ID != table.ID() {
		t.Errorf("Bo was told %+v", f)
	}
}

func TestAnUnansweredInteractionFailsOnThePage(t *testing.T) {
	srv, clock, table, ola, _ := scene(t)
	c, _ := watch(t, srv, ola)
	ix := ola.Slash(table, "hand")
	seen(t, c, "interaction")
	clock.Advance(3*time.Second + time.Millisecond)
	f := seen(t, c, "interaction")
	if f.ID != ix.ID() || f.State != "failed" ||
		string(f.Message) != `"This application did not respond"` {
		t.Errorf("the page was told %+v %s", f, f.Message)
	}
}

func TestPageGetsErrorsAsSentences(t *testing.T) {
	srv, _, table, ola, _ := scene(t)
	ch := `"channel_id":"` + table.ID() + `"`
	for name, c := range map[string]struct {
		path, body string
		status     int
	}{
		"nobody":          {"/page/as/1/say", `{` + ch + `,"content":"x"}`, 404},
		"no JSON":         {"/page/as/" + ola.ID() + "/say", `{`, 400},
		"nothing said":    {"/page/as/" + ola.ID() + "/say", `{` + ch + `}`, 400},
		"unknown channel": {"/page/as/" + ola.ID() + "/say", `{"channel_id":"1","content":"x"}`, 404},
		"unknown message": {"/page/as/" + ola.ID() + "/click", `{` + ch +
			`,"message_id":"1","custom_id":"x"}`, 404},
		"unknown command": {"/page/as/" + ola.ID() + "/slash", `{` + ch + `,"name":"nothing"}`, 400},
		"no focus":        {"/page/as/" + ola.ID() + "/complete", `{` + ch + `,"name":"hand"}`, 400},
		"wrong values": {"/page/as/" + ola.ID() + "/select", `{` + ch +
			`,"message_id":"1","custom_id":"x","values":7}`, 400},
		"a taken name": {"/page/people", `{"name":"ola"}`, 400},
		"a long name":  {"/page/people", `{"name":"` + strings.Repeat("x", 33) + `"}`, 400},
		"no locale":    {"/page/people", `{"name":"Di","locale":"xx"}`, 400},
	} {
		t.Run(name, func(t *testing.T) {
			a := page0(t, srv, c.path, c.body)
			var body struct{ Error string }
			a.into(t, &body)
			if a.Status != c.status || body.Error == "" {
				t.Errorf("got %v, want %d with a sentence", a, c.status)
			}
		})
	}
}

func TestACompletionOnThePageWaitsForTheBot(t *testing.T) {
	srv, _, table, ola, _ := scene(t)
	conn, _ := login(t, srv, 0)
	got := make(chan answer, 1)
	go func() {
		got <- page(t, srv, ola, "complete",
			`{"channel_id":"`+table.ID()+`","name":"game",
				"options":[{"name":"claim","type":1,
				"options":[{"name":"route","type":3,"value":"A","focused":true}]}]}`)
	}()
	var ix struct{ ID, Token string }
	answer{Body: next(t, conn).Data}.into(t, &ix)
	want(t, ask(t, srv, "POST", "/interactions/"+ix.ID+"/"+ix.Token+"/callback",
		`{"type":8,"data":{"choices":[{"name":"A – B","value":"ab"}]}}`), 204, 0)
	a := within(t, got)
	if a.Status != 200 ||
		strings.TrimSpace(string(a.Body)) != `{"choices":[{"name":"A – B","value":"ab"}]}` {
		t.Errorf("got %v", a)
	}
}

func TestPageSetsTheClockForwardWhereAllowed(t *testing.T) {
	now, forward := time.Unix(1_800_000_000, 0), time.Duration(0)
	srv := start(t, sandbox.Options{
		People: []string{"Ola"}, Now: func() time.Time { return now.Add(forward) },
		Forward: func(d time.Duration) { forward += d },
	})
	want(t, page0(t, srv, "/page/clock", `{"hours":12}`), 200, 0)
	srv.State.Lock()
	got := srv.State.Now().Sub(now)
	srv.State.Unlock()
	if got != 12*time.Hour {
		t.Errorf("the clock went forward by %v, want 12 h", got)
	}
	for _, body := range []string{`{"hours":0}`, `{"hours":-5}`, `{"hours":100000}`, `{"hours":"x"}`} {
		want(t, page0(t, srv, "/page/clock", body), 400, 0)
	}
	want(t, page0(t, start(t, sandbox.Options{}), "/page/clock", `{"hours":1}`), 400, 0)
}
