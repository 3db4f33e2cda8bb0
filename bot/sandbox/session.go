package sandbox

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/gorilla/websocket"
)

// session is a bot's login. It outlives its connection, so that it can be resumed.
type session struct {
	id      string
	intents int64
	shard   [2]int
	link    *link // nil: not connected
	seq     int64
	sent    [][]byte // frames seq-len(sent)+1 … seq, for a replay
}

// dispatch numbers an event, keeps it for a replay and sends it.
func (ses *session) dispatch(event string, data any) {
	ses.seq++
	raw := encode(frame{Op: opDispatch, Seq: &ses.seq, Type: &event}, data)
	ses.sent = append(ses.sent, raw)
	if len(ses.sent) > maxReplay {
		ses.sent = append([][]byte(nil), ses.sent[len(ses.sent)-maxReplay/2:]...)
	}
	if ses.link != nil {
		ses.link.push(raw)
	}
}

func (ses *session) canReplay(seq int64) bool {
	return seq >= ses.seq-int64(len(ses.sent))
}

func (ses *session) replay(seq int64) {
	first := ses.seq - int64(len(ses.sent)) // the sequence before sent[0]
	l := ses.link                           // push may detach it from the session
	for _, raw := range ses.sent[max(0, seq-first):] {
		l.push(raw)
	}
}

// owns reports whether events of a guild ("": DMs) go to this shard.
func (ses *session) owns(guildID string) bool {
	id, err := strconv.ParseInt(guildID, 10, 64)
	if err != nil {
		return ses.shard[0] == 0
	}
	return int((id>>22)%int64(ses.shard[1])) == ses.shard[0]
}

// frame is a gateway frame in either direction.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}

// encode writes a frame. Our own types can be encoded.
func encode(f frame, data any) []byte {
	var err error
	if f.Data, err = json.Marshal(data); err != nil {
		panic("sandbox: encode gateway data: " + err.Error())
	}
	raw, err := json.Marshal(f)
	if err != nil {
		panic("sandbox: encode gateway frame: " + err.Error())
	}
	return raw
}

type outgoing struct {
	raw    []byte
	code   int
	reason string
}

type link struct {
	g       *Gateway
	conn    *websocket.Conn
	session *session
	queue   chan outgoing
	closing bool // nothing more is queued

	minute time.Time // in which frames were counted
	frames int
}

// send queues a frame that is not an event.
func (l *link) send(op int, data any) { l.push(encode(frame{Op: op}, data)) }

// push queues raw. A bot that reads too slowly is disconnected; it may resume.
func (l *link) push(raw []byte) {
	if l.closing {
		return
	}
	if len(l.queue) >= cap(l.queue)-1 { // one place is left for the close frame
		l.close(closeRate, "Too slow.")
		return
	}
	l.queue <- outgoing{raw: raw}
}

// close queues the close frame after the frames that are already queued; once only.
func (l *link) close(code int, reason string) {
	if l.closing {
		return
	}
	l.closing = true
	if l.session != nil && l.session.link == l {
		l.session.link = nil
	}
	l.queue <- outgoing{code: code, reason: reason}
	close(l.queue)
}

// countFrame counts a frame of the bot; false: more than 120 in a minute.
func (l *link) countFrame(now time.Time) bool {
	if now.Sub(l.minute) >= time.Minute || now.Before(l.minute) {
		l.minute, l.frames = now, 0
	}
	l.frames++
	return l.frames <= frameRate
}

func (l *link) read() {
	l.conn.SetReadLimit(64 << 10) // above maxFrame, so that a large frame gets close 4002
	for {
		_, raw, err := l.conn.ReadMessage()
		if err != nil {
			return
		}
		l.g.state.Lock()
		if !l.closing {
			l.g.handle(l, raw)
		}
		l.g.state.Unlock()
	}
}

// write sends queued frames until the queue is closed. After a close frame the bot has a moment to
// read it: an immediate Close could overtake it.
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
			l.conn.Close() // ends read; go on emptying the queue
		}
	}
}
