package sandbox

import (
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// maxViewers bounds the open pages.
const maxViewers = 64

// viewer is one open page: a person's live view.
type viewer struct {
	s      *Server
	person *person
	conn   *websocket.Conn
	queue  chan []byte
	closed bool
}

// pageFrame is what the page receives; T says which fields there are.
type pageFrame struct {
	T             string                    `json:"t"`
	Op            string                    `json:"op,omitempty"`
	Me            *wire.User                `json:"me,omitempty"`
	Bot           *wire.User                `json:"bot,omitempty"`
	People        []Person                  `json:"people,omitempty"`
	Guild         map[string]string         `json:"guild,omitempty"`
	Channels      []wire.Channel            `json:"channels,omitempty"`
	Messages      map[string][]wire.Message `json:"messages,omitempty"`
	Unread        map[string]int            `json:"unread,omitempty"`
	Channel       *wire.Channel             `json:"channel,omitempty"`
	ChannelID     string                    `json:"channel_id,omitempty"`
	Message       any                       `json:"message,omitempty"`
	ID            string                    `json:"id,omitempty"`
	State         string                    `json:"state,omitempty"`
	CustomID      string                    `json:"custom_id,omitempty"`
	Command       string                    `json:"command,omitempty"`
	InteractionID string                    `json:"interaction_id,omitempty"`
	Modal         *wire.Modal               `json:"modal,omitempty"`
}

// snapshotFrame and commandsFrame have lists that are never left out.
type snapshotFrame struct {
	pageFrame
	Channels []wire.Channel            `json:"channels"`
	Messages map[string][]wire.Message `json:"messages"`
	Commands []wire.Command            `json:"commands"`
	Unread   map[string]int            `json:"unread"`
}

type commandsFrame struct {
	T        string         `json:"t"`
	Commands []wire.Command `json:"commands"`
}

var pageUpgrader = websocket.Upgrader{} // same origin only

// live serves a person's live view until the page goes away.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	p := s.world.people[r.URL.Query().Get("as")]
	full := len(s.viewers) >= maxViewers || s.closed
	s.mu.Unlock()
	if p == nil || full {
		http.Error(w, "nobody has this id, or too many pages are open", http.StatusNotFound)
		return
	}
	conn, err := pageUpgrader.Upgrade(w, r, nil)
	if err != nil {
		s.log.Debug("page upgrade refused", "error", err)
		return
	}
	defer conn.Close()
	v := &viewer{s: s, person: p, conn: conn, queue: make(chan []byte, sendQueue)}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.viewers[v] = struct{}{}
	s.workers.Add(1) // this handler
	s.work(v.write)
	v.send(s.snapshot(p))
	s.mu.Unlock()
	defer s.workers.Done()

	conn.SetReadLimit(4096)
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			break
		}
	}
	s.mu.Lock()
	delete(s.viewers, v)
	v.close()
	s.mu.Unlock()
}

// send queues a frame; a page that is too slow is cut off and reconnects.
func (v *viewer) send(frame any) {
	if v.closed {
		return
	}
	select {
	case v.queue <- mustJSON(frame):
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

// snapshot is everything that p sees.
func (s *Server) snapshot(p *person) snapshotFrame {
	w := s.world
	me, bot := p.user, w.bot
	f := snapshotFrame{
		pageFrame: pageFrame{
			T: "snapshot", Me: &me, Bot: &bot, People: s.peopleView(), Guild: map[string]string{"id": w.guildID, "name": w.guildName},
		},
		Channels: []wire.Channel{}, Messages: map[string][]wire.Message{}, Unread: map[string]int{}, Commands: s.commandsSeen(p),
	}
	for _, id := range w.channelOrder {
		c := w.channels[id]
		if c == nil || !w.canSee(p, c) {
			continue
		}
		f.Channels = append(f.Channels, s.channelJSON(c))
		list := []wire.Message{}
		for _, m := range c.messages {
			if w.sees(p, c, m) {
				list = append(list, m.seenBy(p))
			}
		}
		f.Messages[c.ID] = list
		if n := c.unread[p.user.ID]; n > 0 {
			f.Unread[c.ID] = n
		}
	}
	return f
}

// commandsSeen lists the commands that p may use somewhere; the page goes by
// contexts where. Guild commands have a guild_id.
func (s *Server) commandsSeen(p *person) []wire.Command {
	list := []wire.Command{}
	for _, scope := range []string{s.world.guildID, ""} {
		for _, cmd := range s.world.commands[scope] {
			if cmd.Type == wire.CommandChatInput && maySee(p, cmd) {
				list = append(list, cmd)
			}
		}
	}
	return list
}

// seenBy is m with what the page wants to know for p.
func (m *message) seenBy(p *person) wire.Message {
	out := m.Message
	out.MentionedMe = m.pinged[p.user.ID]
	return out
}

// tellMessage tells every page whose person sees m.
func (s *Server) tellMessage(op string, c *channel, m *message) {
	for v := range s.viewers {
		if !s.world.sees(v.person, c, m) {
			continue
		}
		f := pageFrame{T: "message", Op: op, ChannelID: c.ID}
		if op == "delete" {
			f.Message = map[string]string{"id": m.ID}
		} else {
			f.Message = m.seenBy(v.person)
		}
		v.send(f)
	}
}

// tellChannel tells every page whose person sees c.
func (s *Server) tellChannel(op string, c *channel) {
	view := s.channelJSON(c)
	for v := range s.viewers {
		if s.world.canSee(v.person, c) {
			v.send(pageFrame{T: "channel", Op: op, Channel: &view})
		}
	}
}

// tellJoined shows a channel and what is in it to somebody who has just come in.
func (s *Server) tellJoined(p *person, c *channel) {
	view := s.channelJSON(c)
	for v := range s.viewers {
		if v.person != p {
			continue
		}
		v.send(pageFrame{T: "channel", Op: "create", Channel: &view})
		for _, m := range c.messages {
			if s.world.sees(p, c, m) {
				v.send(pageFrame{T: "message", Op: "create", ChannelID: c.ID, Message: m.seenBy(p)})
			}
		}
	}
}

// tellLeft takes a channel from somebody who cannot see it any more.
func (s *Server) tellLeft(p *person, c *channel) {
	for v := range s.viewers {
		if v.person == p {
			v.send(pageFrame{T: "channel", Op: "delete", Channel: &wire.Channel{ID: c.ID, Type: c.Type}})
		}
	}
}

// tellPeople tells every page who is there.
func (s *Server) tellPeople() {
	for v := range s.viewers {
		v.send(pageFrame{T: "people", People: s.peopleView()})
	}
}

// tellCommands tells every page the commands.
func (s *Server) tellCommands() {
	for v := range s.viewers {
		v.send(commandsFrame{T: "commands", Commands: s.commandsSeen(v.person)})
	}
}

// tellInteraction tells the pages of the person who acted what became of it.
// Completions are not shown.
func (s *Server) tellInteraction(ix *interaction, state string) {
	if ix.kind == wire.InteractionAutocomplete {
		return
	}
	for v := range s.viewers {
		if v.person == ix.person {
			f := pageFrame{T: "interaction", ID: ix.id, State: state, CustomID: ix.customID, Command: ix.command}
			if ix.failed != "" {
				f.Message = ix.failed
			}
			v.send(f)
		}
	}
}

// tellModal opens a form on the pages of the person who acted.
func (s *Server) tellModal(ix *interaction) {
	for v := range s.viewers {
		if v.person == ix.person {
			v.send(pageFrame{T: "modal", InteractionID: ix.id, Modal: ix.modal})
		}
	}
}
