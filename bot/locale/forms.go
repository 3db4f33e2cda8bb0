package locale

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// forms describes one text.
type forms struct {
	plural bool     // it has plural forms, which "Count" chooses
	plain  bool     // it has no placeholders
	text   string   // only if plain
	values []string // its placeholders, in alphabetical order
}

// placeholder is the only thing allowed in braces: {{.Name}}.
var placeholder = regexp.MustCompile(`\{\{\.([A-Z][A-Za-z]*)\}\}`)

// formsOf checks one text: it must have no plural forms, or all plural forms of its language.
func formsOf(lang string, m *i18n.Message) (forms, error) {
	if m.Zero != "" || m.Two != "" || m.Description != "" || m.Hash != "" || m.LeftDelim != "" || m.RightDelim != "" {
		return forms{}, fmt.Errorf("it has a field that is not used here")
	}
	written := map[string]string{"one": m.One, "few": m.Few, "many": m.Many, "other": m.Other}
	var f forms
	f.plural = m.One != "" || m.Few != "" || m.Many != ""
	for _, form := range []string{"one", "few", "many", "other"} {
		text := written[form]
		if want := form == "other" || f.plural && slices.Contains(languages[lang], form); want != (text != "") {
			return forms{}, fmt.Errorf("plural form %q: written is %t, wanted %t", form, text != "", want)
		}
		if err := f.add(text); err != nil {
			return forms{}, err
		}
	}
	if f.plural && !slices.Contains(f.values, "Count") {
		return forms{}, fmt.Errorf("it has plural forms but no {{.Count}}")
	}
	slices.Sort(f.values)
	f.plain, f.text = len(f.values) == 0, m.Other
	return f, nil
}

// add notes the placeholders of one plural form. A form may leave one out ("one card").
func (f *forms) add(text string) error {
	for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(f.values, found[1]) {
			f.values = append(f.values, found[1])
		}
	}
	if rest := placeholder.ReplaceAllString(text, ""); strings.Contains(rest, "{{") || strings.Contains(rest, "}}") {
		return fmt.Errorf("%q has braces that are no placeholder", text)
	}
	return nil
}

// compare reports how the other language's texts differ from these in IDs and placeholders.
func (t *Texts) compare(other *Texts) error {
	for _, id := range t.IDs() {
		if !other.Has(id) {
			return fmt.Errorf("texts %s: %s is missing", other.lang, id)
		}
		if got, want := other.forms[id].values, t.forms[id].values; !slices.Equal(got, want) {
			return fmt.Errorf("texts %s: %s has the placeholders %v, in %s it has %v", other.lang, id, got, t.lang, want)
		}
	}
	for _, id := range other.IDs() {
		if !t.Has(id) {
			return fmt.Errorf("texts %s: %s is not in %s", other.lang, id, t.lang)
		}
	}
	return nil
}
