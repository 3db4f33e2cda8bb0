// Package discord is Konduktor's own small view of Discord: what the bot receives and what it
// sends. Behind it stands discordgo v0.29.0, which no other package imports: its types of commands,
// components, users, permissions, events and errors, and its REST client.
//
// Traps of the library that have a measure of our own, each with a test:
//
//   - Its gateway session: op 7, 9 or 11 in the handshake deadlocks Open for ever, a heartbeat
//     interval of 0 and a null end the process, op 9 identifies again at once and uncounted, close
//     codes are only logged, resuming ignores resume_gateway_url and needs the old session, Close
//     sleeps for a second. Each needs a message changed, held back or added, so gateway.go reads
//     the gateway itself; of the session it takes the identify.
//   - A component of an unknown type fails to decode, and the interaction with it: interaction.go
//     decodes what surrounds it.
//   - A rate limiter's bucket is kept for each address for ever, its lock is held during the
//     request, and it sleeps through deadlines; so each request has a bucket of its own, and
//     limits.go remembers limits. A limit with an HTML body, a 502 or an odd header is an error
//     without a status; so exchange (client.go) returns errors itself and hides headers.
//   - The API version is 9: addresses are our own. A redirect would carry the token along.
//   - Messages have no enforce_nonce and no alt text, and an empty list of choices is left out:
//     bodies are our own (wire.go).
//   - Log lines hold tokens and whole events, so the library logs nothing.
package discord

import (
	"context"
	"slices"
	"strings"
	"time"

	"konduktor/engine/match"

	"github.com/bwmarrin/discordgo"
)

// API is what the bot asks of Discord. Errors are *Error where Discord answered.
type API interface {
	// Respond gives the first answer to an interaction, within 3 s of receipt.
	Respond(ctx context.Context, ix *Interaction, r Response) error
	// EditOriginal replaces the interaction's first or deferred answer, within 15 min.
	EditOriginal(ctx context.Context, ix *Interaction, m Message) (match.MessageID, error)
	// FollowUp sends a further message, within 15 min.
	FollowUp(ctx context.Context, ix *Interaction, m Message) (match.MessageID, error)
	// Send posts a message; the same Nonce within minutes returns the first message.
	Send(ctx context.Context, channel match.ChannelID, m Message) (match.MessageID, error)
	// Edit replaces the parts of the message that are set in e.
	Edit(ctx context.Context, channel match.ChannelID, id match.MessageID, e Edit) error
	// Delete removes a message of the bot's. One that is gone already is no error.
	Delete(ctx context.Context, channel match.ChannelID, id match.MessageID) error
	// OpenDM returns the DM channel with a user.
	OpenDM(ctx context.Context, user match.UserID) (channel match.ChannelID, err error)
	// StartThread opens a public thread from a message, or returns the one there is.
	StartThread(
		ctx context.Context, channel match.ChannelID, from match.MessageID, name string,
	) (thread match.ChannelID, err error)
	// RenameThread renames a thread of the bot's. Discord allows that twice in ten minutes.
	RenameThread(ctx context.Context, thread match.ChannelID, name string) error
	// ServerName returns what a server is called; hostile text.
	ServerName(ctx context.Context, id match.ServerID) (string, error)
	// IsMember reports whether a user is on a server that the bot is on.
	IsMember(ctx context.Context, server match.ServerID, user match.UserID) (bool, error)
	// ApplicationID returns the id of the bot's application.
	ApplicationID(ctx context.Context) (string, error)
	// RegisterCommands replaces the application's global commands, and returns their IDs by name.
	RegisterCommands(ctx context.Context, cmds []*Command) (ids map[string]string, err error)
	// Emojis lists the emoji of the application.
	Emojis(ctx context.Context) ([]Emoji, error)
	// CreateEmoji adds one. Discord refuses a name that is taken.
	CreateEmoji(ctx context.Context, name string, png []byte) (Emoji, error)
	// DeleteEmoji removes one. Messages that show it show its name then.
	DeleteEmoji(ctx context.Context, id string) error
}

// Kind says what kind of interaction arrived, by Discord's numbers.
type Kind = discordgo.InteractionType

// The kinds of interactions that the bot handles.
const (
	Slash        = discordgo.InteractionApplicationCommand
	Click        = discordgo.InteractionMessageComponent // a button, or a select with its values
	Autocomplete = discordgo.InteractionApplicationCommandAutocomplete
	Submit       = discordgo.InteractionModalSubmit // a form was filled in
)

// Interaction is what a person did.
type Interaction struct {
	ID          string
	Token       Token // authorises answers; a secret
	AppID       string
	Kind        Kind
	User        User
	Guild       match.ServerID  // "" in a DM
	Channel     match.ChannelID // channel, thread or DM; a private channel as PrivateChannel names it
	Absent      bool            // the bot is no member of Guild: the user has brought it along
	Parent      match.ChannelID // the thread's parent channel, "" elsewhere
	Threadless  bool            // the chat of a voice or stage channel, which takes no threads
	Locale      string          // the user's language: "pl", "en-US"
	GuildLocale string
	Perms       Permissions // the bot's own in this channel; PermAll in a DM
	Rights      Permissions // the user's in this channel; 0 in a DM
	Roles       []string    // IDs of the user's roles on the server
	Joined      time.Time   // when the user came to the server; zero in a DM
	Command     []string    // Slash, Autocomplete: ["game", "new"]
	Options     []Option    // Slash, Autocomplete
	CustomID    string      // Click, Submit
	Values      []string    // Click on a select
	Hidden      bool        // only the user sees Message
	// Message is the one clicked on; of a Submit, the one from which the form was opened.
	Message match.MessageID
	Filled  map[string][]string // Submit: what was filled in, by Field.Name; see Form.Takes
}

