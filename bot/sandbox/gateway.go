package sandbox

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"konduktor/bot/sandbox/state"
)

// A Gateway is the WebSocket side of the stand-in for Discord: a bot's sessions and their
// connections.

// Opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Close codes.
const (
	closeUnknownOp  = 4001
	closeDecode     = 4002
	closeAuth       = 4004
	closeAlreadyIn  = 4005
	closeSequence   = 4007
	closeRate       = 4008
	closeTimeout    = 4009
	closeShard      = 4010
	closeVersion    = 4012
	closeIntents    = 4013
	closeDisallowed = 4014
)

// Intents.
const (
	intentGuilds      = 1 << 0
	intentDMs         = 1 << 12
	privilegedIntents = 1<<1 | 1<<8 | 1<<15
	allIntents        = 1<<26 - 1
)

// Discord's limits, and bounds on memory.
const (
	heartbeat = 41250           // ms, the interval that hello asks for
	maxFrame  = 4096            // bytes of a frame from a bot (close 4002)
	frameRate = 120             // frames a minute from a bot (close 4008)
	maxReplay = 1000            // events kept for a resume
	sendQueue = 512             // frames waiting for one slow connection
	writeWait = 2 * time.Second // for one frame to a bot that does not read
)

// Gateway serves bots and tells them of changes. The lock of the state guards its fields.
type Gateway struct {
	state      *state.State
	log        *slog.Logger
	sessions   map[string]*session
	links      map[*link]struct{}
	handshakes []int // the opcodes of failed handshakes to come
	identifies int
	resumes    int
	closed     bool
	workers    sync.WaitGroup
}

// newGateway returns a gateway that announces the changes of s.
func newGateway(s *state.State, log *slog.Logger) *Gateway {
	g := &Gateway{
		state: s, log: log, sessions: map[string]*session{}, links: map[*link]struct{}{},
	}
	s.Listen(g.hear)
	return g
}

// Close cuts every connection and waits until all of its goroutines have ended.
func (g *Gateway) Close() {
	g.state.Lock()
	g.closed = true
	for l := range g.links {
		l.close(websocket.CloseGoingAway, "going away")
	}
	g.state.Unlock()
	g.workers.Wait()
}

// URL returns the gateway's URL; the caller holds the lock.
func (g *Gateway) URL() string { return "ws://" + g.state.Address + "/gateway" }

// Identifies returns how often a bot has identified; the caller holds the lock.
func (g *Gateway) Identifies() int { return g.identifies }

func (g *Gateway) hear(e state.Event) {
	s := g.state
	switch c := e.Channel; {
	case e.Delivery != nil:
		if !s.ByHTTP {
			g.dispatch(0, e.Delivery.Payload.GuildID, "INTERACTION_CREATE", e.Delivery.Payload)
		}
	case e.BotLeft:
		g.dispatch(intentGuilds, s.GuildID, "GUILD_DELETE", map[string]any{"id": s.GuildID})
	case c == nil || c.Private(): // the bot is no member
	case c.WithBot() && e.Message != nil && e.Op == state.Create:
		g.dispatch(intentDMs, "", "MESSAGE_CREATE", e.Message.Message)
	case e.Message != nil || c.WithBot(): // needs intents that the bot does not have
	case c.IsThread() && e.Op == state.Create:
		g.dispatch(intentGuilds, c.GuildID, "THREAD_CREATE", s.NewThreadJSON(c))
	case c.IsThread() && e.Op == state.Delete:
		g.dispatch(intentGuilds, c.GuildID, "THREAD_DELETE", map[string]any{
			"id": c.ID, "guild_id": c.GuildID, "parent_id": c.ParentID, "type": c.Type,
		})
	case c.IsThread():
		g.dispatch(intentGuilds, c.GuildID, "THREAD_UPDATE", s.ChannelJSON(c))
	default:
		event := "CHANNEL_" + strings.ToUpper(string(e.Op))
		g.dispatch(intentGuilds, c.GuildID, event, s.ChannelJSON(c))
	}
}

// dispatch sends an event to all sessions with the intent (0: always) whose shard has the guild.
func (g *Gateway) dispatch(intent int64, guildID, event string, data any) {
	for _, ses := range g.sessions {
		if (intent == 0 || ses.intents&intent != 0) && ses.owns(guildID) {
			ses.dispatch(event, data)
		}
	}
}

var upgrader websocket.Upgrader // same origin only

// ServeHTTP serves one WebSocket connection of a bot.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		g.log.Debug("gateway upgrade refused", "error", err)
		return
	}
	defer conn.Close()
	l := &link{g: g, conn: conn, queue: make(chan outgoing, sendQueue)}
	g.state.Lock()
	if g.closed {
		g.state.Unlock()
		return
	}
	g.links[l] = struct{}{}
	g.workers.Add(1) // this handler: http.Server.Shutdown does not wait for hijacked connections
	defer g.workers.Done()
	g.workers.Go(l.write)
	g.greet(l, r)
	g.state.Unlock()

	l.read()

	g.state.Lock()
	delete(g.links, l)
	l.close(websocket.CloseNormalClosure, "")
	g.state.Notify()
	g.state.Unlock()
}

