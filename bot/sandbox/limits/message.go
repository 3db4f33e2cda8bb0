package limits

import (
	"encoding/json"
	"strconv"
	"strings"

	"konduktor/bot/sandbox/wire"
)

// Discord's limits of messages (resources/message) and of requests with files.
const (
	MaxContent  = 2000
	MaxFile     = 10 << 20 // bytes of one file (40005)
	MaxRequest  = 25 << 20 // bytes of one request (40005)
	MaxFiles    = 10       // of one message (30015)
	maxAltText  = 1024
	maxMentions = 100
	maxNonce    = 25
)

// SendFlags are the flags that a bot may set on a new message in a channel, AnswerFlags on an answer to an interaction. An edit
// takes none.
const (
	SendFlags   = wire.FlagSuppressNotifications
	AnswerFlags = SendFlags | wire.FlagEphemeral
)

// Draft is the body of every request that makes or changes a message: a channel message, an answer to an interaction, a
// follow-up, an edit.
type Draft struct {
	Content         string                `json:"content"`
	AllowedMentions *wire.AllowedMentions `json:"allowed_mentions"`
	Components      []wire.Component      `json:"components"`
	Attachments     []DraftAttachment     `json:"attachments"`
	Flags           int                   `json:"flags"`
	Nonce           json.RawMessage       `json:"nonce"`
	EnforceNonce    bool                  `json:"enforce_nonce"`
	Choices         []wire.Choice         `json:"choices"` // only in the answer to an autocompletion

	Have  map[string]bool `json:"-"` // the fields that the body had, to tell null from absent
	Files []Upload        `json:"-"`
	Path  string          `json:"-"` // of the draft in the body: "" or "data"
}

// DraftAttachment describes an uploaded file by its index, or keeps an attachment by its id.
type DraftAttachment struct {
	ID          attachmentID `json:"id"`
	Filename    string       `json:"filename"`
	Description string       `json:"description"`
}

// attachmentID is an id that may be written as a string or a number.
type attachmentID string

// UnmarshalJSON takes "0" and 0.
func (id *attachmentID) UnmarshalJSON(raw []byte) error {
	*id = attachmentID(strings.Trim(string(raw), `"`))
	return nil
}

// Upload is a file of a multipart request.
type Upload struct {
	Index       int // n of files[n]
	Name        string
	ContentType string
	Data        []byte
}

// Empty says whether nothing would be seen of the draft.
func (d *Draft) Empty() bool {
	return d.Content == "" && len(d.Components) == 0 && len(d.Files) == 0 && len(d.Attachments) == 0
}

// NonceText returns the nonce, which may be written as a string or a number.
func (d *Draft) NonceText() string {
	if string(d.Nonce) == "null" {
		return ""
	}
	return strings.Trim(string(d.Nonce), `"`)
}

// CheckDraft refuses with 50035 what Discord would. old are the attachments of the message that is edited; flags are those
// that may be set.
func CheckDraft(d *Draft, old []wire.Attachment, flags int) error {
	var f Form
	f.Length(At(d.Path, "content"), d.Content, 0, MaxContent)
	if wrong := d.Flags &^ flags; wrong != 0 {
		f.Add(At(d.Path, "flags"), "SANDBOX_FLAGS", "Flags %d may not be set here; Discord would ignore them.", wrong)
	}
	f.Length("nonce", d.NonceText(), 0, maxNonce)
	if d.EnforceNonce && d.NonceText() == "" {
		f.Add(At(d.Path, "nonce"), "BASE_TYPE_REQUIRED", "This field is required with enforce_nonce.")
	}
	checkMentions(&f, At(d.Path, "allowed_mentions"), d.AllowedMentions)
	checkAttachments(&f, d, old)
	checkComponents(&f, At(d.Path, "components"), d.Components)
	return f.Err()
}

// checkMentions checks allowed_mentions, whose lists and parse exclude each
// other.
func checkMentions(f *Form, path string, a *wire.AllowedMentions) {
	if a == nil {
		return
	}
	parsed := map[string]bool{}
	for i, kind := range a.Parse {
		if kind != "users" && kind != "roles" && kind != "everyone" {
			f.Add(At(path, "parse."+strconv.Itoa(i)), "BASE_TYPE_CHOICES", "Value must be one of ('everyone', 'users', 'roles').")
		}
		parsed[kind] = true
	}
	f.Count(At(path, "users"), len(a.Users), 0, maxMentions)
	if parsed["users"] && len(a.Users) > 0 {
		f.Add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	for i, id := range a.Users {
		if !isSnowflake(id) {
			f.Add(At(path, "users."+strconv.Itoa(i)), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
		}
	}
}

// checkAttachments checks the list of attachments against the uploaded files and the old message's.
func checkAttachments(f *Form, d *Draft, old []wire.Attachment) {
	known, listed := map[string]bool{}, map[string]bool{}
	for _, u := range d.Files {
		known[strconv.Itoa(u.Index)] = true
	}
	for _, a := range old {
		known[a.ID] = true
	}
	for i, a := range d.Attachments {
		here := At(At(d.Path, "attachments"), i)
		f.Length(At(here, "description"), a.Description, 0, maxAltText)
		if id := string(a.ID); !known[id] {
			f.Add(At(here, "id"), "ATTACHMENT_NOT_FOUND", "Attachment %q is neither a file of this request nor of the message.", id)
		}
		listed[string(a.ID)] = true
	}
	total := len(d.Files)
	for _, a := range old {
		if !d.Have["attachments"] || listed[a.ID] {
			total++
		}
	}
	if total > MaxFiles {
		f.Add(At(d.Path, "attachments"), "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", MaxFiles)
	}
}

// isSnowflake says whether id has the form of one.
func isSnowflake(id string) bool {
	_, err := strconv.ParseUint(id, 10, 63)
	return err == nil
}
