package sandbox

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

func (a *API) channelOf(c *call) (*state.Channel, error) {
	ch := a.state.Channel(c.path("channel"))
	if ch == nil {
		return nil, wire.ErrUnknownChannel
	}
	return ch, a.state.Need(ch, 0)
}

// messageOf returns the route's message; ephemeral ones do not exist here.
func (a *API) messageOf(c *call) (*state.Channel, *state.Message, error) {
	ch, err := a.channelOf(c)
	if err != nil {
		return nil, nil, err
	}
	m := ch.Find(c.path("message"))
	if m == nil || m.EphemeralTo != "" {
		return nil, nil, wire.ErrUnknownMessage
	}
	return ch, m, nil
}

func draftOf(c *call) (*wire.Draft, error) {
	d := &wire.Draft{Files: c.files, Have: present(c.body)}
	return d, decode(c, d)
}

// createMessage posts as the bot. A repeated nonce returns the first message.
func (a *API) createMessage(c *call) (any, error) {
	ch, err := a.channelOf(c)
	if err != nil {
		return nil, err
	}
	if err := a.writable(ch); err != nil {
		return nil, err
	}
	if ch.Type == wire.ChannelForum {
		return nil, wire.ErrNotText
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
	m, err := a.compose(ch, d, wire.SendFlags)
	if err != nil {
		return nil, err
	}
	a.state.Remember(ch, nonce, m)
	a.state.Post(ch, m)
	return m.Message, nil
}

// writable returns why the bot cannot post in ch: a refused DM, a locked thread, a missing
// permission.
func (a *API) writable(ch *state.Channel) error {
	if p := ch.Recipient; p != nil {
		switch {
		case p.Left && !p.Installed:
			return wire.ErrNoMutualGuild
		case !p.DMsOpen:
			return wire.ErrClosedDMs
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
			return wire.ErrArchived
		}
		return wire.ErrMissingPerms
	}
	return nil
}

func (a *API) mayAttach(ch *state.Channel, d *wire.Draft) error {
	if len(d.Files) == 0 {
		return nil
	}
	return a.state.Need(ch, state.PermAttachFiles)
}

func (a *API) patchMessage(c *call) (any, error) {
	ch, m, err := a.messageOf(c)
	switch {
	case err != nil:
		return nil, err
	case m.Author.ID != a.state.Bot.ID:
		return nil, wire.ErrNotAuthor
	case ch.Archived():
		return nil, wire.ErrArchived
	}
	d, err := draftOf(c)
	if err != nil {
		return nil, err
	}
	if err := a.mayAttach(ch, d); err != nil {
		return nil, err
	}
	if wait := a.state.EditOld(m, maxOldEdits, oldAfter); wait > 0 {
		return nil, limitedBy(wire.ErrOldEdits, c.header, wait)
	}
	return a.edited(ch, m, d)
}

// Limits of edits by the bot's token. Discord answers the first edit too many with 429 and code
// 30046 and does not say how many there may be ("We dont put rate limit details in our
// documentation": discord/discord-api-docs#4413; the status: aikaterna/aikaterna-cogs#302). People
// report "a few an hour". Edits by the token of a click are not known to count.
const (
	oldAfter    = time.Hour
	maxOldEdits = 5 // of one message within oldAfter
)

// deleteMessage deletes a message of the bot's; others' would take a permission that it never asks.
func (a *API) deleteMessage(c *call) (any, error) {
	ch, m, err := a.messageOf(c)
	switch {
	case err != nil:
		return nil, err
	case m.Author.ID != a.state.Bot.ID:
		return nil, wire.ErrMissingPerms
	case ch.Archived():
		return nil, wire.ErrArchived
	}
	a.state.Remove(ch, m)
	return nil, nil
}

func (a *API) edited(ch *state.Channel, m *state.Message, d *wire.Draft) (any, error) {
	if err := a.edit(ch, m, d); err != nil {
		return nil, err
	}
	return m.Message, nil
}

// check refuses a draft that Discord would.
func (a *API) check(d *wire.Draft, old []wire.Attachment, flags int) error {
	d.HasEmoji = a.hasEmoji
	return wire.CheckDraft(d, old, flags)
}

// edit checks a draft against m, changes m and announces it.
func (a *API) edit(ch *state.Channel, m *state.Message, d *wire.Draft) error {
	d.Content = strings.TrimSpace(d.Content)
	if err := a.check(d, m.Attachments, m.Flags&wire.FlagEphemeral); err != nil {
		return err
	}
	if leavesNothing(m, d) {
		return wire.ErrEmptyMessage
	}
	loading := m.Flags&wire.FlagLoading != 0
	m.Flags &^= wire.FlagLoading
	a.fill(ch, m, d, func(field string) bool { return d.Have[field] }, loading)
	if !loading {
		a.state.Edited(m)
	}
	a.state.Changed(ch, m)
	return nil
}

// leavesNothing reports whether the edit would leave m empty.
func leavesNothing(m *state.Message, d *wire.Draft) bool {
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

// compose checks a draft for a new message in c and makes the message. A refused draft changes
// nothing.
func (a *API) compose(c *state.Channel, d *wire.Draft, flags int) (*state.Message, error) {
	d.Content = strings.TrimSpace(d.Content)
	if err := a.check(d, nil, flags); err != nil {
		return nil, err
	}
	if d.Empty() {
		return nil, wire.ErrEmptyMessage
	}
	m := a.state.NewMessage(c)
	m.Flags = d.Flags
	if d.NonceText() != "" {
		m.Nonce = d.Nonce
	}
	a.fill(c, m, d, func(string) bool { return true }, true)
	return m, nil
}

// fill copies the draft's fields into m as far as has says. ping: the people mentioned are
// notified.
func (a *API) fill(
	c *state.Channel, m *state.Message, d *wire.Draft, has func(field string) bool, ping bool,
) {
	if has("content") {
		m.Content = d.Content
	}
	a.fillAttachments(m, d, has("attachments"))
	if has("components") {
		m.Components = completed(d.Components)
	}
	a.state.Mention(c, m, d.AllowedMentions, ping)
}

// fillAttachments keeps the attachments that the draft lists (all of them without a list) and
// stores the uploaded files.
func (a *API) fillAttachments(m *state.Message, d *wire.Draft, listed bool) {
	about := map[string]wire.DraftAttachment{}
	for _, one := range d.Attachments {
		about[string(one.ID)] = one
	}
	kept := []wire.Attachment{}
	for _, old := range m.Attachments {
		wanted, named := about[old.ID]
		if listed && !named {
			continue
		}
		if wanted.Description != "" {
			old.Description = wanted.Description
		}
		kept = append(kept, old)
	}
	a.state.ForgetFiles(m.Attachments, kept)
	for _, u := range d.Files {
		said := about[strconv.Itoa(u.Index)]
		if said.Filename != "" {
			u.Name = said.Filename
		}
		stored := a.state.Store(u, m.ChannelID, said.Description)
		stored.Ephemeral = m.Flags&wire.FlagEphemeral != 0
		kept = append(kept, stored)
	}
	m.Attachments = kept
}

// completed copies rows, numbers components without an ID and fills in the defaults of menus.
func completed(rows []wire.Component) []wire.Component {
	used := map[int]bool{}
	wire.Walk(rows, func(c *wire.Component) { used[c.ID] = true })
	out := append([]wire.Component{}, rows...) // never null in JSON
	for i := range out {
		out[i].Components = slices.Clone(out[i].Components)
	}
	next := 1
	wire.Walk(out, func(c *wire.Component) {
		for c.ID == 0 {
			if !used[next] {
				c.ID = next
			}
			next++
		}
		if c.Type == wire.StringSelect {
			c.MinValues, c.MaxValues = wire.OrOne(c.MinValues), wire.OrOne(c.MaxValues)
		}
	})
	return out
}
