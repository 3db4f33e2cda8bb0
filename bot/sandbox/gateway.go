package sandbox

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/gorilla/websocket"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Gateway opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoiceState     = 4
	opResume         = 6
	opReconnect      = 7
	opRequestMembers = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Gateway close codes.
const (
	closeUnknownOp      = 4001
	closeDecode         = 4002
	closeNotIdentified  = 4003
	closeAuth           = 4004
	closeAlreadyIn      = 4005
	closeSequence       = 4007
	closeRate           = 4008
	closeTimeout        = 4009
	closeShard          = 4010
	closeVersion        = 4012
	closeIntents        = 4013
	closeDisallowed     = 4014
	privilegedIntents   = 1<<1 | 1<<8 | 1<<15
	allIntents          = 1<<26 - 1
	intentGuilds        = 1 << 0
	intentGuildMessages = 1 << 9
	intentDMs           = 1 << 12
	intentContent       = 1 << 15
	dailyIdentifies     = 1000
)

// gateway is the WebSocket side: sessions and their connections. Guarded by
// Server.mu.
type gateway struct {
	s          *Server
	sessions   map[string]*session
	links      map[*link]struct{}
	identifies []time.Time
	resumes    int
	heartbeats int
	upgrader   websocket.Upgrader
}

// frame is what goes over the gateway in either direction.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}

func newGateway(s *Server) *gateway {
	return &gateway{
		s:        s,
		sessions: map[string]*session{},
		links:    map[*link]struct{}{},
		upgrader: websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }},
	}
}

// closeAll cuts every connection at once; the caller holds the lock.
func (g *gateway) closeAll() {
	for l := range g.links {
		l.close(websocket.CloseGoingAway, "going away")
	}
}

// serve takes one WebSocket connection of a bot.
func (g *gateway) serve(w http.ResponseWriter, r *http.Request) {
	conn, err := g.upgrader.Upgrade(w, r, nil)
	if err != nil {
		g.s.log.Debug("gateway upgrade refused", "error", err)
		return
	}
	l := newLink(g, conn, r.URL.Query().Get("compress") == "zlib-stream")
	g.s.mu.Lock()
	if g.s.closed {
		g.s.mu.Unlock()
		conn.Close()
		return
	}
	g.links[l] = struct{}{}
	g.s.workers.Add(1) // this handler: Shutdown does not wait for hijacked connections
	g.s.work(l.write)
	g.greet(l, r)
	g.s.mu.Unlock()
	defer g.s.workers.Done()
	defer conn.Close()

	l.read()

	g.s.mu.Lock()
	delete(g.links, l)
	if l.session != nil && l.session.link == l {
		l.session.link = nil
		l.session.lostAt = g.s.now()
	}
	l.close(websocket.CloseNormalClosure, "")
	g.s.notify()
	g.s.mu.Unlock()
}

// greet says hello, or what the faults want instead.
func (g *gateway) greet(l *link, r *http.Request) {
	if v := r.URL.Query().Get("v"); v != "" && v != "9" && v != "10" {
		l.close(closeVersion, "Invalid API version")
		return
	}
	if e := r.URL.Query().Get("encoding"); e != "" && e != "json" {
		l.close(closeDecode, "Error while decoding payload.")
		return
	}
	l.send(opHello, "", map[string]any{"heartbeat_interval": g.s.opts.Heartbeat.Milliseconds(), "_trace": []string{"sandbox"}})
}

