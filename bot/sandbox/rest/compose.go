package rest

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// check refuses a draft that is outside Discord's limits. old are the attachments of the message that it edits.
func check(d *limits.Draft, old []wire.Attachment, flags int) error {
	d.Content = strings.TrimSpace(d.Content) // as Discord takes it
	return limits.CheckDraft(d, old, flags)
}

// compose checks a draft for a new message in c and makes the message. Nothing is changed when it is refused.
func (a *API) compose(c *state.Channel, d *limits.Draft, flags int) (*state.Message, error) {
	if err := check(d, nil, flags); err != nil {
		return nil, err
	}
	if d.Empty() {
		return nil, limits.ErrEmptyMessage
	}
	m := a.state.NewMessage(c)
	m.Flags = d.Flags
	m.Silent = d.Flags&wire.FlagSuppressNotifications != 0
	if d.NonceText() != "" {
		m.Nonce = d.Nonce
	}
	a.fill(c, m, d, true, true)
	return m, nil
}

// fill puts the draft's fields into m: all of them into a fresh message, those that the body had into an edited one. ping:
// those mentioned are notified.
func (a *API) fill(c *state.Channel, m *state.Message, d *limits.Draft, fresh, ping bool) {
	has := func(name string) bool { return fresh || d.Have[name] }
	if has("content") {
		m.Content = d.Content
	}
	a.fillAttachments(m, d, has("attachments"))
	if has("components") {
		m.Components = placed(d.Components)
	}
	a.state.Mention(c, m, d.AllowedMentions, ping)
}

// fillAttachments keeps the attachments that the draft names (all when it says nothing about them) and stores the uploaded
// files.
func (a *API) fillAttachments(m *state.Message, d *limits.Draft, listed bool) {
	about := map[string]limits.DraftAttachment{}
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

// placed copies rows, numbers those components that have no id and writes what menus leave out.
func placed(rows []wire.Component) []wire.Component {
	used := map[int]bool{}
	wire.Walk(rows, func(c *wire.Component) { used[c.ID] = true })
	next := 0
	fresh := func() int {
		for next++; used[next]; next++ {
		}
		return next
	}
	out := append([]wire.Component{}, rows...) // never null in JSON
	for i := range out {
		out[i].Components = slices.Clone(out[i].Components)
	}
	wire.Walk(out, func(c *wire.Component) {
		if c.ID == 0 {
			c.ID = fresh()
		}
		if c.Type == wire.StringSelect {
			c.MinValues, c.MaxValues = orOne(c.MinValues), orOne(c.MaxValues)
		}
	})
	return out
}

// orOne returns 1 where nothing is said.
func orOne(n *int) *int {
	if n == nil {
		return new(1)
	}
	return n
}
