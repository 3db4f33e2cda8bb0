// Package gateway is the WebSocket side of the stand-in of Discord: a bot's sessions and their connections.
package gateway

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

// Gateway opcodes.
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

// Gateway close codes.
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

// Intents of an identification.
const (
	intentGuilds      = 1 << 0
	intentDMs         = 1 << 12
	privilegedIntents = 1<<1 | 1<<8 | 1<<15
	allIntents        = 1<<26 - 1
)

// Discord's limits, and bounds on memory.
const (
	maxFrame    = 4096            // bytes of a frame from a bot (close 4002)
	frameRate   = 120             // frames a minute from a bot (close 4008)
	maxReplay   = 1000            // events kept for a resume
	maxSessions = 64              // crash loops must not fill the memory
	maxStarts   = 10_000          // identifications that are remembered
	sendQueue   = 512             // frames waiting for one slow connection
	writeWait   = 2 * time.Second // for one frame to a bot that does not read
)

// Options say what New builds. All must be set.
type Options struct {
	Heartbeat time.Duration // the interval that hello asks for
	Log       *slog.Logger
}

// Gateway serves bots and tells them of changes. The lock of the state guards its fields.
type Gateway struct {
	state      *state.State
	opts       Options
	sessions   map[string]*session
	links      map[*link]struct{}
	identifies []time.Time
	resumes    int
	faults     faults
	closed     bool
	workers    sync.WaitGroup
}

// frame is what goes over the gateway in either direction.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}

// New returns a gateway that listens to w.
func New(st *state.State, o Options) *Gateway {
	g := &Gateway{state: st, opts: o, sessions: map[string]*session{}, links: map[*link]struct{}{}}
	st.Listen(g.hear)
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

// URL returns where the gateway is; the caller holds the lock of the state.
func (g *Gateway) URL() string { return "ws://" + g.state.Address + "/gateway" }

// Identifies returns how often a bot has identified; the caller holds the lock of the state.
func (g *Gateway) Identifies() int { return len(g.identifies) }

// hear tells bots of a change.
func (g *Gateway) hear(e state.Event) {
	st := g.state
	switch c := e.Channel; {
	case e.Delivery != nil:
		if !st.ByHTTP {
			g.dispatch(0, e.Delivery.Payload.GuildID, "INTERACTION_CREATE", e.Delivery.Payload)
		}
	case e.BotLeft:
		g.dispatch(intentGuilds, st.GuildID, "GUILD_DELETE", map[string]any{"id": st.GuildID})
	case c != nil && c.Private(): // the bot is no member
	case c != nil && e.Message != nil && c.WithBot() && e.Op == state.Create:
		g.dispatch(intentDMs, "", "MESSAGE_CREATE", e.Message.Message)
	case c == nil || e.Message != nil || c.WithBot(): // a bot without intents for messages does not hear of them
	case c.IsThread() && e.Op == state.Create:
		g.dispatch(intentGuilds, c.GuildID, "THREAD_CREATE", st.NewThreadJSON(c))
	case c.IsThread() && e.Op == state.Delete:
		g.dispatch(intentGuilds, c.GuildID, "THREAD_DELETE",
			map[string]any{"id": c.ID, "guild_id": c.GuildID, "parent_id": c.ParentID, "type": c.Type})
	case c.IsThread():
		g.dispatch(intentGuilds, c.GuildID, "THREAD_UPDATE", st.ChannelJSON(c))
	default:
		g.dispatch(intentGuilds, c.GuildID, "CHANNEL_"+strings.ToUpper(string(e.Op)), st.ChannelJSON(c))
	}
}

var upgrader websocket.Upgrader // same origin only

// ServeHTTP takes one WebSocket connection of a bot.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		g.opts.Log.Debug("gateway upgrade refused", "error", err)
		return
	}
	l := newLink(g, conn)
	g.state.Lock()
	if g.closed {
		g.state.Unlock()
		conn.Close()
		return
	}
	g.links[l] = struct{}{}
	g.workers.Add(1) // this handler: http.Server.Shutdown does not wait for hijacked connections
	g.workers.Go(l.write)
	g.greet(l, r)
	g.state.Unlock()
	defer g.workers.Done()
	defer conn.Close()

	l.read()

	g.state.Lock()
	delete(g.links, l)
	if l.session != nil && l.session.link == l {
		l.session.link = nil
		l.session.lostAt = g.state.Now()
	}
	l.close(websocket.CloseNormalClosure, "")
	g.state.Notify()
	g.state.Unlock()
}

// greet says hello, or closes a connection of an unsupported version or encoding.
func (g *Gateway) greet(l *link, r *http.Request) {
	if v := r.URL.Query().Get("v"); v != "" && v != "9" && v != "10" {
		l.close(closeVersion, "Invalid API version")
		return
	}
	if e := r.URL.Query().Get("encoding"); e != "" && e != "json" {
		l.close(closeDecode, "Error while decoding payload.")
		return
	}
	l.send(opHello, "", map[string]any{"heartbeat_interval": g.opts.Heartbeat.Milliseconds(), "_trace": []string{"sandbox"}})
}

