package discord

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
)

// TestMain looks for goroutines left behind. The library leaves none, since every connection is ended from our side.
func TestMain(m *testing.M) {
	code := m.Run()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// gatewayServer is a Discord of gateway and nothing else. script plays the server's side of the n-th connection, n from 1.
type gatewayServer struct {
	*httptest.Server
	remaining int
	mu        sync.Mutex
	dials     int
	frames    []string // what clients sent
	callbacks []string // bodies of answers to interactions
	answered  chan struct{}
}

func newGateway(t *testing.T, script func(c *peer, n int)) *gatewayServer {
	t.Helper()
	g := &gatewayServer{remaining: 1000, answered: make(chan struct{}, 1000)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v10/gateway/bot", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"url":"ws://%s/gw","shards":1,"session_start_limit":{"total":1000,"remaining":%d,"reset_after":3600000,"max_concurrency":1}}`,
			r.Host, g.remaining)
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
	return len(slices.DeleteFunc(slices.Clone(g.frames), func(f string) bool { return !strings.Contains(f, text) }))
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
	return Options{Token: secretToken, APIURL: g.URL + "/api", ReadyTimeout: 5 * time.Second}
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
	case <-time.After(10 * time.Second):
		t.Fatalf("%s did not come", what)
		panic("unreachable")
	}
}

func TestInteractionsArriveAndAPanicInAHandlerCostsOnlyItsOwn(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(p *peer, _ int) {
		p.welcome()
		p.say(`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`) // the library would panic
		p.interaction("100", "boom")
		p.interaction("101", "fine")
		p.say(`{"op":0,"s":6,"t":"THREAD_DELETE","d":{"id":"7","guild_id":"8","parent_id":"9","type":11}}`)
		p.stay()
	})
	var log syncBuffer
	arrived, events := make(chan *Interaction, 2), make(chan Event, 1)
	o := g.options()
	o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	o.Handler = func(ctx context.Context, ix *Interaction) {
		if _, ok := ctx.Deadline(); !ok {
			t.Error("handler has no deadline")
		}
		if ix.CustomID == "boom" {
			panic("secret is " + secretToken)
		}
		arrived <- ix
	}
	o.OnEvent = func(_ context.Context, e Event) { events <- e }
	connect(t, o)
	if got := receive(t, arrived, "interaction"); got.CustomID != "fine" || got.User.Name != "ola" || got.Message != "9" {
		t.Errorf("got %+v", got)
	}
	if got, want := receive(t, events, "event"), (Event{Kind: ThreadGone, Guild: "8", Channel: "7", Parent: "9"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if text := log.String(); !strings.Contains(text, "handler panicked") || strings.Contains(text, "Gabcde") {
		t.Errorf("log: %s", text)
	}
}

func TestTheGatewayIsOfVersion10WithOneIntent(t *testing.T) {
	t.Parallel()
	query := make(chan string, 1)
	g := newGateway(t, func(p *peer, _ int) {
		query <- p.query
		p.welcome()
		p.stay()
	})
	s := connect(t, g.options())
	if got := receive(t, query, "query"); got != "encoding=json&v=10" {
		t.Errorf("got %s", got)
	}
	if got := g.sent(`"intents":1}`) + g.sent(`"intents":1,`); got != 1 {
		t.Errorf("%d identifies with the intent of guilds, want 1: %q", got, g.frames)
	}
	if got := s.Identifies(); got != 1 {
		t.Errorf("counted %d identifies, want 1", got)
	}
}

func TestAHandshakeThatLeadsNowhereEndsInTime(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]func(p *peer, n int){
		"op 7 instead of READY": func(p *peer, _ int) { p.hello(20_000); p.hear(`"op":2`); p.say(`{"op":7,"d":null}`); p.stay() },
		"op 7 instead of hello": func(p *peer, _ int) { p.say(`{"op":7,"d":null}`); p.stay() },
		"op 11 unasked":         func(p *peer, _ int) { p.hello(20_000); p.hear(`"op":2`); p.say(`{"op":11}`); p.stay() },
		"silence":               func(p *peer, _ int) { p.hello(20_000); p.stay() },
		"no hello":              func(p *peer, _ int) { p.stay() },
		"a heartbeat of 0":      func(p *peer, _ int) { p.hello(0); p.stay() },
		"null":                  func(p *peer, _ int) { p.say(`null`); p.stay() },
		"a cut connection":      func(*peer, int) {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newGateway(t, script).options()
			o.ReadyTimeout = 700 * time.Millisecond
			begin := time.Now()
			if _, err := Connect(t.Context(), o); err == nil || !strings.Contains(err.Error(), "gateway was not ready within 700ms") {
				t.Errorf("got %v", err)
			}
			if took := time.Since(begin); took > 5*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
}

func TestAConnectionSucceedsAfterOp7InTheHandshake(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(p *peer, n int) {
		p.hello(20_000)
		p.hear(`"op":2`)
		if n == 1 {
			p.say(`{"op":7,"d":null}`)
		} else {
			p.ready()
		}
		p.stay()
	})
	connect(t, g.options())
}

func TestALibraryThatHangsIsReported(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(p *peer, _ int) { p.welcome(); p.stay() })
	release := make(chan struct{})
	defer close(release)
	s := &Session{opts: g.options().withDefaults(), fatal: make(chan error, 1), starts: starts{now: time.Now}}
	s.opts.ReadyTimeout = 200 * time.Millisecond
	client, err := NewClient(s.opts)
	if err != nil {
		t.Fatal(err)
	}
	s.Client = client
	s.open = func() error { <-release; return nil }
	go s.keepConnected(t.Context(), make(chan error, 1))
	if err := receive(t, s.Done(), "fatal error"); !strings.Contains(err.Error(), "must be started again") {
		t.Errorf("got %v", err)
	}
}

