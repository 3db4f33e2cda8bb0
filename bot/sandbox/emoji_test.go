package sandbox_test

import (
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"

	"konduktor/bot/sandbox"
)

// emoji is the body of a request that adds an emoji.
func emoji(t *testing.T, name string) string {
	t.Helper()
	return `{"name":"` + name + `","image":"data:image/png;base64,` +
		base64.StdEncoding.EncodeToString(picture(t)) + `"}`
}

func TestAnEmojiLivesUntilItIsRemoved(t *testing.T) {
	srv, _, table, _, _ := scene(t)
	emojis := "/applications/" + srv.Bot() + "/emojis"
	var made struct{ ID string }
	ask(t, srv, "POST", emojis, emoji(t, "red2")).into(t, &made)
	withEmoji := rows(strings.Replace(button("a"), `"style"`,
		`"emoji":{"id":"`+made.ID+`","name":"red2"},"style"`, 1))
	want(t, ask(t, srv, "POST", messages(table), withEmoji), 200, 0)
	shown := func() (int, string) {
		resp, err := http.Get(srv.URL() + "/emojis/" + made.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(body)
	}
	if status, body := shown(); status != 200 || body != string(picture(t)) {
		t.Errorf("picture of the emoji: %d, %d bytes", status, len(body))
	}
	checkRequests(t, srv)

	want(t, ask(t, srv, "DELETE", emojis+"/"+made.ID, ""), 204, 0)
	want(t, ask(t, srv, "DELETE", emojis+"/"+made.ID, ""), 404, 10014)
	want(t, ask(t, srv, "POST", messages(table), withEmoji), 400, 50035)
	if status, _ := shown(); status != 404 {
		t.Errorf("picture of a removed emoji: %d", status)
	}
}

func TestEmojiThatDiscordRefuses(t *testing.T) {
	srv := start(t, sandbox.Options{})
	emojis := "/applications/" + srv.Bot() + "/emojis"
	want(t, ask(t, srv, "POST", emojis, emoji(t, "red2")), 201, 0)
	for name, body := range map[string]string{
		"a name that is taken": emoji(t, "red2"),
		"a space in the name":  emoji(t, "red card"),
		"a name of 33":         emoji(t, strings.Repeat("x", 33)),
		"a name of 1":          emoji(t, "x"),
		"no picture":           `{"name":"blue2","image":"data:image/png;base64,AAAA"}`,
		"no data URI":          `{"name":"blue2","image":"AAAA"}`,
	} {
		t.Run(name, func(t *testing.T) { want(t, ask(t, srv, "POST", emojis, body), 400, 50035) })
	}
	want(t, ask(t, srv, "GET", "/applications/1/emojis", ""), 404, 10002)
}
