package wire

// Kinds of channels that the sandbox has.
const (
	ChannelText          = 0
	ChannelDM            = 1
	ChannelPublicThread  = 11
	ChannelPrivateThread = 12
)

// Channel is a text channel, a thread or a DM.
type Channel struct {
	ID                   string          `json:"id"`
	Type                 int             `json:"type"`
	GuildID              string          `json:"guild_id,omitempty"`
	Name                 string          `json:"name,omitempty"`
	Topic                *string         `json:"topic,omitempty"`
	ParentID             *string         `json:"parent_id,omitempty"`
	Position             *int            `json:"position,omitempty"`
	NSFW                 *bool           `json:"nsfw,omitempty"`
	Flags                int             `json:"flags"`
	LastMessageID        *string         `json:"last_message_id"`
	LastPinTimestamp     *string         `json:"last_pin_timestamp,omitempty"`
	RateLimitPerUser     *int            `json:"rate_limit_per_user,omitempty"`
	Permissions          string          `json:"permissions,omitempty"`
	PermissionOverwrites *[]Overwrite    `json:"permission_overwrites,omitempty"`
	Recipients           []User          `json:"recipients,omitempty"`
	OwnerID              string          `json:"owner_id,omitempty"`
	ThreadMetadata       *ThreadMetadata `json:"thread_metadata,omitempty"`
	MessageCount         *int            `json:"message_count,omitempty"`
	MemberCount          *int            `json:"member_count,omitempty"`
	TotalMessageSent     *int            `json:"total_message_sent,omitempty"`
	Member               *ThreadMember   `json:"member,omitempty"`
	NewlyCreated         bool            `json:"newly_created,omitempty"`
}

// Overwrite is a permission overwrite; the sandbox has none, the list is empty.
type Overwrite struct {
	ID    string `json:"id"`
	Type  int    `json:"type"`
	Allow string `json:"allow"`
	Deny  string `json:"deny"`
}

// ThreadMetadata is the state of a thread. AutoArchiveDuration is in minutes.
type ThreadMetadata struct {
	Archived            bool   `json:"archived"`
	AutoArchiveDuration int    `json:"auto_archive_duration"`
	ArchiveTimestamp    string `json:"archive_timestamp"`
	Locked              bool   `json:"locked"`
	Invitable           *bool  `json:"invitable,omitempty"`
	CreateTimestamp     string `json:"create_timestamp,omitempty"`
}

// ThreadMember is one user's membership of a thread.
type ThreadMember struct {
	ID            string `json:"id,omitempty"`
	UserID        string `json:"user_id,omitempty"`
	JoinTimestamp string `json:"join_timestamp"`
	Flags         int    `json:"flags"`
}

// Guild is a server.
type Guild struct {
	ID                          string    `json:"id"`
	Name                        string    `json:"name"`
	Icon                        *string   `json:"icon"`
	Description                 *string   `json:"description"`
	HomeHeader                  *string   `json:"home_header"`
	Splash                      *string   `json:"splash"`
	DiscoverySplash             *string   `json:"discovery_splash"`
	Banner                      *string   `json:"banner"`
	OwnerID                     string    `json:"owner_id"`
	ApplicationID               *string   `json:"application_id"`
	Region                      string    `json:"region"`
	AFKChannelID                *string   `json:"afk_channel_id"`
	AFKTimeout                  int       `json:"afk_timeout"`
	SystemChannelID             *string   `json:"system_channel_id"`
	SystemChannelFlags          int       `json:"system_channel_flags"`
	WidgetEnabled               bool      `json:"widget_enabled"`
	WidgetChannelID             *string   `json:"widget_channel_id"`
	VerificationLevel           int       `json:"verification_level"`
	DefaultMessageNotifications int       `json:"default_message_notifications"`
	ExplicitContentFilter       int       `json:"explicit_content_filter"`
	MFALevel                    int       `json:"mfa_level"`
	MaxPresences                *int      `json:"max_presences"`
	MaxMembers                  int       `json:"max_members"`
	MaxStageVideoChannelUsers   int       `json:"max_stage_video_channel_users"`
	MaxVideoChannelUsers        int       `json:"max_video_channel_users"`
	VanityURLCode               *string   `json:"vanity_url_code"`
	PremiumTier                 int       `json:"premium_tier"`
	PremiumSubscriptionCount    int       `json:"premium_subscription_count"`
	PremiumProgressBarEnabled   bool      `json:"premium_progress_bar_enabled"`
	PreferredLocale             string    `json:"preferred_locale"`
	RulesChannelID              *string   `json:"rules_channel_id"`
	SafetyAlertsChannelID       *string   `json:"safety_alerts_channel_id"`
	PublicUpdatesChannelID      *string   `json:"public_updates_channel_id"`
	NSFW                        bool      `json:"nsfw"`
	NSFWLevel                   int       `json:"nsfw_level"`
	Features                    []string  `json:"features"`
	Roles                       []Role    `json:"roles"`
	Emojis                      []Emoji   `json:"emojis"`
	Stickers                    []any     `json:"stickers"`
	IncidentsData               any       `json:"incidents_data"`
	Unavailable                 bool      `json:"unavailable,omitempty"`
	JoinedAt                    string    `json:"joined_at,omitempty"`
	Large                       bool      `json:"large,omitempty"`
	MemberCount                 int       `json:"member_count,omitempty"`
	Members                     []Member  `json:"members,omitempty"`
	Channels                    []Channel `json:"channels,omitempty"`
	Threads                     []Channel `json:"threads,omitempty"`
}
