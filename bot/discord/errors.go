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

	"konduktor/engine/match"

	"github.com/bwmarrin/discordgo"
)

// Error is an answer of Discord that is not a success. Its text never holds a token.
type Error struct {
	Status     int           // HTTP status
	Code       int           // Discord's JSON error code, 0 where there was none
	RetryAfter time.Duration // with Status 429: when to try again
	Message    string        // Discord's words, with the places of wrong fields
	Emoji      bool          // the message has emoji on its buttons or in its menus
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

// ErrUnheard says that nobody has lately given the bot anything to answer in a private channel.
var ErrUnheard = errors.New("nobody has pressed anything there lately")

// JSON error codes that the library has no name for.
const (
	codeOldEdits       = 30046 // too many edits of a message that is older than an hour
	codeTagRequired    = 40067
	codeWrongChannel   = 50024
	codeTooManyThreads = 160006
	codeFollowUps      = 40094 // all five of an app that only a person has installed
	codeNoMutualGuild  = 50278
	// codeThreadArchived refuses edits, and messages where the thread is locked too: others wake it.
	codeThreadArchived = discordgo.ErrCodePerformedOperationOnArchivedThread
)

func hasCode(err error, codes ...int) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && slices.Contains(codes, e.Code)
}

// IsMessageGone reports that a message was deleted.
func IsMessageGone(err error) bool { return hasCode(err, discordgo.ErrCodeUnknownMessage) }

// IsGone reports that a channel, server or message does not exist, or is hidden from the bot.
func IsGone(err error) bool {
	return hasCode(err, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild,
		discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeMissingAccess)
}

// IsTableLost reports that a channel or thread is gone, locked or forbidden to the bot.
func IsTableLost(err error) bool {
	return IsGone(err) && !IsMessageGone(err) ||
		hasCode(err, discordgo.ErrCodeMissingPermissions, codeThreadArchived)
}

// IsThreadRefused reports that a channel can have no thread or post now: there are too many, the
// bot lacks a right, or none of its tags fits.
func IsThreadRefused(err error) bool {
	return hasCode(err, codeTooManyThreads, codeTagRequired, discordgo.ErrUnknownTag,
		codeWrongChannel, codeThreadArchived, discordgo.ErrCodeMissingPermissions)
}

// IsEditLimited reports that a message is older than an hour and was edited too often lately. Only
// this message has to wait (Error.RetryAfter says how long): others can be edited.
func IsEditLimited(err error) bool { return hasCode(err, codeOldEdits) }

// IsArchived reports that a thread is archived. No message in it can be edited until somebody
// writes there; if it refuses a new message, it is locked too.
func IsArchived(err error) bool { return hasCode(err, codeThreadArchived) }

// IsDMClosed reports that a user gets no direct messages until they change something.
func IsDMClosed(err error) bool {
	return hasCode(err, discordgo.ErrCodeCannotSendMessagesToThisUser, codeNoMutualGuild,
		discordgo.ErrCodeUnknownUser, discordgo.ErrCodeInvalidRecipients)
}

// IsStranger reports that a user has no server in common with the bot.
func IsStranger(err error) bool { return hasCode(err, codeNoMutualGuild) }

// IsAnswered reports that an interaction has had its first response already.
func IsAnswered(err error) bool {
	return hasCode(err, discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged)
}

// IsFollowedUp reports that an interaction has had all follow-ups; its response can still be
// edited.
func IsFollowedUp(err error) bool { return hasCode(err, codeFollowUps) }

// IsExpired reports that an interaction's token is too old, was never answered, or has had all of
// its follow-ups.
func IsExpired(err error) bool {
	return hasCode(err, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeUnknownInteraction,
		discordgo.ErrCodeInvalidWebhookTokenProvided, codeFollowUps)
}

// IsUnauthorized reports that Discord does not know the bot's token.
func IsUnauthorized(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Status == http.StatusUnauthorized && !IsExpired(err)
}

// IsInvalid reports that Discord refuses the content of a request for good.
func IsInvalid(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code != 0 && (e.Status == 400 || e.Status == 413)
}

// IsEmojiRefused reports that Discord refuses a message because of its emoji: one of them has
// probably been deleted. The caller builds the message again without signs.
func IsEmojiRefused(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == discordgo.ErrCodeInvalidFormBody && e.Emoji
}

// IsNameTaken reports that the application has an emoji of that name already.
func IsNameTaken(err error) bool {
	return hasCode(err, discordgo.ErrCodeInvalidFormBody) &&
		strings.Contains(err.Error(), "NAME_ALREADY_TAKEN")
}

// IsTemporary reports that the same request may succeed later: after a rate limit, a fault on
// Discord's side, a stop, an unknown token, or a refusal without a code of Discord's, which may be
// a proxy's page. Where no answer came, it may have been carried out: send it with a nonce.
func IsTemporary(err error) bool {
	e, answered := errors.AsType[*Error](err)
	if !answered {
		return errors.Is(err, errNoAnswer) || errors.Is(err, ErrStopped)
	}
	switch e.Status {
	case 401, 403, 404:
		return !IsGone(err) && !IsTableLost(err) && !IsDMClosed(err) && !IsExpired(err)
	case 408, 429:
		return true
	}
	return e.Status >= 500
}

// IsFinal reports that Discord has refused a request, and would refuse it again.
func IsFinal(err error) bool {
	_, answered := errors.AsType[*Error](err)
	return answered && !IsTemporary(err)
}

// MayHaveHappened reports whether Discord may have carried out a failed request.
func MayHaveHappened(err error) bool {
	e, answered := errors.AsType[*Error](err)
	return err != nil && !errors.Is(err, ErrStopped) && (!answered || e.Status >= 500)
}

// TextOnly sends a message without its files where the bot may not attach them.
func TextOnly(m Message, send func(Message) (match.MessageID, error)) (match.MessageID, error) {
	id, err := send(m)
	if hasCode(err, discordgo.ErrCodeMissingPermissions) && len(m.Files) > 0 {
		m.Files = nil
		return send(m)
	}
	return id, err
}

// MessageGone is the error of an edit without a message: for stand-ins of Discord.
func MessageGone() error {
	return &Error{
		Status: 404, Code: discordgo.ErrCodeUnknownMessage,
		Message: "nobody holds a token for this message",
	}
}

var errNoAnswer = errors.New("no answer from discord")

// NoAnswer is the error of a request that got no answer. It tells neither address nor token: of the
// cause only the end of a context stays reachable.
func NoAnswer(cause error) error {
	for _, known := range []error{ErrStopped, context.DeadlineExceeded, context.Canceled} {
		if errors.Is(cause, known) {
			return fmt.Errorf("%w: %w", errNoAnswer, known)
		}
	}
	if outer, ok := errors.AsType[*url.Error](cause); ok {
		cause = outer.Err
	}
	return fmt.Errorf("%w: %s", errNoAnswer, Scrub(cause.Error()))
}

const maxErrorText = 400

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
		e.RetryAfter = believed(s)
	}
	text := answer.Message + " " + string(answer.Errors)
	e.Message = Fit(PlainText(scrub(text, secrets...)), maxErrorText)
	return e
}
