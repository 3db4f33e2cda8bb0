package limits

import (
	"net/url"

	"konduktor/bot/sandbox/wire"
)

// Discord's limits of components (components/reference).
const (
	maxRows        = 5
	maxButtons     = 5
	maxCustomID    = 100
	maxLabel       = 80
	maxOptions     = 25
	maxOptionText  = 100
	maxPlaceholder = 150
	maxURL         = 512
)

// componentCheck walks the components of one message.
type componentCheck struct {
	f    *Form
	ids  map[string]bool // custom ids so far
	nums map[int]bool    // numeric ids so far
}

// checkComponents checks a message's rows at path.
func checkComponents(f *Form, path string, rows []wire.Component) {
	k := &componentCheck{f: f, ids: map[string]bool{}, nums: map[int]bool{}}
	if len(rows) > maxRows {
		f.Count(path, len(rows), 0, maxRows)
	}
	for i, c := range rows {
		if c.Type != wire.ActionRow {
			f.Add(At(path, i)+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			continue
		}
		k.row(At(path, i), c)
	}
}

// row checks an action row: 1 to 5 buttons, or one select.
func (k *componentCheck) row(path string, row wire.Component) {
	k.number(path, row)
	children := At(path, "components")
	k.f.Count(children, len(row.Components), 1, maxButtons)
	for i, c := range row.Components {
		here := At(children, i)
		k.number(here, c)
		switch c.Type {
		case wire.Button:
			k.button(here, c)
		case wire.StringSelect:
			k.choose(here, c)
			if len(row.Components) > 1 {
				k.f.Add(here, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
			}
		default:
			k.f.Add(At(here, "type"), "UNION_TYPE_CHOICES", "Type %d is not possible here, or not in the sandbox.", c.Type)
		}
	}
}

// number checks a component's numeric id: once in a message.
func (k *componentCheck) number(path string, c wire.Component) {
	if c.ID == 0 {
		return
	}
	if c.ID < 0 || c.ID > 1<<31-1 {
		k.f.Add(At(path, "id"), "NUMBER_TYPE_MAX", "int value should be between 0 and 2147483647.")
	}
	if k.nums[c.ID] {
		k.f.Add(At(path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	k.nums[c.ID] = true
}

// customID checks a custom id: 1 to 100 characters, once in a message.
func (k *componentCheck) customID(path string, c wire.Component) {
	k.f.Length(At(path, "custom_id"), c.CustomID, 1, maxCustomID)
	if k.ids[c.CustomID] && c.CustomID != "" {
		k.f.Add(At(path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	k.ids[c.CustomID] = true
}

// button checks a button by its style.
func (k *componentCheck) button(path string, c wire.Component) {
	k.f.Length(At(path, "label"), c.Label, 0, maxLabel)
	switch {
	case c.Style >= 1 && c.Style <= 4:
		k.customID(path, c)
		if c.URL != "" {
			k.f.Add(At(path, "url"), "BASE_TYPE_FORBIDDEN", "A button with a custom id has no url.")
		}
	case c.Style == wire.StyleLink:
		k.link(path, c)
	default:
		k.f.Add(At(path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
	}
	if c.Label == "" {
		k.f.Add(path, "BUTTON_COMPONENT_INVALID", "A button needs a label.")
	}
}

// link checks a link button: an address and no custom id.
func (k *componentCheck) link(path string, c wire.Component) {
	if c.CustomID != "" {
		k.f.Add(At(path, "custom_id"), "COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
	}
	if c.URL == "" {
		k.f.Add(At(path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
	}
	k.f.Length(At(path, "url"), c.URL, 0, maxURL)
	if u, err := url.Parse(c.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		k.f.Add(At(path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
}

// choose checks a select menu.
func (k *componentCheck) choose(path string, c wire.Component) {
	k.customID(path, c)
	k.f.Length(At(path, "placeholder"), c.Placeholder, 0, maxPlaceholder)
	k.f.Within(At(path, "min_values"), c.MinValues, 0, maxOptions)
	k.f.Within(At(path, "max_values"), c.MaxValues, 1, maxOptions)
	least, most := 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	if least > most {
		k.f.Add(At(path, "min_values"), "SELECT_COMPONENT_MIN_MAX", "min_values (%d) must not be greater than max_values (%d).", least, most)
	}
	k.options(path, c, most)
}

// options checks the lines of a string select.
func (k *componentCheck) options(path string, c wire.Component, most int) {
	list := At(path, "options")
	k.f.Count(list, len(c.Options), 1, maxOptions)
	if most > len(c.Options) {
		k.f.Add(At(path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", "max_values (%d) is greater than the number of options (%d).", most, len(c.Options))
	}
	values, defaults := map[string]bool{}, 0
	for i, o := range c.Options {
		here := At(list, i)
		k.f.Length(At(here, "label"), o.Label, 1, maxOptionText)
		k.f.Length(At(here, "value"), o.Value, 1, maxOptionText)
		k.f.Length(At(here, "description"), o.Description, 0, maxOptionText)
		if values[o.Value] {
			k.f.Add(At(here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > most {
		k.f.Add(list, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "%d options are preselected, at most %d may be chosen.", defaults, most)
	}
}
