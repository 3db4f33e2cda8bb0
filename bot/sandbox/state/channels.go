package state

import (
	"fmt"
	"slices"
	"time"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/wire"
)

// Channel is a text channel, thread or DM with its messages, oldest first.
type Channel struct {
	wire.Channel
	Messages  []*Message
	Recipient *Person   // of a DM with the bot
	Members   []*Person // of a private channel

	unread map[string]int // by person
	nonces map[string]nonceUse
	sent   int

	renamed []time.Time // when it was given other names lately
}

// addTextChannel adds a text channel at the end of the list.
func (s *State) addTextChannel(name string, position int) {
	no, zero := false, 0
	s.addChannel(&Channel{Channel: wire.Channel{
		ID: s.nextID(s.Created), Type: wire.ChannelText, GuildID: s.GuildID, Name: name, Position: &position,
		NSFW: &no, RateLimitPerUser: &zero, PermissionOverwrites: &[]wire.Overwrite{},
	}})
}

// addChannel registers c and gives it its empty maps.
func (s *State) addChannel(c *Channel) {
	c.unread, c.nonces = map[string]int{}, map[string]nonceUse{}
	s.channels[c.ID] = c
	s.channelOrder = append(s.channelOrder, c.ID)
}

// Channel returns the channel, thread or DM with that id, nil if there is none.
func (s *State) Channel(id string) *Channel { return s.channels[id] }

// Channels returns all channels, threads and DMs in the order in which they were made.
func (s *State) Channels() []*Channel {
	list := make([]*Channel, len(s.channelOrder))
	for i, id := range s.channelOrder {
		list[i] = s.channels[id]
	}
	return list
}

// OpenDM returns the bot's DM channel with p and makes it if needed.
func (s *State) OpenDM(p *Person) *Channel {
	if p.DM == nil {
		p.DM = &Channel{Channel: wire.Channel{ID: s.NextID(), Type: wire.ChannelDM}, Recipient: p}
		s.addChannel(p.DM)
		s.tell(Event{Op: Create, Channel: p.DM})
	}
	return p.DM
}

// maxGroup is how many people a group has at most.
const maxGroup = 10

// Gather makes a private channel of people: a DM of two, or a group of three to ten.
func (s *State) Gather(people ...*Person) (*Channel, error) {
	for i, p := range people {
		if slices.Contains(people[:i], p) {
			return nil, fmt.Errorf("%s is named twice", p.Name)
		}
	}
	if len(people) < 2 || len(people) > maxGroup {
		return nil, fmt.Errorf("a private channel has 2 to %d people, not %d", maxGroup, len(people))
	}
	c := &Channel{Channel: wire.Channel{ID: s.NextID(), Type: wire.ChannelDM}, Members: slices.Clone(people)}
	if len(people) > 2 {
		c.Type = wire.ChannelGroup
	}
	s.addChannel(c)
	s.tell(Event{Op: Create, Channel: c})
	return c, nil
}

// maxActiveThreads is how many threads of a guild may be awake (topics/threads).
const maxActiveThreads = 1000

// OpenThread makes the bot's thread of message m, which goes to sleep after so many minutes without a message.
func (s *State) OpenThread(parent *Channel, m *Message, name string, archiveAfter int) (*Channel, error) {
	active := 0
	for _, c := range s.channels {
		if c.IsThread() && !c.Archived() {
			active++
		}
	}
	switch {
	case m.Thread != nil || s.channels[m.ID] != nil:
		return nil, limits.ErrThreadExists
	case active >= maxActiveThreads:
		return nil, limits.ErrTooManyThreads
	}
	now, slow, parentID := Stamp(s.now()), 0, parent.ID
	t := &Channel{Channel: wire.Channel{
		ID: m.ID, Type: wire.ChannelThread, GuildID: parent.GuildID, Name: name, ParentID: &parentID,
		OwnerID: s.Bot.ID, RateLimitPerUser: &slow,
		ThreadMetadata: &wire.ThreadMetadata{AutoArchiveDuration: archiveAfter, ArchiveTimestamp: now, CreateTimestamp: now},
	}}
	s.addChannel(t)
	s.tell(Event{Op: Create, Channel: t})
	view := s.ChannelJSON(t)
	m.Thread = &view
	m.Flags |= wire.FlagHasThread
	s.Changed(parent, m)
	return t, nil
}

// RemoveChannel deletes a channel or thread; a channel's threads go with it.
func (s *State) RemoveChannel(c *Channel) {
	for _, t := range s.Channels() {
		if t.ParentID != nil && *t.ParentID == c.ID {
			s.RemoveChannel(t)
		}
	}
	delete(s.channels, c.ID)
	s.channelOrder = slices.DeleteFunc(slices.Clone(s.channelOrder), func(id string) bool { return id == c.ID })
	for _, m := range c.Messages {
		m.Deleted = true
		s.ForgetFiles(m.Attachments, nil)
	}
	s.tell(Event{Op: Delete, Channel: c})
}

