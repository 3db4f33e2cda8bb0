package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// errIgnored marks interactions that the bot does not handle: pings, and commands of other kinds.
var errIgnored = errors.New("interaction of a kind that the bot does not use")

// Bounds of what arrives; Discord stays far below them.
const (
	maxOptions  = 25
	maxDepth    = 3 // group, sub-command, options
	maxCustomID = 100
	maxText     = 6000
)

// rawInteraction is Discord's INTERACTION_CREATE. The bot decodes it itself: discordgo hands on an empty interaction when a
// component is of a type that it does not know.
type rawInteraction struct {
	ID             string            `json:"id"`
	AppID          string            `json:"application_id"`
	Type           int               `json:"type"`
	Token          string            `json:"token"`
	Guild          string            `json:"guild_id"`
	ChannelID      string            `json:"channel_id"`
	Channel        *rawChannel       `json:"channel"`
	Locale         string            `json:"locale"`
	GuildLocale    string            `json:"guild_locale"`
	AppPermissions string            `json:"app_permissions"`
	Context        *int              `json:"context"`
	Owners         map[string]string `json:"authorizing_integration_owners"`
	Member         *rawMember        `json:"member"`
	User           *rawUser          `json:"user"`
	Message        *rawMessage       `json:"message"`
	Data           rawData           `json:"data"`
}

type rawMessage struct {
	ID    string `json:"id"`
	Flags int    `json:"flags"`
}

type rawChannel struct {
	ID     string `json:"id"`
	Guild  string `json:"guild_id"`
	Type   int    `json:"type"`
	Parent string `json:"parent_id"`
}

func (c rawChannel) isThread() bool { return c.Type >= 10 && c.Type <= 12 }

type rawMember struct {
	Nick        string   `json:"nick"`
	User        *rawUser `json:"user"`
	Roles       []string `json:"roles"`
	Permissions string   `json:"permissions"`
}

type rawUser struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

type rawData struct {
	Name     string      `json:"name"`
	Type     int         `json:"type"`
	Options  []rawOption `json:"options"`
	CustomID string      `json:"custom_id"`
	Values   []string    `json:"values"`
	Resolved struct {
		Users   map[string]*rawUser   `json:"users"`
		Members map[string]*rawMember `json:"members"`
	} `json:"resolved"`
}

type rawOption struct {
	Name    string          `json:"name"`
	Type    int             `json:"type"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"`
	Options []rawOption     `json:"options"`
}

const (
	contextPrivate   = 2   // where an interaction comes from: a private channel
	installedToGuild = "0" // the ways in which an app is installed
	installedByUser  = "1"
)

// Types of interactions by Discord's numbers.
var kinds = map[int]Kind{2: Slash, 3: Click, 4: Autocomplete}

// isPing reports whether an interaction is only Discord's question whether somebody is there.
func isPing(data []byte) bool {
	var raw struct {
		Type int `json:"type"`
	}
	return json.Unmarshal(data, &raw) == nil && raw.Type == pingRequest
}

// parseInteraction checks and converts what Discord delivered. errIgnored: the bot does not handle it.
func parseInteraction(data []byte) (*Interaction, error) {
	var raw rawInteraction
	if err := json.Unmarshal(data, &raw); err != nil {
		// The error of encoding/json may quote what it read.
		return nil, errors.New("malformed interaction")
	}
	kind, known := kinds[raw.Type]
	if !known || (kind == Slash || kind == Autocomplete) && raw.Data.Type > slashCommand {
		return nil, errIgnored
	}
	user, err := raw.user()
	if err != nil {
		return nil, err
	}
	ix := &Interaction{
		ID: raw.ID, Token: Token(raw.Token), AppID: raw.AppID, Kind: kind, User: user,
		Guild: raw.Guild, Channel: raw.ChannelID, Locale: raw.Locale, GuildLocale: raw.GuildLocale,
	}
	if raw.Channel != nil {
		if ix.Channel == "" {
			ix.Channel = raw.Channel.ID
		}
		if raw.Channel.isThread() {
			ix.Parent = raw.Channel.Parent
		}
	}
	if ix.Perms, err = raw.permissions(); err != nil {
		return nil, err
	}
	if raw.Guild != "" && raw.Member != nil {
		// Rights that cannot be read are none: a click on a game's button needs none.
		bits, _ := strconv.ParseUint(raw.Member.Permissions, 10, 64)
		ix.Rights, ix.Roles = Permissions(bits), raw.Member.Roles
	}
	for _, id := range []string{ix.ID, ix.AppID, ix.Channel, ix.User.ID} {
		if err := checkID(id); err != nil {
			return nil, err
		}
	}
	if ix.Token == "" {
		return nil, errors.New("interaction without a token")
	}
	if raw.Guild == "" && raw.Context != nil && *raw.Context == contextPrivate {
		ix.Channel = PrivateChannel(ix.Channel)
	}
	_, member := raw.Owners[installedToGuild]
	ix.Absent = raw.Guild != "" && len(raw.Owners) > 0 && !member
	if err := raw.read(ix); err != nil {
		return nil, err
	}
	return ix, nil
}

