package wire

// Discord's limits of forms, which its API calls modals (components/reference).
const (
	maxFields    = 5
	maxModalText = 45 // of the title and of labels
	maxFieldText = 4000
)

// Modal is a form: as a bot shows it, and, without a title, as it is sent.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title,omitempty"`
	Components []Component `json:"components"` // labels, each with a field
}

// CheckModal refuses with 50035 what Discord would.
func CheckModal(m *Modal) error {
	form := NewForm()
	f := form.At("data")
	k := componentCheck{map[string]bool{}, map[int]bool{}, func(*PartialEmoji) bool { return true }}
	f.At("custom_id").Length(m.CustomID, 1, maxCustomID)
	f.At("title").Length(m.Title, 1, maxModalText)
	f = f.At("components")
	f.Count(len(m.Components), 1, maxFields)
	for i, c := range m.Components {
		here := f.At(i)
		if c.Type != Label || c.Component == nil {
			here.At("type").OneOf(Label)
			continue
		}
		here.At("label").Length(c.Label, 1, maxModalText)
		here.At("description").Length(c.Description, 0, maxOptionText)
		k.field(here.At("component"), c.Component)
	}
	return form.Err()
}

func (k componentCheck) field(f Field, c *Component) {
	switch c.Type {
	case TextInput:
		k.customID(f, *c)
		if c.MinLength == nil {
			c.MinLength = new(0)
		}
		if c.MaxLength == nil {
			c.MaxLength = new(maxFieldText)
		}
		f.At("value").Length(c.Value, 0, maxFieldText)
		f.At("min_length").Within(c.MinLength, 0, maxFieldText)
		f.At("max_length").Within(c.MaxLength, 1, maxFieldText)
		if c.Style != 1 && c.Style != 2 {
			f.At("style").OneOf(1, 2)
		}
	case StringSelect:
		k.menu(f, *c)
		c.MinValues, c.MaxValues = OrOne(c.MinValues), OrOne(c.MaxValues)
		if *c.MinValues == 0 && (c.Required == nil || *c.Required) {
			f.At("required").Add("COMPONENT_REQUIRED_MIN_VALUES_INVALID",
				"A required field cannot have min_values 0.")
		}
	default:
		f.At("type").OneOf(TextInput, StringSelect)
	}
}
