package rest

import (
	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// channelOf finds the route's channel.
func (a *API) channelOf(c *call) (*state.Channel, error) {
	ch := a.state.Channel(c.path("channel"))
	if ch == nil {
		return nil, limits.ErrUnknownChannel
	}
	return ch, a.state.Need(ch, 0)
}

// messageOf finds the route's message; ephemeral ones do not exist here.
func (a *API) messageOf(c *call) (*state.Channel, *state.Message, error) {
	ch, err := a.channelOf(c)
	if err != nil {
		return nil, nil, err
	}
	m := ch.Find(c.path("message"))
	if m == nil || m.EphemeralTo != "" {
		return nil, nil, limits.ErrUnknownMessage
	}
	return ch, m, nil
}

// draftOf reads the body as a draft.
func draftOf(c *call) (*limits.Draft, error) {
	d := &limits.Draft{Files: c.files, Have: present(c.body)}
	return d, decode(c, d)
}

// createMessage posts as the bot, or answers a nonce with the first message.
func (a *API) createMessage(c *call) (any, error) {
	ch, err := a.channelOf(c)
	if err != nil {
		return nil, err
	}
	if err := a.writable(ch); err != nil {
		return nil, err
	}
	d, err := draftOf(c)
	if err != nil {
		return nil, err
	}
	if err := a.mayAttach(ch, d); err != nil {
		return nil, err
	}
	nonce := d.NonceText()
	if first := a.state.Repeated(ch, nonce); first != nil && d.EnforceNonce {
		return first.Message, nil
	}
	m, err := a.compose(ch, d, limits.SendFlags)
	if err != nil {
		return nil, err
	}
	a.state.Remember(ch, nonce, m)
	a.state.Post(ch, m)
	return m.Message, nil
}

// writable says why the bot cannot post in ch: refused DM, locked thread, missing permission.
func (a *API) writable(ch *state.Channel) error {
	if p := ch.Recipient; p != nil {
		switch {
		case p.Left && !p.Installed:
			return limits.ErrNoMutualGuild
		case !p.DMsOpen:
			return limits.ErrClosedDMs
		}
		return nil
	}
	permission := state.PermSendMessages
	if ch.IsThread() {
		permission = state.PermSendMessagesInThreads
	}
	if err := a.state.Need(ch, permission); err != nil {
		return err
	}
	if ch.Locked() && a.state.BotPermissions()&state.PermManageThreads == 0 {
		if ch.Archived() {
			return limits.ErrArchived
		}
		return limits.ErrMissingPerms
	}
	return nil
}

// mayAttach checks the permission that files need.
func (a *API) mayAttach(ch *state.Channel, d *limits.Draft) error {
	if len(d.Files) == 0 {
		return nil
	}
	return a.state.Need(ch, state.PermAttachFiles)
}

// patchMessage edits a message of the bot's.
func (a *API) patchMessage(c *call) (any, error) {
	ch, m, err := a.messageOf(c)
	switch {
	case err != nil:
		return nil, err
	case m.Author.ID != a.state.Bot.ID:
		return nil, limits.ErrNotAuthor
	case ch.Archived():
		return nil, limits.ErrArchived
	}
	d, err := draftOf(c)
	if err != nil {
		return nil, err
	}
	if err := a.mayAttach(ch, d); err != nil {
		return nil, err
	}
	return a.edited(ch, m, d)
}

// edited edits m and returns it.
func (a *API) edited(ch *state.Channel, m *state.Message, d *limits.Draft) (any, error) {
	if err := a.edit(ch, m, d); err != nil {
		return nil, err
	}
	return m.Message, nil
}

// edit checks a draft against m, changes m and tells everybody.
func (a *API) edit(ch *state.Channel, m *state.Message, d *limits.Draft) error {
	if err := check(d, m.Attachments, m.Flags&wire.FlagEphemeral); err != nil {
		return err
	}
	if emptied(m, d) {
		return limits.ErrEmptyMessage
	}
	loading := m.Flags&wire.FlagLoading != 0
	m.Flags &^= wire.FlagLoading
	a.fill(ch, m, d, false, loading)
	if !loading {
		a.state.Edited(m)
	}
	a.state.Changed(ch, m)
	return nil
}

// emptied says whether nothing would be left of m after the edit.
func emptied(m *state.Message, d *limits.Draft) bool {
	content, parts, files := m.Content, len(m.Components), len(m.Attachments)
	if d.Have["content"] {
		content = d.Content
	}
	if d.Have["components"] {
		parts = len(d.Components)
	}
	if d.Have["attachments"] {
		files = len(d.Attachments)
	}
	return content == "" && parts+files+len(d.Files) == 0
}
