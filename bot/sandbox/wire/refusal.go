package wire

import (
	"fmt"
	"net/http"
	"strings"
)

// The limits check what a bot sends against Discord's documented limits, and have Discord's
// refusals: status, code, and the fields that are wrong.

// Refusal is an error with Discord's status, code and body.
type Refusal struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
}

// Error returns status, code and message.
func (e *Refusal) Error() string {
	return fmt.Sprintf("HTTP %d, code %d: %s", e.Status, e.Code, e.Message)
}

// refusal returns the refusal with a code of Discord's documentation; 0: without a code.
func refusal(status, code int, message string) *Refusal {
	return &Refusal{Status: status, Code: code, Message: message}
}

// Discord's refusals.
var (
	ErrUnauthorized       = refusal(401, 0, "401: Unauthorized")
	ErrNotFound           = refusal(404, 0, "404: Not Found")
	ErrUnknownApplication = refusal(404, 10002, "Unknown Application")
	ErrUnknownChannel     = refusal(404, 10003, "Unknown Channel")
	ErrUnknownGuild       = refusal(404, 10004, "Unknown Guild")
	ErrUnknownMember      = refusal(404, 10007, "Unknown Member")
	ErrUnknownMessage     = refusal(404, 10008, "Unknown Message")
	ErrUnknownTag         = refusal(404, 10087, "Unknown Tag")
	ErrUnknownEmoji       = refusal(404, 10014, "Unknown Emoji")
	ErrUnknownWebhook     = refusal(404, 10015, "Unknown Webhook")
	ErrUnknownInteract    = refusal(404, 10062, "Unknown interaction")
	ErrTooManyEmoji       = refusal(400, 30008, "Maximum number of emojis reached (2000)")
	ErrTooManyFiles       = refusal(400, 30015,
		"Maximum number of attachments in a message reached (10)")
	ErrOldEdits = refusal(429, 30046,
		"Maximum number of edits to messages older than 1 hour reached. Try again later.")
	ErrTooManyCommands = refusal(400, 30032,
		"Maximum number of application commands reached (100).")
	ErrCommandCreates = refusal(400, 30034,
		"Max number of daily application command creates has been reached (200)")
	ErrTagRequired = refusal(400, 40067,
		"A tag is required to create a forum post in this channel")
	ErrNotText          = refusal(400, 50008, "Cannot send messages in a non-text channel")
	ErrTooLarge         = refusal(413, 40005, "Request entity too large")
	ErrAlreadyAnswered  = refusal(400, 40060, "Interaction has already been acknowledged.")
	ErrFollowUps        = refusal(400, 40094, "Maximum number of follow up messages reached")
	ErrMissingAccess    = refusal(403, 50001, "Missing Access")
	ErrNotAuthor        = refusal(403, 50005, "Cannot edit a message authored by another user")
	ErrEmptyMessage     = refusal(400, 50006, "Cannot send an empty message")
	ErrClosedDMs        = refusal(403, 50007, "Cannot send messages to this user")
	ErrMissingPerms     = refusal(403, 50013, "Missing Permissions")
	ErrWrongChannelType = refusal(400, 50024, "Cannot execute action on this channel type")
	ErrWebhookToken     = refusal(401, 50027, "Invalid Webhook Token")
	ErrRecipients       = refusal(400, 50033, "Invalid Recipient(s)")
	ErrArchived         = refusal(400, 50083, "Thread is archived")
	ErrInvalidJSON      = refusal(400, 50109, "The request body contains invalid JSON.")
	ErrNoMutualGuild    = refusal(403, 50278, "No mutual guilds with this user")
	ErrThreadExists     = refusal(400, 160004, "A thread already exists for this message")
	ErrTooManyThreads   = refusal(400, 160006, "Maximum number of active threads reached")
)

// Form collects the faults of a request; Discord reports all of them at once.
type Form struct {
	root Field
	tree map[string]any
}

// NewForm returns a form without faults.
func NewForm() *Form {
	f := &Form{tree: map[string]any{}}
	f.root.form = f
	return f
}

// At returns the field at a path of names and indexes.
func (f *Form) At(steps ...any) Field { return f.root.At(steps...) }

// Err returns nil without faults, else 50035 with the tree of them.
func (f *Form) Err() error {
	if len(f.tree) == 0 {
		return nil
	}
	return &Refusal{
		Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Errors: f.tree,
	}
}

// Invalid returns a 50035 with a single fault, at a path with dots.
func Invalid(path, code, message string, args ...any) error {
	f := NewForm()
	f.At(path).Add(code, message, args...)
	return f.Err()
}

// Field is a field of a form.
type Field struct {
	form *Form
	path string
}

// At returns a field inside f.
func (f Field) At(steps ...any) Field {
	for _, step := range steps {
		f.path = strings.Trim(fmt.Sprintf("%s.%v", f.path, step), ".")
	}
	return f
}

type fieldError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Add records a fault.
func (f Field) Add(code, message string, args ...any) {
	at := f.form.tree
	for step := range strings.SplitSeq(f.path, ".") {
		next, ok := at[step].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[step] = next
		}
		at = next
	}
	list, _ := at["_errors"].([]fieldError)
	at["_errors"] = append(list, fieldError{code, fmt.Sprintf(message, args...)})
}

// Length records a fault unless least <= characters of value <= most.
func (f Field) Length(value string, least, most int) {
	n := Runes(value)
	switch {
	case n == 0 && least > 0:
		f.required()
	case n > most && least == 0:
		f.Add("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	default:
		f.Count(n, least, most)
	}
}

func (f Field) required() { f.Add("BASE_TYPE_REQUIRED", "This field is required") }

// OneOf records that the value is none of those listed.
func (f Field) OneOf(values ...any) {
	f.Add("BASE_TYPE_CHOICES", "Value must be one of %v.", values)
}

// Count records a fault unless least <= n <= most.
func (f Field) Count(n, least, most int) {
	if n < least || n > most {
		f.Add("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// Within records a fault unless value is absent or least <= value <= most.
func (f Field) Within(value *int, least, most int) {
	if value != nil && (*value < least || *value > most) {
		f.Add("NUMBER_TYPE_RANGE", "int value should be between %d and %d.", least, most)
	}
}

// unique records a fault with the code if seen has the value already, and adds it.
func unique[T comparable](f Field, seen map[T]bool, value T, code string) {
	if seen[value] {
		f.Add(code, "%v must be unique here.", value)
	}
	seen[value] = true
}

// Runes counts characters as Discord does.
func Runes(s string) int { return len([]rune(s)) }
