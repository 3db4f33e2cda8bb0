package sandbox

import (
	"time"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// post puts a message into its channel and tells everybody who sees it.
func (s *Server) post(c *channel, m *message) {
	m.GuildID = c.GuildID
	c.messages = append(c.messages, m)
	if len(c.messages) > s.opts.History {
		for _, old := range c.messages[:len(c.messages)-s.opts.History] {
			s.forgetFiles(old.Attachments, nil)
			old.deleted = true
		}
		c.messages = append([]*message(nil), c.messages[len(c.messages)-s.opts.History:]...)
	}
	id := m.ID
	if m.ephemeralTo == "" {
		c.LastMessageID = &id
		c.sent++
		c.lastActive = s.now()
		s.wake(c)
	}
	for _, p := range s.world.everybody() {
		if m.Author.ID != p.user.ID && m.ephemeralTo == "" && s.world.sees(p, c, m) {
			c.unread[p.user.ID]++
		}
	}
	s.tellMessage("create", c, m)
	if m.ephemeralTo == "" {
		s.gateway.dispatch(messageIntent(c), c.GuildID, "MESSAGE_CREATE", s.messageForBot(c, m))
	}
	s.notify()
}

// changed tells everybody that a message was edited.
func (s *Server) changedMessage(c *channel, m *message) {
	s.tellMessage("update", c, m)
	if m.ephemeralTo == "" {
		s.gateway.dispatch(messageIntent(c), c.GuildID, "MESSAGE_UPDATE", s.messageForBot(c, m))
	}
	s.notify()
}

// remove deletes a message.
func (s *Server) remove(c *channel, m *message) {
	for i, other := range c.messages {
		if other == m {
			c.messages = append(append([]*message(nil), c.messages[:i]...), c.messages[i+1:]...)
			break
		}
	}
	m.deleted = true
	s.forgetFiles(m.Attachments, nil)
	s.tellMessage("delete", c, m)
	if m.ephemeralTo == "" {
		s.gateway.dispatch(messageIntent(c), c.GuildID, "MESSAGE_DELETE",
			map[string]string{"id": m.ID, "channel_id": c.ID, "guild_id": c.GuildID})
	}
	s.notify()
}

// removeChannel deletes a channel or thread; a channel's threads go with it.
func (s *Server) removeChannel(c *channel) {
	w := s.world
	if c.Type == wire.ChannelText {
		for _, id := range append([]string(nil), w.channelOrder...) {
			if t := w.channels[id]; t != nil && t.ParentID != nil && *t.ParentID == c.ID {
				s.removeChannel(t)
			}
		}
	}
	delete(w.channels, c.ID)
	for i, id := range w.channelOrder {
		if id == c.ID {
			w.channelOrder = append(append([]string(nil), w.channelOrder[:i]...), w.channelOrder[i+1:]...)
			break
		}
	}
	for _, m := range c.messages {
		m.deleted = true
		s.forgetFiles(m.Attachments, nil)
	}
	s.tellChannel("delete", c)
	if c.isThread() {
		s.gateway.dispatch(intentGuilds, c.GuildID, "THREAD_DELETE",
			map[string]any{"id": c.ID, "guild_id": c.GuildID, "parent_id": c.ParentID, "type": c.Type})
	} else {
		s.gateway.dispatch(intentGuilds, c.GuildID, "CHANNEL_DELETE", s.channelJSON(c))
	}
	s.notify()
}

// changedChannel tells everybody about a channel or thread that was changed.
func (s *Server) changedChannel(c *channel) {
	s.tellChannel("update", c)
	event := "CHANNEL_UPDATE"
	if c.isThread() {
		event = "THREAD_UPDATE"
	}
	if c.Type != wire.ChannelDM {
		s.gateway.dispatch(intentGuilds, c.GuildID, event, s.channelJSON(c))
	}
	s.notify()
}

// wake un-archives a thread: sending a message does.
func (s *Server) wake(c *channel) {
	if c.archived() {
		s.setArchived(c, false)
	}
}

// setArchived puts a thread to sleep or wakes it.
func (s *Server) setArchived(c *channel, archived bool) {
	meta := *c.ThreadMetadata
	meta.Archived, meta.ArchiveTimestamp = archived, stamp(s.now())
	c.ThreadMetadata = &meta
	if !archived {
		c.lastActive = s.now()
	}
	s.changedChannel(c)
}

// archiveIdleThreads puts threads to sleep in which nothing happened for their
// time. The caller holds the lock.
func (s *Server) archiveIdleThreads() {
	now := s.now()
	for _, id := range s.world.channelOrder {
		c := s.world.channels[id]
		if c == nil || !c.isThread() || c.archived() {
			continue
		}
		if now.Sub(c.lastActive) >= time.Duration(c.ThreadMetadata.AutoArchiveDuration)*time.Minute {
			s.setArchived(c, true)
		}
	}
}

// messageIntent is the intent that messages of c need.
func messageIntent(c *channel) int64 {
	if c.Type == wire.ChannelDM {
		return intentDMs
	}
	return intentGuildMessages
}

// messageForBot is m as the bot may see it: without Message Content, what people
// write in the guild is empty unless it mentions the bot.
func (s *Server) messageForBot(c *channel, m *message) wire.Message {
	out := m.Message
	out.MentionedMe = false
	if c.Type == wire.ChannelDM || m.Author.ID == s.world.bot.ID || s.opts.Privileged&intentContent != 0 {
		return out
	}
	for _, u := range m.Mentions {
		if u.ID == s.world.bot.ID {
			return out
		}
	}
	out.Content, out.Embeds = "", []wire.Embed{}
	out.Attachments, out.Components = []wire.Attachment{}, []wire.Component{}
	return out
}
