package gateway

import (
	"time"

	"github.com/gorilla/websocket"
)

// outgoing is a frame to write, or with code set the close frame.
type outgoing struct {
	raw    []byte
	code   int
	reason string
}

// link is one WebSocket connection of a bot.
type link struct {
	g       *Gateway
	conn    *websocket.Conn
	session *session
	queue   chan outgoing
	closing bool      // nothing more is queued
	minute  time.Time // of the frames counted
	frames  int
}

func newLink(g *Gateway, conn *websocket.Conn) *link {
	return &link{g: g, conn: conn, queue: make(chan outgoing, sendQueue)}
}

// send queues a frame that is not an event.
func (l *link) send(op int, event string, data any) {
	l.queueFrame(encodeFrame(op, event, 0, data))
}

// queueFrame queues raw; a bot that reads too slowly is cut off and may resume.
func (l *link) queueFrame(raw []byte) {
	if l.closing {
		return
	}
	if len(l.queue) >= cap(l.queue)-1 { // one place is left for the close frame
		l.close(closeRate, "Too slow.")
		return
	}
	l.queue <- outgoing{raw: raw}
}

// close queues the close frame after what is queued already; once only.
func (l *link) close(code int, reason string) {
	if l.closing {
		return
	}
	l.closing = true
	if l.session != nil && l.session.link == l {
		l.session.link = nil
		l.session.lostAt = l.g.state.Now()
	}
	l.queue <- outgoing{code: code, reason: reason}
	close(l.queue)
}

// countFrame counts a frame of the bot, false: more than 120 in a minute.
func (l *link) countFrame(now time.Time) bool {
	if now.Sub(l.minute) >= time.Minute || now.Before(l.minute) {
		l.minute, l.frames = now, 0
	}
	l.frames++
	return l.frames <= frameRate
}

// read passes frames on until the connection ends.
func (l *link) read() {
	l.conn.SetReadLimit(64 << 10) // above maxFrame, so that 4002 can be said
	for {
		_, raw, err := l.conn.ReadMessage()
		if err != nil {
			return
		}
		l.take(raw)
	}
}

// take handles one frame under the lock.
func (l *link) take(raw []byte) {
	l.g.state.Lock()
	defer l.g.state.Unlock()
	if !l.closing {
		l.g.handle(l, raw)
	}
}

// write sends what is queued until the queue is closed. After a close frame the bot has a moment to read it: an immediate
// Close could overtake it.
func (l *link) write() {
	for out := range l.queue {
		deadline := time.Now().Add(writeWait)
		if out.code != 0 {
			payload := websocket.FormatCloseMessage(out.code, out.reason)
			_ = l.conn.WriteControl(websocket.CloseMessage, payload, deadline)
			_ = l.conn.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
			continue
		}
		_ = l.conn.SetWriteDeadline(deadline)
		if l.conn.WriteMessage(websocket.TextMessage, out.raw) != nil {
			l.conn.Close() // the reader sees it; keep emptying the queue
		}
	}
}
