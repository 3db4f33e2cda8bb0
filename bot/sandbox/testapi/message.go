package testapi

import (
	"slices"
	"strings"

	"konduktor/bot/sandbox/client"
	"konduktor/bot/sandbox/wire"
	"konduktor/bot/sandbox/world"
)

// Message is a message as it was when it was asked for.
type Message struct {
	wire.Message
	w *world.World
	m *world.Message
}

// message returns m as it is now; the caller holds the lock.
func message(w *world.World, m *world.Message) *Message {
	return &Message{Message: m.Message, w: w, m: m}
}

// Ephemeral says whether only the person who acted sees the message.
func (m *Message) Ephemeral() bool { return m.m.EphemeralTo != "" }

// Pings says whether the message notified u by a mention.
func (m *Message) Pings(u *User) bool {
	m.w.Lock()
	defer m.w.Unlock()
	return m.m.Pinged(u.p)
}

// Silent says whether the message was sent with SUPPRESS_NOTIFICATIONS.
func (m *Message) Silent() bool { return m.m.Silent }

// Text returns everything one can read in the message, in order: content, labels of buttons and menus, alt texts.
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
func (m *Message) Buttons() []Component {
	return m.filter(wire.Button)
}

// Menus returns the message's select menus in reading order.
func (m *Message) Menus() []Component {
	return m.filter(wire.StringSelect)
}

func (m *Message) filter(kind int) []Component {
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
	m.w.Lock()
	defer m.w.Unlock()
	if i < 0 || i >= len(m.Attachments) {
		return nil
	}
	f := m.w.File(m.Attachments[i].ID)
	if f == nil {
		return nil
	}
	return slices.Clone(f.Data)
}

// Click presses a button as u: button is its custom id or its label. The button must be there now; a message that lost its
// buttons is an error.
func (m *Message) Click(u *User, button string) *Interaction {
	m.w.Lock()
	defer m.w.Unlock()
	id := button
	wire.Walk(m.m.Components, func(c *wire.Component) {
		if c.Type == wire.Button && c.Label == button && client.Component(m.m.Components, button) == nil {
			id = c.CustomID
		}
	})
	ix, err := client.Click(m.w, u.p, m.m.ChannelID, m.m.ID, id)
	return &Interaction{w: m.w, ix: ix, err: err}
}

// Select chooses values in a menu as u: menu is its custom id, values are those of options.
func (m *Message) Select(u *User, menu string, values ...string) *Interaction {
	m.w.Lock()
	defer m.w.Unlock()
	ix, err := client.Select(m.w, u.p, m.m.ChannelID, m.m.ID, menu, values)
	return &Interaction{w: m.w, ix: ix, err: err}
}
