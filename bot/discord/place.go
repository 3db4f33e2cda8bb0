package discord

import (
	"errors"
	"strings"

	"konduktor/engine/match"
)

// privatePrefix begins the names of private channels: DMs among people, and groups, without the
// bot. Discord's own addresses name them so.
const privatePrefix = "@me/"

const linkTo = "https://discord.com/channels/"

// PrivateChannel names the private channel that has an ID.
func PrivateChannel(id match.ChannelID) match.ChannelID { return privatePrefix + id }

// Place says what the bot can do in a channel. Rooms ask for what they need, not for the kind.
type Place struct {
	// Writes: the bot sends and edits whenever it wants to. Elsewhere it can only answer, for a
	// while, what somebody there has pressed (package courier).
	Writes bool
	// Threads: a table can be a thread. Elsewhere the channel is the table.
	Threads bool
	// Reaches: people there get the bot's direct messages unless they refuse. Elsewhere only those
	// who have installed the app.
	Reaches bool
}

// PlaceOf returns what the bot can do in a channel.
func PlaceOf(channel match.ChannelID) Place {
	if strings.HasPrefix(string(channel), privatePrefix) {
		return Place{}
	}
	return Place{Writes: true, Threads: true, Reaches: true}
}

// Place returns what the bot can do where the interaction comes from.
func (ix *Interaction) Place() Place { return PlaceOf(ix.Channel) }

// Alone reports whether the user is in their direct messages with the bot.
func (ix *Interaction) Alone() bool { return ix.Guild == "" && ix.Place().Writes }

// Manages reports whether the user may manage the interaction's server.
func (ix *Interaction) Manages() bool {
	return ix.Guild != "" && ix.Rights&(PermManageGuild|PermAdministrator) != 0
}

// ErrUnheard says that nobody has lately given the bot anything to answer in a private channel.
var ErrUnheard = errors.New("nobody has pressed anything there lately")

// MentionChannel is the text that links to a channel or thread.
func MentionChannel(id match.ChannelID) string {
	if !PlaceOf(id).Writes { // Discord shows no mention of one
		return linkTo + string(id)
	}
	return "<#" + string(id) + ">"
}

// MentionUsers is the text that mentions users. It pings only those in Message.Mention.
func MentionUsers(ids []match.UserID) string {
	pings := make([]string, len(ids))
	for i, id := range ids {
		pings[i] = "<@" + string(id) + ">"
	}
	return strings.Join(pings, " ")
}

// LinkMessage is the address of a message on a server, or in a private channel.
func LinkMessage(server match.ServerID, channel match.ChannelID, id match.MessageID) string {
	place := string(channel)
	if PlaceOf(channel).Writes {
		place = string(server) + "/" + place
	}
	return linkTo + place + "/" + string(id)
}
