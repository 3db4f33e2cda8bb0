package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"konduktor/engine/match"

	"github.com/bwmarrin/discordgo"
)

// errPing is no interaction: Discord asks whether somebody is there.
var errPing = errors.New("ping")

// Limits of incoming interactions; Discord stays below them.
const (
	maxOptions  = 25
	maxDepth    = 3 // command, group, sub-command
	maxCustomID = 400
)

// rawInteraction is Discord's INTERACTION_CREATE (package comment). The library's has no channel.
type rawInteraction struct {
	ID             string
	AppID          string `json:"application_id"`
	Type           Kind
	Token          Token
	Guild          match.ServerID  `json:"guild_id"`
	ChannelID      match.ChannelID `json:"channel_id"`
	Channel        discordgo.Channel
	Locale         string
	GuildLocale    string      `json:"guild_locale"`
	AppPermissions Permissions `json:"app_permissions,string"`
	Context        discordgo.InteractionContextType
	// Owners are who has installed the app: a server, a person, or both.
	Owners  map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`
	Member  *discordgo.Member
	User    *discordgo.User
	Message struct {
		ID    match.MessageID
		Flags discordgo.MessageFlags
	}
	Data struct { // of a command, of a click, or of a form
		Name     string
		Type     discordgo.ApplicationCommandType
		Options  []*discordgo.ApplicationCommandInteractionDataOption
		Resolved struct {
			Users   map[string]*discordgo.User
			Members map[string]*discordgo.Member
		}
		CustomID string `json:"custom_id"`
		Values   []string

		Components []rawLabel
	}
}

func parseInteraction(data []byte) (*Interaction, error) {
	var raw rawInteraction
	if json.Unmarshal(data, &raw) != nil { // the error may quote what it read
		return nil, errors.New("malformed interaction")
	}
	if raw.Type == discordgo.InteractionPing {
		return nil, errPing
	}
	command := raw.Type == Slash || raw.Type == Autocomplete
	if !command && raw.Type != Click && raw.Type != Submit ||
		command && raw.Data.Type > discordgo.ChatApplicationCommand {
		return nil, errors.New("interaction of a kind that the bot does not use")
	}
	ix := &Interaction{
		ID: raw.ID, Token: raw.Token, AppID: raw.AppID, Kind: raw.Type,
		Guild: raw.Guild, Channel: raw.ChannelID, Locale: raw.Locale, GuildLocale: raw.GuildLocale,
		Perms: PermAll,
	}
	if ix.Channel == "" {
		ix.Channel = match.ChannelID(raw.Channel.ID)
	}
	if raw.Channel.IsThread() {
		ix.Parent = match.ChannelID(raw.Channel.ParentID)
	}
	ix.Threadless = raw.Channel.Type == discordgo.ChannelTypeGuildVoice ||
		raw.Channel.Type == discordgo.ChannelTypeGuildStageVoice
	if m := raw.Member; m != nil {
		raw.User = m.User
		ix.Rights, ix.Roles, ix.Joined = m.Permissions, m.Roles, m.JoinedAt
	}
	if raw.User == nil || ix.Token == "" {
		return nil, errors.New("interaction without a user or a token")
	}
	ix.User = named(raw.User, raw.Member)
	if err := checkIDs(ix.ID, ix.AppID, string(ix.Channel), string(ix.User.ID)); err != nil {
		return nil, err
	}
	if raw.Guild != "" {
		_, member := raw.Owners[discordgo.ApplicationIntegrationGuildInstall]
		ix.Perms, ix.Absent = raw.AppPermissions, len(raw.Owners) > 0 && !member
	} else if raw.Context != discordgo.InteractionContextBotDM { // others may read along
		ix.Channel = PrivateChannel(ix.Channel)
	}
	if command {
		ix.Command = []string{raw.Data.Name}
		return ix, raw.readOptions(ix, raw.Data.Options)
	}
	ix.Message = raw.Message.ID
	ix.Hidden = raw.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	ix.CustomID, ix.Values = raw.Data.CustomID, raw.Data.Values
	if ix.CustomID == "" || len(ix.CustomID) > maxCustomID || len(ix.Values) > maxOptions {
		return nil, errors.New("click without a custom ID, or with more than a message can have")
	}
	if raw.Type == Submit {
		var err error
		ix.Filled, err = readForm(raw.Data.Components)
		return ix, err
	}
	return ix, nil
}

// readOptions walks down sub-commands to the options that the person filled in.
func (raw *rawInteraction) readOptions(
	ix *Interaction, options []*discordgo.ApplicationCommandInteractionDataOption,
) error {
	if len(options) > maxOptions || len(ix.Command) > maxDepth || slices.Contains(options, nil) {
		return errors.New("options that no command has")
	}
	if len(options) == 1 && options[0].Type <= discordgo.ApplicationCommandOptionSubCommandGroup {
		ix.Command = append(ix.Command, options[0].Name)
		return raw.readOptions(ix, options[0].Options)
	}
	for _, o := range options {
		option := Option{Name: o.Name, Focused: o.Focused}
		switch v := o.Value.(type) {
		case nil:
		case string:
			option.Value = v
		case float64:
			option.Value = strconv.FormatFloat(v, 'f', -1, 64)
		case bool:
			option.Value = strconv.FormatBool(v)
		default:
			return errors.New("an option is neither text nor number")
		}
		if u := raw.Data.Resolved.Users[option.Value]; u != nil && o.Type == UserOption {
			option.User = new(named(u, raw.Data.Resolved.Members[option.Value]))
		}
		ix.Options = append(ix.Options, option)
	}
	return nil
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

func checkIDs(ids ...string) (err error) {
	for _, id := range ids {
		err = errors.Join(err, checkID(id))
	}
	return err
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

// EventKind says what has happened.
type EventKind uint8

// The kinds of events.
const (
	GuildGone   EventKind = iota + 1 // the bot was removed, or the server deleted
	ChannelGone                      // a channel was deleted
	ThreadGone                       // a thread was deleted
	Wrote                            // a person wrote to the bot in direct messages
)

// Event is a deletion that may leave games without a table, or a person's direct message.
type Event struct {
	Kind    EventKind
	Guild   match.ServerID
	Channel match.ChannelID // the channel or thread; "" for GuildGone
	Parent  match.ChannelID // ThreadGone: the channel that the thread was in
	User    match.UserID    // Wrote: who
	Message match.MessageID // Wrote: the message's id; what it says is not read
}

// receive puts an event into the queue, and never blocks.
func (s *Session) receive(name string, data []byte) {
	if name != "INTERACTION_CREATE" {
		if event, ok := parseEvent(name, data); ok && s.opts.OnEvent != nil {
			s.queue.put(job{event: &event})
		}
		return
	}
	ix, err := parseInteraction(data)
	if err != nil {
		s.log.Warn("interaction refused", "error", err)
		return
	}
	s.queue.put(job{ix: ix})
}

// parseEvent converts a deletion or a direct message; false for everything else.
func parseEvent(name string, data []byte) (Event, bool) {
	var raw struct {
		ID          string
		Guild       match.ServerID  `json:"guild_id"`
		Parent      match.ChannelID `json:"parent_id"`
		Unavailable bool            // Discord cannot reach the server just now
		// Of a message:
		Type    discordgo.MessageType
		Channel match.ChannelID `json:"channel_id"`
		Webhook string          `json:"webhook_id"`
		Author  discordgo.User
	}
	if json.Unmarshal(data, &raw) != nil || checkID(raw.ID) != nil {
		return Event{}, false
	}
	switch name {
	case "MESSAGE_CREATE":
		byPerson := raw.Type == discordgo.MessageTypeDefault || raw.Type == discordgo.MessageTypeReply
		own := raw.Guild == "" && raw.Webhook == "" && !raw.Author.Bot && byPerson
		return Event{
			Kind: Wrote, Channel: raw.Channel, User: match.UserID(raw.Author.ID),
			Message: match.MessageID(raw.ID),
		}, own && checkIDs(string(raw.Channel), raw.Author.ID) == nil
	case "GUILD_DELETE":
		return Event{Kind: GuildGone, Guild: match.ServerID(raw.ID)}, !raw.Unavailable
	case "CHANNEL_DELETE":
		return Event{Kind: ChannelGone, Guild: raw.Guild, Channel: match.ChannelID(raw.ID)}, true
	case "THREAD_DELETE":
		thread := match.ChannelID(raw.ID)
		return Event{Kind: ThreadGone, Guild: raw.Guild, Channel: thread, Parent: raw.Parent}, true
	}
	return Event{}, false
}
