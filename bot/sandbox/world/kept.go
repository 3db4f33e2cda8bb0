package world

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/sandbox/wire"
)

// Kept is what outlasts a restart: a world that Restore has given it is, to the bot and to the people, the one that it was.
// Interactions are not part of it; Discord forgets them soon too.
type Kept struct {
	Bot      string // the application's id
	Commands []wire.Command
	People   []Resident
	Channels []KeptChannel            // in the order in which they were made
	Messages map[string][]KeptMessage // by channel, oldest first
	Files    map[string][]byte        // by attachment; those of some messages may be missing
}

// KeptChannel is a channel, thread or direct message without its messages.
type KeptChannel struct {
	Channel   wire.Channel   `json:"channel"`
	Recipient string         `json:"recipient,omitempty"` // of a direct message with the bot
	Members   []string       `json:"members,omitempty"`   // of a private channel: people
	Unread    map[string]int `json:"unread,omitempty"`    // by person
	Sent      int            `json:"sent,omitempty"`
}

// KeptMessage is a message with what Discord does not say of it.
type KeptMessage struct {
	Message     wire.Message `json:"message"`
	EphemeralTo string       `json:"ephemeral_to,omitempty"`
	Silent      bool         `json:"silent,omitempty"`
	Pinged      []string     `json:"pinged,omitempty"` // people
}

// Keep returns c as it is now.
func (c *Channel) Keep() KeptChannel {
	k := KeptChannel{Channel: c.Channel, Unread: maps.Clone(c.unread), Sent: c.sent}
	if c.Recipient != nil {
		k.Recipient = c.Recipient.ID
	}
	for _, p := range c.Members {
		k.Members = append(k.Members, p.ID)
	}
	return k
}

// Keep returns m as it is now.
func (m *Message) Keep() KeptMessage {
	return KeptMessage{m.Message, m.EphemeralTo, m.Silent, slices.Sorted(maps.Keys(m.pinged))}
}

// Restore makes w what it was. It comes before anybody uses w.
func (w *World) Restore(k Kept) {
	if k.Bot != "" {
		w.Bot.ID, w.Commands = k.Bot, k.Commands
		w.used(k.Bot)
	}
	w.Readmit(k.People)
	if len(k.Channels) == 0 {
		return
	}
	w.channels, w.channelOrder = map[string]*Channel{}, nil
	for _, kc := range k.Channels {
		c := w.restoreChannel(kc)
		if c == nil {
			continue
		}
		for _, km := range k.Messages[c.ID] {
			w.restoreMessage(c, km, k.Files)
		}
	}
	slices.SortFunc(w.fileOrder, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	w.forgetOldFiles()
}

// restoreChannel adds a channel; nil if it is a direct message or private channel of somebody who is not there.
func (w *World) restoreChannel(k KeptChannel) *Channel {
	c := &Channel{Channel: k.Channel}
	for _, id := range k.Members {
		c.Members = append(c.Members, w.people[id])
	}
	if slices.Contains(c.Members, nil) {
		return nil
	}
	if c.Type == wire.ChannelDM && !c.Private() {
		p := w.people[k.Recipient]
		if p == nil {
			return nil
		}
		c.Recipient, p.DM = p, c
	}
	w.addChannel(c)
	w.used(c.ID)
	maps.Copy(c.unread, k.Unread)
	c.sent = k.Sent
	return c
}

// restoreMessage adds a message to c. One that only said "… is thinking" is left out: nobody finishes it any more.
func (w *World) restoreMessage(c *Channel, k KeptMessage, files map[string][]byte) {
	if k.Message.Flags&wire.FlagLoading != 0 {
		return
	}
	m := &Message{Message: k.Message, EphemeralTo: k.EphemeralTo, Silent: k.Silent, pinged: map[string]bool{}}
	for _, id := range k.Pinged {
		m.pinged[id] = true
	}
	c.Messages = append(c.Messages, m)
	w.used(m.ID)
	for _, a := range m.Attachments {
		w.used(a.ID)
		if data, ok := files[a.ID]; ok {
			w.files[a.ID] = &StoredFile{Name: a.Filename, Type: a.ContentType, Data: data, channel: c.ID}
			w.fileOrder = append(w.fileOrder, a.ID)
			w.fileBytes += len(data)
		}
	}
	nonce, err := json.Marshal(m.Nonce)
	at, wrong := time.Parse(time.RFC3339, m.Timestamp)
	if m.Nonce != nil && err == nil && wrong == nil {
		c.nonces[strings.Trim(string(nonce), `"`)] = nonceUse{m, at}
	}
}

// used notes an id that was given away earlier.
func (w *World) used(id string) {
	if n, err := strconv.ParseInt(id, 10, 64); err == nil {
		w.lastID = max(w.lastID, n)
	}
}

// ServeAt notes the address, host:port, at which all of this is served from now on: that of all attachments too.
func (w *World) ServeAt(address string) {
	w.Address = address
	for _, c := range w.channels {
		for _, m := range c.Messages {
			m.Attachments = slices.Clone(m.Attachments)
			for i := range m.Attachments {
				a := &m.Attachments[i]
				a.URL = w.fileURL(c.ID, a.ID, a.Filename)
				a.ProxyURL = a.URL
			}
		}
	}
}
