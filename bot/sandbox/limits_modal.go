package sandbox

import (
	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Limits of modals.
const (
	maxModalTitle  = 45
	maxModalParts  = 5
	maxInputLabel  = 45
	maxInputText   = 4000
	maxInputHolder = 100
)

// checkModal checks a form that answers an interaction.
func checkModal(d *draft) error {
	var f form
	k := &componentCheck{f: &f, ids: map[string]bool{}, nums: map[int]bool{}}
	f.length(at(d.path, "custom_id"), d.CustomID, 1, maxCustomID)
	f.length(at(d.path, "title"), d.Title, 1, maxModalTitle)
	path := at(d.path, "components")
	f.count(path, len(d.Components), 1, maxModalParts)
	for i, c := range d.Components {
		here := at(path, i)
		k.number(here, c)
		switch c.Type {
		case wire.ActionRow:
			k.inputRow(here, c)
		case wire.Label:
			k.labelled(here, c)
		case wire.TextDisplay:
			k.textDisplay(here, c)
		default:
			f.add(at(here, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 10, 18).")
		}
	}
	return f.err()
}

// inputRow checks the older form: one text input with a label in a row.
func (k *componentCheck) inputRow(path string, row wire.Component) {
	k.f.count(at(path, "components"), len(row.Components), 1, 1)
	for i, c := range row.Components {
		here := at(path, "components."+at("", i))
		k.number(here, c)
		if c.Type != wire.TextInput {
			k.f.add(at(here, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (4,).")
			continue
		}
		k.f.length(at(here, "label"), c.Label, 1, maxInputLabel)
		k.input(here, c)
	}
}

// labelled checks the newer form: a label around one component.
func (k *componentCheck) labelled(path string, c wire.Component) {
	k.f.length(at(path, "label"), c.Label, 1, maxInputLabel)
	k.f.length(at(path, "description"), c.Description, 0, maxInputHolder)
	here := at(path, "component")
	if c.Component == nil {
		k.f.add(here, "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	child := *c.Component
	k.number(here, child)
	switch {
	case child.Type == wire.TextInput:
		k.input(here, child)
	case isSelect(child.Type):
		k.choose(here, child)
	case child.Type == wire.RadioGroup:
		k.customID(here, child)
		k.f.count(at(here, "options"), len(child.Options), 2, 10)
	case child.Type == wire.CheckboxGroup:
		k.customID(here, child)
		k.f.count(at(here, "options"), len(child.Options), 1, 10)
	case child.Type == wire.Checkbox, child.Type == wire.FileUpload:
		k.customID(here, child)
	default:
		k.f.add(at(here, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (3, 4, 5, 6, 7, 8, 19, 21, 22, 23).")
	}
}

// input checks a text input.
func (k *componentCheck) input(path string, c wire.Component) {
	k.customID(path, c)
	if c.Style != 1 && c.Style != 2 {
		k.f.add(at(path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	k.f.length(at(path, "placeholder"), c.Placeholder, 0, maxInputHolder)
	k.f.length(at(path, "value"), c.Value, 0, maxInputText)
	k.f.within(at(path, "min_length"), c.MinLength, 0, maxInputText)
	k.f.within(at(path, "max_length"), c.MaxLength, 1, maxInputText)
	if c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength {
		k.f.add(at(path, "min_length"), "TEXT_INPUT_MIN_MAX", "min_length must not be greater than max_length.")
	}
}
