package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"konduktor/engine/match"

	"github.com/bwmarrin/discordgo"
)

// errIgnored marks interactions that the bot does not handle: pings, and commands of other kinds.
var errIgnored = errors.New("interaction of a kind that the bot does not use")

// Bounds of what arrives; Discord stays far below them.
const (
	maxOptions  = 25
	maxDepth    = 3 // group, sub-command, options
	maxCustomID = 100
)

// owners are who has installed the app: a server, a person, or both.
type owners map[discordgo.ApplicationIntegrationType]string

// rawInteraction is Discord's INTERACTION_CREATE. The library's type has no channel, and fails to
// decode a component of an unknown type.
type rawInteraction struct {
	ID             string            `json:"id"`
	AppID          string            `json:"application_id"`
	Type           Kind              `json:"type"`
	Token          Token             `json:"token"`
	Guild          match.ServerID    `json:"guild_id"`
	ChannelID      match.ChannelID   `json:"channel_id"`
	Channel        discordgo.Channel `json:"channel"`
	Locale         string            `json:"locale"`
	GuildLocale    string            `json:"guild_locale"`
	AppPermissions uint64            `json:"app_permissions,string"`
	Context        discordgo.InteractionContextType
	Owners         owners            `json:"authorizing_integration_owners"`
	Member         *discordgo.Member `json:"member"`
	User           *discordgo.User   `json:"user"`
	Message        struct {
		ID    match.MessageID
		Flags discordgo.MessageFlags
	}
	Data struct { // the library's type of a command, and that of a click
		Name     string
		Type     discordgo.ApplicationCommandType
		Options  []*discordgo.ApplicationCommandInteractionDataOption
		Resolved struct {
			Users   map[string]*discordgo.User
			Members map[string]*discordgo.Member
		}
		CustomID string `json:"custom_id"`
		Values   []string
	}
}

// isPing reports whether Discord only asks whether somebody is there.
func isPing(data []byte) bool {
	var raw struct{ Type discordgo.InteractionType }
	return json.Unmarshal(data, &raw) == nil && raw.Type == discordgo.InteractionPing
}

// parseInteraction checks and converts what Discord delivered, or returns errIgnored.
func parseInteraction(data []byte) (*Interaction, error) {
	var raw rawInteraction
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, errors.New("malformed interaction") // the error may quote what it read
	}
	command := raw.Type == Slash || raw.Type == Autocomplete
	if !command && raw.Type != Click || command && raw.Data.Type > discordgo.ChatApplicationCommand {
		return nil, errIgnored
	}
	ix := &Interaction{
		ID: raw.ID, Token: raw.Token, AppID: raw.AppID, Kind: raw.Type,
		Guild: raw.Guild, Channel: raw.ChannelID, Locale: raw.Locale, GuildLocale: raw.GuildLocale,
		Perms: PermAll,
	}
	switch {
	case raw.Member != nil && raw.Member.User != nil:
		ix.User = named(raw.Member.User, raw.Member)
	case raw.User != nil:
		ix.User = named(raw.User, nil)
	default:
		return nil, errors.New("interaction without a user")
	}
	if ix.Channel == "" {
		ix.Channel = match.ChannelID(raw.Channel.ID)
	}
	if raw.Channel.IsThread() {
		ix.Parent = match.ChannelID(raw.Channel.ParentID)
	}
	if raw.Guild != "" {
		ix.Perms = Permissions(raw.AppPermissions)
		_, member := raw.Owners[discordgo.ApplicationIntegrationGuildInstall]
		ix.Absent = len(raw.Owners) > 0 && !member
		if raw.Member != nil {
			ix.Rights, ix.Roles = Permissions(raw.Member.Permissions), raw.Member.Roles
		}
	}
	if err := checkIDs(ix.ID, ix.AppID, string(ix.Channel), string(ix.User.ID)); err != nil {
		return nil, err
	}
	if ix.Token == "" {
		return nil, errors.New("interaction without a token")
	}
	if raw.Guild == "" && raw.Context != discordgo.InteractionContextBotDM { // others may read along
		ix.Channel = PrivateChannel(ix.Channel)
	}
	if !command {
		return ix, raw.readClick(ix)
	}
	if raw.Data.Name == "" {
		return nil, errors.New("command without a name")
	}
	ix.Command = []string{raw.Data.Name}
	return ix, raw.readOptions(ix, raw.Data.Options, 1)
}

func (raw *rawInteraction) readClick(ix *Interaction) error {
	ix.Message = raw.Message.ID
	ix.Hidden = raw.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	ix.CustomID, ix.Values = raw.Data.CustomID, raw.Data.Values
	if len(ix.Values) > maxOptions {
		return fmt.Errorf("%d values picked, more than a menu can have", len(ix.Values))
	}
	if ix.CustomID == "" || len(ix.CustomID) > 4*maxCustomID {
		return errors.New("custom id is empty or too long")
	}
	return nil
}

// readOptions walks down sub-commands to the options that the person filled in.
func (raw *rawInteraction) readOptions(
	ix *Interaction, options []*discordgo.ApplicationCommandInteractionDataOption, depth int,
) error {
	if len(options) > maxOptions || depth > maxDepth {
		return errors.New("more options than a command can have")
	}
	for _, o := range options {
		if o == nil {
			return errors.New("option that is null")
		}
		if o.Type == SubCommand || o.Type == discordgo.ApplicationCommandOptionSubCommandGroup {
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
		if u := raw.Data.Resolved.Users[value]; u != nil && o.Type == UserOption {
			option.User = new(named(u, raw.Data.Resolved.Members[value]))
		}
		ix.Options = append(ix.Options, option)
	}
	return nil
}

func scalar(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), nil
	case bool:
		return strconv.FormatBool(v), nil
	}
	return "", errors.New("value is neither text nor number")
}

// named returns the user with the name that people see there: of the server, of the account, or the
// handle. m may be nil, and lacks its user.
func named(u *discordgo.User, m *discordgo.Member) User {
	name := u.DisplayName()
	if m != nil && m.Nick != "" {
		name = m.Nick
	}
	return User{ID: match.UserID(u.ID), Name: name, Bot: u.Bot}
}

func checkIDs(ids ...string) error {
	for _, id := range ids {
		if err := checkID(id); err != nil {
			return err
		}
	}
	return nil
}

// checkID checks that id is a Discord ID: it becomes part of addresses.
func checkID(id string) error {
	if id == "" || len(id) > 20 || strings.Trim(id, "0123456789") != "" {
		return fmt.Errorf("malformed id of %d characters", len(id)) // not quoted: it may be a token
	}
	return nil
}

// LogValue logs what tells interactions apart, without what the person wrote.
func (ix *Interaction) LogValue() slog.Value {
	return slog.GroupValue(slog.String("id", ix.ID), slog.Int("kind", int(ix.Kind)),
		slog.Any("command", ix.Command), slog.Any("user", ix.User.ID),
		slog.Any("guild", ix.Guild), slog.Any("channel", ix.Channel))
}
