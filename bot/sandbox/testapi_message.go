package sandbox

import (
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Message is a message as it was when it was asked for; Refresh shows it as it
// is now.
type Message struct {
	wire.Message
	s *Server
	m *message
}

// handle is m as it is now; the caller holds the lock.
func (s *Server) handle(m *message) *Message { return &Message{Message: m.Message, s: s, m: m} }

// Refresh returns the message as it is now.
func (m *Message) Refresh() *Message {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.s.handle(m.m)
}

// Deleted says whether the message is gone.
func (m *Message) Deleted() bool {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.m.deleted
}

// Ephemeral says whether only the person who acted sees the message.
func (m *Message) Ephemeral() bool { return m.m.ephemeralTo != "" }

// Pings says whether the message notified u by a mention.
func (m *Message) Pings(u *User) bool {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.m.pinged[u.ID()]
}

// Silent says whether the message was sent with SUPPRESS_NOTIFICATIONS.
func (m *Message) Silent() bool { return m.m.silent }

// Text is everything one can read in the message, in order: content, embeds,
// texts of components, labels of buttons and menus, alt texts.
func (m *Message) Text() string {
	parts := []string{m.Content}
	for _, e := range m.Embeds {
		parts = append(parts, e.Title, e.Description)
		for _, f := range e.Fields {
			parts = append(parts, f.Name, f.Value)
		}
		if e.Footer != nil {
			parts = append(parts, e.Footer.Text)
		}
	}
	wire.Walk(m.Components, func(c *wire.Component) bool {
		parts = append(parts, c.Content, c.Label, c.Placeholder, c.Description)
		for _, o := range c.Options {
			parts = append(parts, o.Label, o.Description)
		}
		for _, item := range c.Items {
			parts = append(parts, item.Description)
		}
		return true
	})
	for _, a := range m.Attachments {
		parts = append(parts, a.Description)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n")
}

// Buttons are the message's buttons in reading order.
func (m *Message) Buttons() []Component {
	return m.filter(func(c *wire.Component) bool { return c.Type == wire.Button })
}

// Menus are the message's select menus in reading order.
func (m *Message) Menus() []Component {
	return m.filter(func(c *wire.Component) bool { return isSelect(c.Type) })
}

func (m *Message) filter(wanted func(*wire.Component) bool) []Component {
	var list []Component
	wire.Walk(m.Components, func(c *wire.Component) bool {
		if wanted(c) {
			list = append(list, *c)
		}
		return true
	})
	return list
}

// Attachment is the content of the i-th attachment; nil if there is none.
func (m *Message) Attachment(i int) []byte {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if i < 0 || i >= len(m.Attachments) {
		return nil
	}
	f := m.s.world.files[m.Attachments[i].ID]
	if f == nil {
		return nil
	}
	return append([]byte(nil), f.data...)
}

// Click presses a button as u: button is its custom id or its label. The button
// must be there now; a message that lost its buttons is an error.
func (m *Message) Click(u *User, button string) *Interaction {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	id := button
	wire.Walk(m.m.Components, func(c *wire.Component) bool {
		if c.Type == wire.Button && c.Label == button && component(m.m.Components, button) == nil {
			id = c.CustomID
		}
		return true
	})
	ix, err := m.s.click(u.p, m.m.ChannelID, m.m.ID, id)
	return &Interaction{s: m.s, ix: ix, err: err}
}

// Select chooses values in a menu as u: menu is its custom id or placeholder,
// values are options' values or labels.
func (m *Message) Select(u *User, menu string, values ...string) *Interaction {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	id := menu
	chosen := slices.Clone(values)
	wire.Walk(m.m.Components, func(c *wire.Component) bool {
		if !isSelect(c.Type) || c.CustomID != menu && c.Placeholder != menu {
			return true
		}
		id = c.CustomID
		for i, v := range chosen {
			byValue := slices.ContainsFunc(c.Options, func(o wire.SelectOption) bool { return o.Value == v })
			at := slices.IndexFunc(c.Options, func(o wire.SelectOption) bool { return o.Label == v })
			if !byValue && at >= 0 {
				chosen[i] = c.Options[at].Value
			}
		}
		return true
	})
	ix, err := m.s.press(u.p, m.m.ChannelID, m.m.ID, id, chosen, false)
	return &Interaction{s: m.s, ix: ix, err: err}
}
