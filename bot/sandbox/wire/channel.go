package wire

// Kinds of channels.
const (
	ChannelText   = 0
	ChannelDM     = 1
	ChannelGroup  = 3
	ChannelThread = 11
)

// Channel is a text channel, a thread or a DM.
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
