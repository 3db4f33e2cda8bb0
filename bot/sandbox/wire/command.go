package wire

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// Kinds of command options.
const (
	OptionSubCommand = 1
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionUser       = 6
	OptionChannel    = 7
	OptionRole       = 8
)

// CommandChatInput is the kind of slash commands.
const CommandChatInput = 1

// Contexts of commands.
const (
	ContextGuild   = 0
	ContextBotDM   = 1
	ContextPrivate = 2 // a DM of two people, or a group
)

// Kinds of installations of an app: to a guild, or to a person, who then has it everywhere.
const (
	InstalledToGuild = 0
	InstalledToUser  = 1
)

// Texts are name and description of a command or option.
type Texts struct {
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
}

// Command is a slash command.
type Command struct {
	Texts
	ID            string          `json:"id"`
	ApplicationID string          `json:"application_id"`
	Version       string          `json:"version"`
	Type          int             `json:"type"`
	Options       []CommandOption `json:"options,omitempty"`
	NSFW          bool            `json:"nsfw"`
	Contexts      *[]int          `json:"contexts"`

	IntegrationTypes *[]int `json:"integration_types,omitempty"`
	// DefaultMemberPermissions are needed to use the command; null: everybody can.
	DefaultMemberPermissions *Rights `json:"default_member_permissions"`
}

// CommandOption is an option or a sub-command.
type CommandOption struct {
	Texts
	Type         int             `json:"type"`
	Required     bool            `json:"required,omitempty"`
	Choices      []Choice        `json:"choices,omitempty"`
	Options      []CommandOption `json:"options,omitempty"`
	MinValue     *float64        `json:"min_value,omitempty"`
	MaxValue     *float64        `json:"max_value,omitempty"`
	MinLength    *int            `json:"min_length,omitempty"`
	MaxLength    *int            `json:"max_length,omitempty"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
	ChannelTypes []int           `json:"channel_types,omitempty"`
}

// Choice is a choice of an option, in a command or for an autocompletion. Value is a JSON string or
// number.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             json.RawMessage   `json:"value"`
}

// String returns the choice's value as text: a string without its quotes, a number in digits.
func (c Choice) String() string {
	var s string
	if json.Unmarshal(c.Value, &s) == nil {
		return s
	}
	return string(c.Value)
}

// Rights are permissions as a decimal bit set. Discord writes a string and accepts a number too.
type Rights string

// UnmarshalJSON reads a string or a number.
func (r *Rights) UnmarshalJSON(raw []byte) error {
	*r = Rights(strings.Trim(string(raw), `"`))
	if _, err := strconv.ParseUint(string(*r), 10, 64); err != nil {
		return errors.New("permissions are not a number")
	}
	return nil
}