// Option is an option as the person sent it, not validated.
type Option struct {
	Name    string
	Value   string // numbers and booleans in their usual text form; users by id
	Focused bool   // Autocomplete: being typed
	User    *User  // of an option of type user
}

// User is a Discord user.
type User struct {
	ID   match.UserID
	Name string // display name; hostile text
	Bot  bool
}

// Response is the first answer to an interaction: exactly one field is set.
type Response struct {
	Message     *Message  // a new message
	Deferred    *Deferred // "… is thinking": EditOriginal follows
	Update      *Message  // the clicked message becomes this
	DeferUpdate bool      // the clicked message will be edited
	Choices     []Choice  // autocomplete; empty but not nil: none
	Form        *Form     // of a command or a click

	// For private channels (Courier): what others there must hear.
	Table  bool // everybody there is told what was done
	Renews bool // the clicked message, which everybody there sees, is brought up to date
}

// Deferred says whether the message to come is for the invoker only.
type Deferred struct{ Ephemeral bool }

// Choice is an autocomplete suggestion.
type Choice struct{ Name, Value string }

// Message is what is sent. Mentions come alive only for the users in Mention.
type Message struct {
	Content   string
	Rows      []Row
	Files     []File
	KeepFiles bool // an update or edit: the message keeps the files that it has
	Ephemeral bool
	Silent    bool           // no push notification
	Mention   []match.UserID // user ids that may be pinged
	Nonce     string         // up to 25 characters
}

// Edit holds the parts of a message to replace: nil fields stay.
type Edit struct {
	Content *string
	Rows    *[]Row
	Files   *[]File // replaces all attachments
	Mention []match.UserID
	// By is a recent click on the message: its token makes the edit, which Discord does not count
	// among a bot's requests. nil: the bot makes it.
	By *Interaction
}

// Row is a row of components: up to five buttons, or one select.
type Row struct {
	Buttons []Button
	Select  *Select
}

// NewButton returns a button that is pressed. A label that is too long is cut.
func NewButton(style ButtonStyle, label, customID string) Button {
	return Button{Style: style, Label: Fit(label, maxButtonLabel), CustomID: customID}
}

// Buttons are the rows of a message that has one row of buttons.
func Buttons(row ...Button) []Row { return []Row{{Buttons: row}} }

// The library's components. Discord refuses a message with an emoji that its application lacks.
type (
	Button         = discordgo.Button
	ButtonStyle    = discordgo.ButtonStyle
	SelectOption   = discordgo.SelectMenuOption
	ComponentEmoji = discordgo.ComponentEmoji
)

// The styles of buttons. A Link has a URL in place of a CustomID.
const (
	Primary   = discordgo.PrimaryButton
	Secondary = discordgo.SecondaryButton
	Success   = discordgo.SuccessButton
	Danger    = discordgo.DangerButton
	Link      = discordgo.LinkButton
)

// HasEmoji reports whether any button or option has an emoji.
func HasEmoji(rows []Row) bool {
	return slices.ContainsFunc(rows, func(row Row) bool {
		return slices.ContainsFunc(row.Buttons, func(b Button) bool { return b.Emoji != nil }) ||
			row.Select != nil &&
				slices.ContainsFunc(row.Select.Options, func(o SelectOption) bool { return o.Emoji != nil })
	})
}

// WithoutEmoji returns the same buttons and menus without emoji. A button without words is called
// as its emoji is.
func WithoutEmoji(rows []Row) []Row {
	rows = append([]Row(nil), rows...)
	for i, row := range rows {
		rows[i].Buttons = append([]Button(nil), row.Buttons...)
		for j := range rows[i].Buttons {
			b := &rows[i].Buttons[j]
			if b.Label == "" && b.Emoji != nil {
				b.Label = strings.ReplaceAll(b.Emoji.Name, "_", " ")
			}
			b.Emoji = nil
		}
		if row.Select == nil {
			continue
		}
		menu := *row.Select
		menu.Options = append([]SelectOption(nil), menu.Options...)
		for j := range menu.Options {
			menu.Options[j].Emoji = nil
		}
		rows[i].Select = &menu
	}
	return rows
}

// Select is a menu of up to 25 options.
type Select struct {
	CustomID    string
	Placeholder string
	Min, Max    int // how many can be picked; exactly one if Max is 0
	Options     []SelectOption
	Disabled    bool
}

// File is an attachment.
type File struct {
	Name string // e.g. "board.png"
	Alt  string // text equivalent, up to 1,024 characters
	Type string // content type
	Data []byte
}

// Emoji is an emoji of the bot's application, which every message of the bot can show.
type Emoji struct{ ID, Name string }

// Created is when Discord gave out an ID; zero if the text is no ID.
func Created(id string) time.Time {
	at, _ := discordgo.SnowflakeTimestamp(id)
	return at
}
