package sandbox

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
	viewQueue  = 512 // frames waiting for one slow page
	viewWait   = 2 * time.Second
)

type viewer struct {
	person *state.Person
	conn   *websocket.Conn
	queue  chan []byte
	closed bool
}

// viewFrame is what the page receives; "t" says which other fields there are.
type viewFrame map[string]any

var viewUpgrader = websocket.Upgrader{} // same origin only

func (s *Page) live(w http.ResponseWriter, r *http.Request) {
	s.state.Lock()
	p := s.state.Person(r.URL.Query().Get("as"))
	full := len(s.viewers) >= maxViewers || s.closed
	s.state.Unlock()
	if p == nil || full {
		http.Error(w, "nobody has this id, or too many pages are open", http.StatusNotFound)
		return
	}
	conn, err := viewUpgrader.Upgrade(w, r, nil)
	if err != nil {
		s.log.Debug("page upgrade refused", "error", err)
		return
	}
	defer conn.Close()
	v := &viewer{person: p, conn: conn, queue: make(chan []byte, viewQueue)}
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

func (v *viewer) send(f viewFrame) {
	if v.closed {
		return
	}
	raw, err := json.Marshal(f)
	if err != nil { // our own types can be encoded
		panic("sandbox: encode a frame: " + err.Error())
	}
	select {
	case v.queue <- raw:
	default: // too slow: the page will reconnect
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
		_ = v.conn.SetWriteDeadline(time.Now().Add(viewWait))
		if v.conn.WriteMessage(websocket.TextMessage, raw) != nil {
			v.conn.Close() // the reader sees it; keep emptying the queue
		}
	}
}

// snapshot is the first frame: everything that p sees.
func (s *Page) snapshot(p *state.Person) viewFrame {
	st, channels := s.state, []wire.Channel{}
	messages, unread := map[string][]wire.Message{}, map[string]int{}
	for _, c := range st.Channels() {
		if !st.CanSee(p, c) {
			continue
		}
		channels = append(channels, st.ChannelJSON(c))
		list := []wire.Message{}
		for _, m := range c.Messages {
			if st.Sees(p, c, m) {
				list = append(list, seenBy(p, m))
			}
		}
		messages[c.ID] = list
		if n := c.Unread(p); n > 0 {
			unread[c.ID] = n
		}
	}
	return viewFrame{
		"t": "snapshot", "me": p.User, "bot": st.Bot, "people": s.people(),
		"guild":    map[string]string{"id": st.GuildID, "name": state.Guild},
		"channels": channels, "messages": messages, "unread": unread, "commands": s.commands(p),
		"now": st.Now().UnixMilli(), "clock": s.forward != nil, // whether it can be set forward
	}
}

// commands lists the commands that p can use anywhere; the page filters them by contexts.
func (s *Page) commands(p *state.Person) []wire.Command {
	list := []wire.Command{}
	for _, cmd := range s.state.Commands {
		if state.MayUse(p, cmd) {
			list = append(list, cmd)
		}
	}
	return list
}

// seenBy returns m with the fields that the page needs for p.
func seenBy(p *state.Person, m *state.Message) wire.Message {
	out := m.Message
	out.MentionedMe = m.Pinged(p)
	return out
}

func (s *Page) hear(e state.Event) {
	for v := range s.viewers {
		if f := s.frameFor(v.person, e); f != nil {
			v.send(f)
		}
	}
}

// frameFor describes a change to p; nil: p does not see it.
func (s *Page) frameFor(p *state.Person, e state.Event) viewFrame {
	st := s.state
	switch {
	case e.Message != nil && st.Sees(p, e.Channel, e.Message):
		var message any = seenBy(p, e.Message)
		if e.Op == state.Delete {
			message = map[string]string{"id": e.Message.ID}
		}
		return viewFrame{"t": "message", "op": e.Op, "channel_id": e.Channel.ID, "message": message}
	case e.Message == nil && e.Channel != nil && st.CanSee(p, e.Channel):
		return viewFrame{"t": "channel", "op": e.Op, "channel": st.ChannelJSON(e.Channel)}
	case e.People:
		return viewFrame{"t": "people", "people": s.people()}
	case e.Clock:
		return viewFrame{"t": "clock", "now": st.Now().UnixMilli()}
	case e.Commands:
		return viewFrame{"t": "commands", "commands": s.commands(p)}
	}
	ix := e.Interaction
	if ix == nil || ix.Person != p || ix.Kind == wire.InteractionAutocomplete {
		return nil
	}
	f := viewFrame{
		"t": "interaction", "id": ix.ID, "state": ix.State(), "custom_id": ix.CustomID,
		"command": ix.Command,
	}
	if ix.Form != nil {
		f["form"] = ix.Form
	}
	if ix.Failed != "" {
		f["message"] = ix.Failed
	}
	return f
}
