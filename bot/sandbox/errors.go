package sandbox

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// APIError is a refusal with Discord's status, code and body.
type APIError struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
}

func (e *APIError) Error() string {
	s := fmt.Sprintf("HTTP %d, code %d: %s", e.Status, e.Code, e.Message)
	if e.Errors != nil {
		s += " " + flattenErrors("", e.Errors)
	}
	return s
}

// flattenErrors writes the tree of form errors as "path: message; …".
func flattenErrors(path string, tree map[string]any) string {
	var parts []string
	for key, value := range tree {
		if list, ok := value.([]fieldError); ok && key == "_errors" {
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
	errUnauthorized     = &APIError{Status: 401, Message: "401: Unauthorized"}
	errNotFound         = &APIError{Status: 404, Message: "404: Not Found"}
	errUnknownChannel   = &APIError{Status: 404, Code: 10003, Message: "Unknown Channel"}
	errUnknownGuild     = &APIError{Status: 404, Code: 10004, Message: "Unknown Guild"}
	errUnknownMember    = &APIError{Status: 404, Code: 10007, Message: "Unknown Member"}
	errUnknownMessage   = &APIError{Status: 404, Code: 10008, Message: "Unknown Message"}
	errUnknownUser      = &APIError{Status: 404, Code: 10013, Message: "Unknown User"}
	errUnknownEmoji     = &APIError{Status: 404, Code: 10014, Message: "Unknown Emoji"}
	errUnknownWebhook   = &APIError{Status: 404, Code: 10015, Message: "Unknown Webhook"}
	errUnknownInteract  = &APIError{Status: 404, Code: 10062, Message: "Unknown interaction"}
	errUnknownCommand   = &APIError{Status: 404, Code: 10063, Message: "Unknown application command"}
	errTooManyPins      = &APIError{Status: 400, Code: 30003, Message: "Maximum number of pins reached for the channel (250)"}
	errTooManyFiles     = &APIError{Status: 400, Code: 30015, Message: "Maximum number of attachments in a message reached (10)"}
	errTooManyCommands  = &APIError{Status: 400, Code: 30032, Message: "Maximum number of application commands reached (100)."}
	errCommandCreates   = &APIError{Status: 400, Code: 30034, Message: "Max number of daily application command creates has been reached (200)"}
	errTooManyEmojis    = &APIError{Status: 400, Code: 30008, Message: "Maximum number of emojis reached (2000)"}
	errTooLarge         = &APIError{Status: 413, Code: 40005, Message: "Request entity too large"}
	errAlreadyAnswered  = &APIError{Status: 400, Code: 40060, Message: "Interaction has already been acknowledged."}
	errMissingAccess    = &APIError{Status: 403, Code: 50001, Message: "Missing Access"}
	errNotAuthor        = &APIError{Status: 403, Code: 50005, Message: "Cannot edit a message authored by another user"}
	errEmptyMessage     = &APIError{Status: 400, Code: 50006, Message: "Cannot send an empty message"}
	errClosedDMs        = &APIError{Status: 403, Code: 50007, Message: "Cannot send messages to this user"}
	errMissingPerms     = &APIError{Status: 403, Code: 50013, Message: "Missing Permissions"}
	errWrongChannelType = &APIError{Status: 400, Code: 50024, Message: "Cannot execute action on this channel type"}
	errWebhookToken     = &APIError{Status: 401, Code: 50027, Message: "Invalid Webhook Token"}
	errRecipients       = &APIError{Status: 400, Code: 50033, Message: "Invalid Recipient(s)"}
	errArchived         = &APIError{Status: 400, Code: 50083, Message: "Thread is archived"}
	errInvalidJSON      = &APIError{Status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
	errNoMutualGuild    = &APIError{Status: 403, Code: 50278, Message: "Cannot send messages to this user due to having no mutual guilds"}
	errThreadExists     = &APIError{Status: 400, Code: 160004, Message: "A thread has already been created for this message"}
)

// fieldError is one fault of one field of a request.
type fieldError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// form collects the faults of a request; Discord tells all of them at once.
type form struct {
	paths []string
	list  []fieldError
}

// add records a fault of the field at path ("embeds.0.title").
func (f *form) add(path, code, message string, args ...any) {
	f.paths = append(f.paths, path)
	f.list = append(f.list, fieldError{Code: code, Message: fmt.Sprintf(message, args...)})
}

// length records a fault unless least <= characters of value <= most.
func (f *form) length(path, value string, least, most int) {
	n := len([]rune(value))
	switch {
	case n > most && least > 0:
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n > most:
		f.add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n == 0 && least > 0:
		f.add(path, "BASE_TYPE_REQUIRED", "This field is required")
	case n < least:
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// count records a fault unless least <= n <= most.
func (f *form) count(path string, n, least, most int) {
	if n < least || n > most {
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// within records a fault unless value is absent or least <= value <= most.
func (f *form) within(path string, value *int, least, most int) {
	if value == nil {
		return
	}
	if *value < least {
		f.add(path, "NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", least)
	}
	if *value > most {
		f.add(path, "NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", most)
	}
}

// err is nil without faults, else 50035 with the tree of them.
func (f *form) err() error {
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
		list, _ := at["_errors"].([]fieldError)
		at["_errors"] = append(list, f.list[i])
	}
	return &APIError{Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Errors: tree}
}

// invalid is a 50035 with a single fault.
func invalid(path, code, message string, args ...any) error {
	var f form
	f.add(path, code, message, args...)
	return f.err()
}

// at joins a path and an index or name.
func at(path string, key any) string {
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
