package sandbox

import (
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Cut says whether a fault cuts the connection, and when.
type Cut int

// When a fault cuts the connection.
const (
	CutNever  Cut = iota
	CutBefore     // nothing happens in the sandbox
	CutAfter      // it happens, but the bot never learns of it
)

// Fault is what happens to the next requests on a route.
type Fault struct {
	// Route is a method and pattern, "POST /channels/{channel}/messages", or the
	// beginning of one; empty: all routes.
	Route string
	// Times is how many requests are hit; 0: one; negative: all until Clear.
	Times int
	// Skip is how many requests pass before the first is hit.
	Skip int
	// Status and Code are the answer; 429 gets RetryAfter and Scope.
	Status  int
	Code    int
	Message string
	// RetryAfter is what a 429 asks for. Header, if not 0, is said in the header
	// instead, to tell the two apart.
	RetryAfter time.Duration
	Header     time.Duration
	// Scope of a 429: "user" (the route; default), "global" or "shared".
	Scope string
	// Cut cuts the connection instead of answering.
	Cut Cut
	// Delay holds the answer back in real time.
	Delay time.Duration

	hits int
}

// Faults are the switches for everything that goes wrong. Safe for concurrent
// use; each takes effect with the next request, event or frame.
type Faults struct {
	s      *Server
	list   []*Fault
	denied int64 // permissions that the bot does not have

	closedDMs           map[string]bool
	zombie              bool
	handshakeReconnects int
	handshakeInvalid    int
	handshakeSilent     int
	duplicates          int // interactions still to be delivered twice
	hold                bool
	held                []func()
}

// Faults are the server's switches.
func (s *Server) Faults() *Faults { return s.faults }

// Inject arms f.
func (f *Faults) Inject(fault Fault) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	if fault.Times == 0 {
		fault.Times = 1
	}
	f.list = append(f.list, &fault)
}

// RateLimit answers the next times requests on route with 429.
func (f *Faults) RateLimit(route string, times int, retryAfter time.Duration, scope string) {
	f.Inject(Fault{Route: route, Times: times, Status: 429, RetryAfter: retryAfter, Scope: scope})
}

// Fail answers the next times requests on route with status (500, 502, 503 …).
func (f *Faults) Fail(route string, times, status int) {
	f.Inject(Fault{Route: route, Times: times, Status: status})
}

// DropBefore cuts the connection of the next times requests on route before
// they have any effect, DropAfter after it.
func (f *Faults) DropBefore(route string, times int) {
	f.Inject(Fault{Route: route, Times: times, Cut: CutBefore})
}

// DropAfter: see DropBefore.
func (f *Faults) DropAfter(route string, times int) {
	f.Inject(Fault{Route: route, Times: times, Cut: CutAfter})
}

// Deny takes permissions from the bot, in its role and in @everyone.
func (f *Faults) Deny(permissions int64) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	f.denied |= permissions
	f.s.notify()
}

// Allow gives them back.
func (f *Faults) Allow(permissions int64) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	f.denied &^= permissions
	f.s.notify()
}

// Clear ends all faults of requests and of the gateway, gives back all
// permissions and releases held interactions.
func (f *Faults) Clear() {
	f.s.mu.Lock()
	f.list, f.denied, f.zombie, f.duplicates = nil, 0, false, 0
	f.handshakeReconnects, f.handshakeInvalid, f.handshakeSilent = 0, 0, 0
	f.releaseAll()
	f.s.mu.Unlock()
}

// GatewayReconnect sends op 7 on all connections: reconnect and resume.
func (f *Faults) GatewayReconnect() {
	f.eachLink(func(l *link) { l.send(opReconnect, "", nil) })
}

// GatewayInvalid sends op 9. If it is not resumable the sessions are forgotten.
func (f *Faults) GatewayInvalid(resumable bool) {
	f.eachLink(func(l *link) {
		l.send(opInvalidSession, "", resumable)
		if l.session != nil && !resumable {
			delete(f.s.gateway.sessions, l.session.id)
			l.session = nil
		}
	})
}

// GatewayClose closes all connections with code (4000, 4009, 1001 …); 0: the
// connection is cut without a word.
func (f *Faults) GatewayClose(code int) {
	f.eachLink(func(l *link) {
		if code == 0 {
			l.conn.Close()
			return
		}
		if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
			if l.session != nil {
				delete(f.s.gateway.sessions, l.session.id) // 1000 and 1001 end the session
			}
		}
		l.close(code, "fault")
	})
}

// GatewayZombie stops (true) or resumes (false) the acknowledging of heartbeats.
func (f *Faults) GatewayZombie(on bool) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	f.zombie = on
}

// HandshakeReconnect answers the next times IDENTIFYs or RESUMEs with op 7
// instead of READY (discordgo v0.29.0 deadlocks on it, issue #513).
func (f *Faults) HandshakeReconnect(times int) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	f.handshakeReconnects = times
}

// HandshakeInvalid answers the next times IDENTIFYs or RESUMEs with op 9 false.
func (f *Faults) HandshakeInvalid(times int) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	f.handshakeInvalid = times
}

// HandshakeSilent leaves the next times IDENTIFYs or RESUMEs without an answer.
func (f *Faults) HandshakeSilent(times int) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	f.handshakeSilent = times
}

// Duplicate delivers the next n interactions twice.
func (f *Faults) Duplicate(n int) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	f.duplicates = n
}

// HoldInteractions keeps interactions from being delivered until release is
// called: late delivery, with the clock in the test's hand.
func (f *Faults) HoldInteractions() (release func()) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	f.hold = true
	return func() {
		f.s.mu.Lock()
		defer f.s.mu.Unlock()
		f.releaseAll()
	}
}

// releaseAll delivers what is held; the caller holds the lock.
func (f *Faults) releaseAll() {
	held := f.held
	f.hold, f.held = false, nil
	for _, deliver := range held {
		deliver()
	}
}

// eachLink calls do for every connection, under the lock.
func (f *Faults) eachLink(do func(*link)) {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	for l := range f.s.gateway.links {
		if !l.closing {
			do(l)
		}
	}
	f.s.notify()
}

// next takes the fault that hits a request on route, nil if there is none.
func (f *Faults) next(route string) *Fault {
	for i, fault := range f.list {
		if !strings.HasPrefix(route, fault.Route) {
			continue
		}
		fault.hits++
		if fault.hits <= fault.Skip {
			continue
		}
		if fault.Times > 0 && fault.hits-fault.Skip >= fault.Times {
			f.list = append(f.list[:i:i], f.list[i+1:]...)
		}
		return fault
	}
	return nil
}

// Gateway tells what the bot did on the gateway so far.
type Gateway struct {
	Identifies  []time.Time // when it identified
	Resumes     int         // how often it tried to resume
	Heartbeats  int         // how often it sent one
	Connections int         // open now
	Ready       bool        // at least one session is connected
}

// Gateway returns the state of the gateway.
func (s *Server) Gateway() Gateway {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := Gateway{
		Identifies:  append([]time.Time(nil), s.gateway.identifies...),
		Resumes:     s.gateway.resumes,
		Heartbeats:  s.gateway.heartbeats,
		Connections: len(s.gateway.links),
	}
	for _, ses := range s.gateway.sessions {
		g.Ready = g.Ready || ses.link != nil
	}
	return g
}
