package discord

import (
	"errors"
	"strings"

	"konduktor/engine/match"
)

// privatePrefix begins the names of private channels: DMs among people, and groups. The bot is no
// member there. Discord's own addresses name such channels so.
const privatePrefix = "@me/"

const linkTo = "https://discord.com/channels/"

// PrivateChannel names the private channel that has an ID.
func PrivateChannel(id match.ChannelID) match.ChannelID { return privatePrefix + id }

// Place says what the bot can do in a channel. Rooms ask for what they need, not for the kind.
type Place struct {
	// Writes: the bot sends, edits and tries messages whenever it wants to. Elsewhere it can only
	// answer what somebody there has pressed, for a while (package courier).
	Writes bool
	// Threads: a game's table can be a thread of its own. Elsewhere the channel is the table.
	Threads bool
	// Reaches: people there get the bot's direct messages unless they refuse them. Elsewhere only
	// those do who have installed the app.
	Reaches bool
}

// PlaceOf returns what the bot can do in a channel: nothing by itself in a private one.
func PlaceOf(channel match.ChannelID) Place {
	if strings.HasPrefix(string(channel), privatePrefix) {
		return Place{}
	}
	return Place{Writes: true, Threads: true, Reaches: true}
}

// Place returns what the bot can do where the interaction comes from.
func (ix *Interaction) Place() Place { return PlaceOf(ix.Channel) }

// Alone reports whether only the user sees what they are told where they are: they are in their
// direct messages with the bot.
func (ix *Interaction) Alone() bool { return ix.Guild == "" && ix.Place().Writes }

// Manages reports whether the user may manage the server that the interaction comes from.
func (ix *Interaction) Manages() bool {
	return ix.Guild != "" && ix.Rights&(PermManageGuild|PermAdministrator) != 0
}

// ErrUnheard says that nobody has given the bot anything to answer in a private channel lately.
var ErrUnheard = errors.New("nobody has pressed anything there lately")

// MentionChannel is the text that links to a channel or thread.
func MentionChannel(id match.ChannelID) string {
	if !PlaceOf(id).Writes { // Discord shows no mention of one
		return linkTo + string(id)
	}
	return "<#" + string(id) + ">"
}

// MentionUsers is the text that mentions users, by their IDs. It pings only those whom a Message
// also names in Mention.
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
