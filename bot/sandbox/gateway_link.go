package sandbox

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"time"

	"github.com/gorilla/websocket"
)

// session is a bot's login; it outlives its connection so that it can be resumed.
type session struct {
	id      string
	intents int64
	shard   [2]int
	link    *link // nil: not connected
	seq     int64
	sent    [][]byte // frames seq-len(sent)+1 … seq, for a replay
	lostAt  time.Time
}

// dispatch numbers an event, keeps it for a replay and sends it.
func (ses *session) dispatch(event string, data any) {
	ses.seq++
	raw := encodeFrame(opDispatch, event, ses.seq, data)
	ses.sent = append(ses.sent, raw)
	if len(ses.sent) > maxReplay {
		ses.sent = append([][]byte(nil), ses.sent[len(ses.sent)-maxReplay/2:]...)
	}
	if ses.link != nil {
		ses.link.queueFrame(raw)
	}
}

// canReplay says whether everything after seq is still kept.
func (ses *session) canReplay(seq int64) bool {
	return seq >= ses.seq-int64(len(ses.sent))
}

// replay sends everything after seq once more.
func (ses *session) replay(seq int64) {
	first := ses.seq - int64(len(ses.sent)) // sequence before sent[0]
	l := ses.link                           // queueFrame may take it from the session
	for _, raw := range ses.sent[max(0, seq-first):] {
		l.queueFrame(raw)
	}
}

// encodeFrame writes a gateway frame. Events have a sequence, the rest null.
func encodeFrame(op int, event string, seq int64, data any) []byte {
	d, err := json.Marshal(data)
	if err != nil { // only our own shapes come here
		panic("sandbox: encode gateway event " + event + ": " + err.Error())
	}
	f := frame{Op: op, Data: d}
	if op == opDispatch {
		f.Seq, f.Type = &seq, &event
	}
	raw, err := json.Marshal(f)
	if err != nil {
		panic("sandbox: encode gateway frame " + event + ": " + err.Error())
	}
	return raw
}

// outgoing is a frame to write, or with code set the close frame.
type outgoing struct {
	raw    []byte
	code   int
	reason string
}

// link is one WebSocket connection of a bot.
type link struct {
	g        *gateway
	conn     *websocket.Conn
	session  *session
	queue    chan outgoing
	closing  bool // nothing more is queued
	compress bool
	minute   time.Time // of the frames counted
	frames   int
}

func newLink(g *gateway, conn *websocket.Conn, compress bool) *link {
	return &link{g: g, conn: conn, compress: compress, queue: make(chan outgoing, sendQueue)}
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
		l.session.lostAt = l.g.s.now()
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
	return l.frames <= gatewayRate
}

// read passes frames on until the connection ends.
func (l *link) read() {
	l.conn.SetReadLimit(64 << 10) // above maxGateway, so that 4002 can be said
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
	l.g.s.mu.Lock()
	defer l.g.s.mu.Unlock()
	if !l.closing {
		l.g.handle(l, raw)
	}
}

// write sends what is queued until the queue is closed. After a close frame the
// bot has a moment to read it: an immediate Close could overtake it.
func (l *link) write() {
	var buffer bytes.Buffer
	stream := zlib.NewWriter(&buffer)
	for out := range l.queue {
		deadline := time.Now().Add(writeWait)
		if out.code != 0 {
			payload := websocket.FormatCloseMessage(out.code, out.reason)
			_ = l.conn.WriteControl(websocket.CloseMessage, payload, deadline)
			_ = l.conn.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
			continue
		}
		_ = l.conn.SetWriteDeadline(deadline)
		kind, raw := websocket.TextMessage, out.raw
		if l.compress {
			buffer.Reset()
			_, _ = stream.Write(out.raw) // a bytes.Buffer never fails
			_ = stream.Flush()
			kind, raw = websocket.BinaryMessage, buffer.Bytes()
		}
		if l.conn.WriteMessage(kind, raw) != nil {
			l.conn.Close() // the reader sees it; keep emptying the queue
		}
	}
}
