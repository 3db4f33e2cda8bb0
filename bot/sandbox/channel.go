package sandbox

import (
	"slices"
	"strings"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// Channel is a text channel, thread or DM.
type Channel struct {
	state *state.State
	c     *state.Channel
}

// inChannel returns the channel c of s.
func inChannel(s *state.State, c *state.Channel) *Channel { return &Channel{s, c} }

// ID returns the channel's snowflake.
func (c *Channel) ID() string { return c.c.ID }

func (c *Channel) filter(see func(*state.Message) bool) []*Message {
	c.state.Lock()
	defer c.state.Unlock()
	var list []*Message
	for _, m := range c.c.Messages {
		if see(m) {
			list = append(list, message(c.state, m))
		}
	}
	return list
}

// Messages returns the messages that everybody in the channel sees, oldest first.
func (c *Channel) Messages() []*Message {
	return c.filter(func(m *state.Message) bool { return m.EphemeralTo == "" })
}

// Last returns the newest of Messages; nil without one.
func (c *Channel) Last() *Message {
	list := c.Messages()
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// Delete deletes the channel or thread.
func (c *Channel) Delete() {
	c.state.Lock()
	defer c.state.Unlock()
	c.state.RemoveChannel(c.c)
}

// Archive archives a thread; locked: only moderators can reopen it.
func (c *Channel) Archive(locked bool) {
	c.state.Lock()
	defer c.state.Unlock()
	c.state.SetArchived(c.c, true, locked)
}

// Message is a copy of a message, as it was when it was asked for.
type Message struct {
	wire.Message
	state *state.State
	m     *state.Message
}

// message copies m; the caller holds the lock.
func message(s *state.State, m *state.Message) *Message { return &Message{m.Message, s, m} }

// Ephemeral reports whether only the person who acted sees the message.
func (m *Message) Ephemeral() bool { return m.m.EphemeralTo != "" }

// Pings reports whether the message notified u by a mention.
func (m *Message) Pings(u *User) bool {
	m.state.Lock()
	defer m.state.Unlock()
	return m.m.Pinged(u.person)
}

// Text returns all text of the message in order: content, labels of buttons and menus, alt texts.
func (m *Message) Text() string {
	parts := []string{m.Content}
	wire.Walk(m.Components, func(c *wire.Component) {
		parts = append(parts, c.Label, c.Placeholder)
		for _, o := range c.Options {
			parts = append(parts, o.Label, o.Description)
		}
	})
	for _, a := range m.Attachments {
		parts = append(parts, a.Description)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n")
}

// Buttons returns the message's buttons in reading order.
func (m *Message) Buttons() []Component { return m.components(wire.Button) }

// Menus returns the message's select menus in reading order.
func (m *Message) Menus() []Component { return m.components(wire.StringSelect) }

func (m *Message) components(kind int) []Component {
	var list []Component
	wire.Walk(m.Components, func(c *wire.Component) {
		if c.Type == kind {
			list = append(list, *c)
		}
	})
	return list
}

// Attachment returns the content of the i-th attachment; nil if there is none.
func (m *Message) Attachment(i int) []byte {
	m.state.Lock()
	defer m.state.Unlock()
	if i < 0 || i >= len(m.Attachments) {
		return nil
	}
	f := m.state.File(m.Attachments[i].ID)
	if f == nil {
		return nil
	}
	return slices.Clone(f.Data)
}

// Click presses a button as u: button is its custom ID or its label. It is an error if the message
// does not have the button now.
func (m *Message) Click(u *User, button string) *Interaction {
	m.state.Lock()
	now := m.m.Components
	m.state.Unlock()
	id := button
	wire.Walk(now, func(c *wire.Component) {
		if c.Type == wire.Button && c.Label == button && component(now, button) == nil {
			id = c.CustomID
		}
	})
	return u.Click(m.ChannelID, m.ID, id)
}

// Select chooses values in a menu as u: menu is its custom ID.
func (m *Message) Select(u *User, menu string, values ...string) *Interaction {
	return u.Select(m.ChannelID, m.ID, menu, values)
}

// Short names for types that tests use often.
type (
	// Choice is a line of an autocompletion.
	Choice = wire.Choice
	// Component is a component of a message.
	Component = wire.Component
)
