package sandbox

import (
	"strconv"
	"time"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// channelOf finds the route's channel and checks the bot's permissions in it.
func (s *Server) channelOf(c *call, permissions int64) (*channel, error) {
	s.archiveIdleThreads()
	ch := s.world.channels[c.path("channel")]
	if ch == nil {
		return nil, errUnknownChannel
	}
	return ch, s.need(ch, permissions)
}

// messageOf finds the route's message; ephemeral ones do not exist here.
func (s *Server) messageOf(c *call, permissions int64) (*channel, *message, error) {
	ch, err := s.channelOf(c, permissions)
	if err != nil {
		return nil, nil, err
	}
	m := ch.find(c.path("message"))
	if m == nil || m.ephemeralTo != "" {
		return nil, nil, errUnknownMessage
	}
	return ch, m, nil
}

func (s *Server) getMessages(c *call) (any, error) {
	ch, err := s.channelOf(c, PermReadMessageHistory)
	if err != nil {
		return nil, err
	}
	q := c.r.URL.Query()
	limit := 50
	if text := q.Get("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 100 {
			return nil, invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
		}
	}
	before, after := snowflake(q.Get("before")), snowflake(q.Get("after"))
	list := []wire.Message{}
	for i := len(ch.messages) - 1; i >= 0 && len(list) < limit; i-- {
		m := ch.messages[i]
		id := snowflake(m.ID)
		if m.ephemeralTo != "" || before != 0 && id >= before || after != 0 && id <= after {
			continue
		}
		list = append(list, s.messageForBot(ch, m))
	}
	return list, nil
}

// snowflake is the number of an id, 0 if it is none.
func snowflake(id string) int64 {
	n, _ := strconv.ParseInt(id, 10, 64) // what is no number counts as absent
	return n
}

func (s *Server) getMessage(c *call) (any, error) {
	ch, m, err := s.messageOf(c, PermReadMessageHistory)
	if err != nil {
		return nil, err
	}
	return s.messageForBot(ch, m), nil
}

// createMessage posts as the bot, or answers a nonce with the first message.
func (s *Server) createMessage(c *call) (any, error) {
	ch, err := s.channelOf(c, 0)
	if err != nil {
		return nil, err
	}
	if err := s.writable(ch); err != nil {
		return nil, err
	}
	d, err := s.draftOf(c)
	if err != nil {
		return nil, err
	}
	if err := s.mayPost(ch, d); err != nil {
		return nil, err
	}
	nonce, err := nonceOf(d.Nonce)
	if err != nil {
		return nil, err
	}
	if first := ch.nonces[nonce]; nonce != "" && d.EnforceNonce && first.message != nil &&
		s.now().Sub(first.at) < nonceLife && !first.message.deleted {
		return first.message.Message, nil
	}
	to, err := replyTo(ch, d)
	if err != nil {
		return nil, err
	}
	m, err := s.compose(ch, d, sendFlags)
	if err != nil {
		return nil, err
	}
	if to != nil {
		m.Type = wire.MessageReply
		m.MessageReference = &wire.Reference{MessageID: to.ID, ChannelID: ch.ID, GuildID: ch.GuildID}
		s.mention(ch, m, d.AllowedMentions, true)
	}
	s.remember(ch, nonce, m)
	s.post(ch, m)
	return m.Message, nil
}

// remember notes which message a nonce stands for; old nonces are forgotten.
func (s *Server) remember(ch *channel, nonce string, m *message) {
	if nonce == "" {
		return
	}
	for key, use := range ch.nonces {
		if s.now().Sub(use.at) >= nonceLife {
			delete(ch.nonces, key)
		}
	}
	ch.nonces[nonce] = nonceUse{m, s.now()}
}

// writable says why the bot cannot post in ch: refused DM, locked thread,
// missing permission.
func (s *Server) writable(ch *channel) error {
	if p := ch.recipient; p != nil {
		switch {
		case p.left:
			return errNoMutualGuild
		case !p.dmsOpen:
			return errClosedDMs
		}
		return nil
	}
	if err := s.need(ch, sendPermission(ch)); err != nil {
		return err
	}
	if ch.locked() && s.botPermissions()&PermManageThreads == 0 {
		if ch.archived() {
			return errArchived
		}
		return errMissingPerms
	}
	return nil
}

// mayPost checks the permissions that files and embeds need.
func (s *Server) mayPost(ch *channel, d *draft) error {
	var need int64
	if len(d.files) > 0 {
		need |= PermAttachFiles
	}
	if len(d.Embeds) > 0 {
		need |= PermEmbedLinks
	}
	return s.need(ch, need)
}

