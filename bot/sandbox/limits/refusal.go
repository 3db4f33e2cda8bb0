// Package limits holds Discord's documented limits of what a bot sends, and how Discord refuses: status, code, and the fields
// that are wrong.
package limits

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Refusal is an error with Discord's status, code and body.
type Refusal struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
}

// Error returns status, code, message and the fields that are wrong.
func (e *Refusal) Error() string {
	s := fmt.Sprintf("HTTP %d, code %d: %s", e.Status, e.Code, e.Message)
	if e.Errors != nil {
		s += " " + flattenErrors("", e.Errors)
	}
	return s
}

// flattenErrors writes the tree of Form errors as "path: message; …".
func flattenErrors(path string, tree map[string]any) string {
	var parts []string
	for key, value := range tree {
		if list, ok := value.([]FieldError); ok && key == "_errors" {
			for _, e := range list {
				parts = append(parts, path+": "+e.Message+" ("+e.Code+")")
			}
			continue
		}
		if sub, ok := value.(map[string]any); ok {
			parts = append(parts, flattenErrors(strings.TrimPrefix(path+"."+key, "."), sub))
		}
	}
	return strings.Join(parts, "; ")
}

// Discord's refusals, by the number in its documentation.
var (
	ErrUnauthorized       = &Refusal{Status: 401, Message: "401: Unauthorized"}
	ErrNotFound           = &Refusal{Status: 404, Message: "404: Not Found"}
	ErrUnknownChannel     = &Refusal{Status: 404, Code: 10003, Message: "Unknown Channel"}
	ErrUnknownMessage     = &Refusal{Status: 404, Code: 10008, Message: "Unknown Message"}
	ErrUnknownWebhook     = &Refusal{Status: 404, Code: 10015, Message: "Unknown Webhook"}
	ErrUnknownInteract    = &Refusal{Status: 404, Code: 10062, Message: "Unknown interaction"}
	ErrTooManyFiles       = &Refusal{Status: 400, Code: 30015, Message: "Maximum number of attachments in a message reached (10)"}
	ErrTooManyCommands    = &Refusal{Status: 400, Code: 30032, Message: "Maximum number of application commands reached (100)."}
	ErrCommandCreates     = &Refusal{Status: 400, Code: 30034, Message: "Max number of daily application command creates has been reached (200)"}
	ErrTooLarge           = &Refusal{Status: 413, Code: 40005, Message: "Request entity too large"}
	ErrFollowUps          = &Refusal{Status: 400, Code: 40094, Message: "This interaction has hit the maximum number of follow up messages"}
	ErrAlreadyAnswered    = &Refusal{Status: 400, Code: 40060, Message: "Interaction has already been acknowledged."}
	ErrMissingAccess      = &Refusal{Status: 403, Code: 50001, Message: "Missing Access"}
	ErrNotAuthor          = &Refusal{Status: 403, Code: 50005, Message: "Cannot edit a message authored by another user"}
	ErrEmptyMessage       = &Refusal{Status: 400, Code: 50006, Message: "Cannot send an empty message"}
	ErrClosedDMs          = &Refusal{Status: 403, Code: 50007, Message: "Cannot send messages to this user"}
	ErrMissingPerms       = &Refusal{Status: 403, Code: 50013, Message: "Missing Permissions"}
	ErrWrongChannelType   = &Refusal{Status: 400, Code: 50024, Message: "Cannot execute action on this channel type"}
	ErrWebhookToken       = &Refusal{Status: 401, Code: 50027, Message: "Invalid Webhook Token"}
	ErrRecipients         = &Refusal{Status: 400, Code: 50033, Message: "Invalid Recipient(s)"}
	ErrArchived           = &Refusal{Status: 400, Code: 50083, Message: "Thread is archived"}
	ErrInvalidJSON        = &Refusal{Status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
	ErrNoMutualGuild      = &Refusal{Status: 403, Code: 50278, Message: "Cannot send messages to this user due to having no mutual guilds"}
	ErrTooManyThreads     = &Refusal{Status: 400, Code: 160006, Message: "Maximum number of active threads reached"}
	ErrUnknownApplication = &Refusal{Status: 404, Code: 10002, Message: "Unknown Application"}
	ErrThreadExists       = &Refusal{Status: 400, Code: 160004, Message: "A thread has already been created for this message"}
)

// FieldError is a fault of one field of a request.
type FieldError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Form collects the faults of a request; Discord tells all of them at once.
type Form struct {
	paths []string
	list  []FieldError
}

// Add records a fault of the field at path ("embeds.0.title").
func (f *Form) Add(path, code, message string, args ...any) {
	f.paths = append(f.paths, path)
	f.list = append(f.list, FieldError{Code: code, Message: fmt.Sprintf(message, args...)})
}

// Length records a fault unless least <= characters of value <= most.
func (f *Form) Length(path, value string, least, most int) {
	n := Runes(value)
	switch {
	case n > most && least > 0:
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n > most:
		f.Add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n == 0 && least > 0:
		f.Add(path, "BASE_TYPE_REQUIRED", "This field is required")
	case n < least:
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// Count records a fault unless least <= n <= most.
func (f *Form) Count(path string, n, least, most int) {
	if n < least || n > most {
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// Within records a fault unless value is absent or least <= value <= most.
func (f *Form) Within(path string, value *int, least, most int) {
	if value == nil {
		return
	}
	if *value < least {
		f.Add(path, "NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", least)
	}
	if *value > most {
		f.Add(path, "NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", most)
	}
}

// Err returns nil without faults, else 50035 with the tree of them.
func (f *Form) Err() error {
	if len(f.list) == 0 {
		return nil
	}
	tree := map[string]any{}
	for i, path := range f.paths {
		at := tree
		for _, step := range strings.Split(path, ".") {
			next, ok := at[step].(map[string]any)
			if !ok {
				next = map[string]any{}
				at[step] = next
			}
			at = next
		}
		list, _ := at["_errors"].([]FieldError)
		at["_errors"] = append(list, f.list[i])
	}
	return &Refusal{Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Errors: tree}
}

// Invalid returns a 50035 with a single fault.
func Invalid(path, code, message string, args ...any) error {
	var f Form
	f.Add(path, code, message, args...)
	return f.Err()
}

// At joins a path and an index or name.
func At(path string, key any) string {
	var k string
	switch v := key.(type) {
	case int:
		k = strconv.Itoa(v)
	case string:
		k = v
	}
	if path == "" {
		return k
	}
	return path + "." + k
}

// Runes counts characters as Discord does.
func Runes(s string) int { return len([]rune(s)) }
