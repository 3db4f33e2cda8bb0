package sandbox

import (
	"sort"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// maxText is the number of characters of all text displays of a message. It is
// not in Discord's reference; the refusal was seen by others at 4,000.
const maxText = 4000

// Limits of the parts of version 2.
const (
	maxSectionTexts = 3
	maxGallery      = 10
)

// checkV2 checks a message of version 2: no content, no embeds, 40 components in
// all, files only where a component shows them.
func (k *componentCheck) checkV2(d *draft, path string) {
	const code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
	const text = "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
	if d.Content != "" {
		k.f.add(at(d.path, "content"), code, text, "content")
	}
	if len(d.Embeds) > 0 {
		k.f.add(at(d.path, "embeds"), code, text, "embeds")
	}
	if len(d.StickerIDs) > 0 {
		k.f.add(at(d.path, "sticker_ids"), code, text, "sticker_ids")
	}
	if len(d.Poll) > 0 && string(d.Poll) != "null" {
		k.f.add(at(d.path, "poll"), code, text, "poll")
	}
	for i, c := range d.Components {
		k.part(at(path, i), c, false)
	}
	if k.count > maxComponents {
		k.f.add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer components in all, these are %d.", maxComponents, k.count)
	}
	if k.text > maxText {
		k.f.add(path, "COMPONENT_TEXT_TOO_LONG", "The text displays have %d characters in all, at most %d.", k.text, maxText)
	}
	k.unseen(d)
}

// unseen refuses files that no component shows: nobody would see them.
func (k *componentCheck) unseen(d *draft) {
	if !d.have["components"] {
		return
	}
	var names []string
	for _, u := range d.files {
		if name := safeName(u.name); !k.shown[name] && !k.renamed(d, u) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		k.f.add(at(d.path, "attachments"), "SANDBOX_FILE_NOT_SHOWN", "No component shows the file %q.", name)
	}
}

// renamed says whether the file is shown by the name that attachments gives it.
func (k *componentCheck) renamed(d *draft, u upload) bool {
	for _, a := range d.Attachments {
		if a.Filename != "" && string(a.ID) == at("", u.index) {
			return k.shown[safeName(a.Filename)]
		}
	}
	return false
}

// part checks a component at the top level or inside a container.
func (k *componentCheck) part(path string, c wire.Component, inside bool) {
	switch c.Type {
	case wire.ActionRow:
		k.row(path, c)
		return
	case wire.Button, wire.StringSelect, wire.UserSelect, wire.RoleSelect, wire.MentionableSelect, wire.ChannelSelect:
		k.f.add(at(path, "type"), "UNION_TYPE_CHOICES", "Buttons and selects stand in an action row or a section.")
		return
	}
	k.number(path, c)
	switch c.Type {
	case wire.Section:
		k.section(path, c)
	case wire.TextDisplay:
		k.textDisplay(path, c)
	case wire.MediaGallery:
		k.gallery(path, c)
	case wire.File:
		k.file(path, c)
	case wire.Separator:
		if c.Spacing < 0 || c.Spacing > 2 {
			k.f.add(at(path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		}
	case wire.Container:
		k.container(path, c, inside)
	default:
		k.f.add(at(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 9, 10, 12, 13, 14, 17).")
	}
}

// container checks a container, which holds no other.
func (k *componentCheck) container(path string, c wire.Component, inside bool) {
	if inside {
		k.f.add(at(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 9, 10, 12, 13, 14).")
		return
	}
	if c.AccentColor != nil {
		k.f.within(at(path, "accent_color"), c.AccentColor, 0, 0xFFFFFF)
	}
	if len(c.Components) == 0 {
		k.f.add(at(path, "components"), "BASE_TYPE_REQUIRED", "This field is required")
	}
	for i, child := range c.Components {
		k.part(at(path, "components."+at("", i)), child, true)
	}
}

// section checks a section: one to three texts and an accessory.
func (k *componentCheck) section(path string, c wire.Component) {
	k.f.count(at(path, "components"), len(c.Components), 1, maxSectionTexts)
	for i, child := range c.Components {
		here := at(path, "components."+at("", i))
		k.number(here, child)
		if child.Type != wire.TextDisplay {
			k.f.add(at(here, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (10,).")
			continue
		}
		k.textDisplay(here, child)
	}
	here := at(path, "accessory")
	if c.Accessory == nil {
		k.f.add(here, "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	k.number(here, *c.Accessory)
	switch c.Accessory.Type {
	case wire.Button:
		k.button(here, *c.Accessory)
	case wire.Thumbnail:
		k.media(at(here, "media"), c.Accessory.Media)
		k.f.length(at(here, "description"), c.Accessory.Description, 0, maxAltText)
	default:
		k.f.add(at(here, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 11).")
	}
}

// textDisplay checks a text and counts its characters.
func (k *componentCheck) textDisplay(path string, c wire.Component) {
	k.f.length(at(path, "content"), strings.TrimSpace(c.Content), 1, maxText)
	k.text += runes(c.Content)
}

// gallery checks a media gallery: 1 to 10 pictures.
func (k *componentCheck) gallery(path string, c wire.Component) {
	k.f.count(at(path, "items"), len(c.Items), 1, maxGallery)
	for i, item := range c.Items {
		here := at(path, "items."+at("", i))
		k.media(at(here, "media"), &item.Media)
		k.f.length(at(here, "description"), item.Description, 0, maxAltText)
	}
}

// file checks a file component, which shows uploaded files only.
func (k *componentCheck) file(path string, c wire.Component) {
	if c.File != nil && c.File.AttachmentID == "" && !strings.HasPrefix(c.File.URL, "attachment://") {
		k.f.add(at(path, "file.url"), "URL_TYPE_INVALID_SCHEME", "Only attachment://name is possible here.")
		return
	}
	k.media(at(path, "file"), c.File)
}

// media checks the address of a picture or file and notes that it is shown.
func (k *componentCheck) media(path string, m *wire.Media) {
	if m == nil || m.URL == "" {
		k.f.add(at(path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	name, ok := strings.CutPrefix(m.URL, "attachment://")
	if !ok {
		checkURL(k.f, at(path, "url"), m.URL, "http", "https")
		return
	}
	name = safeName(name)
	if !k.names[name] {
		k.f.add(at(path, "url"), "UNFURL_MEDIA_ATTACHMENT_NOT_FOUND", "There is no attachment %q.", name)
	}
	k.shown[name] = true
}