// read fills what depends on the kind.
func (raw *rawInteraction) read(ix *Interaction) error {
	switch ix.Kind {
	case Slash, Autocomplete:
		if raw.Data.Name == "" {
			return errors.New("command without a name")
		}
		ix.Command = []string{raw.Data.Name}
		return raw.readOptions(ix, raw.Data.Options, 1)
	case Click:
		if raw.Message != nil {
			ix.Message, ix.Hidden = MessageID(raw.Message.ID), raw.Message.Flags&flagEphemeral != 0
		}
		if len(raw.Data.Values) > maxOptions {
			return fmt.Errorf("%d values picked, more than a menu can have", len(raw.Data.Values))
		}
		ix.Values = raw.Data.Values
		for _, value := range ix.Values {
			if len(value) > 4*maxOptionText {
				return errors.New("picked value is too long")
			}
		}
	}
	ix.CustomID = raw.Data.CustomID
	if ix.CustomID == "" || len(ix.CustomID) > 4*maxCustomID {
		return errors.New("custom id is empty or too long")
	}
	return nil
}

// readOptions walks down sub-commands to the options that the person filled in.
func (raw *rawInteraction) readOptions(ix *Interaction, options []rawOption, depth int) error {
	if len(options) > maxOptions || depth > maxDepth {
		return errors.New("more options than a command can have")
	}
	for _, o := range options {
		if o.Type == int(SubCommand) || o.Type == 2 { // 2: a group of sub-commands
			if len(options) != 1 {
				return errors.New("more than one sub-command")
			}
			ix.Command = append(ix.Command, o.Name)
			return raw.readOptions(ix, o.Options, depth+1)
		}
		value, err := scalar(o.Value)
		if err != nil {
			return fmt.Errorf("option %s: %w", Fit(strip(o.Name), maxName), err)
		}
		option := Option{Name: o.Name, Value: value, Focused: o.Focused}
		if o.Type == int(UserOption) {
			option.User = raw.resolved(value)
		}
		ix.Options = append(ix.Options, option)
	}
	return nil
}

// scalar returns a JSON string, number or boolean in its usual text form.
func scalar(raw json.RawMessage) (string, error) {
	if len(raw) > 6*maxText {
		return "", errors.New("value is too long")
	}
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", nil
	case raw[0] == '"':
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	case raw[0] == '{' || raw[0] == '[':
		return "", errors.New("value is neither text nor number")
	}
	return string(raw), nil
}

func (raw *rawInteraction) user() (User, error) {
	switch {
	case raw.Member != nil && raw.Member.User != nil:
		return raw.Member.User.named(raw.Member), nil
	case raw.User != nil:
		return raw.User.named(nil), nil
	}
	return User{}, errors.New("interaction without a user")
}

func (raw *rawInteraction) resolved(id string) *User {
	u := raw.Data.Resolved.Users[id]
	if u == nil {
		return nil
	}
	return new(u.named(raw.Data.Resolved.Members[id]))
}

// named returns the user with the name that people see there: of the server, of the account, or the account's handle.
func (u rawUser) named(m *rawMember) User {
	name := u.GlobalName
	if m != nil && m.Nick != "" {
		name = m.Nick
	}
	if name == "" {
		name = u.Username
	}
	return User{ID: u.ID, Name: name, Bot: u.Bot}
}

func (raw *rawInteraction) permissions() (Permissions, error) {
	if raw.Guild == "" {
		return PermAll, nil
	}
	if raw.AppPermissions == "" {
		return 0, nil
	}
	bits, err := strconv.ParseUint(raw.AppPermissions, 10, 64)
	if err != nil {
		return 0, errors.New("permissions are not a number")
	}
	return Permissions(bits), nil
}

// checkID checks that id is a Discord ID: it becomes part of addresses.
func checkID(id string) error {
	if id == "" || len(id) > 20 || strings.Trim(id, "0123456789") != "" {
		return fmt.Errorf("malformed id of %d characters", len(id)) // not quoted: it may be a token
	}
	return nil
}
