package sandbox

import (
	"strconv"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Permissions that the sandbox knows, Discord's bits.
const (
	PermAdministrator         int64 = 1 << 3
	PermManageChannels        int64 = 1 << 4
	PermManageGuild           int64 = 1 << 5
	PermViewChannel           int64 = 1 << 10
	PermSendMessages          int64 = 1 << 11
	PermManageMessages        int64 = 1 << 13
	PermEmbedLinks            int64 = 1 << 14
	PermAttachFiles           int64 = 1 << 15
	PermReadMessageHistory    int64 = 1 << 16
	PermMentionEveryone       int64 = 1 << 17
	PermUseExternalEmojis     int64 = 1 << 18
	PermUseCommands           int64 = 1 << 31
	PermManageThreads         int64 = 1 << 34
	PermCreatePublicThreads   int64 = 1 << 35
	PermCreatePrivateThreads  int64 = 1 << 36
	PermSendMessagesInThreads int64 = 1 << 38
	PermPinMessages           int64 = 1 << 51
)

// AllPermissions are those that a well-installed bot asks for: neither
// administrator nor any right over other people's messages.
const AllPermissions = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
	PermReadMessageHistory | PermUseExternalEmojis | PermUseCommands | PermCreatePublicThreads |
	PermCreatePrivateThreads | PermSendMessagesInThreads | PermPinMessages

// memberPermissions are an ordinary person's.
const memberPermissions = AllPermissions &^ PermPinMessages

// adminPermissions are the owner's.
const adminPermissions = memberPermissions | PermAdministrator | PermManageChannels | PermManageGuild |
	PermManageMessages | PermManageThreads | PermMentionEveryone | PermPinMessages

// dmPermissions are what app_permissions says in a DM.
const dmPermissions = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
	PermReadMessageHistory | PermUseExternalEmojis | PermMentionEveryone | PermPinMessages

// botPermissions are the bot's in the guild, less what faults take away.
func (s *Server) botPermissions() int64 {
	p := s.opts.Permissions
	if p&PermAdministrator != 0 {
		p |= adminPermissions
	}
	return p &^ s.faults.denied
}

// permissions of p in the guild.
func (p *person) permissions() int64 {
	if p.admin {
		return adminPermissions
	}
	return memberPermissions
}

// need refuses unless the bot has all the permissions in channel c. Without
// View Channel the answer is Missing Access, as if there were nothing there.
func (s *Server) need(c *channel, permissions int64) error {
	if c.Type == wire.ChannelDM {
		return nil
	}
	if s.world.botLeft {
		return errMissingAccess
	}
	have := s.botPermissions()
	if have&PermViewChannel == 0 {
		return errMissingAccess
	}
	if have&permissions != permissions {
		return errMissingPerms
	}
	return nil
}

// sendPermission is the one that a message in c needs.
func sendPermission(c *channel) int64 {
	if c.isThread() {
		return PermSendMessagesInThreads
	}
	return PermSendMessages
}

// roles are @everyone and the bot's own; both lack what faults take away.
func (s *Server) roles() []wire.Role {
	everyone := memberPermissions &^ s.faults.denied
	return []wire.Role{
		{ID: s.world.guildID, Name: "@everyone", Permissions: decimal(everyone)},
		{
			ID: s.world.botRoleID, Name: s.world.bot.Username, Position: 1, Managed: true,
			Permissions: decimal(s.botPermissions()), Tags: map[string]any{"bot_id": s.world.bot.ID},
		},
	}
}

// decimal writes a bit set as Discord does.
func decimal(bits int64) string { return strconv.FormatInt(bits, 10) }
