package sandbox

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Discord's limits of a message (resources/message).
const (
	maxContent          = 2000
	maxEmbeds           = 10
	maxEmbedTotal       = 6000
	maxEmbedTitle       = 256
	maxEmbedDescription = 4096
	maxEmbedFields      = 25
	maxEmbedFieldName   = 256
	maxEmbedFieldValue  = 1024
	maxEmbedFooter      = 2048
	maxEmbedAuthor      = 256
	maxAltText          = 1024
	maxMentions         = 100
)

// sendFlags are the flags that a bot may set on a new channel message;
// answerFlags on an answer to an interaction.
const (
	sendFlags   = wire.FlagSuppressEmbeds | wire.FlagSuppressNotifications | wire.FlagComponentsV2
	answerFlags = sendFlags | wire.FlagEphemeral
	editFlags   = wire.FlagSuppressEmbeds | wire.FlagComponentsV2
)

// checkDraft refuses with 50035 what Discord would. old is the message that is
// edited, nil for a new one; flags are those that may be set.
func checkDraft(d *draft, old *message, flags int) error {
	var f form
	f.length(at(d.path, "content"), d.Content, 0, maxContent)
	if wrong := d.Flags &^ flags; wrong != 0 {
		f.add(at(d.path, "flags"), "SANDBOX_FLAGS", "Flags %d may not be set here; Discord would ignore them.", wrong)
	}
	if _, err := nonceOf(d.Nonce); err != nil {
		return err
	}
	if d.EnforceNonce && len(d.Nonce) == 0 {
		f.add(at(d.path, "nonce"), "BASE_TYPE_REQUIRED", "This field is required with enforce_nonce.")
	}
	checkEmbeds(&f, at(d.path, "embeds"), d.Embeds)
	checkMentions(&f, at(d.path, "allowed_mentions"), d.AllowedMentions)
	names := checkAttachments(&f, d, old)
	if old != nil && old.Flags&wire.FlagComponentsV2 != 0 {
		d.Flags |= wire.FlagComponentsV2 // it cannot be taken back
	}
	checkComponents(&f, d, names)
	return f.err()
}

// checkEmbeds checks each embed and the 6,000 characters of all.
func checkEmbeds(f *form, path string, embeds []wire.Embed) {
	if len(embeds) > maxEmbeds {
		f.count(path, len(embeds), 0, maxEmbeds)
	}
	total := 0
	for i, e := range embeds {
		here := at(path, i)
		f.length(at(here, "title"), e.Title, 0, maxEmbedTitle)
		f.length(at(here, "description"), e.Description, 0, maxEmbedDescription)
		total += runes(e.Title) + runes(e.Description)
		if e.Footer != nil {
			f.length(at(here, "footer.text"), e.Footer.Text, 1, maxEmbedFooter)
			total += runes(e.Footer.Text)
		}
		if e.Author != nil {
			f.length(at(here, "author.name"), e.Author.Name, 1, maxEmbedAuthor)
			total += runes(e.Author.Name)
		}
		if len(e.Fields) > maxEmbedFields {
			f.count(at(here, "fields"), len(e.Fields), 0, maxEmbedFields)
		}
		for j, field := range e.Fields {
			f.length(at(here, "fields."+strconv.Itoa(j)+".name"), strings.TrimSpace(field.Name), 1, maxEmbedFieldName)
			f.length(at(here, "fields."+strconv.Itoa(j)+".value"), strings.TrimSpace(field.Value), 1, maxEmbedFieldValue)
			total += runes(field.Name) + runes(field.Value)
		}
		if e.Color < 0 || e.Color > 0xFFFFFF {
			f.add(at(here, "color"), "NUMBER_TYPE_MAX", "int value should be less than or equal to 16777215.")
		}
		checkEmbedURLs(f, here, e)
	}
	if total > maxEmbedTotal {
		f.add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedTotal)
	}
}

// checkEmbedURLs checks the addresses in an embed.
func checkEmbedURLs(f *form, here string, e wire.Embed) {
	checkURL(f, at(here, "url"), e.URL, "http", "https")
	if e.Image != nil {
		checkURL(f, at(here, "image.url"), e.Image.URL, "http", "https", "attachment")
	}
	if e.Thumbnail != nil {
		checkURL(f, at(here, "thumbnail.url"), e.Thumbnail.URL, "http", "https", "attachment")
	}
}

// checkURL refuses an address of another scheme; an empty one is none.
func checkURL(f *form, path, address string, schemes ...string) {
	if address == "" {
		return
	}
	u, err := url.Parse(address)
	if err == nil && u.Host != "" {
		for _, s := range schemes {
			if u.Scheme == s {
				return
			}
		}
	}
	f.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
}

// checkMentions checks allowed_mentions, whose lists and parse exclude each
// other.
func checkMentions(f *form, path string, a *wire.AllowedMentions) {
	if a == nil {
		return
	}
	parsed := map[string]bool{}
	for i, kind := range a.Parse {
		if kind != "users" && kind != "roles" && kind != "everyone" {
			f.add(at(path, "parse."+strconv.Itoa(i)), "BASE_TYPE_CHOICES", "Value must be one of ('everyone', 'users', 'roles').")
		}
		parsed[kind] = true
	}
	f.count(at(path, "users"), len(a.Users), 0, maxMentions)
	f.count(at(path, "roles"), len(a.Roles), 0, maxMentions)
	if parsed["users"] && len(a.Users) > 0 {
		f.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	if parsed["roles"] && len(a.Roles) > 0 {
		f.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["roles"] and roles: [ids...] are mutually exclusive.`)
	}
	for i, id := range a.Users {
		if !isSnowflake(id) {
			f.add(at(path, "users."+strconv.Itoa(i)), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
		}
	}
}

// checkAttachments checks the list of attachments against the uploaded files
// and the old message's, and returns the names that components may refer to.
func checkAttachments(f *form, d *draft, old *message) map[string]bool {
	names := map[string]bool{}
	files, kept := map[string]string{}, map[string]string{}
	for _, u := range d.files {
		files[strconv.Itoa(u.index)] = safeName(u.name)
	}
	if old != nil {
		for _, a := range old.Attachments {
			kept[a.ID] = a.Filename
		}
	}
	listed := map[string]bool{}
	for i, a := range d.Attachments {
		here := at(at(d.path, "attachments"), i)
		f.length(at(here, "description"), a.Description, 0, maxAltText)
		id := string(a.ID)
		name, isFile := files[id]
		if old, isOld := kept[id]; isOld {
			name = old
		} else if !isFile {
			f.add(at(here, "id"), "ATTACHMENT_NOT_FOUND", "Attachment %q is neither a file of this request nor of the message.", id)
		}
		if isFile && a.Filename != "" {
			files[id] = safeName(a.Filename)
			name = files[id]
		}
		listed[id] = true
		names[name] = true
	}
	total := len(files)
	for id, name := range kept {
		if !d.have["attachments"] || listed[id] {
			names[name] = true
			total++
		}
	}
	for _, name := range files {
		names[name] = true
	}
	if total > maxFiles {
		f.add(at(d.path, "attachments"), "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
	}
	return names
}

// runes counts characters.
func runes(s string) int { return len([]rune(s)) }

// isSnowflake says whether id has the form of one.
func isSnowflake(id string) bool {
	_, err := strconv.ParseUint(id, 10, 63)
	return err == nil
}
