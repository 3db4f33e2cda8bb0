package discord

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const (
	maxEvent     = 32 << 20 // bytes of a message from the gateway
	dialTimeout  = 15 * time.Second
	writeTimeout = 10 * time.Second
	// leaveResumable is the code with which a connection is closed that is to be resumed; 1000 and 1001 would end the
	// session at Discord, and the next start would cost one of the day's identifies.
	leaveResumable = 4000
	// missedBeats is how many intervals may pass without an acknowledgement; the library itself would wait for five.
	missedBeats = 2.5
)

// Bounds of the heartbeat that a server may ask for: the library panics at 0.
const (
	minHeartbeat = 10 * time.Millisecond
	maxHeartbeat = 10 * time.Minute
)

// Gateway opcodes.
const (
	opDispatch       = 0
	opIdentify       = 2
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// link is one gateway connection. It stands between the library and Discord, and every message passes through it. That
// makes the library's traps harmless: in the handshake it blocks for ever on op 7 and op 11 (it waits for a lock
// that it holds), it panics at a heartbeat of 0, retries identify without pause or count, and does not report with which
// code a connection was closed.
type link struct {
	gateway  string // address, as the server named it
	now      func() time.Time
	pause    func() time.Duration                                                 // before an identify after op 9
	identify func() (time.Duration, error)                                        // how long to wait before an identify, or why there must be none
	dial     func(ctx context.Context, network, address string) (net.Conn, error) // nil: over the network

	ready chan struct{} // closed at READY or RESUMED
	done  chan struct{} // closed when the connection has ended
	pumps sync.WaitGroup

	mu       sync.Mutex
	up       *websocket.Conn // to Discord
	local    net.Conn        // our end of the pipe to the library
	ended    bool
	err      error // why
	received int
	isReady  bool
	lastAck  time.Time
}

func newLink(gateway string, now func() time.Time, pause func() time.Duration, identify func() (time.Duration, error)) *link {
	return &link{
		gateway: gateway, now: now, pause: pause, identify: identify,
		ready: make(chan struct{}), done: make(chan struct{}),
	}
}

// connect dials Discord and returns the library's end of the connection.
func (l *link) connect(ctx context.Context) (net.Conn, error) {
	address, err := url.Parse(l.gateway)
	if err != nil {
		return nil, errors.New("malformed gateway address")
	}
	if address.Path == "" {
		address.Path = "/"
	}
	address.RawQuery = url.Values{"v": {apiVersion}, "encoding": {"json"}}.Encode()
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: dialTimeout, NetDialContext: l.dial}
	up, resp, err := dialer.DialContext(ctx, address.String(), nil)
	if err != nil {
		if resp != nil {
			err = fmt.Errorf("%w (status %d)", err, resp.StatusCode)
		}
		err = fmt.Errorf("dial the gateway: %w", err)
		l.end(err, 0)
		return nil, err
	}
	up.SetReadLimit(maxEvent)
	ours, theirs := net.Pipe()
	l.mu.Lock()
	l.up, l.local = up, ours
	if l.ended { // while it was dialled
		l.mu.Unlock()
		_, _, _ = up.Close(), ours.Close(), theirs.Close()
		return nil, l.err
	}
	l.pumps.Go(func() { l.serve(ours, up) })
	l.mu.Unlock()
	return theirs, nil
}

// serve answers the library's handshake and pumps both ways until either end is gone.
func (l *link) serve(ours net.Conn, up *websocket.Conn) {
	local, err := upgrade(ours)
	if err != nil {
		l.end(fmt.Errorf("shake hands with the library: %w", err), leaveResumable)
		return
	}
	local.SetReadLimit(maxEvent)
	l.pumps.Go(func() { l.end(l.pumpUp(local, up), leaveResumable) })
	l.end(l.pumpDown(up, local), leaveResumable)
}

// end closes both sides, once; the first cause counts. code goes to Discord, unless that has closed first.
func (l *link) end(err error, code int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	l.ended, l.err = true, err
	close(l.done)
	if l.up != nil {
		text := websocket.FormatCloseMessage(code, "")
		_ = l.up.WriteControl(websocket.CloseMessage, text, time.Now().Add(time.Second)) // a courtesy
		_ = l.up.Close()
		_ = l.local.Close()
	}
}

// welcomed reports whether Discord said READY or RESUMED.
func (l *link) welcomed() bool { return isClosed(l.ready) }

