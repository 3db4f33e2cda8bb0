package sandbox_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"konduktor/bot/sandbox"
)

func TestManyActAtOnce(t *testing.T) {
	srv := start(t, sandbox.Options{History: 100})
	commands(t, srv, gameCommands)
	conn, _ := login(t, srv, 1)
	live, _ := watch(t, srv, srv.User("Ola"))
	var readers, actors sync.WaitGroup
	for _, c := range []interface {
		ReadMessage() (int, []byte, error)
	}{conn, live} {
		readers.Go(func() {
			for _, _, err := c.ReadMessage(); err == nil; _, _, err = c.ReadMessage() {
				continue // only to keep the queue empty
			}
		})
	}
	table := srv.Channel("table")
	for i := range 6 {
		u := srv.User([]string{"Ola", "Bo", "Cy"}[i%3])
		actors.Go(func() {
			for j := range 25 {
				ix := u.Slash(table, "hand")
				body := fmt.Sprintf(`{"type":4,"data":{"content":"%d/%d","flags":%d,"components":[%s]}}`, i, j,
					j%2*64, row(button("b")))
				want(t, callback(t, srv, ix, body), 204, 0)
				m, err := ix.Reply(soon(t))
				if err != nil {
					t.Error(err)
					return
				}
				want(t, callback(t, srv, m.Click(u, "b"),
					`{"type":7,"data":{"content":"clicked","components":[]}}`), 204, 0)
				ask(t, srv, "POST", messages(table), `{"content":"x"}`)
				_, _, _ = u.Messages(table), srv.API.Requests(), srv.Gateway.Activity()
			}
		})
	}
	actors.Wait()
	if got := len(table.Messages()); got > 100 {
		t.Errorf("%d messages are kept, want 100 at most", got)
	}
	if err := srv.Close(); err != nil {
		t.Error(err)
	}
	readers.Wait()
}

func TestCloseEndsEverythingThatIsOpen(t *testing.T) {
	srv := start(t, sandbox.Options{})
	commands(t, srv, gameCommands)
	conn, _ := login(t, srv, 1)
	live, _ := watch(t, srv, srv.User("Ola"))
	ix := srv.User("Ola").Slash(srv.Channel("table"), "hand")
	if err := srv.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if got := closeCode(conn); got != 1001 {
		t.Errorf("the gateway closed with %d, want 1001", got)
	}
	var err error
	for err == nil {
		_, _, err = live.ReadMessage()
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the page is still open")
	}
	if ix.Err() != nil {
		t.Errorf("Close itself fails no interaction: %v", ix.Err())
	}
	_, err = http.Get(srv.URL()) //nolint:noctx // it must be refused at once
	if err == nil {
		t.Error("the server still answers")
	}
}

func TestABotThatDoesNotReadIsCutOff(t *testing.T) {
	srv := start(t, sandbox.Options{})
	commands(t, srv, gameCommands)
	conn, session := login(t, srv, 1)
	table, ola := srv.Channel("table"), srv.User("Ola")
	a := ask(t, srv, "POST", messages(table), `{"content":"`+strings.Repeat("🚂",
		2000)+`","components":[`+row(button("b"))+`]}`)
	want(t, a, 200, 0)
	lobby := table.Last()
	for range 5000 {
		lobby.Click(ola, "b") // the message comes with each
		if !srv.Gateway.Activity().Ready {
			break
		}
	}
	if srv.Gateway.Activity().Ready {
		t.Error("5,000 unread events are kept for a bot that does not read")
	}
	conn.Close()
	c := dial(t, srv, "v=10")
	next(t, c)
	tell(t, c, resume(session, 1))
	if e := next(t, c); e.Op != 9 && e.Type != "GUILD_CREATE" && e.Type != "INTERACTION_CREATE" {
		t.Errorf("the resume got %+v", e)
	}
}

// BenchmarkInteraction measures a slash command and its answer over loopback.
func BenchmarkInteraction(b *testing.B) {
	srv := start(b, sandbox.Options{})
	post := func(method, path, body string) error {
		req, err := http.NewRequestWithContext(b.Context(), method, srv.APIURL()+"/v10"+path,
			strings.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bot "+srv.Token())
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 300 {
			return errors.New(resp.Status)
		}
		return nil
	}
	if err := post("PUT", "/applications/"+srv.Bot()+"/commands", gameCommands); err != nil {
		b.Fatal(err)
	}
	ola, table := srv.User("Ola"), srv.Channel("table")
	for b.Loop() {
		ix := ola.Slash(table, "hand")
		if err := post("POST", "/interactions/"+ix.ID()+"/"+ix.Token()+"/callback",
			text("x")); err != nil {
			b.Fatal(err)
		}
	}
}
