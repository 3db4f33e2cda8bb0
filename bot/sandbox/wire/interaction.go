package wire

import "encoding/json"

// Kinds of interactions.
const (
	InteractionCommand      = 2
	InteractionComponent    = 3
	InteractionAutocomplete = 4
	InteractionSubmit       = 5
)

// Kinds of answers to an interaction.
const (
	CallbackMessage        = 4
	CallbackDeferred       = 5
	CallbackDeferredUpdate = 6
	CallbackUpdate         = 7
	CallbackAutocomplete   = 8
	CallbackForm           = 9
)

// Interaction is an interaction as the bot receives it.
type Interaction struct {
	ID                           string            `json:"id"`
	ApplicationID                string            `json:"application_id"`
	Type                         int               `json:"type"`
	Data                         any               `json:"data,omitempty"`
	Guild                        *InteractionGuild `json:"guild,omitempty"`
	GuildID                      string            `json:"guild_id,omitempty"`
	Channel                      *Channel          `json:"channel,omitempty"`
	ChannelID                    string            `json:"channel_id,omitempty"`
	Member                       *Member           `json:"member,omitempty"`
	User                         *User             `json:"user,omitempty"`
	Token                        string            `json:"token"`
	Version                      int               `json:"version"`
	Message                      *Message          `json:"message,omitempty"`
	AppPermissions               string            `json:"app_permissions"`
	Locale                       string            `json:"locale,omitempty"`
	GuildLocale                  string            `json:"guild_locale,omitempty"`
	Entitlements                 []any             `json:"entitlements"`
	AuthorizingIntegrationOwners map[string]string `json:"authorizing_integration_owners"`
	Context                      int               `json:"context"`
	AttachmentSizeLimit          int               `json:"attachment_size_limit"`
}

// InteractionGuild is an interaction's short description of its guild.
type InteractionGuild struct {
	ID       string   `json:"id"`
	Locale   string   `json:"locale"`
	Features []string `json:"features"`
}

// CommandData is the data of a command or autocomplete interaction.
type CommandData struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Type     int           `json:"type"`
	Options  []OptionValue `json:"options,omitempty"`
	Resolved *Resolved     `json:"resolved,omitempty"`
}

// OptionValue is an option as a person filled it in.
type OptionValue struct {
	Name    string          `json:"name"`
	Type    int             `json:"type"`
	Value   json.RawMessage `json:"value,omitempty"`
	Options []OptionValue   `json:"options,omitempty"`
	Focused bool            `json:"focused,omitempty"`
}

// Resolved holds the people that options name.
type Resolved struct {
	Users   map[string]User   `json:"users,omitempty"`
	Members map[string]Member `json:"members,omitempty"`
}

// ComponentData is the data of a click or a selection.
type ComponentData struct {
	CustomID      string   `json:"custom_id"`
	ComponentType int      `json:"component_type"`
	ID            int      `json:"id"`
	Values        []string `json:"values,omitempty"`
}