// holds reports whether Discord has welcomed the connection and it has not ended since.
func (l *link) holds() bool { return l.welcomed() && !isClosed(l.done) }

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// cause returns why the connection ended; only after done.
func (l *link) cause() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// packet is what the link reads of a gateway message.
type packet struct {
	Op   int             `json:"op"`
	Seq  *int64          `json:"s"`
	Type string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

func (l *link) pumpDown(up, local *websocket.Conn) error {
	for {
		kind, data, err := up.ReadMessage()
		if err != nil {
			return gatewayError(err)
		}
		if data, err = l.inspect(kind, data); err != nil {
			return err
		}
		if err := write(local, data); err != nil {
			return fmt.Errorf("hand a message to the library: %w", err)
		}
	}
}

// inspect decides about one message from Discord: it returns what the library gets, or why the connection must end.
func (l *link) inspect(kind int, data []byte) ([]byte, error) {
	var p packet
	if kind != websocket.TextMessage || !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) || json.Unmarshal(data, &p) != nil {
		return nil, errors.New("malformed message from the gateway")
	}
	l.received++
	switch {
	case l.received == 1 && p.Op != opHello:
		return nil, fmt.Errorf("gateway began with op %d instead of hello", p.Op)
	case l.received == 2 && (p.Op == opReconnect || p.Op == opHeartbeatAck):
		return nil, fmt.Errorf("gateway sent op %d in the handshake", p.Op) // the library would block for ever
	}
	switch p.Op {
	case opHello:
		if l.received > 1 {
			return nil, errors.New("gateway said hello twice")
		}
		return data, l.hello(p)
	case opHeartbeatAck:
		l.mu.Lock()
		l.lastAck = l.now()
		l.mu.Unlock()
	case opInvalidSession:
		l.rest(l.pause())
	case opDispatch:
		return l.dispatch(p, data), nil
	}
	return data, nil
}

// dispatch lets through what the bot acts on. Of the rest the library only needs the sequence number: without a cache,
// decoding every server, channel and role at each start would be waste.
func (l *link) dispatch(p packet, data []byte) []byte {
	switch p.Type {
	case eventReady, eventResumed:
		if !l.isReady {
			l.isReady = true
			close(l.ready)
		}
		return data
	case eventInteraction, eventGuild, eventChannel, eventThread, eventMessage:
		return data
	}
	var seq int64
	if p.Seq != nil {
		seq = *p.Seq
	}
	return fmt.Appendf(nil, `{"op":0,"s":%d,"t":"SKIPPED","d":{}}`, seq)
}

// hello starts the watch over the heartbeat.
func (l *link) hello(p packet) error {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if json.Unmarshal(p.Data, &hello) != nil || hello.Interval < minHeartbeat.Milliseconds() ||
		hello.Interval > maxHeartbeat.Milliseconds() {
		return errors.New("gateway asks for an impossible heartbeat interval")
	}
	interval := time.Duration(hello.Interval) * time.Millisecond
	l.mu.Lock()
	l.lastAck = l.now()
	l.mu.Unlock()
	l.pumps.Go(func() { l.watch(interval) })
	return nil
}

// watch ends the connection when Discord stops acknowledging.
func (l *link) watch(interval time.Duration) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-l.done:
			return
		case <-tick.C:
			l.mu.Lock()
			silent := l.now().Sub(l.lastAck)
			l.mu.Unlock()
			if silent > time.Duration(missedBeats*float64(interval)) {
				l.end(fmt.Errorf("no heartbeat acknowledged for %s", silent.Round(time.Millisecond)), leaveResumable)
				return
			}
		}
	}
}

// rest waits for d, or until the connection ends.
func (l *link) rest(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-l.done:
	}
}

func (l *link) pumpUp(local, up *websocket.Conn) error {
	for {
		_, data, err := local.ReadMessage()
		if err != nil {
			return errLibraryClosed
		}
		var p packet
		if json.Unmarshal(data, &p) == nil && p.Op == opIdentify {
			wait, err := l.identify()
			if err != nil {
				return err
			}
			l.rest(wait)
		}
		if err := write(up, data); err != nil {
			return fmt.Errorf("send to the gateway: %w", gatewayError(err))
		}
	}
}

var errLibraryClosed = errors.New("library closed the connection")

func write(c *websocket.Conn, data []byte) error {
	if err := c.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	return c.WriteMessage(websocket.TextMessage, data)
}

// upgrade answers the library's WebSocket handshake on a pipe.
func upgrade(conn net.Conn) (*websocket.Conn, error) {
	if err := conn.SetDeadline(time.Now().Add(writeTimeout)); err != nil {
		return nil, err
	}
	both := bufio.NewReadWriter(bufio.NewReader(conn), bufio.NewWriter(conn))
	req, err := http.ReadRequest(both.Reader)
	if err != nil {
		return nil, err
	}
	var upgrader websocket.Upgrader
	local, err := upgrader.Upgrade(&pipeResponse{conn: conn, both: both, header: http.Header{}}, req, nil)
	if err != nil {
		return nil, err
	}
	return local, conn.SetDeadline(time.Time{})
}

// pipeResponse is as much of an http.ResponseWriter as an upgrade needs.
type pipeResponse struct {
	conn   net.Conn
	both   *bufio.ReadWriter
	header http.Header
}

// Header implements http.ResponseWriter.
func (p *pipeResponse) Header() http.Header { return p.header }

// Write implements http.ResponseWriter.
func (p *pipeResponse) Write(b []byte) (int, error) { return p.conn.Write(b) }

// WriteHeader implements http.ResponseWriter.
func (p *pipeResponse) WriteHeader(int) {}

// Hijack implements http.Hijacker.
func (p *pipeResponse) Hijack() (net.Conn, *bufio.ReadWriter, error) { return p.conn, p.both, nil }
