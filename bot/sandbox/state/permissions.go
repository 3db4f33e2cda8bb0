package state

import (
	"crypto/subtle"
	"strings"

	"konduktor/bot/sandbox/wire"
)

// Discord's bits of the permissions that the sandbox knows.
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
	PermSendMessagesInThreads int64 = 1 << 38
)

// AllPermissions are those that a well-installed bot asks for: neither administrator nor any right
// over other people's messages.
const AllPermissions = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
	PermReadMessageHistory | PermUseExternalEmojis | PermUseCommands | PermCreatePublicThreads |
	PermSendMessagesInThreads

// adminPermissions are the owner's; other people have the bot's.
const adminPermissions = AllPermissions | PermAdministrator | PermManageChannels |
	PermManageGuild | PermManageMessages | PermManageThreads | PermMentionEveryone

// dmPermissions are the app_permissions in a DM.
const dmPermissions = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
	PermReadMessageHistory | PermUseExternalEmojis | PermMentionEveryone

// BotPermissions are the bot's in the guild.
func (s *State) BotPermissions() int64 { return AllPermissions &^ s.Denied }

// Permissions of p in the guild.
func (p *Person) Permissions() int64 {
	if p.IsAdmin {
		return adminPermissions
	}
	return AllPermissions
}

// Need refuses unless the bot has all the permissions in channel c. Without View Channel the answer
// is Missing Access, as if there were no channel.
func (s *State) Need(c *Channel, permissions int64) error {
	have := s.BotPermissions()
	switch {
	case c.WithBot():
		return nil
	case c.Private(), s.BotLeft, have&PermViewChannel == 0:
		return wire.ErrMissingAccess
	case have&permissions != permissions:
		return wire.ErrMissingPerms
	}
	return nil
}

// roles are @everyone, the bot's own, and those that were added.
func (s *State) roles() []wire.Role {
	return append([]wire.Role{
		{ID: s.GuildID, Name: "@everyone", Permissions: wire.Bits(AllPermissions &^ s.Denied)},
		{
			ID: s.botRoleID, Name: s.Bot.Username, Position: 1, Managed: true,
			Permissions: wire.Bits(s.BotPermissions()), Tags: map[string]any{"bot_id": s.Bot.ID},
		},
	}, s.added...)
}

// Added lists the roles that were added.
func (s *State) Added() []wire.Role { return s.added }

// AddRole adds a role that all people have, and returns its ID.
func (s *State) AddRole(name string, mentionable bool) string {
	id := s.nextID(s.Created)
	s.added = append(s.added, wire.Role{
		ID: id, Name: name, Position: 2, Permissions: "0", Mentionable: mentionable,
	})
	return id
}

// RemoveBot removes the bot from the guild.
func (s *State) RemoveBot() {
	s.BotLeft = true
	s.tell(Event{BotLeft: true})
}

// ValidToken reports whether a token, with or without "Bot ", is the bot's.
func (s *State) ValidToken(token string) bool {
	token = strings.TrimPrefix(token, "Bot ")
	return subtle.ConstantTimeCompare([]byte(token), []byte(s.opts.Token)) == 1
}
