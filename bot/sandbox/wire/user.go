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
	Tags        map[string]any `json:"tags,omitempty"`
}
