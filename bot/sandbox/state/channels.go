package state

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"konduktor/bot/sandbox/wire"
)

// Channel is a text channel, thread or DM with its messages, oldest first.
type Channel struct {
	wire.Channel
	Messages  []*Message
	Recipient *Person   // of a DM with the bot
	Members   []*Person // of a private channel

	unread  map[string]int // by person
	nonces  map[string]nonceUse
	sent    int
	renamed []time.Time // recent renames
}

func (s *State) addTextChannel(name string, position int) {
	s.addChannel(&Channel{Channel: wire.Channel{
		ID: s.nextID(s.Created), Type: wire.ChannelText, GuildID: s.GuildID, Name: name,
		Position: &position, RateLimitPerUser: new(int),
	}})
}

// AddForum adds a forum with tags, as those who manage the guild can.
func (s *State) AddForum(name string, flags int, tags ...wire.Tag) *Channel {
	c := &Channel{Channel: wire.Channel{
		ID: s.nextID(s.Created), Type: wire.ChannelForum, GuildID: s.GuildID, Name: name,
		Position: new(len(s.channels)), RateLimitPerUser: new(int), Flags: flags,
	}}
	for _, t := range tags {
		t.ID = s.nextID(s.Created)
		c.AvailableTags = append(c.AvailableTags, t)
	}
	s.addChannel(c)
	return c
}

// addChannel registers c and announces it.
func (s *State) addChannel(c *Channel) {
	c.unread, c.nonces = map[string]int{}, map[string]nonceUse{}
	s.channels[c.ID] = c
	s.channelOrder = append(s.channelOrder, c.ID)
	s.tell(Event{Op: Create, Channel: c})
}

// Channel returns the channel, thread or DM with an ID, nil if there is none.
func (s *State) Channel(id string) *Channel { return s.channels[id] }

// Channels returns all channels, threads and DMs in the order of their creation.
func (s *State) Channels() []*Channel {
	list := make([]*Channel, len(s.channelOrder))
	for i, id := range s.channelOrder {
		list[i] = s.channels[id]
	}
	return list
}

// OpenDM returns the bot's DM channel with p and creates it if needed.
func (s *State) OpenDM(p *Person) *Channel {
	if p.DM == nil {
		p.DM = &Channel{Channel: wire.Channel{ID: s.NextID(), Type: wire.ChannelDM}, Recipient: p}
		s.addChannel(p.DM)
	}
	return p.DM
}

const maxGroup = 10

// ErrNobody means that nobody has an ID.
var ErrNobody = errors.New("nobody has this id")

// Gather makes a private channel of the people with these IDs: a DM of two, or a group.
func (s *State) Gather(ids ...string) (*Channel, error) {
	n := len(ids)
	if n < 2 || n > maxGroup {
		return nil, fmt.Errorf("a private channel has 2 to %d people, not %d", maxGroup, n)
	}
	c := &Channel{Channel: wire.Channel{ID: s.NextID(), Type: wire.ChannelDM}}
	if n > 2 {
		c.Type = wire.ChannelGroup
	}
	for _, id := range ids {
		p := s.people[id]
		switch {
		case p == nil:
			return nil, ErrNobody
		case slices.Contains(c.Members, p):
			return nil, fmt.Errorf("%s is named twice", p.Name)
		}
		c.Members = append(c.Members, p)
	}
	s.addChannel(c)
	return c, nil
}

// maxActiveThreads limits the active threads of a guild (topics/threads).
const maxActiveThreads = 1000

// OpenThread creates the bot's thread of message m, which is archived after archiveAfter minutes
// without a message.
func (s *State) OpenThread(
	parent *Channel, m *Message, name string, archiveAfter int,
) (*Channel, error) {
	if m.Thread != nil || s.channels[m.ID] != nil {
		return nil, wire.ErrThreadExists
	}
	t, err := s.thread(parent, m.ID, name, archiveAfter)
	if err != nil {
		return nil, err
	}
	s.addChannel(t)
	s.showThread(t, m)
	m.Flags |= wire.FlagHasThread
	s.Changed(parent, m)
	return t, nil
}

// OpenPost creates the bot's post in a forum: a thread, to which its first message is yet to come.
func (s *State) OpenPost(forum *Channel, name string, archiveAfter int, tags []string,
) (*Channel, error) {
	t, err := s.thread(forum, s.NextID(), name, archiveAfter)
	if err != nil {
		return nil, err
	}
	t.AppliedTags = tags
	s.addChannel(t)
	return t, nil
}

// ActiveThreads lists the threads that are not archived.
func (s *State) ActiveThreads() (list []*Channel) {
	for _, c := range s.Channels() {
		if c.IsThread() && !c.Archived() {
			list = append(list, c)
		}
	}
	return list
}

