package discord

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits for what is sent, cut to here as a last resort: texts are made to fit where they are written.
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

const (
	flagEphemeral = 1 << 6
	flagSilent    = 1 << 12
)

// wireMessage is Discord's message as it is sent. discordgo's structures have no enforce_nonce, and leave
// out allowed_mentions where nothing is set.
type wireMessage struct {
	Content      *string           `json:"content,omitempty"`
	Components   *[]wireComponent  `json:"components,omitempty"`
	Attachments  *[]wireAttachment `json:"attachments,omitempty"`
	Mentions     wireMentions      `json:"allowed_mentions"`
	Flags        int               `json:"flags,omitempty"`
	Nonce        string            `json:"nonce,omitempty"`
	EnforceNonce bool              `json:"enforce_nonce,omitempty"`
}

// wireMentions is always sent: without it Discord parses mentions of users, roles and everyone out of the text.
type wireMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

type wireAttachment struct {
	ID          string `json:"id"` // index of the file
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type wireComponent struct {
	Type        int              `json:"type"`
	Components  []wireComponent  `json:"components,omitempty"`
	Style       ButtonStyle      `json:"style,omitempty"`
	Label       string           `json:"label,omitempty"`
	CustomID    string           `json:"custom_id,omitempty"`
	URL         string           `json:"url,omitempty"`
	Placeholder string           `json:"placeholder,omitempty"`
	Min         *int             `json:"min_values,omitempty"`
	Max         int              `json:"max_values,omitempty"`
	Options     []wireMenuOption `json:"options,omitempty"`
	Disabled    bool             `json:"disabled,omitempty"`
}

type wireMenuOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// The numbers of component types.
const (
	componentRow    = 1
	componentButton = 2
	componentSelect = 3
)

func mentions(users []string) wireMentions {
	return wireMentions{Parse: []string{}, Users: users}
}

// newMessage is a new message.
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
		w.Flags |= flagEphemeral
	}
	if m.Silent {
		w.Flags |= flagSilent
	}
	return w
}

// wholeMessage replaces a whole message, including the parts that m does not have.
func wholeMessage(m Message) wireMessage {
	return wireMessage{
		Content:     &m.Content,
		Components:  new(wireRows(m.Rows)),
		Attachments: new(wireAttachments(m.Files)),
		Mentions:    mentions(m.Mention),
	}
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

func wireRows(rows []Row) []wireComponent {
	out := make([]wireComponent, 0, len(rows))
	for _, row := range rows {
		w := wireComponent{Type: componentRow}
		for _, b := range row.Buttons {
			w.Components = append(w.Components, wireComponent{
				Type: componentButton, Style: b.Style, Label: Fit(b.Label, maxButtonLabel),
				CustomID: b.CustomID, URL: b.URL, Disabled: b.Disabled,
			})
		}
		if row.Select != nil {
			w.Components = append(w.Components, wireSelect(*row.Select))
		}
		out = append(out, w)
	}
	return out
}

func wireSelect(s Select) wireComponent {
	least, most := s.Min, s.Max
	if most == 0 { // not set: exactly one
		least, most = 1, 1
	}
	w := wireComponent{
		Type: componentSelect, CustomID: s.CustomID, Placeholder: Fit(s.Placeholder, maxPlaceholder),
		Min: &least, Max: most, Disabled: s.Disabled,
	}
	for _, o := range s.Options {
		w.Options = append(w.Options, wireMenuOption{
			Label: Fit(o.Label, maxOptionText), Value: o.Value,
			Description: Fit(o.Description, maxOptionText), Default: o.Default,
		})
	}
	return w
}

func wireAttachments(files []File) []wireAttachment {
	out := make([]wireAttachment, 0, len(files))
	for i, f := range files {
		out = append(out, wireAttachment{ID: strconv.Itoa(i), Filename: fileName(f.Name), Description: Fit(f.Alt, maxAlt)})
	}
	return out
}

// fileName removes what Discord would remove from a name, so that references to attachments match.
func fileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, name)
	if strings.Trim(clean, "._") == "" {
		return "file"
	}
	return clean
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
		parts = append(parts, &discordgo.File{Name: fileName(f.Name), ContentType: f.Type, Reader: bytes.NewReader(f.Data)})
	}
	contentType, data, err = discordgo.MultipartBodyWithJSON(body, parts)
	if err == nil && len(data) > maxRequest {
		return "", nil, fmt.Errorf("a message of %d bytes with its files, more than %d", len(data), maxRequest)
	}
	return contentType, data, err
}
