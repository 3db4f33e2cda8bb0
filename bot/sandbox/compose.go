package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// trimmed is content as Discord takes it: without white space around it.
func trimmed(content string) string { return strings.TrimSpace(content) }

// compose checks a draft for a new message in c and makes the message. Nothing
// is changed when it is refused.
func (s *Server) compose(c *channel, d *draft, flags int) (*message, error) {
	d.Content = trimmed(d.Content)
	if err := checkDraft(d, nil, flags); err != nil {
		return nil, err
	}
	if err := s.checkEmojis(d); err != nil {
		return nil, err
	}
	if d.empty() {
		return nil, errEmptyMessage
	}
	now := s.now()
	m := &message{created: now, pinged: map[string]bool{}}
	m.Message = wire.Message{
		ID: s.world.nextID(now), ChannelID: c.ID, Author: s.world.bot, Timestamp: stamp(now), TTS: d.TTS,
		Flags: d.Flags & flags, Mentions: []wire.User{}, MentionRoles: []string{}, Attachments: []wire.Attachment{},
		Embeds: []wire.Embed{}, Components: []wire.Component{},
	}
	if len(d.Nonce) > 0 && !bytes.Equal(d.Nonce, []byte("null")) {
		m.Nonce = d.Nonce
	}
	m.silent = d.Flags&wire.FlagSuppressNotifications != 0
	s.fill(c, m, d, true, true)
	return m, nil
}

// checkEmojis refuses emojis on buttons and options that do not exist: an id
// that the application does not have, or a name that is plain text.
func (s *Server) checkEmojis(d *draft) error {
	var f form
	check := func(e *wire.Emoji) {
		if e == nil || e.ID == "" && e.Name != "" && strings.ContainsFunc(e.Name, func(r rune) bool { return r > 0xA8 }) {
			return
		}
		known := slices.ContainsFunc(s.world.emojis, func(own wire.AppEmoji) bool { return own.ID == e.ID })
		if !known {
			f.add(at(d.path, "components"), "COMPONENT_INVALID_EMOJI", "Invalid emoji: name %q, id %q", e.Name, e.ID)
		}
	}
	wire.Walk(d.Components, func(c *wire.Component) bool {
		check(c.Emoji)
		for _, o := range c.Options {
			check(o.Emoji)
		}
		return true
	})
	return f.err()
}

// fill puts the draft's fields into m: all of them into a fresh message, those
// that the body had into an edited one. ping: those mentioned are notified.
func (s *Server) fill(c *channel, m *message, d *draft, fresh, ping bool) {
	has := func(name string) bool { return fresh || d.have[name] }
	if has("content") {
		m.Content = d.Content
	}
	if has("flags") {
		m.Flags = m.Flags&^(wire.FlagSuppressEmbeds|wire.FlagComponentsV2) |
			d.Flags&(wire.FlagSuppressEmbeds|wire.FlagComponentsV2) | m.Flags&wire.FlagComponentsV2
	}
	s.fillAttachments(m, d, has("attachments"))
	if has("embeds") {
		m.Embeds = s.placeEmbeds(d.Embeds, m.Attachments)
	}
	if has("components") {
		m.Components = placeComponents(d.Components, m.Attachments)
	}
	s.mention(c, m, d.AllowedMentions, ping)
}

// fillAttachments keeps the attachments that the draft names (all when it says
// nothing about them) and stores the uploaded files.
func (s *Server) fillAttachments(m *message, d *draft, listed bool) {
	about := map[string]draftAttachment{}
	for _, a := range d.Attachments {
		about[string(a.ID)] = a
	}
	kept := []wire.Attachment{}
	for _, a := range m.Attachments {
		wanted, named := about[a.ID]
		if listed && !named {
			continue
		}
		if named && wanted.Description != "" {
			a.Description = wanted.Description
		}
		kept = append(kept, a)
	}
	s.forgetFiles(m.Attachments, kept)
	for _, u := range d.files {
		a := about[strconv.Itoa(u.index)]
		if a.Filename != "" {
			u.name = a.Filename
		}
		stored := s.store(u, m.ChannelID, a.Description, a.Title)
		stored.Ephemeral = m.Flags&wire.FlagEphemeral != 0
		kept = append(kept, stored)
	}
	m.Attachments = kept
}

// mentionPattern finds mentions of users, roles and everyone.
var mentionPattern = regexp.MustCompile(`<@!?(\d+)>|<@&(\d+)>|@everyone|@here`)

// mention works out who is mentioned in m, as allowed, and who is pinged.
func (s *Server) mention(c *channel, m *message, allowed *wire.AllowedMentions, ping bool) {
	m.Mentions, m.MentionRoles, m.MentionEveryone = []wire.User{}, []string{}, false
	seen := map[string]bool{}
	for _, match := range mentionPattern.FindAllStringSubmatch(visibleText(m), -1) {
		switch {
		case match[1] != "":
			if !seen[match[1]] && allows(allowed, "users", match[1]) {
				s.mentionUser(c, m, match[1], ping)
			}
			seen[match[1]] = true
		case match[2] != "":
			if allows(allowed, "roles", match[2]) {
				m.MentionRoles = append(m.MentionRoles, match[2])
			}
		case allows(allowed, "everyone", "") && s.botPermissions()&PermMentionEveryone != 0:
			m.MentionEveryone = true
			s.pingAll(c, m, ping)
		}
	}
	if r := m.MessageReference; r != nil && (allowed == nil || allowed.RepliedUser) {
		if to := c.find(r.MessageID); to != nil && !seen[to.Author.ID] {
			s.mentionUser(c, m, to.Author.ID, ping)
		}
	}
}

