package sandbox

// HandshakeReconnect answers the next IDENTIFY or RESUME with op 7 instead of READY. discordgo
// v0.29.0 deadlocks on it (issue #513).
func (g *Gateway) HandshakeReconnect() { g.failHandshake(opReconnect) }

// HandshakeInvalid answers the next IDENTIFY or RESUME with op 9 false.
func (g *Gateway) HandshakeInvalid() { g.failHandshake(opInvalidSession) }

func (g *Gateway) failHandshake(op int) {
	g.state.Lock()
	defer g.state.Unlock()
	g.handshakes = append(g.handshakes, op)
}

// AskToReconnect sends op 7 on all connections: reconnect and resume.
func (g *Gateway) AskToReconnect() {
	g.eachLink(func(l *link) { l.send(opReconnect, nil) })
}

// Invalidate sends op 9 on all connections and forgets their sessions.
func (g *Gateway) Invalidate() {
	g.eachLink(func(l *link) {
		l.send(opInvalidSession, false)
		if l.session != nil {
			delete(g.sessions, l.session.id)
			l.session = nil
		}
	})
}

// CloseAll closes all connections with a code; 0: the connections are cut without a close frame.
func (g *Gateway) CloseAll(code int) {
	g.eachLink(func(l *link) {
		if code == 0 {
			l.conn.Close()
			return
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
	Identifies int
	Resumes    int  // attempts
	Ready      bool // at least one session is connected
}

// Activity returns what bots did so far.
func (g *Gateway) Activity() Activity {
	g.state.Lock()
	defer g.state.Unlock()
	a := Activity{Identifies: g.identifies, Resumes: g.resumes}
	for _, ses := range g.sessions {
		a.Ready = a.Ready || ses.link != nil
	}
	return a
}
