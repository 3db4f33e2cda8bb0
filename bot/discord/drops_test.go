package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// shaky is a gateway in memory that drops every connection, each in another way. It keeps its session as Discord does: what a
// bot has not read is said again when it resumes.
type shaky struct {
	rng   *rand.Rand
	drops int // still to come; then connections hold

	mu         sync.Mutex
	identifies []time.Time
	resumes    int
	sessions   int
	alive      bool     // the session can be resumed
	said       []string // of the session, by sequence number from 1
	sent       map[string]bool
	next       int
	settled    chan struct{} // closed when a connection has been welcomed that holds
	once       sync.Once
}

// dial implements Options.dial.
func (g *shaky) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	go func() {
		defer ours.Close()
		c, err := upgrade(ours)
		if err == nil {
			g.serve(c)
		}
	}()
	return theirs, nil
}

// RoundTrip implements http.RoundTripper: it names the gateway.
func (g *shaky) RoundTrip(req *http.Request) (*http.Response, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return stormAnswer(req, 200, http.Header{}, fmt.Sprintf(`{"url":"ws://gateway.invalid","shards":1,
		"session_start_limit":{"total":1000,"remaining":%d,"reset_after":3600000,"max_concurrency":1}}`, 1000-len(g.identifies))), nil
}

// drop is how a connection ends.
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
	ways
	holds
)

func (g *shaky) serve(c *websocket.Conn) {
	g.mu.Lock()
	way := drop(g.rng.IntN(int(ways)))
	if g.drops--; g.drops < 0 {
		way = holds
	}
	g.mu.Unlock()
	if way == beforeHello {
		return
	}
	say(c, `{"op":10,"d":{"heartbeat_interval":400}}`)
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
		if frame.Op == opIdentify || frame.Op == 6 {
			return in, json.Unmarshal(data, &in) == nil
		}
	}
}

// login answers an identify or a resume, says some interactions, and drops the connection.
func (g *shaky) login(c *websocket.Conn, in login, way drop) {
	identify, seq := in.Op == opIdentify, in.Data.Seq
	g.mu.Lock()
	if identify {
		g.identifies = append(g.identifies, time.Now())
	} else {
		g.resumes++
	}
	switch {
	case way == atLogin:
		g.mu.Unlock()
		return
	case way == op7AtLogin:
		g.mu.Unlock()
		say(c, `{"op":7,"d":null}`)
		drain(c, false)
		return
	case way == op9AtLogin || !identify && (!g.alive || in.Data.Session != g.session()):
		g.alive = false
		g.mu.Unlock()
		say(c, `{"op":9,"d":false}`)
		if way == op9AtLogin {
			way = closes
		}
		if in, ok := awaitLogin(c); ok { // over the same connection
			g.login(c, in, way)
		}
		return
	case identify:
		g.sessions++
		g.alive, seq = true, 0
		g.said = []string{`{"op":0,"s":1,"t":"READY","d":{"v":10,"session_id":"` + g.session() + `","user":{"id":"1"},"application":{"id":"2"},"guilds":[]}}`}
	}
	for range g.rng.IntN(4) {
		g.next++
		g.said = append(g.said, fmt.Sprintf(`{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":{"id":"%d","application_id":"2","type":3,"token":"t",
			"channel_id":"3","user":{"id":"4","username":"ola"},"message":{"id":"9"},"data":{"custom_id":"x"}}}`, len(g.said)+1, 1000+g.next))
	}
	if !identify {
		g.said = append(g.said, fmt.Sprintf(`{"op":0,"s":%d,"t":"RESUMED","d":{}}`, len(g.said)+1))
	}
	todo, known := g.said[seq:], g.next
	g.mu.Unlock()
	for i, text := range todo {
		if !say(c, text) {
			return
		}
		if way == cuts && i == len(todo)/2 { // in the middle
			return
		}
	}
	g.mu.Lock()
	for id := 1; id <= known; id++ {
		g.sent[fmt.Sprint(1000+id)] = true
	}
	if way == op9False {
		g.alive = false
	}
	g.mu.Unlock()
	if way == holds {
		g.once.Do(func() { close(g.settled) })
	}
	g.end(c, way)
}

// session is the ID of the present session.
func (g *shaky) session() string { return fmt.Sprintf("sess%d", g.sessions) }

// end ends a connection that was welcomed.
func (g *shaky) end(c *websocket.Conn, way drop) {
	switch way {
	case closes:
		_ = c.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(4000+g.rng.IntN(4), "bye"))
		return
	case op7:
		say(c, `{"op":7,"d":null}`)
	case op9True:
		say(c, `{"op":9,"d":true}`)
	case op9False:
		say(c, `{"op":9,"d":false}`)
	}
	drain(c, way == holds)
}

// say writes a frame; false if nobody reads it.
func say(c *websocket.Conn, text string) bool {
	return c.WriteMessage(websocket.TextMessage, []byte(text)) == nil
}

// drain reads what the bot says until it leaves, and acknowledges its heartbeats if it is to stay.
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

// drops is how many connections are dropped: some, or KONDUKTOR_DROPS. Each takes a second, since the library sleeps so long.
func drops(t *testing.T) int {
	t.Helper()
	text := os.Getenv("KONDUKTOR_DROPS")
	if text == "" {
		return 8
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDropsLoseAndDoubleNoInteraction(t *testing.T) {
	t.Parallel()
	const gap = 20 * time.Millisecond
	total := drops(t)
	g := &shaky{rng: rand.New(rand.NewPCG(3, 5)), drops: total, sent: map[string]bool{}, settled: make(chan struct{})}
	handled := make(chan string, 100_000)
	s := connect(t, Options{
		Token: secretToken, HTTPClient: &http.Client{Transport: g}, dial: g.dial, ReadyTimeout: time.Minute, OfflineLimit: time.Hour,
		Handler: func(_ context.Context, ix *Interaction) { handled <- ix.ID },
		waits: waits{
			identifyGap: gap, identify: func() time.Duration { return 0 }, reconnect: func(time.Duration) time.Duration { return 0 }, hang: time.Minute,
		},
	})
	select {
	case <-g.settled:
	case err := <-s.Done():
		t.Fatal(err)
	}
	g.mu.Lock()
	sent := len(g.sent)
	identifies, resumes := g.identifies, g.resumes
	g.mu.Unlock()
	times := map[string]int{}
	for len(times) < sent {
		times[receive(t, handled, "an interaction that the gateway has said")]++
	}
	for len(handled) > 0 {
		times[<-handled]++
	}
	for id, n := range times {
		if n != 1 {
			t.Errorf("interaction %s was handled %d times", id, n)
		}
	}
	for id := range g.sent {
		if times[id] != 1 {
			t.Errorf("interaction %s was handled %d times, want once", id, times[id])
		}
	}
	// When an identify arrives says little on a busy machine: it may be late, but never before the time reserved for it.
	reserved := s.identifies.times
	for i, at := range reserved {
		if i > 0 && at.Sub(reserved[i-1]) < gap {
			t.Errorf("identify %d was reserved %s after the one before", i, at.Sub(reserved[i-1]))
		}
	}
	for i, at := range identifies {
		if i >= len(reserved) || at.Before(reserved[i]) {
			t.Errorf("identify %d came before its time; reserved are %v", i, reserved)
		}
	}
	t.Logf("gateway: size=%d identifies=%d resumes=%d interactions=%d", total, len(identifies), resumes, sent)
}
