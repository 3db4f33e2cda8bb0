package sandbox_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/konduktor-bot/konduktor/bot/sandbox"
	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
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
		"only Bo":             {`,"allowed_mentions":{"parse":[],"users":["` + bo.ID() + `"]}`, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			want(t, rest(t, srv, "POST", messages(table), `{`+content+c.allowed+`}`), 200, 0)
			m := table.Last()
			if m.Pings(ola) != c.ola || m.Pings(bo) != c.bo {
				t.Errorf("pinged Ola: %v, Bo: %v; want %v, %v", m.Pings(ola), m.Pings(bo), c.ola, c.bo)
			}
			if m.MentionEveryone || m.Pings(srv.User("Cy")) {
				t.Error("everyone was pinged without the permission")
			}
		})
	}
	want(t, rest(t, srv, "POST", messages(table), `{"embeds":[{"description":"<@`+ola.ID()+`>"}]}`), 200, 0)
	if table.Last().Pings(ola) {
		t.Error("an embed pinged")
	}
	want(t, rest(t, srv, "POST", messages(table), `{"content":"x"}`), 200, 0)
	want(t, rest(t, srv, "PATCH", messages(table)+"/"+table.Last().ID, `{"content":"<@`+ola.ID()+`>"}`), 200, 0)
	if m := table.Last(); m.Pings(ola) || len(m.Mentions) != 1 {
		t.Error("an edit pinged, or mentions nobody")
	}
}

func TestAnEnforcedNonceReturnsTheFirstMessage(t *testing.T) {
	srv, clock, table, _, _ := scene(t)
	body := `{"content":"once","nonce":"n1","enforce_nonce":true}`
	first := rest(t, srv, "POST", messages(table), body)
	second := rest(t, srv, "POST", messages(table), body)
	if first.ID != second.ID || len(table.Messages()) != 1 {
		t.Errorf("%s and %s, %d messages", first.ID, second.ID, len(table.Messages()))
	}
	third := rest(t, srv, "POST", messages(table), `{"content":"once","nonce":"n1"}`)
	if third.ID == first.ID {
		t.Error("a nonce was enforced without enforce_nonce")
	}
	clock.Advance(time.Hour)
	if later := rest(t, srv, "POST", messages(table), body); later.ID == first.ID || later.ID == third.ID {
		t.Error("a nonce lives for ever")
	}
}

func TestRefusalsOfChannelsAndMessages(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	said, err := bo.Say(table, "hello")
	if err != nil {
		t.Fatal(err)
	}
	bo.OpenDM()
	bo.CloseDMs(true)
	cy := srv.User("Cy")
	cy.OpenDM()
	cy.Leave()
	for name, c := range map[string]struct {
		method, path, body string
		status, code       int
	}{
		"an empty message":         {"POST", messages(table), `{}`, 400, 50006},
		"white space":              {"POST", messages(table), `{"content":" \n "}`, 400, 50006},
		"no JSON":                  {"POST", messages(table), `{"content"`, 400, 50109},
		"an unknown channel":       {"POST", "/channels/1/messages", `{"content":"x"}`, 404, 10003},
		"an unknown message":       {"PATCH", messages(table) + "/1", `{"content":"x"}`, 404, 10008},
		"somebody else's message":  {"PATCH", messages(table) + "/" + said.ID, `{"content":"x"}`, 403, 50005},
		"deleting a person's":      {"DELETE", messages(table) + "/" + said.ID, ``, 403, 50013},
		"a closed DM":              {"POST", messages(bo.DM()), `{"content":"x"}`, 403, 50007},
		"no mutual guild":          {"POST", messages(cy.DM()), `{"content":"x"}`, 403, 50278},
		"a DM with nobody":         {"POST", "/users/@me/channels", `{"recipient_id":"1"}`, 400, 50033},
		"an unknown user":          {"GET", "/users/1", ``, 404, 10013},
		"a former member":          {"GET", "/guilds/" + srv.Guild() + "/members/" + cy.ID(), ``, 404, 10007},
		"an unknown guild":         {"GET", "/guilds/1", ``, 404, 10004},
		"an unknown route":         {"GET", "/nothing", ``, 404, 0},
		"a reply to nothing":       {"POST", messages(table), `{"content":"x","message_reference":{"message_id":"1"}}`, 400, 50035},
		"a thread in a DM":         {"POST", "/channels/" + bo.DM().ID() + "/threads", `{"name":"x","type":11}`, 400, 50024},
		"a thread without a name":  {"POST", "/channels/" + table.ID() + "/threads", `{"name":"","type":11}`, 400, 50035},
		"a thread of five minutes": {"POST", "/channels/" + table.ID() + "/threads", `{"name":"x","type":11,"auto_archive_duration":5}`, 400, 50035},
		"renaming a channel":       {"PATCH", "/channels/" + table.ID(), `{"name":"x"}`, 403, 50013},
		"a foreign application":    {"GET", "/applications/1/commands", ``, 404, 10002},
		"members of a channel":     {"GET", "/channels/" + table.ID() + "/thread-members", ``, 400, 50024},
	} {
		t.Run(name, func(t *testing.T) {
			want(t, rest(t, srv, c.method, c.path, c.body), c.status, c.code)
		})
	}
	_ = ola
}