func TestFatalCloseCodesNameTheCure(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]string{
		4004: "developer portal", 4010: "shard", 4011: "more shards", 4012: "update", 4013: "update", 4014: "Intents",
	} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			g := newGateway(t, func(p *peer, _ int) {
				p.hello(20_000)
				p.hear(`"op":2`)
				_ = p.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, "no"))
				p.stay()
			})
			_, err := Connect(t.Context(), g.options())
			if err == nil || !strings.Contains(err.Error(), want) || g.dials != 1 {
				t.Errorf("got %v after %d connections, want one with %q after 1", err, g.dials, want)
			}
		})
	}
}

func TestAFatalCloseOfARunningSessionIsReported(t *testing.T) {
	t.Parallel()
	connected := make(chan struct{})
	g := newGateway(t, func(p *peer, _ int) {
		p.welcome()
		<-connected
		_ = p.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(4004, "no"))
		p.stay()
	})
	s := connect(t, g.options())
	close(connected)
	if err := receive(t, s.Done(), "fatal error"); !strings.Contains(err.Error(), "does not know this token") {
		t.Errorf("got %v", err)
	}
}

func TestAnUnknownTokenIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t, reply(401, `{"message":"401: Unauthorized","code":0}`))
	_, err := Connect(t.Context(), Options{Token: secretToken, APIURL: s.URL + "/api", ReadyTimeout: 5 * time.Second})
	if err == nil || !strings.Contains(err.Error(), "does not know this token") || strings.Contains(err.Error(), "Gabcde") {
		t.Errorf("got %v", err)
	}
}

func TestNoIdentifyIsSpentWhenFewAreLeft(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(p *peer, _ int) { p.welcome(); p.stay() })
	g.remaining = spareStarts
	_, err := Connect(t.Context(), g.options())
	if err == nil || !strings.Contains(err.Error(), "only 5 more starts") || g.sent(`"op":2`) != 0 {
		t.Errorf("got %v after %d identifies", err, g.sent(`"op":2`))
	}
}

func TestABrokenConnectionIsResumed(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]func(p *peer){
		"after op 7":            func(p *peer) { p.say(`{"op":7,"d":null}`); p.stay() },
		"after a close":         func(p *peer) { _ = p.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(4000, "")) },
		"after a cut":           func(*peer) {},
		"when nothing is acked": func(p *peer) { _, _, _ = p.ReadMessage(); p.hear(`"op":nothing`) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resumed := make(chan bool, 1)
			g := newGateway(t, func(p *peer, n int) {
				p.hello(map[bool]int{true: 100, false: 20_000}[n == 1 && name == "when nothing is acked"])
				if n == 1 {
					p.hear(`"op":2`)
					p.ready()
					if name == "when nothing is acked" {
						for _, _, err := p.ReadMessage(); err == nil; _, _, err = p.ReadMessage() {
						}
						return
					}
					script(p)
					return
				}
				resumed <- p.hear(`"op":6`)
				p.say(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
				p.stay()
			})
			s := connect(t, g.options())
			if !receive(t, resumed, "resume") {
				t.Error("the second connection did not resume")
			}
			if got := s.Identifies(); got != 1 {
				t.Errorf("%d identifies, want 1", got)
			}
		})
	}
}

func TestAnInvalidSessionIsIdentifiedAnewAfterAPause(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(p *peer, _ int) {
		p.hello(20_000)
		p.hear(`"op":2`)
		p.say(`{"op":9,"d":false}`)
		p.hear(`"op":2`)
		p.ready()
		p.stay()
	})
	o := g.options()
	o.ReadyTimeout = 20 * time.Second
	begin := time.Now()
	s := connect(t, o)
	if took := time.Since(begin); took < time.Second {
		t.Errorf("identified again after %s, want at least 1 s", took)
	}
	if got := s.Identifies(); got != 2 {
		t.Errorf("counted %d identifies, want 2", got)
	}
}

