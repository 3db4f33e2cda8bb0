package wire

import "encoding/json"

// Kinds of command options.
const (
	OptionSubCommand      = 1
	OptionSubCommandGroup = 2
	OptionString          = 3
	OptionInteger         = 4
	OptionBoolean         = 5
	OptionUser            = 6
	OptionChannel         = 7
	OptionRole            = 8
	OptionMentionable     = 9
	OptionNumber          = 10
	OptionAttachment      = 11
)

// Kinds of commands.
const (
	CommandChatInput = 1
	CommandUser      = 2
	CommandMessage   = 3
)

// Contexts in which a command may be used.
const (
	ContextGuild          = 0
	ContextBotDM          = 1
	ContextPrivateChannel = 2
)

// BitSet is a decimal bit set. Discord writes it as a string and takes numbers
// too (its OpenAPI description knows only those).
type BitSet string

// UnmarshalJSON takes "8" and 8.
func (b *BitSet) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		*b = BitSet(s)
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return err
	}
	*b = BitSet(n)
	return nil
}

// Command is an application command.
type Command struct {
	ID                       string            `json:"id"`
	ApplicationID            string            `json:"application_id"`
	GuildID                  string            `json:"guild_id,omitempty"`
	Version                  string            `json:"version"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []CommandOption   `json:"options,omitempty"`
	DefaultMemberPermissions *BitSet           `json:"default_member_permissions"`
	DMPermission             *bool             `json:"dm_permission,omitempty"`
	DefaultPermission        *bool             `json:"default_permission,omitempty"`
	NSFW                     bool              `json:"nsfw"`
	Contexts                 *[]int            `json:"contexts"`
	IntegrationTypes         *[]int            `json:"integration_types,omitempty"`
	Handler                  *int              `json:"handler,omitempty"`
}

// CommandOption is an option, a sub-command or a group of sub-commands.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"`
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
}

// Choice is one choice of an option, or one answer of an autocompletion. Value
// is a JSON string or number.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             json.RawMessage   `json:"value"`
}

// String is the choice's value as a person would read it: a string without its
// quotes, a number in digits.
func (c Choice) String() string {
	var s string
	if json.Unmarshal(c.Value, &s) == nil {
		return s
	}
	return string(c.Value)
}
