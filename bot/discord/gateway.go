package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
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
	missedBeats    = 2.5 // heartbeat intervals that may pass in silence
	minHeartbeat   = 10 * time.Millisecond
	maxHeartbeat   = 10 * time.Minute
	// intents are for deletions and direct messages, without a privilege; interactions need none.
	intents = discordgo.IntentsGuilds | discordgo.IntentsDirectMessages
)

// Opcodes of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
)

// errInvalidSession says that Discord has ended the session and wants a pause.
var errInvalidSession = errors.New("gateway ended the session")

// connection is one connection of a shard to the gateway.
type connection struct {
	*shard
	conn     *websocket.Conn
	writing  sync.Mutex
	interval time.Duration // of heartbeats
	late     time.Time     // when the welcome must have come; zero when it has
	welcome  func()
}

// connect runs one connection and returns why it ended. It calls welcome at READY or RESUMED.
func (h *shard) connect(ctx context.Context, welcome func()) error {
	info, err := h.Gateway(ctx)
	if err != nil {
		return fmt.Errorf("ask for the gateway: %w", err)
	}
	h.identifies.allow(info.SessionStartLimit)
	conn, err := h.dial(ctx, info.URL)
	if err != nil {
		h.url = "" // the next attempt takes the usual one
		return fmt.Errorf("dial the gateway: %w", err)
	}
	leave := func(code int) { // it may be gone already
		goodbye := websocket.FormatCloseMessage(code, "")
		_ = conn.WriteControl(websocket.CloseMessage, goodbye, time.Now().Add(time.Second))
		_ = conn.Close()
	}
	defer context.AfterFunc(ctx, func() { leave(websocket.CloseNormalClosure) })()
	defer leave(leaveResumable)
	var beats sync.WaitGroup
	defer beats.Wait()
	ctx, end := context.WithCancel(ctx)
	defer end()
	c := &connection{shard: h, conn: conn, welcome: welcome}
	if err := c.hello(); err != nil {
		return err
	}
	beats.Go(func() { c.beat(ctx) })
	if err := c.login(ctx); err != nil {
		return err
	}
	return c.listen()
}

// dial opens the WebSocket, at the address for resuming if there is a session.
func (h *shard) dial(ctx context.Context, gateway string) (*websocket.Conn, error) {
	address, err := url.Parse(cmp.Or(h.url, gateway))
	if err != nil {
		return nil, errors.New("malformed address")
	}
	address.RawQuery = url.Values{"v": {apiVersion}, "encoding": {"json"}}.Encode()
	dialer := websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: dialTimeout, NetDialContext: h.opts.Dial,
	}
	conn, resp, err := dialer.DialContext(ctx, address.String(), nil)
	if err != nil && resp != nil {
		return nil, fmt.Errorf("%w (status %d)", err, resp.StatusCode)
	}
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(maxEvent)
	return conn, nil
}

func (c *connection) hello() error {
	_ = c.conn.SetReadDeadline(time.Now().Add(readyWithin)) // it never fails
	e, err := c.read()
	if err != nil {
		return err
	}
	var hello struct {
		Interval time.Duration `json:"heartbeat_interval"` // milliseconds
	}
	err = json.Unmarshal(e.RawData, &hello)
	c.interval = hello.Interval * time.Millisecond
	if e.Operation != opHello || err != nil || c.interval < minHeartbeat || c.interval > maxHeartbeat {
		return fmt.Errorf("gateway began with op %d %.50s, not with a hello", e.Operation, e.RawData)
	}
	return nil
}

func (c *connection) login(ctx context.Context) error {
	if c.session != "" {
		return c.say(opResume, map[string]any{
			"token": c.lib.Token, "session_id": c.session, "seq": c.seq.Load(),
		})
	}
	if err := c.identifies.turn(ctx, c.id); err != nil {
		return err
	}
	identify := c.lib.Identify
	identify.Intents, identify.Compress, identify.Shard = intents, false, &[2]int{c.id, c.of}
	return c.say(opIdentify, identify)
}

func (c *connection) beat(ctx context.Context) {
	tick := time.NewTicker(c.interval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if c.say(opHeartbeat, c.seq.Load()) != nil {
			return
		}
	}
}

func (c *connection) say(op int, data any) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_ = c.conn.SetWriteDeadline(time.Now().Add(writeTimeout))
	err := c.conn.WriteJSON(struct {
		Op   int `json:"op"`
		Data any `json:"d"`
	}{op, data})
	return gatewayError(err)
}

func (c *connection) read() (e discordgo.Event, err error) {
	err = gatewayError(c.conn.ReadJSON(&e))
	return e, err
}

// listen acts on what the gateway says until the connection has to end, and returns why.
func (c *connection) listen() error {
	c.late = time.Now().Add(readyWithin)
	for {
		deadline := time.Now().Add(time.Duration(missedBeats * float64(c.interval)))
		if !c.late.IsZero() && c.late.Before(deadline) {
			deadline = c.late
		}
		_ = c.conn.SetReadDeadline(deadline)
		e, err := c.read()
		if err != nil {
			return err
		}
		switch e.Operation {
		case opDispatch:
			c.dispatch(e)
		case opHeartbeat:
			err = c.say(opHeartbeat, c.seq.Load())
		case opReconnect:
			err = errors.New("gateway asks for a new connection")
		case opInvalidSession:
			if err = errInvalidSession; string(e.RawData) != "true" {
				c.session, c.url = "", ""
			}
		}
		if err != nil {
			return err
		}
	}
}

func (c *connection) dispatch(e discordgo.Event) {
	switch e.Type {
	case "READY":
		var ready struct { // the library's type lacks the address
			Session     string `json:"session_id"`
			URL         string `json:"resume_gateway_url"`
			Application struct{ ID string }
		}
		if json.Unmarshal(e.RawData, &ready) == nil && checkID(ready.Application.ID) == nil {
			c.appID.Store(&ready.Application.ID)
		}
		c.session, c.url = ready.Session, ready.URL
		fallthrough
	case "RESUMED":
		if !c.late.IsZero() {
			c.late = time.Time{}
			c.welcome()
		}
	default:
		c.receive(e.Type, e.RawData)
	}
	if e.Sequence > 0 {
		c.seq.Store(e.Sequence)
	}
}

// cures tells an operator about the close codes after which Discord wants no reconnect.
var cures = map[int]string{
	4004: "discord does not know this token: copy it again from the developer portal (Bot, Reset " +
		"Token)",
	4010: "discord knows no such shard: check the shard's number and the number of shards in the " +
		"configuration",
	4011: "the bot is in too many servers for one connection: configure more shards",
	4012: "discord no longer speaks this version of its API: update konduktor",
	4013: "discord does not know the intents asked for: update konduktor",
	4014: "discord refuses the intents asked for: switch them on in the developer portal (Bot, " +
		"Privileged Gateway Intents)",
}

// gatewayError names the close code of a connection, and its cure where there is one.
func gatewayError(err error) error {
	closed, ok := errors.AsType[*websocket.CloseError](err)
	if !ok {
		return err
	}
	if cure, fatal := cures[closed.Code]; fatal {
		return fatalError{fmt.Errorf("%s (gateway closed with %d)", cure, closed.Code)}
	}
	reason := Fit(PlainText(closed.Text), maxErrorText)
	return fmt.Errorf("gateway closed with %d %s", closed.Code, reason)
}