func TestASessionWithoutGatewayGivesUp(t *testing.T) {
	t.Parallel()
	connected := make(chan struct{})
	g := newGateway(t, func(p *peer, n int) {
		if n == 1 {
			p.welcome()
		}
		<-connected
	})
	o := g.options()
	o.OfflineLimit = 10 * time.Millisecond
	s := connect(t, o)
	close(connected)
	if err := receive(t, s.Done(), "fatal error"); !strings.Contains(err.Error(), "no gateway for") {
		t.Errorf("got %v", err)
	}
}

func TestAFullQueueRefusesInsteadOfBlocking(t *testing.T) {
	t.Parallel()
	started := make(chan struct{})
	g := newGateway(t, func(p *peer, _ int) {
		p.welcome()
		p.interaction("100", "runs")
		<-started
		p.interaction("101", "waits")
		p.interaction("102", "is refused")
		p.stay()
	})
	release := make(chan struct{})
	var handled sync.WaitGroup
	handled.Add(2)
	o := g.options()
	o.Workers, o.Queue = 1, 1
	o.Busy = func(*Interaction) string { return "All hands are busy." }
	o.Handler = func(_ context.Context, ix *Interaction) {
		if ix.CustomID == "runs" {
			close(started)
		}
		<-release
		handled.Done()
	}
	connect(t, o)
	receive(t, g.answered, "refusal")
	close(release)
	handled.Wait()
	want := `{"type":4,"data":{"content":"All hands are busy.","allowed_mentions":{"parse":[]},"flags":64}}`
	if len(g.callbacks) != 1 || g.callbacks[0] != want {
		t.Errorf("got %q, want %q", g.callbacks, want)
	}
}

func TestAnInteractionThatWaitedTooLongIsDropped(t *testing.T) {
	now := noon
	ran := []string{}
	q := newQueue(Options{
		Now: func() time.Time { return now }, Handler: func(_ context.Context, ix *Interaction) { ran = append(ran, ix.ID) },
		HandlerTimeout: time.Minute, Logger: slog.New(slog.DiscardHandler),
	}, nil)
	q.run(job{ix: &Interaction{ID: "late"}, since: now.Add(-lateAfter - time.Millisecond)})
	q.run(job{ix: &Interaction{ID: "in time"}, since: now.Add(-lateAfter)})
	if len(ran) != 1 || ran[0] != "in time" {
		t.Errorf("ran %q, want only what was in time", ran)
	}
}

func TestCloseWaitsForHandlersWhichCanStillAnswer(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(p *peer, _ int) {
		p.welcome()
		p.interaction("100", "x")
		p.stay()
	})
	started, release := make(chan *Interaction), make(chan error)
	o := g.options()
	o.Handler = func(_ context.Context, ix *Interaction) {
		started <- ix
		<-release
		started <- ix
	}
	s, err := Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	ix := receive(t, started, "handler")
	closed := make(chan error, 1)
	go func() { closed <- s.Close(context.Background()) }()
	receive(t, s.queue.closing, "begin of closing")
	if err := s.Respond(t.Context(), ix, Response{DeferUpdate: true}); err != nil {
		t.Errorf("answer while closing: %v", err)
	}
	release <- nil
	receive(t, started, "end of the handler")
	if err := receive(t, closed, "end of closing"); err != nil {
		t.Error(err)
	}
}

func TestCloseCancelsHandlersThatTakeTooLong(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(p *peer, _ int) {
		p.welcome()
		p.interaction("100", "x")
		p.stay()
	})
	started, cancelled := make(chan bool, 1), make(chan bool, 1)
	o := g.options()
	o.Handler = func(ctx context.Context, _ *Interaction) {
		started <- true
		<-ctx.Done()
		cancelled <- true
	}
	s, err := Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	receive(t, started, "handler")
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := s.Close(short); err == nil || !strings.Contains(err.Error(), "running handlers") {
		t.Errorf("got %v, want to hear of the handler", err)
	}
	receive(t, cancelled, "end of the handler's context")
}

func TestTheLibrarysLogIsScrubbedAndShort(t *testing.T) {
	var log syncBuffer
	b := &bridge{slog.New(slog.NewTextHandler(&log, nil)), secretToken}
	b.write(0, "sending %s to %s", []any{secretToken, "https://discord.com/api/v9/webhooks/1/ix-s3cret/messages/@original"})
	b.write(1, "unknown event: %s", []any{"private"})
	b.write(0, "%s", []any{strings.Repeat("x", 5000)})
	b.write(0, "error reading: %s", []any{error(&websocket.CloseError{Code: 4004, Text: "closed"})})
	got := log.String()
	if strings.Contains(got, "s3cret") || strings.Contains(got, "Gabcde") || strings.Contains(got, "private") ||
		strings.Contains(got, "closed") || len(got) > 1000 || strings.Count(got, "\n") != 2 {
		t.Errorf("log: %s", got)
	}
}

// syncBuffer is a buffer for a log that is written and read at once.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
