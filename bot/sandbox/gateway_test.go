package sandbox_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"konduktor/bot/sandbox"
)

// event is a gateway frame.
type event struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

// dial opens the gateway by hand and takes the hello.
func dial(t *testing.T, srv *sandbox.Server, query string) *websocket.Conn {
	t.Helper()
	url := "ws" + strings.TrimPrefix(srv.URL(), "http") + "/gateway?" + query
	conn, resp, err := websocket.DefaultDialer.DialContext(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	t.Cleanup(func() { conn.Close() })
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	return conn
}

// next reads a frame.
func next(t *testing.T, c *websocket.Conn) event {
	t.Helper()
	var e event
	if err := c.ReadJSON(&e); err != nil {
		t.Fatalf("read: %v", err)
	}
	return e
}

// tell sends a frame.
func tell(t *testing.T, c *websocket.Conn, raw string) {
	t.Helper()
	if err := c.WriteMessage(websocket.TextMessage, []byte(raw)); err != nil {
		t.Fatal(err)
	}
}

// closeCode reads until the connection is closed.
func closeCode(c *websocket.Conn) int {
	for {
		_, _, err := c.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			return closed.Code
		}
		if err != nil {
			return -1
		}
	}
}

func identify(intents int) string {
	return fmt.Sprintf(`{"op":2,"d":{"token":"Bot test.token","intents":%d,"properties":{}}}`, intents)
}

func resume(session string, seq int64) string {
	return fmt.Sprintf(`{"op":6,"d":{"token":"test.token","session_id":%q,"seq":%d}}`, session, seq)
}

// login identifies with intents and returns the session's id.
func login(t *testing.T, srv *sandbox.Server, intents int) (*websocket.Conn, string) {
	t.Helper()
	c := dial(t, srv, "v=10&encoding=json")
	if hello := next(t, c); hello.Op != 10 {
		t.Fatalf("the first frame is %+v", hello)
	}
	tell(t, c, identify(intents))
	ready := next(t, c)
	var d struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(ready.Data, &d); err != nil || ready.Type != "READY" ||
		d.SessionID == "" {
		t.Fatalf("want READY, got %+v", ready)
	}
	return c, d.SessionID
}

func TestTheGatewayClosesWithTheCodeOfTheFault(t *testing.T) {
	srv := start(t, sandbox.Options{Token: "right"})
	right := strings.NewReplacer("test.token", "right")
	for name, c := range map[string]struct {
		query  string
		frames []string
		code   int
	}{
		"a wrong token":         {"v=10", []string{identify(1)}, 4004},
		"a resume, wrong token": {"v=10", []string{resume("session", 1)}, 4004},
		"a wrong version":       {"v=8", nil, 4012},
		"an unknown opcode":     {"v=10", []string{`{"op":77}`}, 4001},
		"no JSON":               {"v=10", []string{`{`}, 4002},
		"a frame over 4,096": {
			"v=10",
			[]string{`{"op":1,"d":"` + strings.Repeat("x", 4096) + `"}`},
			4002,
		},
		"no intents":          {"v=10", []string{`{"op":2,"d":{"token":"right"}}`}, 4002},
		"invalid intents":     {"v=10", []string{right.Replace(identify(1 << 30))}, 4013},
		"a privileged intent": {"v=10", []string{right.Replace(identify(1 << 15))}, 4014},
		"an invalid shard": {
			"v=10",
			[]string{`{"op":2,"d":{"token":"right","intents":1,"shard":[2,2]}}`},
			4010,
		},
		"identifying twice": {"v=10", []string{
			right.Replace(identify(0)),
			right.Replace(identify(0)),
		}, 4005},
		"121 frames in a minute": {"v=10", strings.Split(strings.Repeat(`{"op":1,"d":null};`,
			120)+`{"op":1,"d":null}`, ";"), 4008},
	} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, srv, c.query)
			for _, f := range c.frames {
				tell(t, conn, f)
			}
			if got := closeCode(conn); got != c.code {
				t.Errorf("closed with %d, want %d", got, c.code)
			}
		})
	}
}

