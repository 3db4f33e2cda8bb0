package discord

import "github.com/bwmarrin/discordgo"

// The parts of a command are the library's.
type (
	CommandOption = discordgo.ApplicationCommandOption
	CommandChoice = discordgo.ApplicationCommandOptionChoice
	OptionType    = discordgo.ApplicationCommandOptionType
	Locale        = discordgo.Locale
)

// The types of options used.
const (
	SubCommand = discordgo.ApplicationCommandOptionSubCommand
	Text       = discordgo.ApplicationCommandOptionString
	Integer    = discordgo.ApplicationCommandOptionInteger
	Boolean    = discordgo.ApplicationCommandOptionBoolean
	UserOption = discordgo.ApplicationCommandOptionUser
	RoleOption = discordgo.ApplicationCommandOptionRole
	// ChannelOption is a text channel or a forum.
	ChannelOption = discordgo.ApplicationCommandOptionChannel
)

// TablesStandIn are the types of channels that a ChannelOption offers.
var TablesStandIn = []discordgo.ChannelType{
	discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildForum,
}

// Command is a global slash command.
type Command struct {
	discordgo.ApplicationCommand
	// Rights are a number in Discord's description; the library writes a string.
	Rights *int64 `json:"default_member_permissions,omitempty"`
}

// DefaultLocale belongs among the localisations too: without it its speakers may see that of a
// related language.
const DefaultLocale = discordgo.EnglishUS

// NewCommand returns a global slash command with the words and options of o. One to manage a server
// is shown only there, to those who may, unless the server's settings override that.
func NewCommand(o CommandOption, manage bool) *Command {
	c := &Command{ApplicationCommand: discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand,
		Name: o.Name, NameLocalizations: &o.NameLocalizations,
		Description: o.Description, DescriptionLocalizations: &o.DescriptionLocalizations,
		Options: o.Options,
		Contexts: &[]discordgo.InteractionContextType{
			discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM,
			discordgo.InteractionContextPrivateChannel,
		},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall,
		},
	}}
	if manage {
		*c.Contexts, *c.IntegrationTypes = (*c.Contexts)[:1], (*c.IntegrationTypes)[:1]
		c.Rights = new(int64(PermManageGuild))
	}
	return c
}
