package sandbox

import (
	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Limits of threads (topics/threads).
const (
	maxThreadName    = 100
	maxThreadMembers = 1000
	maxSlowmode      = 21600
	maxActiveThreads = 1000
)

var (
	errThreadMembers = &APIError{Status: 400, Code: 30033, Message: "Maximum number of thread participants has been reached (1000)"}
	errThreads       = &APIError{Status: 400, Code: 160006, Message: "Maximum number of active threads reached"}
)

func (s *Server) getChannel(c *call) (any, error) {
	ch, err := s.channelOf(c, 0)
	if err != nil {
		return nil, err
	}
	return s.channelJSON(ch), nil
}

// channelPatch is the body of PATCH /channels.
type channelPatch struct {
	Name                *string   `json:"name"`
	Topic               *string   `json:"topic"`
	Archived            *bool     `json:"archived"`
	Locked              *bool     `json:"locked"`
	Invitable           *bool     `json:"invitable"`
	AutoArchiveDuration *int      `json:"auto_archive_duration"`
	RateLimitPerUser    *int      `json:"rate_limit_per_user"`
	Flags               *int      `json:"flags"`
	AppliedTags         *[]string `json:"applied_tags"`
	NSFW                *bool     `json:"nsfw"`
	Position            *int      `json:"position"`
	ParentID            *string   `json:"parent_id"`
}

func (s *Server) patchChannel(c *call) (any, error) {
	ch, err := s.channelOf(c, 0)
	if err != nil {
		return nil, err
	}
	var req channelPatch
	if err := s.decode(c, &req); err != nil {
		return nil, err
	}
	var f form
	if req.Name != nil {
		f.length("name", *req.Name, 1, maxThreadName)
	}
	f.within("rate_limit_per_user", req.RateLimitPerUser, 0, maxSlowmode)
	if req.AutoArchiveDuration != nil {
		checkArchiveDuration(&f, *req.AutoArchiveDuration)
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	switch {
	case ch.Type == wire.ChannelDM:
		return nil, errWrongChannelType
	case ch.isThread():
		err = s.patchThread(ch, req)
	default:
		err = s.patchText(ch, req)
	}
	if err != nil {
		return nil, err
	}
	s.changedChannel(ch)
	return s.channelJSON(ch), nil
}

// patchText changes a text channel.
func (s *Server) patchText(ch *channel, req channelPatch) error {
	if err := s.need(ch, PermManageChannels); err != nil {
		return err
	}
	if req.Name != nil {
		ch.Name = *req.Name
	}
	if req.Topic != nil {
		ch.Topic = req.Topic
	}
	return nil
}

// patchThread changes a thread. Its owner may rename, archive and wake it;
// locking needs Manage Threads. An archived thread takes nothing but waking.
func (s *Server) patchThread(ch *channel, req channelPatch) error {
	moderator := s.botPermissions()&PermManageThreads != 0
	owner := ch.OwnerID == s.world.bot.ID
	meta := *ch.ThreadMetadata
	waking := req.Archived != nil && !*req.Archived
	if meta.Archived && !waking {
		return errArchived
	}
	if meta.Locked && !moderator {
		return errMissingPerms
	}
	if !owner && !moderator && !(waking && req.Name == nil && req.Locked == nil) {
		return errMissingPerms
	}
	if req.Locked != nil && *req.Locked != meta.Locked {
		if !moderator {
			return errMissingPerms
		}
		meta.Locked = *req.Locked
	}
	if req.Archived != nil {
		meta.Archived, meta.ArchiveTimestamp = *req.Archived, stamp(s.now())
		ch.lastActive = s.now()
	}
	if req.AutoArchiveDuration != nil {
		meta.AutoArchiveDuration = *req.AutoArchiveDuration
	}
	if req.Name != nil {
		ch.Name = *req.Name
	}
	if req.RateLimitPerUser != nil {
		ch.RateLimitPerUser = req.RateLimitPerUser
	}
	ch.ThreadMetadata = &meta
	return nil
}

// checkArchiveDuration allows an hour, a day, three days, a week.
func checkArchiveDuration(f *form, minutes int) {
	switch minutes {
	case 60, 1440, 4320, 10080:
	default:
		f.add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
}

func (s *Server) deleteChannel(c *call) (any, error) {
	ch, err := s.channelOf(c, 0)
	if err != nil {
		return nil, err
	}
	switch {
	case ch.Type == wire.ChannelDM:
		return s.channelJSON(ch), nil // closes the DM; a new message opens it again
	case ch.isThread():
		err = s.need(ch, PermManageThreads)
	default:
		err = s.need(ch, PermManageChannels)
	}
	if err != nil {
		return nil, err
	}
	out := s.channelJSON(ch)
	s.removeChannel(ch)
	return out, nil
}

// newThread is the body of both requests that make a thread.
type newThread struct {
	Name                string `json:"name"`
	AutoArchiveDuration *int   `json:"auto_archive_duration"`
	RateLimitPerUser    *int   `json:"rate_limit_per_user"`
	Type                *int   `json:"type"`
	Invitable           *bool  `json:"invitable"`
}

// threadRequest reads and checks the body of a request for a thread in ch.
func (s *Server) threadRequest(c *call, ch *channel) (newThread, error) {
	var req newThread
	if err := s.decode(c, &req); err != nil {
		return req, err
	}
	var f form
	f.length("name", trimmed(req.Name), 1, maxThreadName)
	if req.AutoArchiveDuration != nil {
		checkArchiveDuration(&f, *req.AutoArchiveDuration)
	}
	f.within("rate_limit_per_user", req.RateLimitPerUser, 0, maxSlowmode)
	if err := f.err(); err != nil {
		return req, err
	}
	if ch.Type != wire.ChannelText {
		return req, errWrongChannelType
	}
	active := 0
	for _, other := range s.world.channels {
		if other.isThread() && !other.archived() {
			active++
		}
	}
	if active >= maxActiveThreads {
		return req, errThreads
	}
	return req, nil
}

func (s *Server) threadFromMessage(c *call) (any, error) {
	ch, m, err := s.messageOf(c, PermCreatePublicThreads)
	if err != nil {
		return nil, err
	}
	req, err := s.threadRequest(c, ch)
	if err != nil {
		return nil, err
	}
	if m.Thread != nil || s.world.channels[m.ID] != nil {
		return nil, errThreadExists
	}
	t := s.openThread(ch, m.ID, wire.ChannelPublicThread, req)
	view := s.channelJSON(t)
	m.Thread = &view
	m.Flags |= wire.FlagHasThread
	s.changedMessage(ch, m)
	c.status = 201
	return s.createdThread(t), nil
}

func (s *Server) createThread(c *call) (any, error) {
	ch, err := s.channelOf(c, 0)
	if err != nil {
		return nil, err
	}
	req, err := s.threadRequest(c, ch)
	if err != nil {
		return nil, err
	}
	kind, need := wire.ChannelPrivateThread, PermCreatePrivateThreads
	if req.Type != nil && *req.Type != wire.ChannelPrivateThread {
		kind, need = *req.Type, PermCreatePublicThreads
	}
	if kind != wire.ChannelPublicThread && kind != wire.ChannelPrivateThread {
		return nil, invalid("type", "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
	}
	if err := s.need(ch, need); err != nil {
		return nil, err
	}
	t := s.openThread(ch, s.world.nextID(s.now()), kind, req)
	if kind == wire.ChannelPublicThread {
		notice := s.notice(ch, wire.MessageThreadCreated, &wire.Reference{ChannelID: t.ID, GuildID: t.GuildID})
		notice.Content = t.Name
		s.post(ch, notice)
	}
	c.status = 201
	return s.createdThread(t), nil
}

// openThread makes a thread of which the bot is the owner and first member.
func (s *Server) openThread(parent *channel, id string, kind int, req newThread) *channel {
	now := stamp(s.now())
	duration, slow := 4320, 0
	if req.AutoArchiveDuration != nil {
		duration = *req.AutoArchiveDuration
	}
	if req.RateLimitPerUser != nil {
		slow = *req.RateLimitPerUser
	}
	parentID := parent.ID
	t := &channel{
		Channel: wire.Channel{
			ID: id, Type: kind, GuildID: parent.GuildID, Name: trimmed(req.Name), ParentID: &parentID,
			OwnerID: s.world.bot.ID, RateLimitPerUser: &slow,
			ThreadMetadata: &wire.ThreadMetadata{AutoArchiveDuration: duration, ArchiveTimestamp: now, CreateTimestamp: now},
		},
		members:    map[string]string{s.world.bot.ID: now},
		lastActive: s.now(),
	}
	if kind == wire.ChannelPrivateThread {
		invitable := req.Invitable == nil || *req.Invitable
		t.ThreadMetadata.Invitable = &invitable
	}
	s.world.addChannel(t)
	s.tellChannel("create", t)
	s.gateway.dispatch(intentGuilds, t.GuildID, "THREAD_CREATE", s.createdThread(t))
	s.notify()
	return t
}

// createdThread is the thread as its maker sees it.
func (s *Server) createdThread(t *channel) wire.Channel {
	out := s.channelJSON(t)
	out.NewlyCreated = true
	if joined, ok := t.members[s.world.bot.ID]; ok {
		out.Member = &wire.ThreadMember{ID: t.ID, UserID: s.world.bot.ID, JoinTimestamp: joined}
	}
	return out
}