func TestAResumeReplaysWhatWasMissed(t *testing.T) {
	srv := start(t, sandbox.Options{})
	commands(t, srv, gameCommands)
	c, session := login(t, srv, 1)
	if e := next(t, c); e.Type != "GUILD_CREATE" {
		t.Fatalf("want GUILD_CREATE, got %s", e.Type)
	}
	c.Close()
	if err := srv.State.WaitFor(soon(t),
		func() bool { return !srv.Gateway.Activity().Ready }); err != nil {
		t.Fatal(err)
	}
	ix := srv.User("Ola").Slash(srv.Channel("table"), "hand")

	c = dial(t, srv, "v=10")
	next(t, c)
	tell(t, c, resume(session, 2))
	missed := next(t, c)
	if missed.Type != "INTERACTION_CREATE" || missed.Seq != 3 ||
		!bytes.Contains(missed.Data, []byte(ix.ID())) {
		t.Errorf("replayed %+v", missed)
	}
	if e := next(t, c); e.Type != "RESUMED" || e.Seq != 4 {
		t.Errorf("want RESUMED, got %+v", e)
	}

	c = dial(t, srv, "v=10")
	next(t, c)
	tell(t, c, resume("another", 2))
	if e := next(t, c); e.Op != 9 || string(e.Data) != "false" {
		t.Errorf("an unknown session: want op 9 false, got %+v", e)
	}
	tell(t, c, resume(session, 99))
	if got := closeCode(c); got != 4007 {
		t.Errorf("a sequence from the future closes with %d, want 4007", got)
	}
}

func TestABotWithoutIntentsHearsOfInteractionsOnly(t *testing.T) {
	srv := start(t, sandbox.Options{})
	commands(t, srv, gameCommands)
	none, _ := login(t, srv, 0)
	guilds, _ := login(t, srv, 1)
	next(t, guilds) // GUILD_CREATE
	table := srv.Channel("table")
	srv.User("Ola").Slash(table, "hand")
	table.Delete()
	srv.User("Ola").Slash(openDM(t, srv, srv.User("Ola")), "hand")
	for _, wanted := range []string{"INTERACTION_CREATE", "INTERACTION_CREATE"} {
		if e := next(t, none); e.Type != wanted {
			t.Errorf("without intents came %s, want %s", e.Type, wanted)
		}
	}
	for _, wanted := range []string{"INTERACTION_CREATE", "CHANNEL_DELETE", "INTERACTION_CREATE"} {
		if e := next(t, guilds); e.Type != wanted {
			t.Errorf("came %s, want %s", e.Type, wanted)
		}
	}
}

func TestFaultsOfTheGateway(t *testing.T) {
	srv := start(t, sandbox.Options{})
	f := srv.Gateway

	f.HandshakeReconnect()
	c := dial(t, srv, "v=10")
	next(t, c)
	tell(t, c, identify(1))
	if e := next(t, c); e.Op != 7 {
		t.Errorf("want op 7 in the handshake, got %+v", e)
	}
	f.HandshakeInvalid()
	tell(t, c, identify(1))
	if e := next(t, c); e.Op != 9 {
		t.Errorf("want op 9 in the handshake, got %+v", e)
	}
	tell(t, c, identify(1))
	if e := next(t, c); e.Type != "READY" {
		t.Errorf("want READY at last, got %+v", e)
	}
	next(t, c) // GUILD_CREATE

	tell(t, c, `{"op":1,"d":2}`)
	if e := next(t, c); e.Op != 11 {
		t.Errorf("want an acknowledged heartbeat, got %+v", e)
	}
	f.AskToReconnect()
	if e := next(t, c); e.Op != 7 {
		t.Errorf("want op 7, got %+v", e)
	}
	f.Invalidate()
	if e := next(t, c); e.Op != 9 || string(e.Data) != "false" {
		t.Errorf("want op 9 false, got %+v", e)
	}
	f.CloseAll(4000)
	if got := closeCode(c); got != 4000 {
		t.Errorf("closed with %d, want 4000", got)
	}
	if got := srv.Gateway.Activity().Identifies; got != 3 {
		t.Errorf("%d identifies were counted, want 3", got)
	}
}