func (s *State) thread(parent *Channel, id, name string, archiveAfter int) (*Channel, error) {
	if len(s.ActiveThreads()) >= maxActiveThreads {
		return nil, wire.ErrTooManyThreads
	}
	now, parentID := stamp(s.Now()), parent.ID
	return &Channel{Channel: wire.Channel{
		ID: id, Type: wire.ChannelThread, GuildID: parent.GuildID, Name: name, ParentID: &parentID,
		OwnerID: s.Bot.ID, RateLimitPerUser: new(int),
		ThreadMetadata: &wire.ThreadMetadata{
			AutoArchiveDuration: archiveAfter, ArchiveTimestamp: now, CreateTimestamp: now,
		},
	}}, nil
}

func (s *State) showThread(t *Channel, m *Message) {
	view := s.ChannelJSON(t)
	m.Thread = &view
}

// RemoveChannel deletes a channel with its threads, or a thread.
func (s *State) RemoveChannel(c *Channel) {
	for _, t := range s.Channels() {
		if t.ParentID != nil && *t.ParentID == c.ID {
			s.RemoveChannel(t)
		}
	}
	delete(s.channels, c.ID)
	s.channelOrder = slices.DeleteFunc(s.channelOrder, func(id string) bool { return id == c.ID })
	for _, m := range c.Messages {
		m.Deleted = true
		s.ForgetFiles(m.Attachments, nil)
	}
	s.tell(Event{Op: Delete, Channel: c})
}

// SetArchived archives or reopens a thread. locked: only moderators can reopen it.
func (s *State) SetArchived(c *Channel, archived, locked bool) {
	meta := *c.ThreadMetadata
	meta.Archived, meta.Locked, meta.ArchiveTimestamp = archived, locked, stamp(s.Now())
	c.ThreadMetadata = &meta
	s.tell(Event{Op: Update, Channel: c})
}

// SetTags replaces the tags of a post.
func (s *State) SetTags(c *Channel, tags []string) {
	c.AppliedTags = tags
	s.tell(Event{Op: Update, Channel: c})
}

// Rename renames a thread and returns 0; or, if it was renamed most times within that time, how
// long until it can be renamed again.
func (s *State) Rename(c *Channel, name string, most int, within time.Duration) time.Duration {
	now := s.Now()
	old := func(at time.Time) bool { return now.Sub(at) >= within }
	if c.renamed = slices.DeleteFunc(c.renamed, old); len(c.renamed) >= most {
		return within - now.Sub(c.renamed[0])
	}
	c.renamed = append(c.renamed, now)
	c.Name = name
	s.tell(Event{Op: Update, Channel: c})
	parent := s.channels[*c.ParentID]
	if parent == nil {
		return 0
	}
	if m := parent.Find(c.ID); m != nil { // a thread has the ID of its message
		s.showThread(c, m)
		s.Changed(parent, m)
	}
	return 0
}

// WithBot reports whether the channel is a DM with the bot.
func (c *Channel) WithBot() bool { return c.Recipient != nil }

// Private reports whether the channel is a DM or group of people without the bot.
func (c *Channel) Private() bool { return c.Members != nil }

// IsThread reports whether the channel is a thread.
func (c *Channel) IsThread() bool { return c.Type == wire.ChannelThread }

// Locked reports whether only moderators may write here.
func (c *Channel) Locked() bool { return c.ThreadMetadata != nil && c.ThreadMetadata.Locked }

// Archived reports whether the thread is archived.
func (c *Channel) Archived() bool { return c.ThreadMetadata != nil && c.ThreadMetadata.Archived }

// Find returns the message with an ID, nil if there is none.
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
	}
	for _, p := range c.Members {
		out.Recipients = append(out.Recipients, p.User)
	}
	if c.IsThread() { // people's membership does not matter here: only the bot is counted
		members, messages, sent := 1, len(c.Messages), c.sent
		out.MemberCount, out.MessageCount, out.TotalMessageSent = &members, &messages, &sent
	}
	return out
}

// NewThreadJSON returns a thread as its creator sees it.
func (s *State) NewThreadJSON(t *Channel) wire.Channel {
	out := s.ChannelJSON(t)
	out.NewlyCreated = true
	out.Member = &wire.ThreadMember{
		ID: t.ID, UserID: s.Bot.ID, JoinTimestamp: t.ThreadMetadata.CreateTimestamp,
	}
	return out
}

type nonceUse struct {
	message *Message
	at      time.Time
}

// nonceLife is how long a nonce is enforced: Discord says "within the past few minutes".
const nonceLife = 5 * time.Minute

// Repeated returns the message that was recently posted with the nonce, nil if there was none.
func (s *State) Repeated(c *Channel, nonce string) *Message {
	first := c.nonces[nonce]
	if first.message == nil || first.message.Deleted || s.Now().Sub(first.at) >= nonceLife {
		return nil
	}
	return first.message
}

// Remember records the message of a nonce and forgets old nonces.
func (s *State) Remember(c *Channel, nonce string, m *Message) {
	for key, use := range c.nonces {
		if s.Now().Sub(use.at) >= nonceLife {
			delete(c.nonces, key)
		}
	}
	if nonce != "" {
		c.nonces[nonce] = nonceUse{m, s.Now()}
	}
}
