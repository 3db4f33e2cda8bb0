package discord_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// drop is how a connection to the gateway ends.
type drop int

const (
	beforeHello drop = iota
	afterHello
	atLogin
	op7AtLogin
	op9AtLogin
	closes
	cuts
	op7
	op9True
	op9False
	zombie
	dropWays
	stays // it does not end
)

// Opcodes of Discord's gateway.
const (
	opIdentify = 2
	opResume   = 6
)

// lastSaid is the custom ID of the interaction that the gateway says last of all.
const lastSaid = "last"

// dropper is a gateway in memory that drops one connection after the other, each in another way,
// until none is left to drop. It keeps its session as Discord does: what a bot has not read is said
// again when it resumes. It serves one bot.
type dropper struct {
	conns chan net.Conn // dialled, to be served

	mu       sync.Mutex
	rng      *rand.Rand
	drops    []drop      // still to come
	tries    []time.Time // when identifies came
	resumes  int
	sessions int
	alive    bool            // the session can be resumed
	said     []dispatch      // of the session, by sequence number from 1
	told     int             // interactions
	owed     map[string]bool // interactions that the bot has got by its own account
}

// dispatch is something that the gateway says, with the ID of its interaction, if it is one.
type dispatch struct{ text, interaction string }

func newDropper(seed uint64, drops []drop) *dropper {
	return &dropper{
		conns: make(chan net.Conn),
		rng:   rand.New(rand.NewPCG(seed, 5)),
		drops: append([]drop{closes}, drops...), // a bot that is never welcomed gives up
		owed:  map[string]bool{},
	}
}

// dial is for discord.Options: it connects a bot to the gateway.
func (g *dropper) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case g.conns <- ours:
		return theirs, nil
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), ours.Close(), theirs.Close())
	}
}

