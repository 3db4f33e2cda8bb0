package sandbox_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/konduktor-bot/konduktor/bot/sandbox"
)

// base64ID is an id as the first part of a token has it.
func base64ID(id string) string { return base64.RawStdEncoding.EncodeToString([]byte(id)) }

// description is Discord's own description of its API, which lies beside the
// repository where it was developed; nothing but these tests reads it.
var description = sync.OnceValues(func() (*openapi3.T, error) {
	path := filepath.Join("..", "..", "..", "shared", "discord-openapi.json")
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return openapi3.NewLoader().LoadFromFile(path)
})

// discordAPI loads the description or skips the test.
func discordAPI(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := description()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("Discord's OpenAPI description is not beside the repository; nothing to compare with")
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// operation finds the description of a request; literal segments win over
// parameters.
func operation(doc *openapi3.T, method, path string) *openapi3.Operation {
	var best *openapi3.Operation
	most := -1
	for pattern, item := range doc.Paths.Map() {
		if n := fits(pattern, path); n > most {
			if op := item.GetOperation(method); op != nil {
				best, most = op, n
			}
		}
	}
	return best
}

// fits counts the literal segments in which path agrees with pattern, -1 if it
// does not fit.
func fits(pattern, path string) int {
	a, b := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(a) != len(b) {
		return -1
	}
	n := 0
	for i := range a {
		switch {
		case a[i] == b[i]:
			n++
		case !strings.HasPrefix(a[i], "{"):
			return -1
		}
	}
	return n
}

// conforms checks JSON against a schema.
func conforms(content openapi3.Content, raw []byte) error {
	media := content.Get("application/json")
	if media == nil || media.Schema == nil {
		return nil
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return err
	}
	return media.Schema.Value.VisitJSON(value, openapi3.EnableJSONSchema2020())
}

// checkRequests checks every accepted request that the sandbox recorded against
// Discord's description.
func checkRequests(t *testing.T, srv *sandbox.Server) {
	t.Helper()
	doc, err := description()
	if err != nil {
		t.Logf("requests are not compared with Discord's description: %v", err)
		return
	}
	for _, r := range srv.Requests() {
		if r.Status >= 300 {
			continue
		}
		op := operation(doc, r.Method, r.Path)
		if op == nil {
			t.Errorf("%s %s is no request of Discord's", r.Method, r.Path)
			continue
		}
		if r.Body == nil || op.RequestBody == nil {
			continue
		}
		if err := conforms(op.RequestBody.Value.Content, r.Body); err != nil {
			t.Errorf("%s: %s: %v", r.Route, r.Body, err)
		}
	}
}

// TestAnswersHaveTheShapeThatDiscordDescribes: each answer of the sandbox is
// checked against the schema of Discord's answer.
func TestAnswersHaveTheShapeThatDiscordDescribes(t *testing.T) {
	doc := discordAPI(t)
	srv, _, table, ola, bo := scene(t)
	dm, app := bo.OpenDM(), "/applications/"+srv.Bot()
	lobby := rest(t, srv, "POST", messages(table), `{"content":"<@`+bo.ID()+`> x","embeds":[{"title":"x","fields":[{"name":"a","value":"b"}]}],"components":[`+
		row(button("a"), `{"type":2,"style":5,"label":"x","url":"https://x.y"}`)+`,`+
		row(`{"type":3,"custom_id":"m","options":[{"label":"a","value":"a"}]}`)+`]}`)
	thread := rest(t, srv, "POST", messages(table)+"/"+lobby.ID+"/threads", `{"name":"x"}`)
	ix := ola.Slash(table, "hand")
	modal := ola.Slash(table, "hand")
	deferred := ola.Slash(table, "hand")
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/gateway", ``},
		{"GET", "/gateway/bot", ``},
		{"GET", "/users/@me", ``},
		{"GET", "/users/" + bo.ID(), ``},
		{"GET", "/users/@me/guilds", ``},
		{"GET", "/applications/@me", ``},
		{"GET", "/oauth2/applications/@me", ``},
		{"POST", "/users/@me/channels", `{"recipient_id":"` + bo.ID() + `"}`},
		{"PUT", app + "/commands", gameCommands},
		{"GET", app + "/commands", ``},
		{"PUT", app + "/guilds/" + srv.Guild() + "/commands", gameCommands},
		{"POST", app + "/emojis", `{"name":"joker","image":"data:image/png;base64,iVBORw0KGgo="}`},
		{"GET", app + "/emojis", ``},
		{"GET", "/guilds/" + srv.Guild(), ``},
		{"GET", "/guilds/" + srv.Guild() + "/roles", ``},
		{"GET", "/guilds/" + srv.Guild() + "/channels", ``},
		{"GET", "/guilds/" + srv.Guild() + "/members/" + bo.ID(), ``},
		{"GET", "/guilds/" + srv.Guild() + "/threads/active", ``},
		{"GET", "/channels/" + table.ID(), ``},
		{"GET", "/channels/" + dm.ID(), ``},
		{"GET", "/channels/" + thread.ID, ``},
		{"PATCH", "/channels/" + thread.ID, `{"name":"y"}`},
		{"POST", "/channels/" + table.ID() + "/threads", `{"name":"x","type":11}`},
		{"GET", "/channels/" + thread.ID + "/thread-members", ``},
		{"POST", messages(table), `{"content":"reply","message_reference":{"message_id":"` + lobby.ID + `"},"nonce":"7","enforce_nonce":true}`},
		{"POST", messages(table), `{"flags":32768,"components":[{"type":17,"accent_color":7,"components":[{"type":10,"content":"x"},` +
			`{"type":9,"components":[{"type":10,"content":"x"}],"accessory":` + button("b") + `},{"type":14},` +
			`{"type":12,"items":[{"media":{"url":"https://x.y/z.png"}}]}]}]}`},
		{"PATCH", messages(table) + "/" + lobby.ID, `{"content":"y"}`},
		{"GET", messages(table) + "/" + lobby.ID, ``},
		{"GET", messages(table), ``},
		{"GET", "/channels/" + table.ID() + "/messages/pins", ``},
		{"POST", "/interactions/" + ix.ID() + "/" + ix.Token() + "/callback?with_response=true", text("x")},
		{"POST", hook(srv, ix), `{"content":"x"}`},
		{"PATCH", hook(srv, ix) + "/messages/@original", `{"content":"y"}`},
		{"GET", hook(srv, ix) + "/messages/@original", ``},
		{"POST", "/interactions/" + deferred.ID() + "/" + deferred.Token() + "/callback?with_response=true", `{"type":5}`},
		{"POST", "/interactions/" + modal.ID() + "/" + modal.Token() + "/callback", `{"type":9,"data":{"custom_id":"m","title":"t","components":[` +
			row(`{"type":4,"custom_id":"i","style":1,"label":"x"}`) + `]}}`},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			a := rest(t, srv, c.method, c.path, c.body)
			path, _, _ := strings.Cut(c.path, "?")
			op := operation(doc, c.method, path)
			if op == nil || op.Responses.Status(a.Status) == nil {
				t.Fatalf("Discord does not describe the answer %v", a)
			}
			if len(a.Body) == 0 {
				return
			}
			if err := conforms(op.Responses.Status(a.Status).Value.Content, a.Body); err != nil {
				t.Errorf("%s: %s", a.Body, shorten(err))
			}
		})
	}
	checkRequests(t, srv)
}

// shorten cuts the walls of alternatives that a schema error is.
func shorten(err error) string {
	s := fmt.Sprint(err)
	return s[:min(len(s), 1500)]
}
