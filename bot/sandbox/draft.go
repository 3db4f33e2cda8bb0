package sandbox

import (
	"encoding/json"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// draft is the body of every request that makes or changes a message: a channel
// message, an answer to an interaction, a follow-up, an edit.
type draft struct {
	Content          string                `json:"content"`
	TTS              bool                  `json:"tts"`
	Embeds           []wire.Embed          `json:"embeds"`
	AllowedMentions  *wire.AllowedMentions `json:"allowed_mentions"`
	Components       []wire.Component      `json:"components"`
	Attachments      []draftAttachment     `json:"attachments"`
	Flags            int                   `json:"flags"`
	Nonce            json.RawMessage       `json:"nonce"`
	EnforceNonce     bool                  `json:"enforce_nonce"`
	MessageReference *wire.Reference       `json:"message_reference"`
	StickerIDs       []string              `json:"sticker_ids"`
	Poll             json.RawMessage       `json:"poll"`

	// Webhook fields that an interaction's token ignores.
	Username    string   `json:"username"`
	AvatarURL   string   `json:"avatar_url"`
	ThreadName  string   `json:"thread_name"`
	AppliedTags []string `json:"applied_tags"`

	// Only in the data of an interaction's answer.
	Choices  []wire.Choice `json:"choices"`
	CustomID string        `json:"custom_id"`
	Title    string        `json:"title"`

	have  map[string]bool // the fields that the body had, to tell null from absent
	files []upload
	path  string // of the draft in the body: "" or "data"
}

// draftAttachment describes an uploaded file by its index, or keeps an
// attachment by its id.
type draftAttachment struct {
	ID          flexID `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
	Title       string `json:"title"`
	// Discord takes back what it said of an attachment; this is ignored.
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width"`
	Height      int    `json:"height"`
	ContentType string `json:"content_type"`
	Ephemeral   bool   `json:"ephemeral"`
	Spoiler     bool   `json:"is_spoiler"`
	Flags       int    `json:"flags"`
}

// flexID is an id that may be written as a string or a number.
type flexID string

// UnmarshalJSON takes "0" and 0.
func (id *flexID) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		*id = flexID(s)
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return err
	}
	*id = flexID(n.String())
	return nil
}

// draftOf reads the body as a draft.
func (s *Server) draftOf(c *call) (*draft, error) {
	d := &draft{files: c.files, have: present(c.body)}
	return d, s.decode(c, d)
}

// v2 says whether the draft uses components version 2.
func (d *draft) v2() bool { return d.Flags&wire.FlagComponentsV2 != 0 }

// empty says whether nothing would be seen of the draft.
func (d *draft) empty() bool {
	return d.Content == "" && len(d.Embeds) == 0 && len(d.Components) == 0 && len(d.files) == 0 &&
		len(d.StickerIDs) == 0 && len(d.Poll) == 0 && len(d.Attachments) == 0
}