// replyTo finds the message that the draft replies to; nil if it replies to none.
func replyTo(ch *channel, d *draft) (*message, error) {
	r := d.MessageReference
	if r == nil || r.MessageID == "" {
		return nil, nil
	}
	to := ch.find(r.MessageID)
	if to == nil && (r.FailIfNotExists == nil || *r.FailIfNotExists) {
		return nil, invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	return to, nil
}

// patchMessage edits a message of the bot's.
func (s *Server) patchMessage(c *call) (any, error) {
	ch, m, err := s.messageOf(c, 0)
	if err != nil {
		return nil, err
	}
	if m.Author.ID != s.world.bot.ID {
		return nil, errNotAuthor
	}
	if ch.archived() {
		return nil, errArchived
	}
	d, err := s.draftOf(c)
	if err != nil {
		return nil, err
	}
	if err := s.mayPost(ch, d); err != nil {
		return nil, err
	}
	if err := s.edit(ch, m, d); err != nil {
		return nil, err
	}
	return m.Message, nil
}

// edit checks a draft against m, changes m and tells everybody.
func (s *Server) edit(ch *channel, m *message, d *draft) error {
	d.Content = trimmed(d.Content)
	allowed := editFlags | wire.FlagEphemeral
	if d.have["flags"] && m.Flags&wire.FlagEphemeral == 0 {
		allowed = editFlags
	}
	if d.v2() && m.Flags&wire.FlagComponentsV2 == 0 && (keeps(d, "content", m.Content != "") || keeps(d, "embeds", len(m.Embeds) > 0)) {
		return invalid("flags", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"Content and embeds of the message must be removed (null) to use components of version 2.")
	}
	if err := checkDraft(d, m, allowed); err != nil {
		return err
	}
	if err := s.checkEmojis(d); err != nil {
		return err
	}
	if s.emptied(m, d) {
		return errEmptyMessage
	}
	loading := m.Flags&wire.FlagLoading != 0
	m.Flags &^= wire.FlagLoading
	s.fill(ch, m, d, false, loading)
	if !loading {
		edited := stamp(s.now())
		m.EditedTimestamp = &edited
	}
	s.changedMessage(ch, m)
	return nil
}

// keeps says whether the edit leaves a field of the message that has it.
func keeps(d *draft, field string, has bool) bool { return has && !d.have[field] }

// emptied says whether nothing would be left of m after the edit.
func (s *Server) emptied(m *message, d *draft) bool {
	content, embeds, parts, files := m.Content, len(m.Embeds), len(m.Components), len(m.Attachments)
	if d.have["content"] {
		content = d.Content
	}
	if d.have["embeds"] {
		embeds = len(d.Embeds)
	}
	if d.have["components"] {
		parts = len(d.Components)
	}
	if d.have["attachments"] {
		files = len(d.Attachments)
	}
	return content == "" && embeds+parts+files+len(d.files) == 0
}

// deleteMessage deletes the bot's own message, or another's with the permission.
func (s *Server) deleteMessage(c *call) (any, error) {
	ch, m, err := s.messageOf(c, 0)
	if err != nil {
		return nil, err
	}
	if m.Author.ID != s.world.bot.ID {
		if err := s.need(ch, PermManageMessages); err != nil || ch.Type == wire.ChannelDM {
			return nil, errMissingPerms
		}
	}
	s.remove(ch, m)
	return nil, nil
}

func (s *Server) typing(c *call) (any, error) {
	ch, err := s.channelOf(c, 0)
	if err != nil {
		return nil, err
	}
	return nil, s.writable(ch)
}

// maxPins of a channel (30003).
const maxPins = 250

// pinned lists the pinned messages, newest first.
func (c *channel) pinned() []*message {
	var list []*message
	for i := len(c.messages) - 1; i >= 0; i-- {
		if c.messages[i].Pinned {
			list = append(list, c.messages[i])
		}
	}
	return list
}

func (s *Server) getPinsOld(c *call) (any, error) {
	ch, err := s.channelOf(c, PermReadMessageHistory)
	if err != nil {
		return nil, err
	}
	list := []wire.Message{}
	for _, m := range ch.pinned() {
		list = append(list, m.Message)
	}
	return list, nil
}

func (s *Server) getPins(c *call) (any, error) {
	ch, err := s.channelOf(c, PermReadMessageHistory)
	if err != nil {
		return nil, err
	}
	items := []any{}
	for _, m := range ch.pinned() {
		items = append(items, map[string]any{"pinned_at": m.Timestamp, "message": m.Message})
	}
	return map[string]any{"items": items, "has_more": false}, nil
}

func (s *Server) pin(c *call) (any, error) {
	ch, m, err := s.messageOf(c, PermPinMessages)
	if err != nil {
		return nil, err
	}
	if ch.archived() {
		return nil, errArchived
	}
	if m.Pinned {
		return nil, nil
	}
	if len(ch.pinned()) >= maxPins {
		return nil, errTooManyPins
	}
	m.Pinned = true
	s.changedMessage(ch, m)
	s.post(ch, s.notice(ch, wire.MessagePinned, &wire.Reference{MessageID: m.ID, ChannelID: ch.ID, GuildID: ch.GuildID}))
	return nil, nil
}

func (s *Server) unpin(c *call) (any, error) {
	ch, m, err := s.messageOf(c, PermPinMessages)
	if err != nil {
		return nil, err
	}
	if m.Pinned {
		m.Pinned = false
		s.changedMessage(ch, m)
	}
	return nil, nil
}

// notice is a message that Discord writes itself when the bot has done
// something: pinned a message, opened a thread.
func (s *Server) notice(ch *channel, kind int, ref *wire.Reference) *message {
	now := s.now()
	return &message{created: now.Truncate(time.Millisecond), pinged: map[string]bool{}, Message: wire.Message{
		ID: s.world.nextID(now), ChannelID: ch.ID, Type: kind, Author: s.world.bot, Timestamp: stamp(now),
		Mentions: []wire.User{}, MentionRoles: []string{}, Attachments: []wire.Attachment{}, Embeds: []wire.Embed{},
		Components: []wire.Component{}, MessageReference: ref,
	}}
}
