package world

import (
	"regexp"
	"slices"

	"konduktor/bot/sandbox/wire"
)

// Message is a message and what Discord knows but does not say of it.
type Message struct {
	wire.Message
	EphemeralTo string // user id; empty: everybody in the channel sees it
	Deleted     bool
	Silent      bool

	pinged map[string]bool // who was really notified
}

// NewMessage returns an empty message of the bot's for c. It is in no channel before Post.
func (w *World) NewMessage(c *Channel) *Message {
	now := w.now()
	return &Message{pinged: map[string]bool{}, Message: wire.Message{
		ID: w.NextID(), ChannelID: c.ID, Author: w.Bot, Timestamp: Stamp(now),
		Mentions: []wire.User{}, MentionRoles: []string{}, Attachments: []wire.Attachment{}, Embeds: []any{},
		Components: []wire.Component{},
	}}
}

// Post puts a message into its channel, which wakes a thread.
func (w *World) Post(c *Channel, m *Message) {
	m.GuildID = c.GuildID
	c.Messages = append(c.Messages, m)
	if n := len(c.Messages) - w.history; n > 0 {
		for _, old := range c.Messages[:n] {
			w.ForgetFiles(old.Attachments, nil)
			old.Deleted = true
		}
		c.Messages = slices.Clone(c.Messages[n:])
	}
	if m.EphemeralTo == "" {
		id := m.ID
		c.LastMessageID = &id
		c.sent++
		if c.Archived() {
			w.SetArchived(c, false, c.Locked())
		}
		for _, p := range w.Everybody() {
			if m.Author.ID != p.ID && w.Sees(p, c, m) {
				c.unread[p.ID]++
			}
		}
	}
	w.tell(Event{Op: Create, Channel: c, Message: m})
}

// Changed tells everybody that a message was edited.
func (w *World) Changed(c *Channel, m *Message) { w.tell(Event{Op: Update, Channel: c, Message: m}) }

// Edited notes when a message was edited.
func (w *World) Edited(m *Message) {
	now := Stamp(w.now())
	m.EditedTimestamp = &now
}

// Remove deletes a message.
func (w *World) Remove(c *Channel, m *Message) {
	c.Messages = slices.DeleteFunc(slices.Clone(c.Messages), func(other *Message) bool { return other == m })
	m.Deleted = true
	w.ForgetFiles(m.Attachments, nil)
	w.tell(Event{Op: Delete, Channel: c, Message: m})
}

// Pinged says whether the message notified p by a mention.
func (m *Message) Pinged(p *Person) bool { return m.pinged[p.ID] }

// mentionPattern finds mentions of users and of everyone.
var mentionPattern = regexp.MustCompile(`<@!?(\d+)>|@everyone|@here`)

// Mention works out who is mentioned in m, as allowed, and notifies them if ping is set. Without allowed all mentions count.
func (w *World) Mention(c *Channel, m *Message, allowed *wire.AllowedMentions, ping bool) {
	m.Mentions, m.MentionEveryone = []wire.User{}, false
	seen := map[string]bool{}
	for _, match := range mentionPattern.FindAllStringSubmatch(m.Content, -1) {
		id := match[1]
		switch {
		case id == "":
			if allows(allowed, "everyone") && w.BotPermissions()&PermMentionEveryone != 0 {
				m.MentionEveryone = true
				w.notifyEach(c, m, w.Everybody(), ping)
			}
		case !seen[id] && (allows(allowed, "users") || slices.Contains(allowed.Users, id)):
			w.mentionUser(c, m, id, ping)
			seen[id] = true
		}
	}
}

// mentionUser notes a mention and notifies the person.
func (w *World) mentionUser(c *Channel, m *Message, id string, ping bool) {
	if id == w.Bot.ID {
		m.Mentions = append(m.Mentions, w.Bot)
	}
	if p := w.people[id]; p != nil {
		m.Mentions = append(m.Mentions, p.User)
		w.notifyEach(c, m, []*Person{p}, ping)
	}
}

// notifyEach notifies those of the people whom the message reaches.
func (w *World) notifyEach(c *Channel, m *Message, people []*Person, ping bool) {
	// EphemeralTo is set after the text; the flag is there from the start.
	ephemeral := m.Flags&wire.FlagEphemeral != 0
	for _, p := range people {
		if ping && w.CanSee(p, c) && (!ephemeral || m.EphemeralTo == p.ID) {
			m.pinged[p.ID] = true
		}
	}
}

// allows says whether allowed_mentions lets all mentions of a kind through.
func allows(a *wire.AllowedMentions, kind string) bool {
	return a == nil || slices.Contains(a.Parse, kind)
}
