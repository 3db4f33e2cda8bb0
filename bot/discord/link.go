package discord

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const (
	maxEvent     = 32 << 20 // bytes of a message from the gateway
	dialTimeout  = 15 * time.Second
	writeTimeout = 10 * time.Second
	// leaveResumable closes a connection that will be resumed; after 1000 or 1001 Discord forgets
	// the session, and the next start costs an identify.
	leaveResumable = 4000
	// missedBeats is how many heartbeat intervals may pass in silence.
	missedBeats = 2.5
)

// Bounds of the heartbeat interval that a server may ask for: the library panics at 0.
const (
	minHeartbeat = 10 * time.Millisecond
	maxHeartbeat = 10 * time.Minute
)

// Gateway opcodes.
const (
	opDispatch       = 0
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// packet is the part of a gateway message that the link reads.
type packet struct {
	Op   int             `json:"op"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

// resumption is what it takes to resume a gateway session on a new connection.
type resumption struct {
	session string // "": there is none
	url     string
	seq     int64 // of the last event received
}

// link is one gateway connection: a WebSocket to Discord, a fresh library session, and a pipe
// between them (package comment).
type link struct {
	*shard
	up, local *websocket.Conn // to Discord, to the library
	resumes   resumption      // the session to resume
	welcome   func()          // called at READY and RESUMED
	interval  time.Duration   // of heartbeats; 0 before hello
	isReady   bool
}

// connect runs one gateway connection and returns why it ended. welcome is called at READY or
// RESUMED, within ReadyTimeout.
func (h *shard) connect(parent context.Context, gateway string, welcome func()) error {
	ctx, end := context.WithCancelCause(parent)
	defer end(nil)
	late := time.AfterFunc(h.opts.ReadyTimeout, func() {
		end(fmt.Errorf("gateway did not become ready within %s", h.opts.ReadyTimeout))
	})
	defer late.Stop()
	up, err := h.dial(ctx, gateway)
	if err != nil {
		return err
	}
	ours, theirs := net.Pipe()
	lib := h.newLibrary(theirs)
	go func() { // nobody waits for it: should the library hang, the next connection gets another
		if err := lib.Open(); err != nil {
			end(fmt.Errorf("open the library's session: %w", err))
		}
	}()
	l := &link{shard: h, up: up, resumes: h.resumption, welcome: func() { late.Stop(); welcome() }}
	var pumps sync.WaitGroup
	pumps.Go(func() {
		if l.local, err = upgrade(ours); err != nil {
			end(fmt.Errorf("shake hands with the library: %w", err))
			return
		}
		pumps.Go(func() { end(l.pumpUp(ctx)) })
		end(l.pumpDown())
	})
	<-ctx.Done()
	code := leaveResumable
	if parent.Err() != nil {
		code = websocket.CloseNormalClosure
	}
	goodbye := websocket.FormatCloseMessage(code, "")
	_ = up.WriteControl(websocket.CloseMessage, goodbye, time.Now().Add(time.Second)) // may be gone
	_, _ = up.Close(), ours.Close()
	pumps.Wait()
	h.connected.Store(false)
	return context.Cause(ctx)
}

// dial opens the WebSocket to Discord, to the address for resuming if there is a session.
func (h *shard) dial(ctx context.Context, gateway string) (*websocket.Conn, error) {
	address, err := url.Parse(cmp.Or(h.resumption.url, gateway))
	if err != nil {
		return nil, errors.New("malformed gateway address")
	}
	address.Path = "/" + strings.TrimPrefix(address.Path, "/")
	address.RawQuery = url.Values{"v": {apiVersion}, "encoding": {"json"}}.Encode()
	dialer := websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: dialTimeout, NetDialContext: h.opts.Dial,
	}
	up, resp, err := dialer.DialContext(ctx, address.String(), nil)
	if err != nil {
		h.resumption.url = "" // the next attempt takes the usual one
		if resp != nil {
			err = fmt.Errorf("%w (status %d)", err, resp.StatusCode)
		}
		return nil, fmt.Errorf("dial the gateway: %w", err)
	}
	up.SetReadLimit(maxEvent)
	return up, nil
}

// newLibrary returns a library session that finds the gateway at the other end of conn: no cache,
// no reconnecting, and only the intents for deletions and direct messages, which need no privilege.
// Interactions need none.
func (h *shard) newLibrary(conn net.Conn) *discordgo.Session {
	lib := newLibrary(h.token)
	lib.Client = &http.Client{Transport: answering(`{"url":"ws://pipe.invalid/"}`)}
	lib.Dialer = &websocket.Dialer{
		HandshakeTimeout: dialTimeout,
		NetDialContext:   func(context.Context, string, string) (net.Conn, error) { return conn, nil },
	}
	lib.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentsDirectMessages
	lib.Identify.Compress, lib.Compress = false, false
	lib.ShardID, lib.ShardCount = h.id, h.of
	lib.ShouldReconnectOnError = false
	return lib
}

// answering answers every request alike: a library session asks for the gateway.
type answering string

func (a answering) RoundTrip(req *http.Request) (*http.Response, error) {
	body := io.NopCloser(strings.NewReader(string(a)))
	return &http.Response{StatusCode: http.StatusOK, Body: body, Request: req}, nil
}

func (l *link) pumpDown() error {
	for {
		kind, data, err := l.up.ReadMessage()
		if err != nil {
			return gatewayError(err)
		}
		var p packet
		if kind != websocket.TextMessage || json.Unmarshal(data, &p) != nil {
			return errors.New("malformed message from the gateway")
		}
		if data, err = l.inspect(p, data); err != nil {
			return err
		}
		if data == nil {
			continue
		}
		if err := write(l.local, data); err != nil {
			return fmt.Errorf("hand a message to the library: %w", err)
		}
	}
}

// inspect decides about a message from Discord. It returns what the library gets (nil: nothing), or
// why the connection must end.
func (l *link) inspect(p packet, data []byte) ([]byte, error) {
	if l.interval == 0 {
		return data, l.hello(p)
	}
	l.awaitNext()
	switch p.Op {
	case opHello:
		return nil, errors.New("gateway said hello twice")
	case opReconnect:
		return nil, errors.New("gateway asks for a new connection")
	case opInvalidSession:
		if string(p.Data) != "true" {
			l.resumption = resumption{}
		}
		return nil, errInvalidSession
	case opHeartbeatAck:
		if !l.isReady {
			return nil, nil // the library would wait for a lock that it holds
		}
	case opDispatch:
		return l.dispatch(p), nil
	}
	return data, nil
}

// errInvalidSession says that Discord has ended the session and wants a pause.
var errInvalidSession = errors.New("gateway ended the session")

func (l *link) hello(p packet) error {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if p.Op != opHello {
		return fmt.Errorf("gateway began with op %d instead of hello", p.Op)
	}
	if json.Unmarshal(p.Data, &hello) != nil || hello.Interval < minHeartbeat.Milliseconds() ||
		hello.Interval > maxHeartbeat.Milliseconds() {
		return errors.New("gateway asks for an impossible heartbeat interval")
	}
	l.interval = time.Duration(hello.Interval) * time.Millisecond
	l.awaitNext()
	return nil
}

// awaitNext ends the connection unless something comes soon.
func (l *link) awaitNext() {
	silence := time.Duration(missedBeats * float64(l.interval))
	_ = l.up.SetReadDeadline(time.Now().Add(silence)) // an error comes up at the next read
}

// dispatch acts on an event. The library only gets its sequence number, for heartbeats: it would
// decode every server, channel and role at each start.
func (l *link) dispatch(p packet) []byte {
	switch p.Type {
	case eventReady:
		var ready struct {
			Session     string `json:"session_id"`
			URL         string `json:"resume_gateway_url"`
			Application struct{ ID string }
		}
		if json.Unmarshal(p.Data, &ready) == nil && checkID(ready.Application.ID) == nil {
			l.appID.Store(&ready.Application.ID)
		}
		l.resumption = resumption{session: ready.Session, url: ready.URL}
		fallthrough
	case eventResumed:
		if !l.isReady {
			l.isReady = true
			l.welcome()
		}
	default:
		l.receive(p.Type, p.Data)
	}
	if p.Seq > 0 {
		l.resumption.seq = p.Seq
	}
	return fmt.Appendf(nil, `{"op":0,"s":%d,"t":"SKIPPED","d":{}}`, p.Seq)
}

func (l *link) pumpUp(ctx context.Context) error {
	for {
		_, data, err := l.local.ReadMessage()
		if err != nil {
			return errors.New("library closed the connection")
		}
		var p packet
		if json.Unmarshal(data, &p) == nil && p.Op == opIdentify {
			if data, err = l.login(ctx, data); err != nil {
				return err
			}
		}
		if err := write(l.up, data); err != nil {
			return fmt.Errorf("send to the gateway: %w", gatewayError(err))
		}
	}
}

// login replaces the library's identify by a resume if there is a session, or lets it through when
// it is due.
func (l *link) login(ctx context.Context, identify []byte) ([]byte, error) {
	if l.resumes.session != "" {
		return json.Marshal(map[string]any{"op": opResume, "d": map[string]any{
			"token": "Bot " + string(l.token), "session_id": l.resumes.session, "seq": l.resumes.seq,
		}})
	}
	wait, err := l.identifies.reserve(l.id)
	if err != nil {
		return nil, err
	}
	return identify, pause(ctx, wait)
}

func write(c *websocket.Conn, data []byte) error {
	if err := c.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	return c.WriteMessage(websocket.TextMessage, data)
}

func upgrade(conn net.Conn) (*websocket.Conn, error) {
	if err := conn.SetDeadline(time.Now().Add(writeTimeout)); err != nil {
		return nil, err
	}
	req, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return nil, err
	}
	var upgrader websocket.Upgrader
	local, err := upgrader.Upgrade(pipeResponse{conn: conn}, req, nil)
	if err != nil {
		return nil, err
	}
	local.SetReadLimit(maxEvent)
	return local, conn.SetDeadline(time.Time{})
}

// pipeResponse is as much of an http.ResponseWriter as the upgrade needs.
type pipeResponse struct {
	http.ResponseWriter // nil
	conn                net.Conn
}

func (p pipeResponse) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return p.conn, bufio.NewReadWriter(bufio.NewReader(p.conn), bufio.NewWriter(p.conn)), nil
}
