package sandbox_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/konduktor-bot/konduktor/bot/sandbox"
)

// FuzzBodies sends any body to every route that reads one: it is taken or
// refused, the sandbox never fails.
func FuzzBodies(f *testing.F) {
	for _, body := range []string{
		gameCommands, text("x"), `{"content":"x","nonce":1,"enforce_nonce":true}`,
		`{"flags":32768,"components":[{"type":17,"components":[{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"attachment://a"}}}]}]}`,
		`{"components":[` + row(button("a"), `{"type":3,"custom_id":"m","options":[{"label":"a","value":"a","emoji":{"name":"🚂"}}]}`) + `]}`,
		`{"embeds":[{"fields":[{"name":"a","value":"b"}],"image":{"url":"https://x.y/z"}}],"allowed_mentions":{"parse":["users"]}}`,
		`{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":18,"label":"x","component":{"type":4,"custom_id":"i","style":1}}]}}`,
		`{"name":"x","archived":true,"auto_archive_duration":60,"type":11}`, `{"recipient_id":"1"}`,
		`{"channel_id":"1","name":"game","options":[{"name":"new","type":1,"options":[{"name":"title","type":3,"value":"amsterdam"}]}],"values":{"a":"b"}}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		srv := sandbox.New(sandbox.Options{People: []string{"Ola"}})
		defer srv.Close()
		table, ola := srv.Channel("table"), srv.User("Ola")
		serve := func(method, path string) string {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Authorization", "Bot t")
			srv.Handler().ServeHTTP(w, r)
			if w.Code >= 500 {
				t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
			}
			return w.Body.String()
		}
		api := "/api/v10"
		serve("PUT", api+"/applications/"+srv.Bot()+"/commands")
		serve("POST", api+messages(table))
		for _, m := range table.Messages() {
			serve("PATCH", api+messages(table)+"/"+m.ID)
			serve("POST", api+messages(table)+"/"+m.ID+"/threads")
			for _, part := range append(m.Buttons(), m.Menus()...) {
				ix := ola.Forge(m, part.CustomID)
				serve("POST", api+"/interactions/"+ix.ID()+"/"+ix.Token()+"/callback")
				serve("PATCH", api+"/webhooks/"+srv.Bot()+"/"+ix.Token()+"/messages/@original")
			}
		}
		serve("POST", api+"/channels/"+table.ID()+"/threads")
		serve("PATCH", api+"/channels/"+table.ID())
		serve("POST", api+"/users/@me/channels")
		serve("POST", api+"/applications/"+srv.Bot()+"/emojis")
		for _, act := range []string{"slash", "click", "select", "modal", "say", "settings"} {
			serve("POST", "/page/as/"+ola.ID()+"/"+act)
		}
		serve("POST", "/page/people")
	})
}
