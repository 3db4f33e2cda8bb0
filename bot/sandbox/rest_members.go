package sandbox

import (
	"sort"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// joinMember adds somebody to a thread.
func (s *Server) joinMember(t *channel, userID string) {
	if _, member := t.members[userID]; member {
		return
	}
	p := s.world.people[userID]
	sawIt := p == nil || s.world.canSee(p, t)
	t.members[userID] = stamp(s.now())
	if !sawIt {
		s.tellJoined(p, t)
	}
	s.changedChannel(t)
}

// threadOf finds the route's thread, awake.
func (s *Server) threadOf(c *call) (*channel, error) {
	t, err := s.channelOf(c, 0)
	if err != nil {
		return nil, err
	}
	if !t.isThread() {
		return nil, errWrongChannelType
	}
	if t.archived() && c.r.Method != "GET" {
		return nil, errArchived
	}
	return t, nil
}

// memberList is a thread's members in the order of their ids.
func memberList(t *channel) []wire.ThreadMember {
	list := []wire.ThreadMember{}
	for id, joined := range t.members {
		list = append(list, wire.ThreadMember{ID: t.ID, UserID: id, JoinTimestamp: joined})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].UserID < list[j].UserID })
	return list
}

func (s *Server) getThreadMembers(c *call) (any, error) {
	t, err := s.threadOf(c)
	if err != nil {
		return nil, err
	}
	return memberList(t), nil
}

func (s *Server) getThreadMember(c *call) (any, error) {
	t, err := s.threadOf(c)
	if err != nil {
		return nil, err
	}
	id := c.path("user")
	if id == "@me" {
		id = s.world.bot.ID
	}
	joined, ok := t.members[id]
	if !ok {
		return nil, errUnknownMember
	}
	return wire.ThreadMember{ID: t.ID, UserID: id, JoinTimestamp: joined}, nil
}

func (s *Server) joinThread(c *call) (any, error) {
	t, err := s.threadOf(c)
	if err != nil {
		return nil, err
	}
	s.joinMember(t, s.world.bot.ID)
	return nil, nil
}

func (s *Server) leaveThread(c *call) (any, error) {
	t, err := s.threadOf(c)
	if err != nil {
		return nil, err
	}
	delete(t.members, s.world.bot.ID)
	s.changedChannel(t)
	return nil, nil
}

// addThreadMember needs the right to write in the thread; the person must be
// able to see its channel.
func (s *Server) addThreadMember(c *call) (any, error) {
	t, err := s.threadOf(c)
	if err != nil {
		return nil, err
	}
	if err := s.need(t, PermSendMessagesInThreads); err != nil {
		return nil, err
	}
	p := s.world.people[c.path("user")]
	switch {
	case p == nil:
		return nil, errUnknownUser
	case p.left:
		return nil, errUnknownMember
	case len(t.members) >= maxThreadMembers:
		return nil, errThreadMembers
	}
	s.joinMember(t, p.user.ID)
	return nil, nil
}

// removeThreadMember needs Manage Threads, or the bot's own private thread.
func (s *Server) removeThreadMember(c *call) (any, error) {
	t, err := s.threadOf(c)
	if err != nil {
		return nil, err
	}
	own := t.Type == wire.ChannelPrivateThread && t.OwnerID == s.world.bot.ID
	if !own && s.botPermissions()&PermManageThreads == 0 {
		return nil, errMissingPerms
	}
	if _, member := t.members[c.path("user")]; !member {
		return nil, errUnknownMember
	}
	delete(t.members, c.path("user"))
	if p := s.world.people[c.path("user")]; p != nil && !s.world.canSee(p, t) {
		s.tellLeft(p, t)
	}
	s.changedChannel(t)
	return nil, nil
}