// handle takes one frame of a bot; the caller holds the lock.
func (g *gateway) handle(l *link, raw []byte) {
	defer g.s.notify()
	var f frame
	if len(raw) > maxGateway || json.Unmarshal(raw, &f) != nil {
		l.close(closeDecode, "Error while decoding payload.")
		return
	}
	if !l.countFrame(g.s.now()) {
		l.close(closeRate, "Rate limited.")
		return
	}
	switch f.Op {
	case opHeartbeat:
		g.heartbeats++
		if !g.s.faults.zombie {
			l.send(opHeartbeatAck, "", nil)
		}
	case opIdentify:
		g.identify(l, f.Data)
	case opResume:
		g.resume(l, f.Data)
	case opPresence, opVoiceState, opRequestMembers:
		if l.session == nil {
			l.close(closeNotIdentified, "Not authenticated.")
		}
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
func (g *gateway) identify(l *link, data json.RawMessage) {
	if l.session != nil {
		l.close(closeAlreadyIn, "Already authenticated.")
		return
	}
	var id identification
	if json.Unmarshal(data, &id) != nil || id.Intents == nil {
		l.close(closeDecode, "Error while decoding payload.")
		return
	}
	g.identifies = append(g.identifies, g.s.now())
	if len(g.identifies) > 10*dailyIdentifies {
		g.identifies = append([]time.Time(nil), g.identifies[dailyIdentifies:]...)
	}
	if code, reason := g.refuse(id); code != 0 {
		l.close(code, reason)
		return
	}
	if g.handshakeFault(l) {
		return
	}
	g.begin(l, *id.Intents, id.Shard)
}

// refuse names the close code for an identification that Discord would not take.
func (g *gateway) refuse(id identification) (code int, reason string) {
	switch {
	case !g.s.validToken(id.Token):
		return closeAuth, "Authentication failed."
	case *id.Intents < 0 || *id.Intents > allIntents:
		return closeIntents, "Invalid intent(s)."
	case *id.Intents&privilegedIntents&^g.s.opts.Privileged != 0:
		return closeDisallowed, "Disallowed intent(s)."
	case id.Shard != nil && (id.Shard[1] < 1 || id.Shard[0] < 0 || id.Shard[0] >= id.Shard[1]):
		return closeShard, "Invalid shard."
	}
	return 0, ""
}

// handshakeFault does what the faults want in place of READY or RESUMED.
func (g *gateway) handshakeFault(l *link) bool {
	f := g.s.faults
	switch {
	case f.handshakeReconnects > 0:
		f.handshakeReconnects--
		l.send(opReconnect, "", nil)
		return true
	case f.handshakeInvalid > 0:
		f.handshakeInvalid--
		l.send(opInvalidSession, "", false)
		return true
	case f.handshakeSilent > 0:
		f.handshakeSilent--
		return true
	}
	return false
}

// begin makes a session and tells it everything it needs to know.
func (g *gateway) begin(l *link, intents int64, shard *[2]int) {
	if len(g.sessions) > 64 { // crash loops must not fill the memory
		g.dropOldestSession()
	}
	ses := &session{id: "s" + g.s.world.nextID(g.s.now()), intents: intents, link: l, shard: [2]int{0, 1}}
	if shard != nil {
		ses.shard = *shard
	}
	g.sessions[ses.id] = ses
	l.session = ses
	w := g.s.world
	ready := map[string]any{
		"v": 10, "user": g.s.self(), "guilds": []any{}, "private_channels": []any{}, "relationships": []any{},
		"session_id": ses.id, "session_type": "normal", "shard": ses.shard,
		"resume_gateway_url": g.url(),
		"application":        map[string]any{"id": w.bot.ID, "flags": 0},
	}
	mine := !w.botLeft && ses.owns(w.guildID)
	if mine {
		ready["guilds"] = []any{map[string]any{"id": w.guildID, "unavailable": true}}
	}
	ses.dispatch("READY", ready)
	if mine && intents&intentGuilds != 0 {
		ses.dispatch("GUILD_CREATE", g.s.guildCreate())
	}
	g.s.notify()
}

// url is where the gateway listens.
func (g *gateway) url() string {
	if g.s.address == "" {
		return "ws://sandbox.invalid/gateway"
	}
	return "ws://" + g.s.address + "/gateway"
}

// resume goes on with a session and replays what it missed.
func (g *gateway) resume(l *link, data json.RawMessage) {
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
	if !g.s.validToken(r.Token) {
		l.close(closeAuth, "Authentication failed.")
		return
	}
	g.resumes++
	if g.handshakeFault(l) {
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
	g.s.notify()
}

// dispatch sends an event to all sessions that listen for it. intent 0: always.
// Events of DMs go to shard 0 only.
func (g *gateway) dispatch(intent int64, guildID, event string, data any) int {
	sent := 0
	for _, ses := range g.sessions {
		if (intent == 0 || ses.intents&intent != 0) && ses.owns(guildID) {
			ses.dispatch(event, data)
			sent++
		}
	}
	return sent
}

// dropOldestSession forgets a session without a connection.
func (g *gateway) dropOldestSession() {
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

// owns says whether events of that guild ("": DMs) go to this shard.
func (ses *session) owns(guildID string) bool {
	id, err := strconv.ParseInt(guildID, 10, 64)
	if err != nil {
		return ses.shard[0] == 0
	}
	return int((id>>22)%int64(ses.shard[1])) == ses.shard[0]
}

// guildCreate is the guild as GUILD_CREATE tells it.
func (s *Server) guildCreate() wire.Guild {
	g := s.guildJSON()
	g.JoinedAt = stamp(s.world.created)
	for _, p := range s.world.everybody() {
		g.Members = append(g.Members, s.memberJSON(p))
	}
	g.MemberCount = len(g.Members) + 1
	g.Members = append(g.Members, s.botMember())
	for _, id := range s.world.channelOrder {
		c := s.world.channels[id]
		switch {
		case c == nil || c.Type == wire.ChannelDM || c.archived():
		case c.isThread():
			g.Threads = append(g.Threads, s.channelJSON(c))
		default:
			g.Channels = append(g.Channels, s.channelJSON(c))
		}
	}
	return g
}