// greet says hello, or closes a connection of an unsupported version or encoding.
func (g *Gateway) greet(l *link, r *http.Request) {
	query := r.URL.Query()
	if v := query.Get("v"); v != "" && v != "9" && v != "10" {
		l.close(closeVersion, "Invalid API version")
		return
	}
	if e := query.Get("encoding"); e != "" && e != "json" {
		l.close(closeDecode, "Error while decoding payload.")
		return
	}
	l.send(opHello, map[string]any{"heartbeat_interval": heartbeat})
}

func (g *Gateway) handle(l *link, raw []byte) {
	defer g.state.Notify()
	var f frame
	if len(raw) > maxFrame || json.Unmarshal(raw, &f) != nil {
		l.close(closeDecode, "Error while decoding payload.")
		return
	}
	if !l.countFrame(g.state.Now()) {
		l.close(closeRate, "Rate limited.")
		return
	}
	switch f.Op {
	case opHeartbeat:
		l.send(opHeartbeatAck, nil)
	case opIdentify, opResume:
		g.login(l, f)
	default:
		l.close(closeUnknownOp, "Unknown opcode.")
	}
}

// credentials are the parts of an IDENTIFY or RESUME that the sandbox looks at.
type credentials struct {
	Token string `json:"token"`

	Intents *int64  `json:"intents"` // of an IDENTIFY
	Shard   *[2]int `json:"shard"`

	SessionID string `json:"session_id"` // of a RESUME
	Seq       int64  `json:"seq"`
}

// login begins or resumes a session, or refuses with the close code of the reason.
func (g *Gateway) login(l *link, f frame) {
	var c credentials
	decoded := json.Unmarshal(f.Data, &c) == nil && (f.Op == opResume || c.Intents != nil)
	switch {
	case l.session != nil:
		l.close(closeAlreadyIn, "Already authenticated.")
		return
	case !decoded:
		l.close(closeDecode, "Error while decoding payload.")
		return
	case f.Op == opIdentify:
		g.identifies++
	default:
		g.resumes++
	}
	switch {
	case !g.state.ValidToken(c.Token):
		l.close(closeAuth, "Authentication failed.")
	case len(g.handshakes) > 0:
		l.send(g.handshakes[0], false)
		g.handshakes = g.handshakes[1:]
	case f.Op == opResume:
		g.resume(l, c)
	default:
		g.identify(l, c)
	}
}

func (g *Gateway) identify(l *link, c credentials) {
	shard := [2]int{0, 1}
	if c.Shard != nil {
		shard = *c.Shard
	}
	switch intents := *c.Intents; {
	case intents < 0 || intents > allIntents:
		l.close(closeIntents, "Invalid intent(s).")
		return
	case intents&privilegedIntents != 0:
		l.close(closeDisallowed, "Disallowed intent(s).")
		return
	case shard[0] < 0 || shard[0] >= shard[1]:
		l.close(closeShard, "Invalid shard.")
		return
	}
	for id, old := range g.sessions { // crash loops must not fill the memory
		if old.link == nil && old.shard == shard {
			delete(g.sessions, id)
		}
	}
	s := g.state
	ses := &session{id: "s" + s.NextID(), intents: *c.Intents, link: l, shard: shard}
	g.sessions[ses.id] = ses
	l.session = ses
	guilds := []any{}
	mine := !s.BotLeft && ses.owns(s.GuildID)
	if mine {
		guilds = append(guilds, map[string]any{"id": s.GuildID, "unavailable": true})
	}
	ses.dispatch("READY", map[string]any{
		"v": 10, "user": s.Self(), "guilds": guilds,
		"session_id": ses.id, "session_type": "normal", "shard": ses.shard,
		"resume_gateway_url": g.URL(), "application": map[string]any{"id": s.Bot.ID, "flags": 0},
	})
	if mine && ses.intents&intentGuilds != 0 {
		ses.dispatch("GUILD_CREATE", s.GuildJSON())
	}
}

// resume continues a session and replays the events that it missed.
func (g *Gateway) resume(l *link, c credentials) {
	ses := g.sessions[c.SessionID]
	switch {
	case ses == nil || !ses.canReplay(c.Seq):
		l.send(opInvalidSession, false)
		return
	case c.Seq > ses.seq:
		l.close(closeSequence, "Invalid seq.")
		return
	case ses.link != nil:
		ses.link.close(closeTimeout, "Session replaced.")
	}
	ses.link, l.session = l, ses
	ses.replay(c.Seq)
	ses.dispatch("RESUMED", map[string]any{})
}
