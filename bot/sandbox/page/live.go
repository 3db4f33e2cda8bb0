package page

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

const (
	maxViewers = 64  // open pages
	sendQueue  = 512 // frames waiting for one slow page
	writeWait  = 2 * time.Second
)

// viewer is one open page: a person's live view.
type viewer struct {
	person *state.Person
	conn   *websocket.Conn
	queue  chan []byte
	closed bool
}

// frame is what the page receives; T says which fields there are.
type frame struct {
	T         string        `json:"t"`
	Op        string        `json:"op,omitempty"`
	People    []person      `json:"people,omitempty"`
	Channel   *wire.Channel `json:"channel,omitempty"`
	ChannelID string        `json:"channel_id,omitempty"`
	Message   any           `json:"message,omitempty"`
	ID        string        `json:"id,omitempty"`
	State     string        `json:"state,omitempty"`
	CustomID  string        `json:"custom_id,omitempty"`
	Command   string        `json:"command,omitempty"`
	Now       int64         `json:"now,omitempty"`
}

// snapshotFrame is everything that a person sees: the first frame.
type snapshotFrame struct {
	T        string                    `json:"t"`
	Me       wire.User                 `json:"me"`
	Bot      wire.User                 `json:"bot"`
	People   []person                  `json:"people"`
	Guild    map[string]string         `json:"guild"`
	Channels []wire.Channel            `json:"channels"`
	Messages map[string][]wire.Message `json:"messages"`
	Commands []wire.Command            `json:"commands"`
	Unread   map[string]int            `json:"unread"`
	Now      int64                     `json:"now"`   // ms since 1970 by the sandbox's clock
	Clock    bool                      `json:"clock"` // it can be set forward
}

// commandsFrame has a list that is encoded even when it is empty.
type commandsFrame struct {
	T        string         `json:"t"`
	Commands []wire.Command `json:"commands"`
}

var upgrader = websocket.Upgrader{} // same origin only

// live serves a person's live view until the page goes away.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	s.state.Lock()
	p := s.state.Person(r.URL.Query().Get("as"))
	full := len(s.viewers) >= maxViewers || s.closed
	s.state.Unlock()
	if p == nil || full {
		http.Error(w, "nobody has this id, or too many pages are open", http.StatusNotFound)
		return
	}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		s.log.Debug("page upgrade refused", "error", err)
		return
	}
	defer conn.Close()
	v := &viewer{person: p, conn: conn, queue: make(chan []byte, sendQueue)}
	s.state.Lock()
	if s.closed {
		s.state.Unlock()
		return
	}
	s.viewers[v] = struct{}{}
	s.workers.Add(1) // this handler
	s.workers.Go(v.write)
	v.send(s.snapshot(p))
	s.state.Unlock()
	defer s.workers.Done()

	conn.SetReadLimit(4096)
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			break
		}
	}
	s.state.Lock()
	delete(s.viewers, v)
	v.close()
	s.state.Unlock()
}

// send queues a frame; a page that is too slow is cut off and reconnects.
func (v *viewer) send(frame any) {
	if v.closed {
		return
	}
	raw, err := json.Marshal(frame)
	if err != nil { // only our own shapes come here
		panic("sandbox: encode a frame: " + err.Error())
	}
	select {
	case v.queue <- raw:
	default:
		v.close()
	}
}

// close ends the view; the caller holds the lock.
func (v *viewer) close() {
	if v.closed {
		return
	}
	v.closed = true
	close(v.queue)
}

// write sends what is queued until the view is closed.
func (v *viewer) write() {
	defer v.conn.Close()
	for raw := range v.queue {
		_ = v.conn.SetWriteDeadline(time.Now().Add(writeWait))
		if v.conn.WriteMessage(websocket.TextMessage, raw) != nil {
			v.conn.Close() // the reader sees it; keep emptying the queue
		}
	}
}

// snapshot returns everything that p sees.
func (s *Server) snapshot(p *state.Person) snapshotFrame {
	st := s.state
	f := snapshotFrame{
		T: "snapshot", Me: p.User, Bot: st.Bot, People: s.people(), Guild: map[string]string{"id": st.GuildID, "name": state.Guild},
		Channels: []wire.Channel{}, Messages: map[string][]wire.Message{}, Commands: s.commands(p), Unread: map[string]int{},
		Now: st.Now().UnixMilli(), Clock: s.forward != nil,
	}
	for _, c := range st.Channels() {
		if !st.CanSee(p, c) {
			continue
		}
		f.Channels = append(f.Channels, st.ChannelJSON(c))
		list := []wire.Message{}
		for _, m := range c.Messages {
			if st.Sees(p, c, m) {
				list = append(list, seenBy(p, m))
			}
		}
		f.Messages[c.ID] = list
		if n := c.Unread(p); n > 0 {
			f.Unread[c.ID] = n
		}
	}
	return f
}

// commands lists the commands that p can use anywhere; the page filters them by contexts.
func (s *Server) commands(p *state.Person) []wire.Command {
	list := []wire.Command{}
	for _, cmd := range s.state.Commands {
		if state.MayUse(p, cmd) {
			list = append(list, cmd)
		}
	}
	return list
}

// seenBy returns m with what the page wants to know for p.
func seenBy(p *state.Person, m *state.Message) wire.Message {
	out := m.Message
	out.MentionedMe = m.Pinged(p)
	return out
}

// hear tells every page of a change that its person can see.
func (s *Server) hear(e state.Event) {
	for v := range s.viewers {
		switch {
		case e.Message != nil:
			if s.state.Sees(v.person, e.Channel, e.Message) {
				v.send(messageFrame(v.person, e))
			}
		case e.Channel != nil:
			if s.state.CanSee(v.person, e.Channel) {
				view := s.state.ChannelJSON(e.Channel)
				v.send(frame{T: "channel", Op: string(e.Op), Channel: &view})
			}
		case e.People:
			v.send(frame{T: "people", People: s.people()})
		case e.Clock:
			v.send(frame{T: "clock", Now: s.state.Now().UnixMilli()})
		case e.Commands:
			v.send(commandsFrame{T: "commands", Commands: s.commands(v.person)})
		case e.Interaction != nil:
			// Completions are not shown.
			if ix := e.Interaction; v.person == ix.Person && ix.Kind != wire.InteractionAutocomplete {
				v.send(interactionFrame(ix))
			}
		}
	}
}

// messageFrame tells p of a message.
func messageFrame(p *state.Person, e state.Event) frame {
	f := frame{T: "message", Op: string(e.Op), ChannelID: e.Channel.ID, Message: seenBy(p, e.Message)}
	if e.Op == state.Delete {
		f.Message = map[string]string{"id": e.Message.ID}
	}
	return f
}

// interactionFrame tells the person who acted what became of it.
func interactionFrame(ix *state.Interaction) frame {
	f := frame{T: "interaction", ID: ix.ID, State: ix.State(), CustomID: ix.CustomID, Command: ix.Command}
	if ix.Failed != "" {
		f.Message = ix.Failed
	}
	return f
}
