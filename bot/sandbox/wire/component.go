package wire

// Kinds of components.
const (
	ActionRow    = 1
	Button       = 2
	StringSelect = 3
)

// StyleLink is the style of buttons with an address.
const StyleLink = 5

// Component is a row, a button or a select menu; which fields count depends on Type.
type Component struct {
	Type       int         `json:"type"`
	ID         int         `json:"id,omitempty"`
	CustomID   string      `json:"custom_id,omitempty"`
	Disabled   bool        `json:"disabled,omitempty"`
	Components []Component `json:"components,omitempty"` // of a row

	// Buttons.
	Style int    `json:"style,omitempty"`
	Label string `json:"label,omitempty"`
	URL   string `json:"url,omitempty"`

	// Selects.
	Options     []SelectOption `json:"options,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
}

// SelectOption is a line of a select menu.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Walk calls visit for each component, rows before what they hold.
func Walk(components []Component, visit func(*Component)) {
	for i := range components {
		visit(&components[i])
		Walk(components[i].Components, visit)
	}
}
