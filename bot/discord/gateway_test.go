package discord

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
)

// libraryLines counts what the library logs: whole events and tokens among it.
var libraryLines atomic.Int32

// TestMain lets more tests run side by side than there are cores: most of them wait. Afterwards it
// looks for lines in the library's log, and for goroutines left behind. Those of the library sleep
// for a second before they end.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err)
	}
	discordgo.Logger = func(int, int, string, ...any) { libraryLines.Add(1) }
	code := m.Run()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	err := goleak.Find()
	for range 5 {
		if err != nil {
			err = goleak.Find()
		}
	}
	if n := libraryLines.Load(); err != nil || n > 0 {
		fmt.Fprintf(os.Stderr, "left behind: %v; lines logged by the library: %d\n", err, n)
		code = max(code, 1)
	}
	os.Exit(code)
}

// logged returns the lines of a session's log that have a text in them.
func logged(o *Options, text string) <-chan string {
	lines := make(chan string, 100)
	o.Logger = slog.New(slog.NewTextHandler(writerFunc(func(line []byte) (int, error) {
		if strings.Contains(string(line), text) {
			lines <- string(line)
		}
		return len(line), nil
	}), nil))
	return lines
}

// gatewayServer is a Discord of gateway and nothing else. script plays the server's side of the
// n-th connection, n from 1.
type gatewayServer struct {
	*httptest.Server
	remaining int
	shards    int // recommended
	mu        sync.Mutex
	dials     int
	frames    []string // what clients sent
	callbacks []string // bodies of answers to interactions
	answered  chan struct{}
}

func newGateway(t *testing.T, script func(c *peer, n int)) *gatewayServer {
	t.Helper()
	g := &gatewayServer{remaining: 1000, shards: 1, answered: make(chan struct{}, 1000)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v10/gateway/bot", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"url":"ws://%s/gw","shards":%d,"session_start_limit":{"total":1000,"remaining":%d,"reset_after":3600000,"max_concurrency":1}}`,
			r.Host, g.shards, g.remaining)
	})
	mux.HandleFunc("POST /api/v10/interactions/", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		g.mu.Lock()
		g.callbacks = append(g.callbacks, string(body))
		g.mu.Unlock()
		w.WriteHeader(http.StatusNoContent)
		g.answered <- struct{}{}
	})
	mux.HandleFunc("/gw", func(w http.ResponseWriter, r *http.Request) {
		var up websocket.Upgrader
		conn, err := up.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		g.mu.Lock()
		g.dials++
		n := g.dials
		g.mu.Unlock()
		script(&peer{conn, g, r.URL.RawQuery}, n)
	})
	g.Server = httptest.NewServer(mux)
	t.Cleanup(g.Close)
	return g
}

// sent returns how many frames with this text in them clients have sent.
func (g *gatewayServer) sent(text string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(g.frames), func(f string) bool {
		return !strings.Contains(f, text)
	}))
}

// peer is the server's end of one connection.
type peer struct {
	*websocket.Conn
	g     *gatewayServer
	query string
}

func (p *peer) say(text string) { _ = p.WriteMessage(websocket.TextMessage, []byte(text)) }

func (p *peer) hello(ms int) { p.say(fmt.Sprintf(`{"op":10,"d":{"heartbeat_interval":%d}}`, ms)) }

// hear reads frames until one with text in it; false when the client is gone.
func (p *peer) hear(text string) bool {
	for {
		_, data, err := p.ReadMessage()
		if err != nil {
			return false
		}
		p.g.mu.Lock()
		p.g.frames = append(p.g.frames, string(data))
		p.g.mu.Unlock()
		if strings.Contains(string(data), text) {
			return true
		}
		if strings.Contains(string(data), `"op":1,`) {
			p.say(`{"op":11}`)
		}
	}
}

func (p *peer) ready() {
	p.say(`{"op":0,"s":1,"t":"READY","d":{"v":10,"session_id":"sess","user":{"id":"1"},"application":{"id":"2"},"guilds":[]}}`)
}

// welcome does a whole handshake.
func (p *peer) welcome() {
	p.hello(20_000)
	p.hear(`"op":2`)
	p.ready()
}

// stay answers heartbeats until the client leaves.
func (p *peer) stay() { p.hear("never said") }

func (p *peer) interaction(id, customID string) {
	p.say(fmt.Sprintf(`{"op":0,"s":5,"t":"INTERACTION_CREATE","d":{"id":"%s","application_id":"2","type":3,"token":"ix-s3cret",
		"channel_id":"3","user":{"id":"4","username":"ola"},"message":{"id":"9","components":[{"type":77}]},"data":{"custom_id":"%s"}}}`, id, customID))
}

func (g *gatewayServer) options() Options {
	return Options{
		Token: secretToken, APIURL: g.URL + "/api", ReadyTimeout: 5 * time.Second,
		Waits: Waits{IdentifyGap: time.Millisecond},
	}
}

func connect(t *testing.T, o Options) *Session {
	t.Helper()
	s, err := Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return s
}

func receive[T any](t *testing.T, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(time.Minute):
		t.Fatalf("%s did not come", what)
		panic("unreachable")
	}
}

// writerFunc is a function that is written to.
type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
