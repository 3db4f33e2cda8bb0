package discord

import (
	"fmt"
	"net/url"

	"github.com/bwmarrin/discordgo"
)

// Permissions that the bot looks at.
const (
	PermAdministrator         Permissions = discordgo.PermissionAdministrator
	PermManageGuild           Permissions = discordgo.PermissionManageGuild // of a member, never of the bot
	PermViewChannel           Permissions = discordgo.PermissionViewChannel
	PermSendMessages          Permissions = discordgo.PermissionSendMessages
	PermEmbedLinks            Permissions = discordgo.PermissionEmbedLinks
	PermAttachFiles           Permissions = discordgo.PermissionAttachFiles
	PermReadMessageHistory    Permissions = discordgo.PermissionReadMessageHistory
	PermCreatePublicThreads   Permissions = discordgo.PermissionCreatePublicThreads
	PermSendMessagesInThreads Permissions = discordgo.PermissionSendMessagesInThreads
)

// InvitePermissions are the permissions that the invitation asks for: only what a game needs.
const InvitePermissions = PermViewChannel | PermSendMessages | PermSendMessagesInThreads | PermCreatePublicThreads |
	PermAttachFiles | PermEmbedLinks | PermReadMessageHistory

// need is a permission with the name that Discord's settings show in English, and where it is needed.
type need struct {
	bit               Permissions
	name              string
	inChannel, thread bool
}

var needs = []need{
	{PermViewChannel, "View Channel", true, true},
	{PermSendMessages, "Send Messages", true, false},
	{PermSendMessagesInThreads, "Send Messages in Threads", true, true},
	{PermCreatePublicThreads, "Create Public Threads", true, false},
	{PermAttachFiles, "Attach Files", true, true},
	{PermEmbedLinks, "Embed Links", true, true},
	{PermReadMessageHistory, "Read Message History", true, true},
}

// Missing returns the names of the permissions that the bot needs but does not have, in the order of Discord's settings; nil if
// none. In a thread neither Send Messages nor Create Public Threads matters.
func Missing(have Permissions, inThread bool) []string {
	if have&PermAdministrator != 0 {
		return nil
	}
	var names []string
	for _, n := range needs {
		wanted := n.inChannel
		if inThread {
			wanted = n.thread
		}
		if wanted && have&n.bit == 0 {
			names = append(names, n.name)
		}
	}
	return names
}

// InviteURL returns the address with which an administrator adds the bot to a server.
func InviteURL(appID string) string {
	query := url.Values{
		"client_id":        {appID},
		"permissions":      {fmt.Sprint(uint64(InvitePermissions))},
		"scope":            {"bot applications.commands"},
		"integration_type": {"0"}, // to a server, not to a user
	}
	return "https://discord.com/oauth2/authorize?" + query.Encode()
}

// InstallURL returns the address with which a person installs the app for themselves: its commands are there in private channels then.
func InstallURL(appID string) string {
	query := url.Values{"client_id": {appID}, "scope": {"applications.commands"}, "integration_type": {"1"}}
	return "https://discord.com/oauth2/authorize?" + query.Encode()
}
