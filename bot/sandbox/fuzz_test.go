package sandbox_test

import (
	"net/http"
	"strings"
	"testing"

	"konduktor/bot/sandbox"
)

// FuzzBodies sends any body to every route that reads one. The sandbox accepts or refuses it and
// never fails.
func FuzzBodies(f *testing.F) {
	for _, body := range []string{
		gameCommands, text("x"), `{"content":"x","nonce":1,"enforce_nonce":true}`,
		`{"components":[` + row(button("a")) + `,` +
			row(`{"type":3,"custom_id":"m","options":[{"label":"a","value":"a"}]}`) + `]}`,
		`{"content":"<@1>","allowed_mentions":{"parse":["users"]}}`,
		formOf(menuLabel, textLabel), `{"name":"x","auto_archive_duration":60}`, `{"recipient_id":"1"}`,
		`{"channel_id":"1","name":"game",
			"options":[{"name":"new","type":1,"options":[{"name":"title","type":3,"value":"amsterdam"}]}]}`,
	} {
		f.Add(body)
	}
	srv := start(f, sandbox.Options{})
	table, ola := srv.Channel("table"), srv.User("Ola")
	f.Fuzz(func(t *testing.T, body string) {
		serve := func(method, path string) {
			req, err := http.NewRequestWithContext(t.Context(), method, srv.URL()+path,
				strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bot t")
			if a := do(t, req); a.Status >= 500 {
				t.Errorf("%s %s: %v", method, path, a)
			}
		}
		api := "/api/v10"
		serve("PUT", api+"/applications/"+srv.Bot()+"/commands")
		serve("POST", api+messages(table))
		if m := table.Last(); m != nil {
			serve("PATCH", api+messages(table)+"/"+m.ID)
			serve("POST", api+messages(table)+"/"+m.ID+"/threads")
			for _, part := range append(m.Buttons(), m.Menus()...) {
				ix := ola.Forge(m, part.CustomID)
				serve("POST", api+"/interactions/"+ix.ID()+"/"+ix.Token()+"/callback")
				serve("PATCH", api+"/webhooks/"+srv.Bot()+"/"+ix.Token()+"/messages/@original")
			}
		}
		serve("POST", api+"/users/@me/channels")
		for _, act := range []string{"slash", "click", "select", "say", "settings", "submit"} {
			serve("POST", "/page/as/"+ola.ID()+"/"+act)
		}
		serve("POST", "/page/people")
	})
}
