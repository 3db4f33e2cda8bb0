package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Error is an answer of Discord that is not a success. Its text never holds a token.
type Error struct {
	Status     int           // HTTP status
	Code       int           // Discord's JSON error code, 0 where there was none
	RetryAfter time.Duration // with Status 429: when to try again
	Message    string        // Discord's words, with the places of wrong fields
}

// Error returns status, code and Discord's words.
func (e *Error) Error() string {
	text := fmt.Sprintf("discord answered %d", e.Status)
	if e.Code != 0 {
		text += fmt.Sprintf(" (code %d)", e.Code)
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.RetryAfter > 0 {
		text += fmt.Sprintf(", again in %s", e.RetryAfter.Round(time.Millisecond))
	}
	return text
}

// ErrStopped says that too many requests were refused within ten minutes: at 10,000 Discord would
// ban the address.
var ErrStopped = errors.New("discord: sending is stopped because too many requests were refused " +
	"within ten minutes; look for a missing permission or a wrong token in the log")

// JSON error codes that the library has no name for.
const (
	codeFollowUps     = 40094 // all five of an interaction of an app that only a person has installed
	codeNoMutualGuild = 50278
	// codeThreadLocked: archived and locked, so that the bot's messages do not wake it.
	codeThreadLocked = discordgo.ErrCodePerformedOperationOnArchivedThread
)

// verdicts are the codes with which a 401, 403 or 404 is Discord's own word. Without one it may be
// a proxy's page.
var verdicts = []int{
	discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild, discordgo.ErrCodeUnknownMessage,
	discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeUnknownInteraction,
	discordgo.ErrCodeUnknownUser, discordgo.ErrCodeMissingAccess,
	discordgo.ErrCodeCannotSendMessagesToThisUser, discordgo.ErrCodeMissingPermissions,
	discordgo.ErrCodeInvalidWebhookTokenProvided, codeThreadLocked, codeNoMutualGuild,
}

func hasCode(err error, codes ...int) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && slices.Contains(codes, e.Code)
}

// IsMessageGone reports that a message was deleted.
func IsMessageGone(err error) bool { return hasCode(err, discordgo.ErrCodeUnknownMessage) }

// IsTableLost reports that a channel or thread is gone, locked or forbidden to the bot.
func IsTableLost(err error) bool {
	return hasCode(err, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild,
		discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions, codeThreadLocked)
}

// IsForbidden reports that the bot lacks a permission, maybe only that for files.
func IsForbidden(err error) bool { return hasCode(err, discordgo.ErrCodeMissingPermissions) }

// IsUnauthorized reports that Discord does not know the bot's token.
func IsUnauthorized(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Status == http.StatusUnauthorized &&
		e.Code != discordgo.ErrCodeInvalidWebhookTokenProvided
}

// IsInvalid reports that Discord refuses the content of a request for good.
func IsInvalid(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code != 0 && (e.Status == 400 || e.Status == 413)
}

// IsNameTaken reports that the application has an emoji of that name already.
func IsNameTaken(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == discordgo.ErrCodeInvalidFormBody &&
		strings.Contains(e.Message, "NAME_ALREADY_TAKEN")
}

// IsDMClosed reports that a user gets no direct messages until they change something.
func IsDMClosed(err error) bool {
	return hasCode(err, discordgo.ErrCodeCannotSendMessagesToThisUser, codeNoMutualGuild,
		discordgo.ErrCodeUnknownUser, discordgo.ErrCodeInvalidRecipients)
}

// IsGone reports that a channel, server or message does not exist, or is hidden from the bot.
func IsGone(err error) bool {
	return hasCode(err, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild,
		discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeMissingAccess)
}

// IsAnswered reports that an interaction has had its first response already.
func IsAnswered(err error) bool {
	return hasCode(err, discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged)
}

// IsExpired reports that an interaction's token is too old, was never answered, or has had all of
// its follow-ups.
func IsExpired(err error) bool {
	return hasCode(err, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeUnknownInteraction,
		discordgo.ErrCodeInvalidWebhookTokenProvided, codeFollowUps)
}

// IsFollowedUp reports that an interaction has had all follow-ups; its first response can still be
// edited.
func IsFollowedUp(err error) bool { return hasCode(err, codeFollowUps) }

// IsTemporary reports that the same request may succeed later: after a rate limit, a fault on
// Discord's side, a stop, an unknown token, or a 403 or 404 that is not Discord's verdict. Where no
// answer came, it may have been carried out: send it with a nonce.
func IsTemporary(err error) bool {
	if errors.Is(err, ErrStopped) {
		return true
	}
	e, ok := errors.AsType[*Error](err)
	if !ok {
		_, ok := errors.AsType[*networkError](err)
		return ok
	}
	switch e.Status {
	case 401, 403, 404:
		return !slices.Contains(verdicts, e.Code)
	case 408, 429:
		return true
	}
	return e.Status >= 500
}

// MayHaveHappened reports whether Discord may have carried out a failed request.
func MayHaveHappened(err error) bool {
	e, answered := errors.AsType[*Error](err)
	return err != nil && !errors.Is(err, ErrStopped) && (!answered || e.Status >= 500)
}

// MessageGone is the error of an edit without a message: for stand-ins of Discord.
func MessageGone() error {
	return &Error{404, discordgo.ErrCodeUnknownMessage, 0, "nobody holds a token for this message"}
}

// NoAnswer is the error of a request that got no answer: for stand-ins of Discord.
func NoAnswer(cause error) error { return newNetworkError(cause, "") }

// networkError is a request without an answer. Its text leaves out the URL with its token.
type networkError struct {
	text  string
	cause error
}

// Error returns what went wrong, without secrets.
func (e *networkError) Error() string { return e.text }

// Unwrap returns the cause.
func (e *networkError) Unwrap() error { return e.cause }

func newNetworkError(err error, bot Token) error {
	if errors.Is(err, ErrStopped) {
		return ErrStopped
	}
	for inner, ok := errors.AsType[*url.Error](err); ok; inner, ok = errors.AsType[*url.Error](err) {
		err = inner.Err
	}
	e := &networkError{text: "no answer from discord: " + scrub(err.Error(), bot)}
	// Other causes may print an address, so they do not stay reachable.
	for _, cause := range []error{context.DeadlineExceeded, context.Canceled} {
		if errors.Is(err, cause) {
			e.cause = cause
		}
	}
	return e
}

const (
	maxErrorText = 400
	// maxRetryAfter bounds how long a rate limit is believed: a wrong number would silence the bot.
	maxRetryAfter = 10 * time.Minute
)

// retryAfterSeconds returns a wait that Discord asks for, as far as it is believed.
func retryAfterSeconds(s float64) time.Duration {
	return time.Duration(min(s, maxRetryAfter.Seconds()) * float64(time.Second))
}

func newError(status int, body []byte, retryAfter time.Duration, secrets ...Token) *Error {
	var answer struct {
		Code       int
		Message    string
		RetryAfter float64         `json:"retry_after"`
		Errors     json.RawMessage // the fields that are wrong
	}
	e := &Error{Status: status, RetryAfter: retryAfter}
	if json.Unmarshal(body, &answer) != nil {
		return e
	}
	e.Code = answer.Code
	if s := answer.RetryAfter; status == http.StatusTooManyRequests && s > 0 {
		e.RetryAfter = retryAfterSeconds(s)
	}
	text := answer.Message + " " + string(answer.Errors)
	e.Message = Fit(strip(scrub(text, secrets...)), maxErrorText)
	return e
}
