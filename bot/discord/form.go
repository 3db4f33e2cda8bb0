package discord

import (
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits of forms (modals). The library fails on a submitted form with a label, so both
// ways are our own.
const (
	maxFields   = 5
	maxFormText = 45 // of a title or label
	label       = 18 // the component that holds a menu
)

// Form asks for several things at once. It is the first answer to a command or a click, and comes
// back as a Submit with its CustomID.
type Form struct {
	CustomID, Title string
	Fields          []Field // up to 5
}

// Field is a question of a form, with a menu. All its texts must be set.
type Field struct {
	Name, Label, About string         // Name is the key in Interaction.Filled
	Options            []SelectOption // Default: picked already
	Min, Max           int            // how many are picked
}

// Takes reports whether somebody can have filled the form in so: what is sent may be forged.
func (f *Form) Takes(filled map[string][]string) bool {
	for _, field := range f.Fields {
		values := filled[field.Name]
		for i, v := range values {
			is := func(o SelectOption) bool { return o.Value == v }
			if slices.Contains(values[:i], v) || !slices.ContainsFunc(field.Options, is) {
				return false
			}
		}
		if len(values) < field.Min || len(values) > field.Max {
			return false
		}
	}
	return len(filled) == len(f.Fields)
}

func (f *Form) wire() any {
	var labels []any
	for _, field := range f.Fields {
		labels = append(labels, map[string]any{
			"type": label, "label": Fit(field.Label, maxFormText),
			"description": Fit(field.About, maxOptionText), "component": map[string]any{
				"type": discordgo.SelectMenuComponent, "custom_id": field.Name,
				"required": field.Min > 0, "options": field.Options,
				"min_values": field.Min, "max_values": field.Max,
			},
		})
	}
	return map[string]any{
		"custom_id": f.CustomID, "title": Fit(f.Title, maxFormText), "components": labels,
	}
}

// rawLabel is a field as it comes back.
type rawLabel struct {
	Type      int
	Component struct {
		CustomID string `json:"custom_id"`
		Values   []string
	}
}

func readForm(labels []rawLabel) (map[string][]string, error) {
	filled := map[string][]string{}
	for _, l := range labels {
		long := func(v string) bool { return len(v) > maxCustomID }
		if l.Type != label || len(l.Component.Values) > maxOptions ||
			slices.ContainsFunc(l.Component.Values, long) {
			return nil, errors.New("a form that the bot does not show")
		}
		filled[l.Component.CustomID] = l.Component.Values
	}
	if len(labels) == 0 || len(labels) > maxFields || len(filled) < len(labels) {
		return nil, errors.New("a form without fields, or with too many")
	}
	return filled, nil
}
