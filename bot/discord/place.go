package discord

import (
	"fmt"
	"net/url"
	"strings"

	"konduktor/engine/match"

	"github.com/bwmarrin/discordgo"
)

// PrivateChannel names the private channel that has an ID.
func PrivateChannel(id match.ChannelID) match.ChannelID { return match.PrivatePrefix + id }

// Place says what the bot can do in a channel. Rooms ask for what they need, not for the kind.
type Place struct {
	// Writes: the bot sends and edits whenever it wants to. Elsewhere it can only answer, for a
	// while, what somebody there has pressed (Courier).
	Writes  bool
	Threads bool // a table can be a thread; elsewhere the channel is the table
	Reaches bool // people get its direct messages; elsewhere only those who have installed the app
}

// PlaceOf returns what the bot can do in a channel.
func PlaceOf(channel match.ChannelID) Place {
	here := !channel.Private()
	return Place{Writes: here, Threads: here, Reaches: here}
}

// Place returns what the bot can do where the interaction comes from.
func (ix *Interaction) Place() Place { return PlaceOf(ix.Channel) }

// Alone reports whether the user is in their direct messages with the bot.
func (ix *Interaction) Alone() bool { return ix.Guild == "" && ix.Place().Writes }

// Manages reports whether the user may manage the interaction's server.
func (ix *Interaction) Manages() bool {
	return ix.Guild != "" && ix.Rights&(PermManageGuild|PermAdministrator) != 0
}

const linkTo = "https://discord.com/channels/"

// MentionChannel is the text that links to a channel or thread.
func MentionChannel(id match.ChannelID) string {
	if !PlaceOf(id).Writes { // Discord shows no mention of one
		return linkTo + string(id)
	}
	return "<#" + string(id) + ">"
}

// MentionChannels lists channels as MentionChannel does.
func MentionChannels(ids []match.ChannelID) string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = MentionChannel(id)
	}
	return strings.Join(list, ", ")
}

// MentionRole is the text that names a role.
func MentionRole(id string) string { return "<@&" + id + ">" }

// MentionUsers is the text that mentions users. It pings only those in Message.Mention.
func MentionUsers(ids ...match.UserID) string {
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

// Permissions are Discord's permission bits.
type Permissions = int64

// Permissions that the bot looks at in other rooms.
const (
	PermAll           Permissions = -1 // what a bot has in a DM
	PermAdministrator Permissions = discordgo.PermissionAdministrator
	PermManageGuild   Permissions = discordgo.PermissionManageGuild // of a member, never of the bot
	PermViewChannel   Permissions = discordgo.PermissionViewChannel
)

// needs are the permissions that a game takes, by Discord's order and names.
var needs = []struct {
	bit               Permissions
	name              string
	inChannel, thread bool
}{
	{PermViewChannel, "View Channel", true, true},
	{discordgo.PermissionSendMessages, "Send Messages", true, false},
	{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads", true, true},
	{discordgo.PermissionCreatePublicThreads, "Create Public Threads", true, false},
	{discordgo.PermissionAttachFiles, "Attach Files", true, true},
	{discordgo.PermissionEmbedLinks, "Embed Links", true, true},
	{discordgo.PermissionReadMessageHistory, "Read Message History", true, true},
}

// Missing returns the names of the permissions that the bot needs but lacks.
func Missing(have Permissions, inThread bool) (names []string) {
	for _, n := range needs {
		needed := inThread && n.thread || !inThread && n.inChannel
		if needed && have&(n.bit|PermAdministrator) == 0 {
			names = append(names, n.name)
		}
	}
	return names
}

const authorize = "https://discord.com/oauth2/authorize?"

// InviteURL returns the address with which an administrator adds the bot to a server. It asks only
// for the permissions that a game needs.
func InviteURL(appID string) string {
	var all Permissions
	for _, n := range needs {
		all |= n.bit
	}
	return authorize + url.Values{
		"client_id": {appID}, "permissions": {fmt.Sprint(all)},
		"scope": {"bot applications.commands"}, "integration_type": {"0"}, // to a server
	}.Encode()
}

// InstallURL returns the address with which a person installs the app for themselves, for private
// channels.
func InstallURL(appID string) string {
	return authorize + url.Values{
		"client_id": {appID}, "scope": {"applications.commands"}, "integration_type": {"1"},
	}.Encode()
}