func TestMissingPermissionsAreNamed(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	a := rest(t, srv, "POST", messages(table), `{"content":"x"}`)
	for name, c := range map[string]struct {
		permission         int64
		method, path, body string
		code               int
	}{
		"view":    {sandbox.PermViewChannel, "GET", "/channels/" + table.ID(), ``, 50001},
		"send":    {sandbox.PermSendMessages, "POST", messages(table), `{"content":"x"}`, 50013},
		"embed":   {sandbox.PermEmbedLinks, "POST", messages(table), `{"embeds":[{"title":"x"}]}`, 50013},
		"history": {sandbox.PermReadMessageHistory, "GET", messages(table), ``, 50013},
		"threads": {sandbox.PermCreatePublicThreads, "POST", messages(table) + "/" + a.ID + "/threads", `{"name":"x"}`, 50013},
		"private": {sandbox.PermCreatePrivateThreads, "POST", "/channels/" + table.ID() + "/threads", `{"name":"x"}`, 50013},
		"pin":     {sandbox.PermPinMessages, "PUT", messages(table) + "/pins/" + a.ID, ``, 50013},
	} {
		t.Run(name, func(t *testing.T) {
			srv.Faults().Deny(c.permission)
			want(t, rest(t, srv, c.method, c.path, c.body), 403, c.code)
			srv.Faults().Allow(c.permission)
			if again := rest(t, srv, c.method, c.path, c.body); again.Status >= 300 {
				t.Errorf("with the permission: %v", again)
			}
		})
	}
	srv.Faults().Deny(sandbox.PermAttachFiles)
	want(t, form(t, srv, "POST", messages(table), `{}`, file{"a.txt", []byte("x")}), 403, 50013)
}

func TestThreadsSleepAndWake(t *testing.T) {
	srv, clock, table, ola, bo := scene(t)
	a := rest(t, srv, "POST", messages(table), `{"content":"lobby"}`)
	created := rest(t, srv, "POST", messages(table)+"/"+a.ID+"/threads", `{"name":"Amsterdam","auto_archive_duration":60}`)
	want(t, created, 201, 0)
	if created.ID != a.ID {
		t.Errorf("the thread's id is %s, its message's %s", created.ID, a.ID)
	}
	want(t, rest(t, srv, "POST", messages(table)+"/"+a.ID+"/threads", `{"name":"again"}`), 400, 160004)
	thread := table.Threads()[0]
	want(t, rest(t, srv, "POST", messages(thread), `{"content":"x"}`), 200, 0)
	first := thread.Last()

	clock.Advance(time.Hour)
	want(t, rest(t, srv, "PATCH", messages(thread)+"/"+first.ID, `{"content":"y"}`), 400, 50083)
	if ix := ola.Slash(thread, "hand"); ix.Err() == nil {
		t.Error("a command was used in an archived thread")
	}
	want(t, rest(t, srv, "POST", messages(thread), `{"content":"<@`+bo.ID()+`> your turn"}`), 200, 0)
	if thread.Info().ThreadMetadata.Archived {
		t.Error("a message did not wake the thread")
	}
	if got := rest(t, srv, "GET", "/channels/"+thread.ID()+"/thread-members/"+bo.ID(), nil); got.Status != 200 {
		t.Errorf("the mention did not bring Bo in: %v", got)
	}
	want(t, rest(t, srv, "PATCH", "/channels/"+thread.ID(), `{"name":"over","archived":true}`), 200, 0)
	want(t, rest(t, srv, "PATCH", "/channels/"+thread.ID(), `{"name":"over again"}`), 400, 50083)
	want(t, rest(t, srv, "PATCH", "/channels/"+thread.ID(), `{"archived":false}`), 200, 0)
	want(t, rest(t, srv, "PATCH", "/channels/"+thread.ID(), `{"locked":true}`), 403, 50013)

	ix := ola.Slash(thread, "hand")
	thread.Archive(true)
	want(t, callback(t, srv, ix, text("x")), 400, 50083)
	want(t, rest(t, srv, "POST", messages(thread), `{"content":"x"}`), 400, 50083)
	want(t, rest(t, srv, "PATCH", "/channels/"+thread.ID(), `{"archived":false}`), 403, 50013)
}

