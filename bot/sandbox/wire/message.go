package wire

// Flags of a message.
const (
	FlagHasThread             = 1 << 5
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7
	FlagSuppressNotifications = 1 << 12
)

// Kinds of messages.
const (
	MessageDefault = 0
	MessageReply   = 19
	MessageSlash   = 20
)

// Message is a message in a channel, thread or DM.
type Message struct {
	ID              string       `json:"id"`
	ChannelID       string       `json:"channel_id"`
	GuildID         string       `json:"guild_id,omitempty"`
	Type            int          `json:"type"`
	Author          User         `json:"author"`
	Content         string       `json:"content"`
	Timestamp       string       `json:"timestamp"`
	EditedTimestamp *string      `json:"edited_timestamp"`
	TTS             bool         `json:"tts"`
	MentionEveryone bool         `json:"mention_everyone"`
	Mentions        []User       `json:"mentions"`
	MentionRoles    []string     `json:"mention_roles"`
	Attachments     []Attachment `json:"attachments"`
	Embeds          []any        `json:"embeds"` // none
	Components      []Component  `json:"components"`
	Flags           int          `json:"flags"`
	Pinned          bool         `json:"pinned"`

	Nonce               any                  `json:"nonce,omitempty"`
	WebhookID           string               `json:"webhook_id,omitempty"`
	ApplicationID       string               `json:"application_id,omitempty"`
	MessageReference    *Reference           `json:"message_reference,omitempty"`
	InteractionMetadata *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Thread              *Channel             `json:"thread,omitempty"`

	// MentionedMe is only sent to the page: the message pinged the person who looks.
	MentionedMe bool `json:"mentioned_me,omitempty"`
}

// Reference points to another message.
type Reference struct {
	Type      int    `json:"type"`
	MessageID string `json:"message_id,omitempty"`
	ChannelID string `json:"channel_id,omitempty"`
	GuildID   string `json:"guild_id,omitempty"`
}

// InteractionMetadata identifies the interaction that a message answers.
type InteractionMetadata struct {
	ID                           string            `json:"id"`
	Type                         int               `json:"type"`
	User                         User              `json:"user"`
	AuthorizingIntegrationOwners map[string]string `json:"authorizing_integration_owners"`
	OriginalResponseMessageID    string            `json:"original_response_message_id,omitempty"`
	InteractedMessageID          string            `json:"interacted_message_id,omitempty"`
	// Triggering is the interaction that opened the form.
	Triggering *InteractionMetadata `json:"triggering_interaction_metadata,omitempty"`
	// Name of the command; the client shows it above the answer.
	Name string `json:"name,omitempty"`
}

// Attachment is a file of a message.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// AllowedMentions limits who is pinged.
type AllowedMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`

	RepliedUser bool `json:"replied_user,omitempty"` // no bot here replies
}

// Kinds of components.
const (
	ActionRow    = 1
	Button       = 2
	StringSelect = 3
	TextInput    = 4
	Label        = 18
)

// StyleLink is the style of link buttons.
const StyleLink = 5

// Component is a row, a button or a select menu, depending on Type; of a form, a label or a field.
type Component struct {
	Type       int         `json:"type"`
	ID         int         `json:"id,omitempty"`
	CustomID   string      `json:"custom_id,omitempty"`
	Disabled   bool        `json:"disabled,omitempty"`
	Components []Component `json:"components,omitempty"` // of a row

	// Buttons.
	Style int           `json:"style,omitempty"`
	Label string        `json:"label,omitempty"`
	Emoji *PartialEmoji `json:"emoji,omitempty"`
	URL   string        `json:"url,omitempty"`

	// Selects.
	Options     []SelectOption `json:"options,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`

	// Of forms.
	Description string     `json:"description,omitempty"`
	Component   *Component `json:"component,omitempty"` // of a label
	Required    *bool      `json:"required,omitempty"`
	MinLength   *int       `json:"min_length,omitempty"`
	MaxLength   *int       `json:"max_length,omitempty"`
	Value       string     `json:"value,omitempty"`
	Values      []string   `json:"values,omitempty"` // as it is sent
}

// SelectOption is a line of a select menu.
type SelectOption struct {
	Label       string        `json:"label"`
	Value       string        `json:"value"`
	Description string        `json:"description,omitempty"`
	Emoji       *PartialEmoji `json:"emoji,omitempty"`
	Default     bool          `json:"default,omitempty"`
}

// OrOne returns n, or 1 if it is nil: Discord's default for both limits of a menu.
func OrOne(n *int) *int {
	if n == nil {
		return new(1)
	}
	return n
}

// Walk calls visit for each component, rows before their content.
func Walk(components []Component, visit func(*Component)) {
	for i := range components {
		visit(&components[i])
		Walk(components[i].Components, visit)
	}
}
