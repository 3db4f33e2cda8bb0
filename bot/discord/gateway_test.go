package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
)

// libraryLines counts what the library logs: whole events and tokens among it.
var libraryLines atomic.Int32

// TestMain looks for lines in the library's log afterwards, and for goroutines left behind.
func TestMain(m *testing.M) {
	discordgo.Logger = func(int, int, string, ...any) { libraryLines.Add(1) }
	code := m.Run()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	if err, n := goleak.Find(), libraryLines.Load(); err != nil || n > 0 {
		fmt.Fprintf(os.Stderr, "left behind: %v; lines logged by the library: %d\n", err, n)
		code = max(code, 1)
	}
	os.Exit(code)
}

// inBubble runs a test with a clock of its own, which moves when all wait.
func inBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, test)
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

// gatewayServer is a Discord in memory, of gateway and answers to interactions. script plays the
// server's side of the n-th connection, n from 1.
type gatewayServer struct {
	script    func(c *peer, n int)
	conns     chan net.Conn // dialled, to be served
	remaining int
	shards    int // recommended
	mu        sync.Mutex
	dials     []time.Time
	frames    []string // what clients sent
	callbacks []string // bodies of answers to interactions
	answered  chan struct{}
}

func newGateway(t *testing.T, script func(c *peer, n int)) *gatewayServer {
	t.Helper()
	g := &gatewayServer{
		script: script, conns: make(chan net.Conn), remaining: 1000, shards: 1,
		answered: make(chan struct{}, 1000),
	}
	server := &http.Server{Handler: g}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(g) }) // until it is closed
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		serving.Wait()
	})
	return g
}

// dial connects a client to the gateway.
func (g *gatewayServer) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case g.conns <- ours:
		return theirs, nil
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), ours.Close(), theirs.Close())
	}
}

// Accept implements net.Listener.
func (g *gatewayServer) Accept() (net.Conn, error) {
	c, ok := <-g.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

// Close implements net.Listener.
func (g *gatewayServer) Close() error {
	close(g.conns)
	return nil
}

// Addr implements net.Listener.
func (g *gatewayServer) Addr() net.Addr { return &net.UnixAddr{Name: "gateway", Net: "pipe"} }

// RoundTrip implements http.RoundTripper: Discord's side of requests.
func (g *gatewayServer) RoundTrip(r *http.Request) (*http.Response, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	answer := &http.Response{StatusCode: http.StatusOK, Request: r}
	text := ""
	if strings.HasSuffix(r.URL.Path, "/callback") {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		g.callbacks = append(g.callbacks, string(body))
		answer.StatusCode = http.StatusNoContent
		g.answered <- struct{}{}
	} else {
		text = fmt.Sprintf(`{"url":"ws://gateway.invalid/gw","shards":%d,"session_start_limit":`+
			`{"total":1000,"remaining":%d,"reset_after":3600000,"max_concurrency":1}}`,
			g.shards, g.remaining)
	}
	answer.Body = io.NopCloser(strings.NewReader(text))
	return answer, nil
}

// ServeHTTP serves one connection.
func (g *gatewayServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var up websocket.Upgrader
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	g.mu.Lock()
	g.dials = append(g.dials, time.Now())
	n := len(g.dials)
	g.mu.Unlock()
	g.script(&peer{conn, g, r.URL.RawQuery}, n)
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
	p.say(`{"op":0,"s":1,"t":"READY","d":{"v":10,"session_id":"sess",
		"user":{"id":"1"},"application":{"id":"2"},"guilds":[]}}`)
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
	p.say(fmt.Sprintf(`{"op":0,"s":5,"t":"INTERACTION_CREATE","d":{"id":"%s","application_id":"2",
		"type":3,"token":"ix-s3cret","channel_id":"3","user":{"id":"4","username":"ola"},
		"message":{"id":"9","components":[{"type":77}]},"data":{"custom_id":"%s"}}}`, id, customID))
}

func (g *gatewayServer) options() Options {
	return Options{Token: secretToken, Transport: g, Dial: g.dial}
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
