package discord

import (
	"fmt"
	"net/url"

	"github.com/bwmarrin/discordgo"
)

// Permissions are Discord's permission bits.
type Permissions uint64

// Permissions that the bot looks at in other rooms.
const (
	PermAll                       = ^Permissions(0) // what a bot has in a DM
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

// invitePermissions are what the invitation asks for: only what a game takes.
func invitePermissions() (all Permissions) {
	for _, n := range needs {
		all |= n.bit
	}
	return all
}

// Missing returns the names of the permissions that the bot needs but lacks.
func Missing(have Permissions, inThread bool) []string {
	if have&PermAdministrator != 0 {
		return nil
	}
	var names []string
	for _, n := range needs {
		if needed := inThread && n.thread || !inThread && n.inChannel; needed && have&n.bit == 0 {
			names = append(names, n.name)
		}
	}
	return names
}

const authorize = "https://discord.com/oauth2/authorize?"

// InviteURL returns the address with which an administrator adds the bot to a server.
func InviteURL(appID string) string {
	return authorize + url.Values{
		"client_id":        {appID},
		"permissions":      {fmt.Sprint(uint64(invitePermissions()))},
		"scope":            {"bot applications.commands"},
		"integration_type": {"0"}, // to a server, not to a user
	}.Encode()
}

// InstallURL returns the address with which a person installs the app for themselves, for private
// channels.
func InstallURL(appID string) string {
	return authorize + url.Values{
		"client_id": {appID}, "scope": {"applications.commands"}, "integration_type": {"1"},
	}.Encode()
}
