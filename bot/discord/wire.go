package discord

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"konduktor/engine/match"

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
	Attachments  *[]wireAttachment                `json:"attachments,omitempty"`
	Mentions     discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Flags        discordgo.MessageFlags           `json:"flags,omitempty"`
	Nonce        string                           `json:"nonce,omitempty"`
	EnforceNonce bool                             `json:"enforce_nonce,omitempty"`
}

type wireAttachment struct {
	ID          string `json:"id"` // index of the file
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// mentions allows pings of the users alone. Without it Discord looks for mentions in the text.
func mentions(users []match.UserID) discordgo.MessageAllowedMentions {
	allowed := discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}
	for _, user := range users {
		allowed.Users = append(allowed.Users, string(user))
	}
	return allowed
}

func newMessage(m Message) wireMessage {
	w := wireMessage{Mentions: mentions(m.Mention), Nonce: m.Nonce, EnforceNonce: m.Nonce != ""}
	if m.Content != "" {
		w.Content = &m.Content
	}
	if len(m.Rows) > 0 {
		w.Components = new(wireRows(m.Rows))
	}
	if len(m.Files) > 0 {
		w.Attachments = new(wireAttachments(m.Files))
	}
	if m.Ephemeral {
		w.Flags |= discordgo.MessageFlagsEphemeral
	}
	if m.Silent {
		w.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
	return w
}

func wholeMessage(m Message) wireMessage {
	return wireEdit(Edit{Content: &m.Content, Rows: &m.Rows, Files: &m.Files, Mention: m.Mention})
}

func wireEdit(e Edit) wireMessage {
	w := wireMessage{Content: e.Content, Mentions: mentions(e.Mention)}
	if e.Rows != nil {
		w.Components = new(wireRows(*e.Rows))
	}
	if e.Files != nil {
		w.Attachments = new(wireAttachments(*e.Files))
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
			w.Components = append(w.Components, wireSelect(*row.Select))
		}
		out = append(out, w)
	}
	return out
}

func wireSelect(s Select) discordgo.SelectMenu {
	w := discordgo.SelectMenu{
		CustomID: s.CustomID, Placeholder: Fit(s.Placeholder, maxPlaceholder), Disabled: s.Disabled,
	}
	if s.Max > 0 { // not set: exactly one
		w.MinValues, w.MaxValues = &s.Min, s.Max
	}
	for _, o := range s.Options {
		o.Label, o.Description = Fit(o.Label, maxOptionText), Fit(o.Description, maxOptionText)
		w.Options = append(w.Options, o)
	}
	return w
}

func wireAttachments(files []File) []wireAttachment {
	out := make([]wireAttachment, 0, len(files))
	for i, f := range files {
		out = append(out, wireAttachment{strconv.Itoa(i), fileName(f.Name), Fit(f.Alt, maxAlt)})
	}
	return out
}

var unsafeName = regexp.MustCompile(`[^a-zA-Z0-9._-]`)

// fileName removes what Discord would remove, so that references to attachments match.
func fileName(name string) string {
	clean := unsafeName.ReplaceAllString(name, "_")
	if strings.Trim(clean, "._") == "" {
		return "file"
	}
	return clean
}

// wireResponse is the first answer to an interaction; the library's leaves out an empty list of
// choices.
type wireResponse struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// wireAnswer returns Discord's form of r, and the files that go with it.
func wireAnswer(r Response) (wireResponse, []File, error) {
	set := []bool{
		r.Message != nil, r.Deferred != nil, r.Update != nil, r.DeferUpdate, r.Choices != nil,
	}
	if n := len(slices.DeleteFunc(set, func(is bool) bool { return !is })); n != 1 {
		return wireResponse{}, nil, fmt.Errorf("a response sets one field, not %d", n)
	}
	switch {
	case r.Message != nil:
		m := *r.Message
		m.Nonce = "" // Discord takes only one response anyway
		w := wireResponse{discordgo.InteractionResponseChannelMessageWithSource, newMessage(m)}
		return w, m.Files, nil
	case r.Deferred != nil:
		w := wireResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}
		if r.Deferred.Ephemeral {
			w.Data = map[string]any{"flags": discordgo.MessageFlagsEphemeral}
		}
		return w, nil, nil
	case r.Update != nil:
		w := wholeMessage(*r.Update)
		if r.Update.KeepFiles {
			w.Attachments = nil
		}
		return wireResponse{discordgo.InteractionResponseUpdateMessage, w}, r.Update.Files, nil
	case r.DeferUpdate:
		return wireResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}, nil, nil
	}
	choices := map[string]any{"choices": suggestions(r.Choices)}
	return wireResponse{discordgo.InteractionApplicationCommandAutocompleteResult, choices}, nil, nil
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

// encode returns the request's body: JSON, or multipart with the files.
func encode(body any, files []File) (contentType string, data []byte, err error) {
	if body == nil {
		return "", nil, nil
	}
	if len(files) == 0 {
		data, err = discordgo.Marshal(body)
		return "application/json", data, err
	}
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
	contentType, data, err = discordgo.MultipartBodyWithJSON(body, parts)
	if err == nil && len(data) > maxRequest {
		err = fmt.Errorf("a message of %d bytes with its files, more than %d", len(data), maxRequest)
	}
	return contentType, data, err
}