// handle takes one frame of a bot.
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
		l.send(opHeartbeatAck, "", nil)
	case opIdentify:
		g.identify(l, f.Data)
	case opResume:
		g.resume(l, f.Data)
	default:
		l.close(closeUnknownOp, "Unknown opcode.")
	}
}

// identification is the part of an IDENTIFY that the sandbox looks at.
type identification struct {
	Token      string          `json:"token"`
	Intents    *int64          `json:"intents"`
	Shard      *[2]int         `json:"shard"`
	Properties json.RawMessage `json:"properties"`
}

// identify begins a session, or refuses with the close code of the reason.
func (g *Gateway) identify(l *link, data json.RawMessage) {
	if l.session != nil {
		l.close(closeAlreadyIn, "Already authenticated.")
		return
	}
	var id identification
	if json.Unmarshal(data, &id) != nil || id.Intents == nil {
		l.close(closeDecode, "Error while decoding payload.")
		return
	}
	g.identifies = append(g.identifies, g.state.Now())
	if len(g.identifies) > maxStarts {
		g.identifies = append([]time.Time(nil), g.identifies[maxStarts/2:]...)
	}
	if code, reason := g.refuse(id); code != 0 {
		l.close(code, reason)
		return
	}
	if g.faults.inHandshake(l) {
		return
	}
	g.begin(l, *id.Intents, id.Shard)
}

// refuse names the close code for an identification that Discord would not take.
func (g *Gateway) refuse(id identification) (code int, reason string) {
	switch {
	case !g.state.ValidToken(id.Token):
		return closeAuth, "Authentication failed."
	case *id.Intents < 0 || *id.Intents > allIntents:
		return closeIntents, "Invalid intent(s)."
	case *id.Intents&privilegedIntents != 0:
		return closeDisallowed, "Disallowed intent(s)."
	case id.Shard != nil && (id.Shard[1] < 1 || id.Shard[0] < 0 || id.Shard[0] >= id.Shard[1]):
		return closeShard, "Invalid shard."
	}
	return 0, ""
}

// begin makes a session and tells it everything it needs to know.
func (g *Gateway) begin(l *link, intents int64, shard *[2]int) {
	if len(g.sessions) > maxSessions {
		g.dropOldestSession()
	}
	ses := &session{id: "s" + g.state.NextID(), intents: intents, link: l, shard: [2]int{0, 1}}
	if shard != nil {
		ses.shard = *shard
	}
	g.sessions[ses.id] = ses
	l.session = ses
	st := g.state
	ready := map[string]any{
		"v": 10, "user": st.Self(), "guilds": []any{}, "private_channels": []any{}, "relationships": []any{},
		"session_id": ses.id, "session_type": "normal", "shard": ses.shard,
		"resume_gateway_url": g.URL(),
		"application":        map[string]any{"id": st.Bot.ID, "flags": 0},
	}
	mine := !st.BotLeft && ses.owns(st.GuildID)
	if mine {
		ready["guilds"] = []any{map[string]any{"id": st.GuildID, "unavailable": true}}
	}
	ses.dispatch("READY", ready)
	if mine && intents&intentGuilds != 0 {
		ses.dispatch("GUILD_CREATE", st.GuildJSON())
	}
	g.state.Notify()
}

// resume goes on with a session and replays what it missed.
func (g *Gateway) resume(l *link, data json.RawMessage) {
	var r struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       int64  `json:"seq"`
	}
	if json.Unmarshal(data, &r) != nil {
		l.close(closeDecode, "Error while decoding payload.")
		return
	}
	if l.session != nil {
		l.close(closeAlreadyIn, "Already authenticated.")
		return
	}
	if !g.state.ValidToken(r.Token) {
		l.close(closeAuth, "Authentication failed.")
		return
	}
	g.resumes++
	if g.faults.inHandshake(l) {
		return
	}
	ses := g.sessions[r.SessionID]
	if ses == nil || !ses.canReplay(r.Seq) {
		l.send(opInvalidSession, "", false)
		return
	}
	if r.Seq > ses.seq {
		l.close(closeSequence, "Invalid seq.")
		return
	}
	if ses.link != nil {
		ses.link.close(closeTimeout, "Session replaced.")
	}
	ses.link, l.session = l, ses
	ses.replay(r.Seq)
	ses.dispatch("RESUMED", map[string]any{"_trace": []string{"sandbox"}})
	g.state.Notify()
}

// dispatch sends an event to all sessions that listen for it. intent 0: always. Events of DMs go to shard 0 only.
func (g *Gateway) dispatch(intent int64, guildID, event string, data any) {
	for _, ses := range g.sessions {
		if (intent == 0 || ses.intents&intent != 0) && ses.owns(guildID) {
			ses.dispatch(event, data)
		}
	}
}

// dropOldestSession forgets a session without a connection.
func (g *Gateway) dropOldestSession() {
	var oldest *session
	for _, ses := range g.sessions {
		if ses.link == nil && (oldest == nil || ses.lostAt.Before(oldest.lostAt)) {
			oldest = ses
		}
	}
	if oldest != nil {
		delete(g.sessions, oldest.id)
	}
}
