package wire

import (
	"encoding/json"
	"strconv"
	"strings"
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

// SendFlags are the flags that a bot may set on a new message in a channel, AnswerFlags those on an
// answer to an interaction. An edit may set none.
const (
	SendFlags   = FlagSuppressNotifications
	AnswerFlags = SendFlags | FlagEphemeral
)

// Draft is the body of every request that makes or changes a message: a channel message, an answer
// to an interaction, a follow-up, an edit.
type Draft struct {
	Content         string            `json:"content"`
	AllowedMentions *AllowedMentions  `json:"allowed_mentions"`
	Components      []Component       `json:"components"`
	Attachments     []DraftAttachment `json:"attachments"`
	Flags           int               `json:"flags"`
	Nonce           json.RawMessage   `json:"nonce"`
	EnforceNonce    bool              `json:"enforce_nonce"`
	Choices         []Choice          `json:"choices"` // only answers an autocompletion

	Have  map[string]bool `json:"-"` // the fields of the body, to tell null from absent
	Files []Upload        `json:"-"`
	Path  string          `json:"-"` // of the draft in the body: "" or "data"
	// HasEmoji reports whether a component can show an emoji.
	HasEmoji func(*PartialEmoji) bool `json:"-"`
}

// DraftAttachment describes an uploaded file by its index, or keeps an attachment by its ID.
type DraftAttachment struct {
	ID          attachmentID `json:"id"`
	Filename    string       `json:"filename"`
	Description string       `json:"description"`
}

type attachmentID string

// UnmarshalJSON accepts "0" and 0.
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

// Empty reports whether nothing of the draft would be visible.
func (d *Draft) Empty() bool {
	return d.Content == "" && len(d.Components)+len(d.Files)+len(d.Attachments) == 0
}

// NonceText returns the nonce, which may be written as a string or a number.
func (d *Draft) NonceText() string {
	if string(d.Nonce) == "null" {
		return ""
	}
	return strings.Trim(string(d.Nonce), `"`)
}

// CheckDraft refuses with 50035 what Discord would. old are the attachments of the message that is
// edited; flags are those that may be set.
func CheckDraft(d *Draft, old []Attachment, flags int) error {
	form := NewForm()
	f := form.At(d.Path)
	f.At("content").Length(d.Content, 0, MaxContent)
	if wrong := d.Flags &^ flags; wrong != 0 {
		f.At("flags").Add("SANDBOX_FLAGS", "Flags %d may not be set; Discord ignores them.", wrong)
	}
	f.At("nonce").Length(d.NonceText(), 0, maxNonce)
	if d.EnforceNonce && d.NonceText() == "" {
		f.At("nonce").required()
	}
	checkMentions(f.At("allowed_mentions"), d.AllowedMentions)
	checkAttachments(f.At("attachments"), d, old)
	checkComponents(f.At("components"), d)
	return form.Err()
}

// checkMentions checks allowed_mentions: users are listed or parsed, not both.
func checkMentions(f Field, a *AllowedMentions) {
	if a == nil {
		return
	}
	for i, kind := range a.Parse {
		if kind != "users" && kind != "roles" && kind != "everyone" {
			f.At("parse", i).OneOf("everyone", "users", "roles")
		}
		if kind == "users" && len(a.Users) > 0 {
			f.Add("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
				`parse:["users"] and users: [ids...] are mutually exclusive.`)
		}
	}
	f.At("users").Count(len(a.Users), 0, maxMentions)
	for i, id := range a.Users {
		if _, err := strconv.ParseUint(id, 10, 63); err != nil {
			f.At("users", i).Add("NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
		}
	}
}

// checkAttachments checks the list of attachments against the uploaded files and those of the old
// message.
func checkAttachments(f Field, d *Draft, old []Attachment) {
	known, listed := map[string]bool{}, map[string]bool{}
	for _, u := range d.Files {
		known[strconv.Itoa(u.Index)] = true
	}
	for _, a := range old {
		known[a.ID] = true
	}
	for i, a := range d.Attachments {
		f.At(i, "description").Length(a.Description, 0, maxAltText)
		if !known[string(a.ID)] {
			f.At(i, "id").Add("ATTACHMENT_NOT_FOUND", "No attachment or file has the id %q.", a.ID)
		}
		listed[string(a.ID)] = true
	}
	total := len(d.Files)
	for _, a := range old {
		if !d.Have["attachments"] || listed[a.ID] {
			total++
		}
	}
	f.Count(total, 0, MaxFiles)
}
