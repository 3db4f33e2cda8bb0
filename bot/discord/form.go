package discord

import (
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits of forms (modals). The library fails on a submitted form with a label, so both
// ways are our own.
const (
	maxFields    = 5
	maxFormText  = 45 // of a title or label
	maxAbout     = 100
	maxFieldText = 4000
	label        = 18 // the component that holds a field
)

// Form asks for several things at once. It is the first answer to a command or a click, and comes
// back as a Submit with its CustomID.
type Form struct {
	CustomID, Title string
	Fields          []Field // up to 5
}

// Field is a question of a form: a menu, or without Options a line of text.
type Field struct {
	Name, Label, About string         // Name is the key in Interaction.Filled
	Options            []SelectOption // Default: picked already
	Min, Max           int            // how many options, or characters
	Value              string         // the text to begin with
}

// Takes reports whether somebody can have filled the form in so: what is sent may be forged.
func (f *Form) Takes(filled map[string][]string) bool {
	for _, field := range f.Fields {
		values := filled[field.Name]
		n := len(values)
		if field.Options == nil {
			if n != 1 {
				return false
			}
			n = utf8.RuneCountInString(values[0])
		}
		if n < field.Min || n > field.Max {
			return false
		}
		for i, v := range values {
			if field.Options != nil && (slices.Contains(values[:i], v) || !slices.ContainsFunc(
				field.Options, func(o SelectOption) bool { return o.Value == v })) {
				return false
			}
		}
	}
	return len(filled) == len(f.Fields)
}

func (f *Form) wire() any {
	var labels []any
	for _, field := range f.Fields {
		c := map[string]any{"custom_id": field.Name, "required": field.Min > 0}
		if field.Options == nil {
			c["type"], c["style"] = discordgo.TextInputComponent, discordgo.TextInputShort
			c["min_length"], c["max_length"], c["value"] = field.Min, field.Max, field.Value
		} else {
			c["type"], c["options"] = discordgo.SelectMenuComponent, field.Options
			c["min_values"], c["max_values"] = field.Min, field.Max
		}
		l := map[string]any{"type": label, "label": Fit(field.Label, maxFormText), "component": c}
		if field.About != "" {
			l["description"] = Fit(field.About, maxAbout)
		}
		labels = append(labels, l)
	}
	return map[string]any{
		"custom_id": f.CustomID, "title": Fit(f.Title, maxFormText), "components": labels,
	}
}

// rawLabel is a field as it comes back.
type rawLabel struct {
	Type      int
	Component struct {
		Type     discordgo.ComponentType
		CustomID string `json:"custom_id"`
		Value    string
		Values   []string
	}
}

func readForm(labels []rawLabel) (map[string][]string, error) {
	filled := map[string][]string{}
	for _, l := range labels {
		c := l.Component
		if c.Type == discordgo.TextInputComponent {
			c.Values = []string{c.Value}
		}
		long := func(v string) bool { return utf8.RuneCountInString(v) > maxFieldText }
		if l.Type != label || len(c.Values) > maxOptions || slices.ContainsFunc(c.Values, long) {
			return nil, errors.New("a form that the bot does not show")
		}
		filled[c.CustomID] = c.Values
	}
	if len(labels) == 0 || len(labels) > maxFields || len(filled) < len(labels) {
		return nil, errors.New("a form without fields, or with too many")
	}
	return filled, nil
}
