package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits for what is sent. Texts are cut here as a last resort.
const (
	maxNonce       = 25
	maxFiles       = 10
	maxRequest     = 25 << 20 // bytes, with all files
	maxAlt         = 1024
	maxButtonLabel = 80
	maxOptionText  = 100
	maxPlaceholder = 150
	maxThreadName  = 100
	maxChoices     = 25
)

// wireMessage is a message as it is sent. The library's types have no enforce_nonce and no alt
// text, and do not tell an empty list from none.
type wireMessage struct {
	Content      *string                          `json:"content,omitempty"`
	Components   *[]discordgo.MessageComponent    `json:"components,omitempty"`
	Attachments  *[]attachment                    `json:"attachments,omitempty"`
	Mentions     discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Flags        discordgo.MessageFlags           `json:"flags,omitempty"`
	Nonce        string                           `json:"nonce,omitempty"`
	EnforceNonce bool                             `json:"enforce_nonce,omitempty"`

	emoji bool // there are some among Components
}

type attachment struct {
	ID          string `json:"id"` // index of the file
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// wireEdit allows pings of the mentioned users alone: else Discord looks for mentions in the text.
func wireEdit(e Edit) wireMessage {
	w := wireMessage{
		Content:  e.Content,
		Mentions: discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
	for _, user := range e.Mention {
		w.Mentions.Users = append(w.Mentions.Users, string(user))
	}
	if e.Rows != nil {
		w.Components, w.emoji = new(wireRows(*e.Rows)), HasEmoji(*e.Rows)
	}
	if e.Files != nil {
		w.Attachments = new(make([]attachment, len(*e.Files)))
		for i, f := range *e.Files {
			(*w.Attachments)[i] = attachment{strconv.Itoa(i), fileName(f.Name), Fit(f.Alt, maxAlt)}
		}
	}
	return w
}

// showsEmoji reports whether the body of a request is a message with emoji.
func showsEmoji(body any) bool {
	switch b := body.(type) {
	case wireMessage:
		return b.emoji
	case wireResponse:
		return showsEmoji(b.Data)
	}
	return false
}

func wholeMessage(m Message) wireMessage {
	e := Edit{Content: &m.Content, Rows: &m.Rows, Files: &m.Files, Mention: m.Mention}
	if m.KeepFiles {
		e.Files = nil
	}
	return wireEdit(e)
}

func newMessage(m Message) wireMessage {
	e := Edit{Mention: m.Mention}
	if m.Content != "" {
		e.Content = &m.Content
	}
	if len(m.Rows) > 0 {
		e.Rows = &m.Rows
	}
	if len(m.Files) > 0 {
		e.Files = &m.Files
	}
	w := wireEdit(e)
	w.Nonce, w.EnforceNonce = m.Nonce, m.Nonce != ""
	if m.Ephemeral {
		w.Flags |= discordgo.MessageFlagsEphemeral
	}
	if m.Silent {
		w.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
	return w
}

func wireRows(rows []Row) []discordgo.MessageComponent {
	out := make([]discordgo.MessageComponent, 0, len(rows))
	for _, row := range rows {
		var w discordgo.ActionsRow
		for _, b := range row.Buttons {
			b.Label = Fit(b.Label, maxButtonLabel)
			w.Components = append(w.Components, b)
		}
		if row.Select != nil {
			w.Components = append(w.Components, row.Select.wire())
		}
		out = append(out, w)
	}
	return out
}

func (s *Select) wire() discordgo.SelectMenu {
	w := discordgo.SelectMenu{
		CustomID: s.CustomID, Placeholder: Fit(s.Placeholder, maxPlaceholder), Disabled: s.Disabled,
	}
	if s.Max > 0 {
		w.MinValues, w.MaxValues = &s.Min, s.Max
	}
	for _, o := range s.Options {
		o.Label, o.Description = Fit(o.Label, maxOptionText), Fit(o.Description, maxOptionText)
		w.Options = append(w.Options, o)
	}
	return w
}

var unsafeName = regexp.MustCompile(`[^a-zA-Z0-9._-]`)

// fileName replaces what Discord would remove.
func fileName(name string) string {
	if clean := unsafeName.ReplaceAllString(name, "_"); strings.Trim(clean, "._") != "" {
		return clean
	}
	return "file"
}

// wireResponse is the first answer to an interaction; the library's leaves out an empty list of
// choices.
type wireResponse struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

func response(r Response) (w wireResponse, files []File, err error) {
	n := 0
	is := func(set bool, kind discordgo.InteractionResponseType) bool {
		if set {
			w.Type = kind
			n++
		}
		return set
	}
	if is(r.Message != nil, discordgo.InteractionResponseChannelMessageWithSource) {
		m := *r.Message
		m.Nonce = "" // Discord takes only one response anyway
		w.Data, files = newMessage(m), m.Files
	}
	if is(r.Deferred != nil, discordgo.InteractionResponseDeferredChannelMessageWithSource) &&
		r.Deferred.Ephemeral {
		w.Data = map[string]any{"flags": discordgo.MessageFlagsEphemeral}
	}
	if is(r.Update != nil, discordgo.InteractionResponseUpdateMessage) {
		m := wholeMessage(*r.Update)
		if files = r.Update.Files; r.Update.KeepFiles {
			m.Attachments = nil
		}
		w.Data = m
	}
	is(r.DeferUpdate, discordgo.InteractionResponseDeferredMessageUpdate)
	if is(r.Choices != nil, discordgo.InteractionApplicationCommandAutocompleteResult) {
		w.Data = map[string]any{"choices": suggestions(r.Choices)}
	}
	if is(r.Form != nil, discordgo.InteractionResponseModal) {
		w.Data = r.Form.wire()
	}
	if n != 1 {
		err = fmt.Errorf("a response sets one field, not %d", n)
	}
	return w, files, err
}

// suggestions keeps what Discord takes: one choice too many, or an empty name, and it shows none.
func suggestions(choices []Choice) []CommandChoice {
	out := make([]CommandChoice, 0, min(len(choices), maxChoices))
	for _, c := range choices {
		// A value cannot be cut: it would mean something else.
		if len(out) == maxChoices || c.Name == "" || Fit(c.Value, maxOptionText) != c.Value {
			continue
		}
		out = append(out, CommandChoice{Name: Fit(c.Name, maxOptionText), Value: c.Value})
	}
	return out
}

func withFiles(body []byte, files []File) (contentType string, data []byte, err error) {
	if len(files) > maxFiles {
		return "", nil, fmt.Errorf("a message takes %d files, not %d", maxFiles, len(files))
	}
	parts := make([]*discordgo.File, 0, len(files))
	for _, f := range files {
		if strings.ContainsAny(f.Type, "\r\n") { // it becomes a header of its part
			return "", nil, fmt.Errorf("content type %q of file %s", f.Type, fileName(f.Name))
		}
		parts = append(parts, &discordgo.File{
			Name: fileName(f.Name), ContentType: f.Type, Reader: bytes.NewReader(f.Data),
		})
	}
	contentType, data, err = discordgo.MultipartBodyWithJSON(json.RawMessage(body), parts)
	if err == nil && len(data) > maxRequest {
		err = fmt.Errorf("a message of %d bytes with its files, more than %d", len(data), maxRequest)
	}
	return contentType, data, err
}