// SetArchived puts a thread to sleep or wakes it. locked: only moderators can wake it.
func (s *State) SetArchived(c *Channel, archived, locked bool) {
	meta := *c.ThreadMetadata
	meta.Archived, meta.Locked, meta.ArchiveTimestamp = archived, locked, Stamp(s.now())
	c.ThreadMetadata = &meta
	s.tell(Event{Op: Update, Channel: c})
}

// Rename gives a thread another name, and returns 0; or, if it has had that many new names within a time, when it can have the next.
func (s *State) Rename(c *Channel, name string, most int, within time.Duration) time.Duration {
	now := s.now()
	c.renamed = slices.DeleteFunc(c.renamed, func(at time.Time) bool { return now.Sub(at) >= within })
	if len(c.renamed) >= most {
		return within - now.Sub(c.renamed[0])
	}
	c.renamed = append(c.renamed, now)
	c.Name = name
	s.tell(Event{Op: Update, Channel: c})
	if c.ParentID == nil || s.channels[*c.ParentID] == nil {
		return 0
	}
	parent := s.channels[*c.ParentID]
	if m := parent.Find(c.ID); m != nil && m.Thread != nil { // a thread has the id of its message
		view := s.ChannelJSON(c)
		m.Thread = &view
		s.Changed(parent, m)
	}
	return 0
}

// WithBot says whether the channel is a DM with the bot.
func (c *Channel) WithBot() bool { return c.Recipient != nil }

// Private says whether the channel is one among people, of which the bot is no member: a DM of two, or a group.
func (c *Channel) Private() bool { return c.Members != nil }

// IsThread says whether the channel is one.
func (c *Channel) IsThread() bool { return c.Type == wire.ChannelThread }

// Locked says whether nobody but moderators may write here.
func (c *Channel) Locked() bool { return c.ThreadMetadata != nil && c.ThreadMetadata.Locked }

// Archived says whether the thread sleeps.
func (c *Channel) Archived() bool { return c.ThreadMetadata != nil && c.ThreadMetadata.Archived }

// Find returns the message with that id, nil if there is none.
func (c *Channel) Find(id string) *Message {
	for _, m := range slices.Backward(c.Messages) {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// Unread returns how many messages p has not seen.
func (c *Channel) Unread(p *Person) int { return c.unread[p.ID] }

// MarkRead notes that p has seen everything.
func (c *Channel) MarkRead(p *Person) { delete(c.unread, p.ID) }

// ChannelJSON returns c as REST and the gateway show it.
func (s *State) ChannelJSON(c *Channel) wire.Channel {
	out := c.Channel
	if c.WithBot() {
		out.Recipients = []wire.User{c.Recipient.User}
		return out
	}
	for _, p := range c.Members {
		out.Recipients = append(out.Recipients, p.User)
	}
	if c.IsThread() {
		members, messages, sent := 1, len(c.Messages), c.sent // only the bot counts as a member: nobody looks at others
		out.MemberCount, out.MessageCount, out.TotalMessageSent = &members, &messages, &sent
	}
	return out
}

// NewThreadJSON returns a thread as its maker sees it.
func (s *State) NewThreadJSON(t *Channel) wire.Channel {
	out := s.ChannelJSON(t)
	out.NewlyCreated = true
	out.Member = &wire.ThreadMember{ID: t.ID, UserID: s.Bot.ID, JoinTimestamp: t.ThreadMetadata.CreateTimestamp}
	return out
}

// nonceUse is the message that a nonce stands for.
type nonceUse struct {
	message *Message
	at      time.Time
}

// nonceLife is how long a nonce is enforced: Discord says "within the past few minutes".
const nonceLife = 5 * time.Minute

// Repeated returns the message that was posted with the nonce, nil if there was none lately.
func (s *State) Repeated(c *Channel, nonce string) *Message {
	first := c.nonces[nonce]
	if nonce == "" || first.message == nil || first.message.Deleted || s.now().Sub(first.at) >= nonceLife {
		return nil
	}
	return first.message
}

// Remember notes which message a nonce stands for; old nonces are forgotten.
func (s *State) Remember(c *Channel, nonce string, m *Message) {
	for key, use := range c.nonces {
		if s.now().Sub(use.at) >= nonceLife {
			delete(c.nonces, key)
		}
	}
	if nonce != "" {
		c.nonces[nonce] = nonceUse{m, s.now()}
	}
}
