package wire

// Kinds of components.
const (
	ActionRow    = 1
	Button       = 2
	StringSelect = 3
)

// StyleLink is the style of link buttons.
const StyleLink = 5

// Component is a row, a button or a select menu, depending on Type.
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

// OrOne returns n, or 1 if it is nil: Discord's default for both limits of a menu.
func OrOne(n *int) *int {
	if n == nil {
		return new(1)
	}
	return n
}

// Walk calls visit for each component, rows before their content.
func Walk(components []Component, visit func(*Component)) {
	for i := range components {
		visit(&components[i])
		Walk(components[i].Components, visit)
	}
}
