package sandbox_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/state"
)

func TestAllowedMentionsDecideWhoIsPinged(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	content := `"content":"@everyone <@` + ola.ID() + `> <@` + bo.ID() + `>"`
	for name, c := range map[string]struct {
		allowed string
		ola, bo bool
	}{
		"not said: all users": {``, true, true},
		"nobody":              {`,"allowed_mentions":{"parse":[]}`, false, false},
		"all users":           {`,"allowed_mentions":{"parse":["users"]}`, true, true},
		"only Bo": {
			`,"allowed_mentions":{"parse":[],"users":["` + bo.ID() + `"]}`, false,
			true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			want(t, ask(t, srv, "POST", messages(table), `{`+content+c.allowed+`}`), 200, 0)
			m := table.Last()
			if m.Pings(ola) != c.ola || m.Pings(bo) != c.bo {
				t.Errorf("pinged Ola: %v, Bo: %v; want %v, %v", m.Pings(ola), m.Pings(bo), c.ola, c.bo)
			}
			if m.MentionEveryone || m.Pings(srv.User("Cy")) {
				t.Error("everyone was pinged")
			}
		})
	}
	want(t, ask(t, srv, "POST", messages(table), `{"content":"x"}`), 200, 0)
	want(t, ask(t, srv, "PATCH", messages(table)+"/"+table.Last().ID, `{"content":"<@`+ola.ID()+`>"}`),
		200, 0)
	if m := table.Last(); m.Pings(ola) || len(m.Mentions) != 1 {
		t.Error("an edit pinged, or mentions nobody")
	}
}

func TestAnEnforcedNonceReturnsTheFirstMessage(t *testing.T) {
	srv, clock, table, _, _ := scene(t)
	body := `{"content":"once","nonce":"n1","enforce_nonce":true}`
	first := ask(t, srv, "POST", messages(table), body)
	second := ask(t, srv, "POST", messages(table), body)
	if first.ID != second.ID || len(table.Messages()) != 1 {
		t.Errorf("%s and %s, %d messages", first.ID, second.ID, len(table.Messages()))
	}
	third := ask(t, srv, "POST", messages(table), `{"content":"once","nonce":"n1"}`)
	if third.ID == first.ID {
		t.Error("a nonce was enforced without enforce_nonce")
	}
	clock.Advance(time.Hour)
	if later := ask(t, srv, "POST", messages(table), body); later.ID == first.ID ||
		later.ID == third.ID {
		t.Error("a nonce lives for ever")
	}
}

func TestRefusalsOfChannelsAndMessages(t *testing.T) {
	srv, _, table, _, bo := scene(t)
	want(t, page(t, srv, bo, "say", `{"channel_id":"`+table.ID()+`","content":"hello"}`), 200, 0)
	said := table.Last()
	lobby := ask(t, srv, "POST", messages(table), `{"content":"lobby"}`)
	threads := messages(table) + "/" + lobby.ID + "/threads"
	openDM(t, srv, bo)
	bo.CloseDMs(true)
	for name, c := range map[string]struct {
		method, path, body string
		status, code       int
	}{
		"an empty message":   {"POST", messages(table), `{}`, 400, 50006},
		"white space":        {"POST", messages(table), `{"content":" \n "}`, 400, 50006},
		"no JSON":            {"POST", messages(table), `{"content"`, 400, 50109},
		"an unknown channel": {"POST", "/channels/1/messages", `{"content":"x"}`, 404, 10003},
		"an unknown message": {"PATCH", messages(table) + "/1", `{"content":"x"}`, 404, 10008},
		"somebody else's message": {
			"PATCH", messages(table) + "/" + said.ID, `{"content":"x"}`, 403,
			50005,
		},
		"a closed DM":             {"POST", messages(bo.DM()), `{"content":"x"}`, 403, 50007},
		"a DM with nobody":        {"POST", "/users/@me/channels", `{"recipient_id":"1"}`, 400, 50033},
		"an unknown route":        {"GET", "/nothing", ``, 404, 0},
		"a thread without a name": {"POST", threads, `{"name":""}`, 400, 50035},
		"a thread of five minutes": {
			"POST", threads, `{"name":"x","auto_archive_duration":5}`, 400,
			50035,
		},
		"a foreign application": {"PUT", "/applications/1/commands", `[]`, 404, 10002},
	} {
		t.Run(name, func(t *testing.T) {
			want(t, ask(t, srv, c.method, c.path, c.body), c.status, c.code)
		})
	}
}

func TestMissingPermissionsAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		permission int64
		code       int
	}{
		"view":    {state.PermViewChannel, 50001},
		"send":    {state.PermSendMessages, 50013},
		"files":   {state.PermAttachFiles, 50013},
		"threads": {state.PermCreatePublicThreads, 50013},
	} {
		t.Run(name, func(t *testing.T) {
			srv, _, table, _, _ := scene(t)
			a := ask(t, srv, "POST", messages(table), `{"content":"x"}`)
			srv.Deny(c.permission)
			if name == "threads" {
				want(t, ask(t, srv, "POST", messages(table)+"/"+a.ID+"/threads", `{"name":"x"}`), 403, c.code)
				return
			}
			want(t, form(t, srv, "POST", messages(table), `{}`, file{"a.txt", []byte("x")}), 403, c.code)
		})
	}
}

func TestAThreadIsRenamedTwiceInTenMinutes(t *testing.T) {
	srv, clock, table, _, _ := scene(t)
	lobby := ask(t, srv, "POST", messages(table), `{"content":"lobby"}`)
	want(t, ask(t, srv, "POST", messages(table)+"/"+lobby.ID+"/threads", `{"name":"Amsterdam"}`), 201,
		0)
	thread := "/channels/" + lobby.ID
	want(t, ask(t, srv, "PATCH", thread, `{"name":"Evening"}`), 200, 0)
	want(t, ask(t, srv, "PATCH", thread, `{"name":""}`), 400, 50035)
	want(t, ask(t, srv, "PATCH", thread, `{"name":"Night"}`), 200, 0)
	third := ask(t, srv, "PATCH", thread, `{"name":"Morning"}`)
	want(t, third, 429, 0)
	if got := third.Header.Get("Retry-After"); got != "600" {
		t.Errorf("the third name has to wait %s s, want 600", got)
	}
	if srv.Channel("Night") == nil {
		t.Error("the thread is not called as it was last")
	}
	clock.Advance(10 * time.Minute)
	want(t, ask(t, srv, "PATCH", thread, `{"name":"Morning"}`), 200, 0)
	want(t, ask(t, srv, "PATCH", "/channels/"+table.ID(), `{"name":"x"}`), 403, 50013)
	srv.Channel("Morning").Archive(false)
	want(t, ask(t, srv, "PATCH", thread, `{"name":"Noon"}`), 400, 50083)
}

func TestAnOldMessageTakesFewEditsAnHour(t *testing.T) {
	srv, clock, table, _, _ := scene(t)
	path := func(id string) string { return messages(table) + "/" + id }
	old := path(ask(t, srv, "POST", messages(table), `{"content":"panel"}`).ID)
	edit := func(message string, status, code int) answer {
		t.Helper()
		a := ask(t, srv, "PATCH", message, `{"content":"x"}`)
		want(t, a, status, code)
		return a
	}
	for range 10 { // a new one takes any number
		edit(old, 200, 0)
	}
	clock.Advance(time.Hour + time.Second)
	for range 5 {
		edit(old, 200, 0)
		clock.Advance(time.Minute)
	}
	refused := edit(old, 429, 30046)
	var body struct {
		RetryAfter float64 `json:"retry_after"`
	}
	refused.into(t, &body)
	if body.RetryAfter != 55*60 || refused.Header.Get("Retry-After") != "3300" {
		t.Errorf("got %s, want that it says 55 minutes", refused)
	}
	edit(path(ask(t, srv, "POST", messages(table), `{"content":"another"}`).ID), 200, 0)
	clock.Advance(55 * time.Minute)
	edit(old, 200, 0)
	edit(old, 429, 30046)
}