// mentionUser notes a mention and pings the person if the message reaches them.
func (s *Server) mentionUser(c *channel, m *message, id string, ping bool) {
	if id == s.world.bot.ID {
		m.Mentions = append(m.Mentions, s.world.bot)
		return
	}
	p := s.world.people[id]
	if p == nil {
		return
	}
	m.Mentions = append(m.Mentions, p.user)
	// An answer gets its ephemeralTo only after it was composed; the flag is there
	// from the start, and nobody may be brought in by what only one person sees.
	ephemeral := m.Flags&wire.FlagEphemeral != 0
	if !ping || ephemeral && m.ephemeralTo != id || p.left {
		return
	}
	if c.isThread() && !ephemeral { // a mention brings them into the thread
		s.joinMember(c, id)
	}
	m.pinged[id] = s.world.canSee(p, c)
}

// pingAll pings everybody who sees the channel.
func (s *Server) pingAll(c *channel, m *message, ping bool) {
	for _, p := range s.world.everybody() {
		if ping && s.world.sees(p, c, m) {
			m.pinged[p.user.ID] = true
		}
	}
}

// allows says whether allowed_mentions lets a mention through. Without it, all
// mentions of a bot's message count.
func allows(a *wire.AllowedMentions, kind, id string) bool {
	if a == nil {
		return true
	}
	for _, parse := range a.Parse {
		if parse == kind {
			return true
		}
	}
	list := a.Users
	if kind == "roles" {
		list = a.Roles
	}
	for _, one := range list {
		if one == id && id != "" {
			return true
		}
	}
	return false
}

// visibleText is the text of a message in which mentions count: content and the
// text displays of components version 2. Embeds never ping.
func visibleText(m *message) string {
	parts := []string{m.Content}
	wire.Walk(m.Components, func(c *wire.Component) bool {
		if c.Type == wire.TextDisplay {
			parts = append(parts, c.Content)
		}
		return true
	})
	return strings.Join(parts, "\n")
}

// placeComponents copies components, numbers those without an id and resolves
// attachment:// to where the file is served.
func placeComponents(list []wire.Component, files []wire.Attachment) []wire.Component {
	used := map[int]bool{}
	wire.Walk(list, func(c *wire.Component) bool { used[c.ID] = true; return true })
	next := 0
	fresh := func() int {
		for next++; used[next]; next++ {
		}
		return next
	}
	return placeTree(list, files, fresh)
}

func placeTree(list []wire.Component, files []wire.Attachment, fresh func() int) []wire.Component {
	out := make([]wire.Component, len(list))
	for i, c := range list {
		if c.ID == 0 {
			c.ID = fresh()
		}
		one := 1
		if isSelect(c.Type) {
			if c.MinValues == nil {
				c.MinValues = &one
			}
			if c.MaxValues == nil {
				c.MaxValues = &one
			}
		}
		if len(c.Components) > 0 {
			c.Components = placeTree(c.Components, files, fresh)
		}
		if c.Accessory != nil {
			c.Accessory = &placeTree([]wire.Component{*c.Accessory}, files, fresh)[0]
		}
		c.Media, c.File = placeMedia(c.Media, files), placeMedia(c.File, files)
		if c.Type == wire.File && c.File != nil {
			c.Name, c.Size = fileFacts(c.File, files)
		}
		items := make([]wire.GalleryItem, len(c.Items))
		for j, item := range c.Items {
			item.Media = *placeMedia(&item.Media, files)
			items[j] = item
		}
		if c.Items != nil {
			c.Items = items
		}
		out[i] = c
	}
	return out
}

// placeMedia resolves attachment://name.
func placeMedia(m *wire.Media, files []wire.Attachment) *wire.Media {
	if m == nil {
		return nil
	}
	out := *m
	if out.ProxyURL == "" { // an address elsewhere: one id is as good as another
		out.ID, out.ProxyURL = "1", out.URL
	}
	if name, ok := strings.CutPrefix(m.URL, "attachment://"); ok {
		for _, a := range files {
			if a.Filename == name || a.Filename == safeName(name) {
				out = wire.Media{
					ID: a.ID, URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height,
					ContentType: a.ContentType, AttachmentID: a.ID,
				}
			}
		}
	}
	return &out
}

// fileFacts are the name and size of the file that m shows.
func fileFacts(m *wire.Media, files []wire.Attachment) (name string, size int) {
	for _, a := range files {
		if a.ID == m.AttachmentID {
			return a.Filename, a.Size
		}
	}
	return "", 0
}

// placeEmbeds copies embeds and resolves attachment://.
func (s *Server) placeEmbeds(list []wire.Embed, files []wire.Attachment) []wire.Embed {
	out := make([]wire.Embed, len(list))
	for i, e := range list {
		e.Type = "rich"
		e.Image, e.Thumbnail = placePicture(e.Image, files), placePicture(e.Thumbnail, files)
		out[i] = e
	}
	return out
}

func placePicture(p *wire.EmbedMedia, files []wire.Attachment) *wire.EmbedMedia {
	if p == nil {
		return nil
	}
	m := placeMedia(&wire.Media{URL: p.URL, Width: p.Width, Height: p.Height}, files)
	return &wire.EmbedMedia{URL: m.URL, ProxyURL: m.ProxyURL, Width: m.Width, Height: m.Height}
}

// nonceOf is the nonce as text, with its faults.
func nonceOf(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		var n int64
		if json.Unmarshal(raw, &n) != nil {
			return "", invalid("nonce", "BASE_TYPE_BAD_TYPE", "Could not interpret the value as a string or int.")
		}
		text = fmt.Sprint(n)
	}
	if len([]rune(text)) > 25 {
		return "", invalid("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
	}
	return text, nil
}