func TestAPrivateThreadIsForItsMembersAndModerators(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	want(t, rest(t, srv, "POST", "/channels/"+table.ID()+"/threads", `{"name":"team","type":12}`), 201, 0)
	thread := table.Threads()[0]
	want(t, rest(t, srv, "POST", messages(thread), `{"content":"x"}`), 200, 0)
	want(t, rest(t, srv, "PUT", "/channels/"+thread.ID()+"/thread-members/"+bo.ID(), nil), 204, 0)
	if got := [3]int{len(bo.Messages(thread)), len(ola.Messages(thread)), len(srv.User("Cy").Messages(thread))}; got != [3]int{1, 1, 0} {
		t.Errorf("Bo, Ola (who moderates) and Cy see %v messages", got)
	}
	want(t, rest(t, srv, "DELETE", "/channels/"+thread.ID()+"/thread-members/"+bo.ID(), nil), 204, 0)
	if got := len(bo.Messages(thread)); got != 0 {
		t.Errorf("Bo still sees %d messages", got)
	}
}

func TestFilesAreKeptServedAndBounded(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	board := picture(t)
	payload := `{"content":"x","attachments":[{"id":"0","description":"the board"}]}`
	want(t, form(t, srv, "POST", messages(table), payload, file{"my board?.png", board}), 200, 0)
	m := table.Last()
	a := m.Attachments[0]
	if a.Description != "the board" || a.Filename != "my_board.png" || a.ContentType != "image/png" || a.Width != 40 {
		t.Errorf("the attachment is %+v", a)
	}
	req, err := http.NewRequestWithContext(t.Context(), "GET", a.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := do(t, req); got.Status != 200 || !bytes.Equal(got.Body, board) || got.Header.Get("Content-Type") != "image/png" {
		t.Errorf("served %d, %d bytes of %s", got.Status, len(got.Body), got.Header.Get("Content-Type"))
	}
	want(t, form(t, srv, "PATCH", messages(table)+"/"+m.ID, `{"attachments":[]}`, file{"new.png", board}), 200, 0)
	if m := m.Refresh(); len(m.Attachments) != 1 || m.Attachments[0].Filename != "new.png" {
		t.Errorf("after the edit: %+v", m.Attachments)
	}
	if got := do(t, req); got.Status != 404 {
		t.Errorf("a replaced file is still served: %d", got.Status)
	}
	want(t, rest(t, srv, "PATCH", messages(table)+"/"+m.ID, `{"content":"kept"}`), 200, 0)
	if m := m.Refresh(); len(m.Attachments) != 1 || m.Content != "kept" {
		t.Errorf("an edit of the text left %+v", m.Attachments)
	}

	big := make([]byte, 10<<20+1)
	want(t, form(t, srv, "POST", messages(table), `{}`, file{"a.bin", big}), 413, 40005)
	want(t, form(t, srv, "POST", messages(table), `{}`, file{"a.bin", big[:10<<20]}), 200, 0)
	nine := big[:9<<20]
	want(t, form(t, srv, "POST", messages(table), `{}`, file{"a", nine}, file{"b", nine}, file{"c", nine}), 413, 40005)
	want(t, form(t, srv, "POST", messages(table), `{}`, make([]file, 11)...), 400, 30015)
	want(t, send(t, srv, "POST", messages(table), "multipart/form-data; boundary=x", strings.NewReader("--x\r\nbroken")), 400, 50109)
}

func TestVersion2ShowsFilesThroughComponentsOnly(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	gallery := `{"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://board.png"},"description":"the board"}]}]}`
	want(t, form(t, srv, "POST", messages(table), gallery, file{"board.png", picture(t)}), 200, 0)
	m := table.Last()
	if got := m.Components[0].Items[0].Media; got.AttachmentID != m.Attachments[0].ID || got.URL != m.Attachments[0].URL || got.Width != 40 {
		t.Errorf("the gallery shows %+v", got)
	}
	want(t, form(t, srv, "POST", messages(table), gallery, file{"board.png", picture(t)}, file{"unseen.png", picture(t)}), 400, 50035)
	want(t, rest(t, srv, "PATCH", messages(table)+"/"+m.ID, `{"content":"x"}`), 400, 50035)
	plain := rest(t, srv, "POST", messages(table), `{"content":"x"}`)
	v2 := `{"flags":32768,"components":[{"type":10,"content":"y"}]`
	want(t, rest(t, srv, "PATCH", messages(table)+"/"+plain.ID, v2+`}`), 400, 50035)
	want(t, rest(t, srv, "PATCH", messages(table)+"/"+plain.ID, v2+`,"content":null}`), 200, 0)
	if got := table.Last(); got.Flags != wire.FlagComponentsV2 || got.Text() != "y" {
		t.Errorf("the message is %+v", got.Message)
	}
	want(t, rest(t, srv, "PATCH", messages(table)+"/"+plain.ID, `{"components":[]}`), 400, 50006)
}

func TestHistoryAndPeopleAreBounded(t *testing.T) {
	srv := start(t, sandbox.Options{History: 3, Requests: 10})
	table := srv.Channel("table")
	for range 12 {
		want(t, form(t, srv, "POST", messages(table), `{}`, file{"a.txt", []byte("x")}), 200, 0)
	}
	list := table.Messages()
	if len(list) != 3 || list[0].Attachment(0) == nil {
		t.Errorf("%d messages are kept, want 3 with their files", len(list))
	}
	if n := len(srv.Requests()); n > 10 || srv.RequestCount() != 12 {
		t.Errorf("%d of %d requests are kept, want 10 of 12 at most", n, srv.RequestCount())
	}
	got := rest(t, srv, "GET", messages(table)+"?limit=2", nil)
	var newest []wire.Message
	got.into(t, &newest)
	if len(newest) != 2 || newest[0].ID != list[2].ID || newest[1].ID != list[1].ID {
		t.Errorf("the newest two are %+v", newest)
	}
	want(t, rest(t, srv, "GET", messages(table)+"?limit=101", nil), 400, 50035)
}

func TestPinsAndEmojis(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	a := rest(t, srv, "POST", messages(table), `{"content":"x"}`)
	want(t, rest(t, srv, "PUT", "/channels/"+table.ID()+"/messages/pins/"+a.ID, nil), 204, 0)
	if list := table.Messages(); !list[0].Pinned || list[len(list)-1].Type != wire.MessagePinned {
		t.Errorf("the channel has %+v", list)
	}
	want(t, rest(t, srv, "DELETE", "/channels/"+table.ID()+"/pins/"+a.ID, nil), 204, 0)
	if table.Last().Pinned {
		t.Error("the message is still pinned")
	}
	path := "/applications/" + srv.Bot() + "/emojis"
	emoji := `{"name":"joker","image":"data:image/png;base64,iVBORw0KGgo="}`
	made := rest(t, srv, "POST", path, emoji)
	want(t, made, 201, 0)
	want(t, rest(t, srv, "POST", path, emoji), 400, 50035)
	want(t, rest(t, srv, "POST", path, `{"name":"a b","image":"data:image/png;base64,iVBORw0KGgo="}`), 400, 50035)
	want(t, rest(t, srv, "POST", path, `{"name":"ab","image":"nothing"}`), 400, 50035)
	req, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL()+"/attachments/emojis/"+made.ID+"/joker", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := do(t, req); got.Status != 200 || got.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the emoji is served as %d %s", got.Status, got.Header.Get("Content-Type"))
	}
	want(t, rest(t, srv, "DELETE", path+"/"+made.ID, nil), 204, 0)
}
