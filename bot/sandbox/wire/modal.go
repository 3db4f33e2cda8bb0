package wire

// Discord's limits of forms, which its API calls modals (components/reference).
const (
	maxFields    = 5
	maxModalText = 45 // of the title and of labels
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
		menu := c.Component
		if c.Type != Label || menu == nil || menu.Type != StringSelect {
			here.Add("SANDBOX_FIELD", "The bot's forms have labels with menus.")
			continue
		}
		here.At("label").Length(c.Label, 1, maxModalText)
		here.At("description").Length(c.Description, 0, maxOptionText)
		k.menu(here.At("component"), *menu)
		menu.MinValues, menu.MaxValues = OrOne(menu.MinValues), OrOne(menu.MaxValues)
		if *menu.MinValues == 0 && (menu.Required == nil || *menu.Required) {
			here.Add("COMPONENT_REQUIRED_MIN_VALUES_INVALID",
				"A required field cannot have min_values 0.")
		}
	}
	return form.Err()
}