func TestThreadsSleepAndWake(t *testing.T) {
	srv, _, table, ola, _ := scene(t)
	a := ask(t, srv, "POST", messages(table), `{"content":"lobby"}`)
	created := ask(t, srv, "POST", messages(table)+"/"+a.ID+"/threads",
		`{"name":"Amsterdam","auto_archive_duration":60}`)
	want(t, created, 201, 0)
	if created.ID != a.ID {
		t.Errorf("the thread's id is %s, its message's %s", created.ID, a.ID)
	}
	want(t, ask(t, srv, "POST", messages(table)+"/"+a.ID+"/threads", `{"name":"again"}`), 400, 160004)
	thread := srv.Channel("Amsterdam")
	first := ask(t, srv, "POST", messages(thread), `{"content":"x"}`)
	ix := ola.Slash(thread, "hand")

	thread.Archive(false)
	want(t, ask(t, srv, "PATCH", messages(thread)+"/"+first.ID, `{"content":"y"}`), 400, 50083)
	if ix := ola.Slash(thread, "hand"); ix.Err() == nil {
		t.Error("a command was used in an archived thread")
	}
	want(t, ask(t, srv, "POST", messages(thread), `{"content":"wake up"}`), 200, 0)
	want(t, ask(t, srv, "PATCH", messages(thread)+"/"+first.ID, `{"content":"y"}`), 200, 0)

	thread.Archive(true)
	want(t, callback(t, srv, ix, text("x")), 400, 50083)
	want(t, ask(t, srv, "POST", messages(thread), `{"content":"x"}`), 400, 50083)
}

func TestFilesAreKeptServedAndBounded(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	board := picture(t)
	payload := `{"content":"x","attachments":[{"id":"0","description":"the board"}]}`
	want(t, form(t, srv, "POST", messages(table), payload, file{"my board?.png", board}), 200, 0)
	m := table.Last()
	a := m.Attachments[0]
	if a.Description != "the board" || a.Filename != "my_board.png" || a.ContentType != "image/png" ||
		a.Width != 40 {
		t.Errorf("the attachment is %+v", a)
	}
	req, err := http.NewRequestWithContext(t.Context(), "GET", a.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := do(t, req); got.Status != 200 || !bytes.Equal(got.Body, board) ||
		got.Header.Get("Content-Type") != "image/png" {
		t.Errorf("served %d, %d bytes of %s", got.Status, len(got.Body), got.Header.Get("Content-Type"))
	}
	want(t, form(t, srv, "PATCH", messages(table)+"/"+m.ID, `{"attachments":[]}`,
		file{"new.png", board}), 200, 0)
	if m := table.Last(); len(m.Attachments) != 1 || m.Attachments[0].Filename != "new.png" {
		t.Errorf("after the edit: %+v", m.Attachments)
	}
	if got := do(t, req); got.Status != 404 {
		t.Errorf("a replaced file is still served: %d", got.Status)
	}
	want(t, ask(t, srv, "PATCH", messages(table)+"/"+m.ID, `{"content":"kept"}`), 200, 0)
	if m := table.Last(); len(m.Attachments) != 1 || m.Content != "kept" {
		t.Errorf("an edit of the text left %+v", m.Attachments)
	}

	big := make([]byte, 10<<20+1)
	want(t, form(t, srv, "POST", messages(table), `{}`, file{"a.bin", big}), 413, 40005)
	want(t, form(t, srv, "POST", messages(table), `{}`, file{"a.bin", big[:10<<20]}), 200, 0)
	nine := big[:9<<20]
	want(t, form(t, srv, "POST", messages(table), `{}`, file{"a", nine}, file{"b", nine},
		file{"c", nine}), 413, 40005)
	want(t, form(t, srv, "POST", messages(table), `{}`, make([]file, 11)...), 400, 30015)
	want(t, send(t, srv, "POST", messages(table), "multipart/form-data; boundary=x",
		strings.NewReader("--x\r\nbroken")), 400, 50109)
}

func TestHistoryIsBounded(t *testing.T) {
	srv := start(t, sandbox.Options{History: 3})
	table := srv.Channel("table")
	for range 12 {
		want(t, form(t, srv, "POST", messages(table), `{}`, file{"a.txt", []byte("x")}), 200, 0)
	}
	list := table.Messages()
	if len(list) != 3 || list[0].Attachment(0) == nil {
		t.Errorf("%d messages are kept, want 3 with their files", len(list))
	}
}
