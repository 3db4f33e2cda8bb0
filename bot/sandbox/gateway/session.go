package gateway

import (
	"encoding/json"
	"strconv"
	"time"
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

// owns says whether events of that guild ("": DMs) go to this shard.
func (ses *session) owns(guildID string) bool {
	id, err := strconv.ParseInt(guildID, 10, 64)
	if err != nil {
		return ses.shard[0] == 0
	}
	return int((id>>22)%int64(ses.shard[1])) == ses.shard[0]
}
