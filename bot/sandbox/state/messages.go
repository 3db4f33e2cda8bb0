package state

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
func (s *State) NewMessage(c *Channel) *Message {
	now := s.now()
	return &Message{pinged: map[string]bool{}, Message: wire.Message{
		ID: s.NextID(), ChannelID: c.ID, Author: s.Bot, Timestamp: Stamp(now),
		Mentions: []wire.User{}, MentionRoles: []string{}, Attachments: []wire.Attachment{}, Embeds: []any{},
		Components: []wire.Component{},
	}}
}

// Post puts a message into its channel, which wakes a thread.
func (s *State) Post(c *Channel, m *Message) {
	m.GuildID = c.GuildID
	c.Messages = append(c.Messages, m)
	if n := len(c.Messages) - s.history; n > 0 {
		for _, old := range c.Messages[:n] {
			s.ForgetFiles(old.Attachments, nil)
			old.Deleted = true
		}
		c.Messages = slices.Clone(c.Messages[n:])
	}
	if m.EphemeralTo == "" {
		id := m.ID
		c.LastMessageID = &id
		c.sent++
		if c.Archived() {
			s.SetArchived(c, false, c.Locked())
		}
		for _, p := range s.Everybody() {
			if m.Author.ID != p.ID && s.Sees(p, c, m) {
				c.unread[p.ID]++
			}
		}
	}
	s.tell(Event{Op: Create, Channel: c, Message: m})
}

// Changed tells everybody that a message was edited.
func (s *State) Changed(c *Channel, m *Message) { s.tell(Event{Op: Update, Channel: c, Message: m}) }

// Edited notes when a message was edited.
func (s *State) Edited(m *Message) {
	now := Stamp(s.now())
	m.EditedTimestamp = &now
}

// Remove deletes a message.
func (s *State) Remove(c *Channel, m *Message) {
	c.Messages = slices.DeleteFunc(slices.Clone(c.Messages), func(other *Message) bool { return other == m })
	m.Deleted = true
	s.ForgetFiles(m.Attachments, nil)
	s.tell(Event{Op: Delete, Channel: c, Message: m})
}

// Pinged says whether the message notified p by a mention.
func (m *Message) Pinged(p *Person) bool { return m.pinged[p.ID] }

// mentionPattern finds mentions of users and of everyone.
var mentionPattern = regexp.MustCompile(`<@!?(\d+)>|@everyone|@here`)

// Mention works out who is mentioned in m, as allowed, and notifies them if ping is set. Without allowed all mentions count.
func (s *State) Mention(c *Channel, m *Message, allowed *wire.AllowedMentions, ping bool) {
	m.Mentions, m.MentionEveryone = []wire.User{}, false
	seen := map[string]bool{}
	for _, match := range mentionPattern.FindAllStringSubmatch(m.Content, -1) {
		id := match[1]
		switch {
		case id == "":
			if allows(allowed, "everyone") && s.BotPermissions()&PermMentionEveryone != 0 {
				m.MentionEveryone = true
				s.notifyEach(c, m, s.Everybody(), ping)
			}
		case !seen[id] && (allows(allowed, "users") || slices.Contains(allowed.Users, id)):
			s.mentionUser(c, m, id, ping)
			seen[id] = true
		}
	}
}

// mentionUser notes a mention and notifies the person.
func (s *State) mentionUser(c *Channel, m *Message, id string, ping bool) {
	if id == s.Bot.ID {
		m.Mentions = append(m.Mentions, s.Bot)
	}
	if p := s.people[id]; p != nil {
		m.Mentions = append(m.Mentions, p.User)
		s.notifyEach(c, m, []*Person{p}, ping)
	}
}

// notifyEach notifies those of the people whom the message reaches.
func (s *State) notifyEach(c *Channel, m *Message, people []*Person, ping bool) {
	// EphemeralTo is set after the text; the flag is there from the start.
	ephemeral := m.Flags&wire.FlagEphemeral != 0
	for _, p := range people {
		if ping && s.CanSee(p, c) && (!ephemeral || m.EphemeralTo == p.ID) {
			m.pinged[p.ID] = true
		}
	}
}

// allows says whether allowed_mentions lets all mentions of a kind through.
func allows(a *wire.AllowedMentions, kind string) bool {
	return a == nil || slices.Contains(a.Parse, kind)
}
