package wire

import "encoding/json"

// Kinds of components.
const (
	ActionRow         = 1
	Button            = 2
	StringSelect      = 3
	TextInput         = 4
	UserSelect        = 5
	RoleSelect        = 6
	MentionableSelect = 7
	ChannelSelect     = 8
	Section           = 9
	TextDisplay       = 10
	Thumbnail         = 11
	MediaGallery      = 12
	File              = 13
	Separator         = 14
	Container         = 17
	Label             = 18
	FileUpload        = 19
	RadioGroup        = 21
	CheckboxGroup     = 22
	Checkbox          = 23
)

// Button styles.
const (
	StyleLink    = 5
	StylePremium = 6
)

// Component is any component of a message or modal; which fields count depends
// on Type.
type Component struct {
	Type     int    `json:"type"`
	ID       int    `json:"id,omitempty"`
	CustomID string `json:"custom_id,omitempty"`

	// Buttons and text inputs.
	Style    int    `json:"style,omitempty"`
	Label    string `json:"label,omitempty"`
	Emoji    *Emoji `json:"emoji,omitempty"`
	URL      string `json:"url,omitempty"`
	SKUID    string `json:"sku_id,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`

	// Selects.
	Options       []SelectOption `json:"options,omitempty"`
	Placeholder   string         `json:"placeholder,omitempty"`
	MinValues     *int           `json:"min_values,omitempty"`
	MaxValues     *int           `json:"max_values,omitempty"`
	DefaultValues []DefaultValue `json:"default_values,omitempty"`
	ChannelTypes  []int          `json:"channel_types,omitempty"`

	// Text inputs and other parts of modals.
	Value     string `json:"value,omitempty"`
	Required  *bool  `json:"required,omitempty"`
	MinLength *int   `json:"min_length,omitempty"`
	MaxLength *int   `json:"max_length,omitempty"`
	Default   *bool  `json:"default,omitempty"`

	// Version 2.
	Components  []Component   `json:"components,omitempty"`
	Component   *Component    `json:"component,omitempty"`
	Accessory   *Component    `json:"accessory,omitempty"`
	Content     string        `json:"content,omitempty"`
	Media       *Media        `json:"media,omitempty"`
	File        *Media        `json:"file,omitempty"`
	Items       []GalleryItem `json:"items,omitempty"`
	Description string        `json:"description,omitempty"`
	Spoiler     bool          `json:"spoiler,omitempty"`
	Divider     *bool         `json:"divider,omitempty"`
	Spacing     int           `json:"spacing,omitempty"`
	AccentColor *int          `json:"accent_color,omitempty"`
	Name        string        `json:"name,omitempty"`
	Size        int           `json:"size,omitempty"`
}

// SelectOption is one line of a string select, radio or checkbox group.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is a preselected user, role or channel.
type DefaultValue struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// Media is a picture or file by URL; the answer adds where it is served.
type Media struct {
	ID           string `json:"id,omitempty"`
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID string `json:"attachment_id,omitempty"`
}

// GalleryItem is one picture of a media gallery.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// Walk calls visit for each component of the tree, parents before children. It
// stops descending below a component for which visit answers false.
func Walk(components []Component, visit func(*Component) bool) {
	for i := range components {
		c := &components[i]
		if !visit(c) {
			continue
		}
		Walk(c.Components, visit)
		if c.Accessory != nil {
			Walk([]Component{*c.Accessory}, visit)
		}
		if c.Component != nil {
			Walk([]Component{*c.Component}, visit)
		}
	}
}

// MarshalJSON writes the component; parts of version 2 have fields that Discord
// always says, also when they are empty.
func (c Component) MarshalJSON() ([]byte, error) {
	type plain Component
	switch c.Type {
	case Container:
		return json.Marshal(struct {
			plain
			AccentColor *int `json:"accent_color"`
			Spoiler     bool `json:"spoiler"`
		}{plain(c), c.AccentColor, c.Spoiler})
	case Separator:
		return json.Marshal(struct {
			plain
			Spacing int  `json:"spacing"`
			Divider bool `json:"divider"`
		}{plain(c), max(1, c.Spacing), c.Divider == nil || *c.Divider})
	case File:
		return json.Marshal(struct {
			plain
			Name    string `json:"name"`
			Size    int    `json:"size"`
			Spoiler bool   `json:"spoiler"`
		}{plain(c), c.Name, c.Size, c.Spoiler})
	case Thumbnail:
		return json.Marshal(struct {
			plain
			Description *string `json:"description"`
			Spoiler     bool    `json:"spoiler"`
		}{plain(c), orNull(c.Description), c.Spoiler})
	}
	return json.Marshal(plain(c))
}

// MarshalJSON writes the item with description and spoiler, also when empty.
func (g GalleryItem) MarshalJSON() ([]byte, error) {
	type plain GalleryItem
	return json.Marshal(struct {
		plain
		Description *string `json:"description"`
		Spoiler     bool    `json:"spoiler"`
	}{plain(g), orNull(g.Description), g.Spoiler})
}

// orNull is nil for an empty text.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
