package discord

import (
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// privatePlace begins the name by which the bot knows a private channel: a DM among people or a group, of which it is no member.
// Discord's own addresses name such channels so.
const privatePlace = "@me/"

// PrivateChannel names the private channel that has an ID.
func PrivateChannel(id string) string { return privatePlace + id }

// IsPrivate reports whether a channel is private: the bot can say something there only by answering somebody who is there
// (package courier).
func IsPrivate(channel string) bool { return strings.HasPrefix(channel, privatePlace) }

// ErrUnheard says that nobody has given the bot anything to answer in a private channel lately.
var ErrUnheard = errors.New("nobody has pressed anything there lately")

// Alone reports whether what is said to the user where they are is seen by nobody else: they are in their direct messages with the bot.
func (ix *Interaction) Alone() bool { return ix.Guild == "" && !IsPrivate(ix.Channel) }

// IsExpired says that the token of an interaction can carry nothing any more: it is too old, was never answered, or has had all of its
// follow-ups.
func IsExpired(err error) bool {
	return hasCode(err, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeUnknownInteraction,
		discordgo.ErrCodeInvalidWebhookTokenProvided, codeFollowUps)
}

// IsFollowedUp says that an interaction has had all of its follow-ups; its first answer can still be edited.
func IsFollowedUp(err error) bool { return hasCode(err, codeFollowUps) }

// MessageGone is the error of an edit for which there is no message: for stand-ins of Discord.
func MessageGone() error {
	return &Error{Status: 404, Code: discordgo.ErrCodeUnknownMessage, Message: "nobody holds a token for this message"}
}
