package state

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"konduktor/bot/sandbox/wire"
)

// Message is a message, and what Discord does not show of it.
type Message struct {
	wire.Message
	EphemeralTo string // user ID; empty: everybody in the channel sees it
	Deleted     bool

	created  time.Time
	pinged   map[string]bool // who was notified
	oldEdits []time.Time     // recent edits by the bot's token of the message once it was old
}

// NewMessage returns an empty message of the bot for c, which Post adds to the channel.
func (s *State) NewMessage(c *Channel) *Message {
	return &Message{created: s.Now(), pinged: map[string]bool{}, Message: wire.Message{
		ID: s.NextID(), ChannelID: c.ID, GuildID: c.GuildID, Author: s.Bot,
		Timestamp: stamp(s.Now()), Mentions: []wire.User{}, MentionRoles: []string{},
		Attachments: []wire.Attachment{}, Embeds: []any{}, Components: []wire.Component{},
	}}
}

// Post adds a message to its channel. A public one reopens a thread.
func (s *State) Post(c *Channel, m *Message) {
	c.Messages = append(c.Messages, m)
	if n := len(c.Messages) - s.opts.History; n > 0 {
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

// Changed announces that a message was edited.
func (s *State) Changed(c *Channel, m *Message) {
	s.tell(Event{Op: Update, Channel: c, Message: m})
}

// Edited sets the time of a message's edit.
func (s *State) Edited(m *Message) {
	now := stamp(s.Now())
	m.EditedTimestamp = &now
}

// EditOld counts an edit of a message that is older than age and returns 0; or, if it was edited
// most times within that time, how long until it can be edited again.
func (s *State) EditOld(m *Message, most int, age time.Duration) time.Duration {
	now := s.Now()
	if now.Sub(m.created) <= age {
		return 0
	}
	passed := func(at time.Time) bool { return now.Sub(at) >= age }
	if m.oldEdits = slices.DeleteFunc(m.oldEdits, passed); len(m.oldEdits) >= most {
		return age - now.Sub(m.oldEdits[0])
	}
	m.oldEdits = append(m.oldEdits, now)
	return 0
}

// Remove deletes a message.
func (s *State) Remove(c *Channel, m *Message) {
	same := func(other *Message) bool { return other == m }
	c.Messages = slices.DeleteFunc(slices.Clone(c.Messages), same)
	m.Deleted = true
	s.ForgetFiles(m.Attachments, nil)
	s.tell(Event{Op: Delete, Channel: c, Message: m})
}

// Pinged reports whether the message notified p by a mention.
func (m *Message) Pinged(p *Person) bool { return m.pinged[p.ID] }

// mentionPattern finds mentions of users. Nobody here may mention everyone.
var mentionPattern = regexp.MustCompile(`<@!?(\d+)>`)

// Mention finds out who is mentioned in m, as far as allowed, and notifies them if ping is set.
// Without allowed all mentions count.
func (s *State) Mention(c *Channel, m *Message, allowed *wire.AllowedMentions, ping bool) {
	m.Mentions = []wire.User{}
	seen := map[string]bool{}
	for _, r := range s.added { // without a right of its own the bot calls only these
		if allowed == nil || !r.Mentionable || !slices.Contains(allowed.Roles, r.ID) ||
			!strings.Contains(m.Content, "<@&"+r.ID+">") {
			continue
		}
		for _, p := range s.Everybody() {
			m.pinged[p.ID] = s.CanSee(p, c)
		}
	}
	for _, match := range mentionPattern.FindAllStringSubmatch(m.Content, -1) {
		id := match[1]
		isAllowed := allowed == nil || slices.Contains(allowed.Parse, "users") ||
			slices.Contains(allowed.Users, id)
		if seen[id] || !isAllowed {
			continue
		}
		seen[id] = true
		if id == s.Bot.ID {
			m.Mentions = append(m.Mentions, s.Bot)
		}
		p := s.people[id]
		if p == nil {
			continue
		}
		m.Mentions = append(m.Mentions, p.User)
		// EphemeralTo is set after the text; the flag is there from the start.
		ephemeral := m.Flags&wire.FlagEphemeral != 0
		if ping && s.CanSee(p, c) && (!ephemeral || m.EphemeralTo == p.ID) {
			m.pinged[p.ID] = true
		}
	}
}
