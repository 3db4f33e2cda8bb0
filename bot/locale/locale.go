// Package locale holds every text that people read, in English and Polish.
package locale

// Texts speaks one language.
type Texts struct{ lang string }

// Catalog is all languages.
type Catalog struct{}

// Load reads the embedded files.
func Load() (*Catalog, error) { return &Catalog{}, nil }

// Texts returns the texts for a Discord locale such as "pl" or "en-GB"; English where there is no better.
func (c *Catalog) Texts(locale string) *Texts { return &Texts{lang: locale} }

// Say returns the text of a message id; args are key/value pairs, "Count" chooses the plural form.
func (t *Texts) Say(id string, args ...any) string { return id }
