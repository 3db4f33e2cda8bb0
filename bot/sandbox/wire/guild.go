// Package wire has the JSON types of Discord's API v10 that the sandbox uses. They are plain data:
// IDs are decimal snowflakes in strings, times are RFC 3339 strings, permissions are decimal bit
// sets in strings, as on the wire. The sandbox replaces values that are shared and never changes
// them in place, so a copied struct stays as it was.
package wire

import "strconv"

// Bits writes a bit set as Discord does.
func Bits(bits int64) string { return strconv.FormatInt(bits, 10) }

// User is a person or the bot.
type User struct {
	ID            string  `json:"id"`
	Username      string  `json:"username"`
	Discriminator string  `json:"discriminator"`
	GlobalName    *string `json:"global_name"`
	Avatar        *string `json:"avatar"`
	Bot           bool    `json:"bot,omitempty"`
	System        bool    `json:"system,omitempty"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	PrimaryGuild  any     `json:"primary_guild"`

	// Only of the bot itself (users/@me).
	MFAEnabled *bool  `json:"mfa_enabled,omitempty"`
	Locale     string `json:"locale,omitempty"`
	Verified   *bool  `json:"verified,omitempty"`
}

// Member is a user in a guild.
type Member struct {
	User        *User    `json:"user,omitempty"`
	Roles       []string `json:"roles"`
	JoinedAt    string   `json:"joined_at"`
	Permissions string   `json:"permissions,omitempty"`
}

// Role is a role of a guild.
type Role struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	Position    int            `json:"position"`
	Permissions string         `json:"permissions"`
	Managed     bool           `json:"managed"`
	Mentionable bool           `json:"mentionable"`
	Tags        map[string]any `json:"tags,omitempty"`
}

// Kinds of channels.
const (
	ChannelText   = 0
	ChannelDM     = 1
	ChannelGroup  = 3
	ChannelThread = 11
	ChannelForum  = 15
)

// FlagRequireTag is a forum's flag: a post without a tag is refused.
const FlagRequireTag = 1 << 4

// Tag is a tag of a forum. Only moderators may set a moderated one.
type Tag struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Moderated bool    `json:"moderated"`
	EmojiID   *string `json:"emoji_id"`
	EmojiName *string `json:"emoji_name"`
}

// Channel is a text channel, a forum, a thread or a DM.
type Channel struct {
	ID               string          `json:"id"`
	Type             int             `json:"type"`
	GuildID          string          `json:"guild_id,omitempty"`
	Name             string          `json:"name,omitempty"`
	ParentID         *string         `json:"parent_id,omitempty"`
	Position         *int            `json:"position,omitempty"`
	Flags            int             `json:"flags"`
	LastMessageID    *string         `json:"last_message_id"`
	RateLimitPerUser *int            `json:"rate_limit_per_user,omitempty"`
	Permissions      string          `json:"permissions,omitempty"`
	Recipients       []User          `json:"recipients,omitempty"`
	OwnerID          string          `json:"owner_id,omitempty"`
	AvailableTags    []Tag           `json:"available_tags,omitempty"` // of a forum
	AppliedTags      []string        `json:"applied_tags,omitempty"`   // of a post
	ThreadMetadata   *ThreadMetadata `json:"thread_metadata,omitempty"`
	MessageCount     *int            `json:"message_count,omitempty"`
	MemberCount      *int            `json:"member_count,omitempty"`
	TotalMessageSent *int            `json:"total_message_sent,omitempty"`
	Member           *ThreadMember   `json:"member,omitempty"`
	NewlyCreated     bool            `json:"newly_created,omitempty"`
}

// ThreadMetadata is the state of a thread. AutoArchiveDuration is in minutes.
type ThreadMetadata struct {
	Archived            bool   `json:"archived"`
	AutoArchiveDuration int    `json:"auto_archive_duration"`
	ArchiveTimestamp    string `json:"archive_timestamp"`
	Locked              bool   `json:"locked"`
	CreateTimestamp     string `json:"create_timestamp,omitempty"`
}

// ThreadMember is a user's membership of a thread.
type ThreadMember struct {
	ID            string `json:"id,omitempty"`
	UserID        string `json:"user_id,omitempty"`
	JoinTimestamp string `json:"join_timestamp"`
	Flags         int    `json:"flags"`
}

// Guild describes the server on the gateway.
type Guild struct {
	ID              string    `json:"id"`
	Name            string    `json:"name"`
	OwnerID         string    `json:"owner_id"`
	PreferredLocale string    `json:"preferred_locale"`
	Roles           []Role    `json:"roles"`
	JoinedAt        string    `json:"joined_at"`
	MemberCount     int       `json:"member_count"`
	Members         []Member  `json:"members"`
	Channels        []Channel `json:"channels"`
	Threads         []Channel `json:"threads"`
}