// Accept implements net.Listener.
func (g *dropper) Accept() (net.Conn, error) {
	c, ok := <-g.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

// Close implements net.Listener. No bot may dial any more.
func (g *dropper) Close() error {
	close(g.conns)
	return nil
}

// Addr implements net.Listener.
func (g *dropper) Addr() net.Addr { return &net.UnixAddr{Name: "gateway", Net: "pipe"} }

// RoundTrip implements http.RoundTripper: it names the gateway.
func (g *dropper) RoundTrip(req *http.Request) (*http.Response, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return respond(
		req,
		http.StatusOK,
		http.Header{},
		fmt.Sprintf(`{"url":"ws://gateway.invalid","shards":1,
		"session_start_limit":{"total":1000,"remaining":%d,"reset_after":3600000,"max_concurrency":1}}`,
			1000-len(g.tries)),
	), nil
}

// respond makes the answer to a request.
func respond(req *http.Request, status int, h http.Header, body string) *http.Response {
	return &http.Response{
		StatusCode: status,
		Header:     h,
		Body:       io.NopCloser(strings.NewReader(body)),
		Request:    req,
	}
}

// ServeHTTP serves one connection, and drops it.
func (g *dropper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var upgrader websocket.Upgrader
	c, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer c.Close()
	way := stays
	g.mu.Lock()
	if len(g.drops) > 0 {
		way, g.drops = g.drops[0], g.drops[1:]
	}
	g.mu.Unlock()
	if way == beforeHello {
		return
	}
	say(c, `{"op":10,"d":{"heartbeat_interval":40000}}`)
	if way == afterHello {
		return
	}
	if in, ok := awaitLogin(c); ok {
		g.login(c, in, way)
	}
}

// login is how a bot begins a connection.
type login struct {
	Op   int
	Data struct {
		Session string `json:"session_id"` // of a resume
		Seq     int
	} `json:"d"`
}

// awaitLogin reads until an identify or a resume; false if the bot leaves.
func awaitLogin(c *websocket.Conn) (in login, ok bool) {
	for {
		var frame struct{ Op int }
		_, data, err := c.ReadMessage()
		if err != nil || json.Unmarshal(data, &frame) != nil {
			return in, false
		}
		if frame.Op == opIdentify || frame.Op == opResume {
			return in, json.Unmarshal(data, &in) == nil
		}
	}
}

// login answers an identify or a resume, says some interactions, and drops the connection.
func (g *dropper) login(c *websocket.Conn, in login, way drop) {
	identify := in.Op == opIdentify
	g.mu.Lock()
	if identify {
		g.tries = append(g.tries, time.Now())
	} else {
		g.resumes++
		if in.Data.Session == g.session() {
			g.owe(in.Data.Seq)
		}
	}
	refused := way == op9AtLogin || !identify && (!g.alive || in.Data.Session != g.session())
	g.mu.Unlock()
	switch {
	case way == atLogin:
	case way == op7AtLogin:
		say(c, `{"op":7,"d":null}`)
		drain(c, false)
	case refused:
		g.refuse(c, way)
	default:
		g.welcome(c, in, way)
	}
}

// refuse ends the session; the bot begins another over the same connection.
func (g *dropper) refuse(c *websocket.Conn, way drop) {
	g.mu.Lock()
	g.alive = false
	g.mu.Unlock()
	say(c, `{"op":9,"d":false}`)
	if way == op9AtLogin {
		way = closes
	}
	if in, ok := awaitLogin(c); ok {
		g.login(c, in, way)
	}
}

// welcome says what the bot has not read yet and some more, and drops the connection.
func (g *dropper) welcome(c *websocket.Conn, in login, way drop) {
	g.mu.Lock()
	read := in.Data.Seq
	if in.Op == opIdentify {
		g.sessions++
		g.alive, g.said, read = true, nil, 0
		g.queue(
			"READY",
			`{"v":10,"session_id":"`+g.session()+`","user":{"id":"1"},"application":{"id":"2"},"guilds":[]}`,
			"",
		)
	}
	for range 1 + g.rng.IntN(4) {
		g.queueInteraction("x")
	}
	if in.Op == opResume {
		g.queue("RESUMED", "{}", "")
	}
	if way == stays {
		g.queueInteraction(lastSaid)
	}
	todo := g.said[min(read, len(g.said)):]
	g.mu.Unlock()
	for i, d := range todo {
		if !say(c, d.text) {
			return
		}
		if way == cuts && i == len(todo)/2 { // in the middle
			return
		}
	}
	g.end(c, way)
}

// queue adds an event to the session.
func (g *dropper) queue(kind, data, interaction string) {
	g.said = append(
		g.said,
		dispatch{
			fmt.Sprintf(`{"op":0,"s":%d,"t":"%s","d":%s}`, len(g.said)+1, kind, data),
			interaction,
		},
	)
}

func (g *dropper) queueInteraction(customID string) {
	g.told++
	id := strconv.Itoa(1000 + g.told)
	g.queue(
		"INTERACTION_CREATE",
		fmt.Sprintf(`{"id":"%s","application_id":"2","type":3,"token":"t","channel_id":"3",
		"user":{"id":"4","username":"ola"},"message":{"id":"9"},"data":{"custom_id":"%s"}}`,
			id, customID),
		id,
	)
}

// owe notes that the bot has got what was said first in the session. What was said and not read is
// lost with a session that Discord ends.
func (g *dropper) owe(first int) {
	for _, d := range g.said[:min(first, len(g.said))] {
		if d.interaction != "" {
			g.owed[d.interaction] = true
		}
	}
}

// oweUntil notes that the bot has got an interaction of the session, and so all that was said
// before it.
func (g *dropper) oweUntil(interaction string) {
	g.owe(1 + slices.IndexFunc(g.said, func(d dispatch) bool { return d.interaction == interaction }))
}

// session is the ID of the present session.
func (g *dropper) session() string { return fmt.Sprintf("sess%d", g.sessions) }

// end ends a connection that was welcomed.
func (g *dropper) end(c *websocket.Conn, way drop) {
	g.mu.Lock()
	code := 4000 + g.rng.IntN(4)
	g.alive = way != op9False
	g.mu.Unlock()
	switch way {
	case closes:
		_ = c.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, "bye"))
		return
	case op7:
		say(c, `{"op":7,"d":null}`)
	case op9True:
		say(c, `{"op":9,"d":true}`)
	case op9False:
		say(c, `{"op":9,"d":false}`)
	}
	drain(c, way == stays)
}

// say writes a frame; false if nobody reads it.
func say(c *websocket.Conn, text string) bool {
	return c.WriteMessage(websocket.TextMessage, []byte(text)) == nil
}

// drain reads what the bot says until it leaves, and acknowledges its heartbeats if it can stay.
func drain(c *websocket.Conn, acknowledge bool) {
	for {
		_, data, err := c.ReadMessage()
		if err != nil {
			return
		}
		if acknowledge && strings.Contains(string(data), `"op":1,`) {
			say(c, `{"op":11}`)
		}
	}
}
