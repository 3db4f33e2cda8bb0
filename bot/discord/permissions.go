package discord

import (
	"fmt"
	"net/url"
)

// Permissions that the bot asks for, by Discord's numbers.
const (
	PermAdministrator         Permissions = 1 << 3
	PermManageGuild           Permissions = 1 << 5 // of a member: nothing that the bot asks for
	PermViewChannel           Permissions = 1 << 10
	PermSendMessages          Permissions = 1 << 11
	PermEmbedLinks            Permissions = 1 << 14
	PermAttachFiles           Permissions = 1 << 15
	PermReadMessageHistory    Permissions = 1 << 16
	PermCreatePublicThreads   Permissions = 1 << 35
	PermSendMessagesInThreads Permissions = 1 << 38
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
