package wire

import (
	"net/url"
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
	customIDs map[string]bool
	ids       map[int]bool
	hasEmoji  func(*PartialEmoji) bool
}

func checkComponents(f Field, d *Draft) {
	k := componentCheck{map[string]bool{}, map[int]bool{}, d.HasEmoji}
	rows := d.Components
	f.Count(len(rows), 0, maxRows)
	for i, c := range rows {
		if c.Type != ActionRow {
			f.At(i, "type").OneOf(ActionRow)
			continue
		}
		k.row(f.At(i), c)
	}
}

// row checks an action row: 1 to 5 buttons, or one select.
func (k componentCheck) row(f Field, row Component) {
	k.id(f, row)
	f = f.At("components")
	f.Count(len(row.Components), 1, maxButtons)
	for i, c := range row.Components {
		here := f.At(i)
		k.id(here, c)
		switch c.Type {
		case Button:
			k.button(here, c)
		case StringSelect:
			k.menu(here, c)
			if len(row.Components) > 1 {
				here.Add("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu must be alone in its row")
			}
		default:
			here.At("type").OneOf(Button, StringSelect)
		}
	}
}

func (k componentCheck) id(f Field, c Component) {
	if c.ID == 0 {
		return
	}
	f = f.At("id")
	f.Within(&c.ID, 0, 1<<31-1)
	unique(f, k.ids, c.ID, "COMPONENT_ID_DUPLICATED")
}

func (k componentCheck) customID(f Field, c Component) {
	f = f.At("custom_id")
	f.Length(c.CustomID, 1, maxCustomID)
	if c.CustomID != "" {
		unique(f, k.customIDs, c.CustomID, "COMPONENT_CUSTOM_ID_DUPLICATED")
	}
}

func (k componentCheck) button(f Field, c Component) {
	f.At("label").Length(c.Label, 0, maxLabel)
	k.emoji(f, c.Emoji)
	switch {
	case c.Style >= 1 && c.Style <= 4:
		k.customID(f, c)
		if c.URL != "" {
			f.At("url").Add("BASE_TYPE_FORBIDDEN", "A button with a custom id has no url.")
		}
	case c.Style == StyleLink:
		checkLink(f, c)
	default:
		f.At("style").OneOf(1, 2, 3, 4, 5)
	}
	if c.Label == "" && c.Emoji == nil {
		f.Add("BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji.")
	}
}

// emoji checks that the application has an emoji: for one that is gone Discord refuses the message.
func (k componentCheck) emoji(f Field, e *PartialEmoji) {
	if e != nil && !k.hasEmoji(e) {
		f.At("emoji", "id").Add("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

// checkLink checks a link button: an address and no custom ID.
func checkLink(f Field, c Component) {
	if c.CustomID != "" {
		f.At("custom_id").Add("COMPONENT_CUSTOM_ID_AND_URL", "A link has no custom id.")
	}
	f = f.At("url")
	f.Length(c.URL, 1, maxURL)
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		f.Add("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
}

func (k componentCheck) menu(f Field, c Component) {
	k.customID(f, c)
	f.At("placeholder").Length(c.Placeholder, 0, maxPlaceholder)
	f.At("min_values").Within(c.MinValues, 0, maxOptions)
	f.At("max_values").Within(c.MaxValues, 1, maxOptions)
	least, most := *OrOne(c.MinValues), *OrOne(c.MaxValues)
	if least > most {
		f.At("min_values").Add("SELECT_COMPONENT_MIN_MAX", "%d is more than max_values.", least)
	}
	if most > len(c.Options) {
		f.At("max_values").Add("SELECT_COMPONENT_MAX_VALUES",
			"%d is more than the number of options.", most)
	}
	f = f.At("options")
	f.Count(len(c.Options), 1, maxOptions)
	values, defaults := map[string]bool{}, 0
	for i, o := range c.Options {
		here := f.At(i)
		here.At("label").Length(o.Label, 1, maxOptionText)
		here.At("value").Length(o.Value, 1, maxOptionText)
		here.At("description").Length(o.Description, 0, maxOptionText)
		k.emoji(here, o.Emoji)
		unique(here.At("value"), values, o.Value, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED")
		if o.Default {
			defaults++
		}
	}
	if defaults > most {
		f.Add("SELECT_COMPONENT_TOO_MANY_DEFAULTS", "At most %d options may be preselected.", most)
	}
}
