package sandbox

import (
	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Discord's limits of components (components/reference).
const (
	maxRows        = 5
	maxButtons     = 5
	maxComponents  = 40
	maxCustomID    = 100
	maxLabel       = 80
	maxOptions     = 25
	maxOptionText  = 100
	maxPlaceholder = 150
	maxURL         = 512
)

// isSelect says whether components of that type let one choose.
func isSelect(kind int) bool {
	switch kind {
	case wire.StringSelect, wire.UserSelect, wire.RoleSelect, wire.MentionableSelect, wire.ChannelSelect:
		return true
	}
	return false
}

// componentCheck walks the components of one message.
type componentCheck struct {
	f     *form
	ids   map[string]bool // custom ids so far
	nums  map[int]bool    // numeric ids so far
	names map[string]bool // files that may be shown
	shown map[string]bool // files that are shown
	text  int             // characters of text displays
	count int             // components in all
}

// checkComponents checks the components of a draft, version 1 or 2.
func checkComponents(f *form, d *draft, names map[string]bool) {
	k := &componentCheck{f: f, ids: map[string]bool{}, nums: map[int]bool{}, names: names, shown: map[string]bool{}}
	path := at(d.path, "components")
	if d.v2() {
		k.checkV2(d, path)
		return
	}
	if len(d.Components) > maxRows {
		f.count(path, len(d.Components), 0, maxRows)
	}
	for i, c := range d.Components {
		if c.Type != wire.ActionRow {
			f.add(at(path, i)+".type", "UNION_TYPE_CHOICES",
				"Value of field \"type\" must be one of (1,); components of version 2 need the flag %d.", wire.FlagComponentsV2)
			continue
		}
		k.row(at(path, i), c)
	}
}

// row checks an action row: 1 to 5 buttons, or one select.
func (k *componentCheck) row(path string, row wire.Component) {
	k.number(path, row)
	children := at(path, "components")
	k.f.count(children, len(row.Components), 1, maxButtons)
	for i, c := range row.Components {
		here := at(children, i)
		k.number(here, c)
		switch {
		case c.Type == wire.Button:
			k.button(here, c)
		case isSelect(c.Type):
			k.choose(here, c)
			if len(row.Components) > 1 {
				k.f.add(here, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
			}
		default:
			k.f.add(at(here, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).")
		}
	}
}

// number counts a component and checks its numeric id.
func (k *componentCheck) number(path string, c wire.Component) {
	k.count++
	if c.ID == 0 {
		return
	}
	if c.ID < 0 || c.ID > 1<<31-1 {
		k.f.add(at(path, "id"), "NUMBER_TYPE_MAX", "int value should be between 0 and 2147483647.")
	}
	if k.nums[c.ID] {
		k.f.add(at(path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	k.nums[c.ID] = true
}

// customID checks a custom id: 1 to 100 characters, once in a message.
func (k *componentCheck) customID(path string, c wire.Component) {
	k.f.length(at(path, "custom_id"), c.CustomID, 1, maxCustomID)
	if k.ids[c.CustomID] && c.CustomID != "" {
		k.f.add(at(path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	k.ids[c.CustomID] = true
}

// button checks a button by its style.
func (k *componentCheck) button(path string, c wire.Component) {
	k.f.length(at(path, "label"), c.Label, 0, maxLabel)
	switch {
	case c.Style >= 1 && c.Style <= 4:
		k.customID(path, c)
		if c.URL != "" {
			k.f.add(at(path, "url"), "BASE_TYPE_FORBIDDEN", "A button with a custom id has no url.")
		}
	case c.Style == wire.StyleLink:
		k.link(path, c)
	case c.Style == wire.StylePremium:
		if c.SKUID == "" || c.Label != "" || c.CustomID != "" {
			k.f.add(path, "BUTTON_COMPONENT_INVALID", "A premium button has a sku_id and nothing else.")
		}
		return
	default:
		k.f.add(at(path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
	}
	if c.Label == "" && c.Emoji == nil {
		k.f.add(path, "BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji.")
	}
}

// link checks a link button: an address and no custom id.
func (k *componentCheck) link(path string, c wire.Component) {
	if c.CustomID != "" {
		k.f.add(at(path, "custom_id"), "COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
	}
	if c.URL == "" {
		k.f.add(at(path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
	}
	k.f.length(at(path, "url"), c.URL, 0, maxURL)
	checkURL(k.f, at(path, "url"), c.URL, "http", "https", "discord")
}

// choose checks a select menu of any kind.
func (k *componentCheck) choose(path string, c wire.Component) {
	k.customID(path, c)
	k.f.length(at(path, "placeholder"), c.Placeholder, 0, maxPlaceholder)
	k.f.within(at(path, "min_values"), c.MinValues, 0, maxOptions)
	k.f.within(at(path, "max_values"), c.MaxValues, 1, maxOptions)
	least, most := 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	if least > most {
		k.f.add(at(path, "min_values"), "SELECT_COMPONENT_MIN_MAX", "min_values (%d) must not be greater than max_values (%d).", least, most)
	}
	if c.Type != wire.StringSelect {
		if len(c.Options) > 0 {
			k.f.add(at(path, "options"), "BASE_TYPE_FORBIDDEN", "Only a string select has options.")
		}
		k.f.count(at(path, "default_values"), len(c.DefaultValues), 0, most)
		return
	}
	k.options(path, c, most)
}

// options checks the lines of a string select.
func (k *componentCheck) options(path string, c wire.Component, most int) {
	list := at(path, "options")
	k.f.count(list, len(c.Options), 1, maxOptions)
	if most > len(c.Options) {
		k.f.add(at(path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", "max_values (%d) is greater than the number of options (%d).", most, len(c.Options))
	}
	values, defaults := map[string]bool{}, 0
	for i, o := range c.Options {
		here := at(list, i)
		k.f.length(at(here, "label"), o.Label, 1, maxOptionText)
		k.f.length(at(here, "value"), o.Value, 1, maxOptionText)
		k.f.length(at(here, "description"), o.Description, 0, maxOptionText)
		if values[o.Value] {
			k.f.add(at(here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > most {
		k.f.add(list, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "%d options are preselected, at most %d may be chosen.", defaults, most)
	}
}
