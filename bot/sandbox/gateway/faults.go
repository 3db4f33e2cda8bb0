package gateway

import (
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// faults are what the next handshakes are answered with instead of READY or RESUMED.
type faults struct {
	reconnects int // so many times op 7
	invalid    int // so many times op 9
}

// inHandshake does what the faults want in place of READY or RESUMED; false: nothing.
func (f *faults) inHandshake(l *link) bool {
	switch {
	case f.reconnects > 0:
		f.reconnects--
		l.send(opReconnect, "", nil)
	case f.invalid > 0:
		f.invalid--
		l.send(opInvalidSession, "", false)
	default:
		return false
	}
	return true
}

// HandshakeReconnect answers the next times IDENTIFYs or RESUMEs with op 7 instead of READY (discordgo v0.29.0 deadlocks on
// it, issue #513).
func (g *Gateway) HandshakeReconnect(times int) {
	g.state.Lock()
	defer g.state.Unlock()
	g.faults.reconnects = times
}

// HandshakeInvalid answers the next times IDENTIFYs or RESUMEs with op 9 false.
func (g *Gateway) HandshakeInvalid(times int) {
	g.state.Lock()
	defer g.state.Unlock()
	g.faults.invalid = times
}

// AskToReconnect sends op 7 on all connections: reconnect and resume.
func (g *Gateway) AskToReconnect() {
	g.eachLink(func(l *link) { l.send(opReconnect, "", nil) })
}

// Invalidate sends op 9 on all connections. If it is not resumable the sessions are forgotten.
func (g *Gateway) Invalidate(resumable bool) {
	g.eachLink(func(l *link) {
		l.send(opInvalidSession, "", resumable)
		if l.session != nil && !resumable {
			delete(g.sessions, l.session.id)
			l.session = nil
		}
	})
}

// CloseAll closes all connections with code (4000, 4009, 1001 ...); 0: the connection is cut without a word.
func (g *Gateway) CloseAll(code int) {
	g.eachLink(func(l *link) {
		if code == 0 {
			l.conn.Close()
			return
		}
		if l.session != nil && (code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway) {
			delete(g.sessions, l.session.id) // 1000 and 1001 end the session
		}
		l.close(code, "fault")
	})
}

// eachLink calls do for every connection, under the lock.
func (g *Gateway) eachLink(do func(*link)) {
	g.state.Lock()
	defer g.state.Unlock()
	for l := range g.links {
		if !l.closing {
			do(l)
		}
	}
	g.state.Notify()
}

// Activity is what bots did on the gateway so far.
type Activity struct {
	Identifies  []time.Time // when they identified
	Resumes     int         // how often they tried to resume
	Connections int         // open now
	Ready       bool        // at least one session is connected
}

// Activity returns what bots did so far.
func (g *Gateway) Activity() Activity {
	g.state.Lock()
	defer g.state.Unlock()
	s := Activity{Identifies: slices.Clone(g.identifies), Resumes: g.resumes, Connections: len(g.links)}
	for _, ses := range g.sessions {
		s.Ready = s.Ready || ses.link != nil
	}
	return s
}
