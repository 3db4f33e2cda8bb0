package sandbox_test

import (
	"fmt"
	"testing"

	"konduktor/bot/discord/discordtest"
	"konduktor/bot/sandbox"
)

// checkRequests holds every accepted request so far against Discord's description.
func checkRequests(t *testing.T, srv *sandbox.Server) {
	t.Helper()
	v := discordtest.NewValidator(t)
	for _, r := range srv.API.Requests() {
		if r.Status >= 300 {
			continue
		}
		if err := v.Validate(r.Method, r.Path, r.Body); err != nil {
			t.Errorf("%s: %s: %v", r.Route, r.Body, err)
		}
	}
}

// TestAnswersHaveTheShapeThatDiscordDescribes: each answer of the sandbox is
// checked against the schema of Discord's answer.
func TestAnswersHaveTheShapeThatDiscordDescribes(t *testing.T) {
	v := discordtest.NewValidator(t)
	srv, _, table, ola, bo := scene(t)
	app := "/applications/" + srv.Bot()
	lobby := ask(t, srv, "POST", messages(table), `{"content":"<@`+bo.ID()+`> x","components":[`+
		row(button("a"), `{"type":2,"style":5,"label":"x","url":"https://x.y"}`)+`,`+
		row(`{"type":3,"custom_id":"m","options":[{"label":"a","value":"a"}]}`)+`]}`)
	second := ask(t, srv, "POST", messages(table), `{"content":"x"}`)
	ix := ola.Slash(table, "hand")
	deferred := ola.Slash(table, "hand")
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/gateway", ``},
		{"GET", "/gateway/bot", ``},
		{"GET", "/users/@me", ``},
		{"GET", "/users/@me/guilds", ``},
		{"GET", "/applications/@me", ``},
		{"POST", "/users/@me/channels", `{"recipient_id":"` + bo.ID() + `"}`},
		{"PUT", app + "/commands", gameCommands},
		{"POST", app + "/emojis", emoji(t, "red2")},
		{"GET", app + "/emojis", ``},
		{"POST", messages(table) + "/" + lobby.ID + "/threads", `{"name":"x"}`},
		{"POST", messages(table), `{"content":"<@` + ola.ID() + `>","nonce":"7","enforce_nonce":true}`},
		{"PATCH", messages(table) + "/" + lobby.ID, `{"content":"y"}`},
		{"DELETE", messages(table) + "/" + second.ID, ``},
		{"POST", "/interactions/" + ix.ID() + "/" + ix.Token() + "/callback", text("x")},
		{"POST", hook(srv, ix), `{"content":"x"}`},
		{"PATCH", hook(srv, ix) + "/messages/@original", `{"content":"y"}`},
		{"POST", "/interactions/" + deferred.ID() + "/" + deferred.Token() + "/callback", `{"type":5}`},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			a := ask(t, srv, c.method, c.path, c.body)
			if err := v.ValidateAnswer(c.method, c.path, a.Status, a.Body); err != nil {
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
