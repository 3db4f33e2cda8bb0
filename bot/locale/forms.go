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

// agreeing begins the IDs of words that agree with a number which another text says.
const agreeing = "render.colors."

// placeholder is the only thing allowed in braces: {{.Name}}.
var placeholder = regexp.MustCompile(`\{\{\.([A-Z][A-Za-z]*)\}\}`)

// formsOf checks one text: it must have no plural forms, or all plural forms of its language.
func formsOf(plurals []string, m *i18n.Message) (forms, error) {
	if m.Description != "" || m.Hash != "" || m.LeftDelim != "" || m.RightDelim != "" {
		return forms{}, fmt.Errorf("it has a field that is not used here")
	}
	written := map[string]string{
		"zero": m.Zero, "one": m.One, "two": m.Two, "few": m.Few,
		"many": m.Many, "other": m.Other,
	}
	f := forms{plural: m.Zero+m.One+m.Two+m.Few+m.Many != ""}
	for _, form := range []string{"zero", "one", "two", "few", "many", "other"} {
		text := written[form]
		if want := form == "other" || f.plural && slices.Contains(plurals, form); want != (text != "") {
			return forms{}, fmt.Errorf("plural form %q: written is %t, wanted %t", form, text != "", want)
		}
		if err := f.add(text); err != nil {
			return forms{}, err
		}
	}
	if f.plural && !slices.Contains(f.values, "Count") && !strings.HasPrefix(m.ID, agreeing) {
		return forms{}, fmt.Errorf("it has plural forms but no {{.Count}}")
	}
	slices.Sort(f.values)
	f.plain, f.text = len(f.values) == 0 && !f.plural, m.Other
	return f, nil
}

// add notes the placeholders of one plural form. A form may leave one out ("one card").
func (f *forms) add(text string) error {
	for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(f.values, found[1]) {
			f.values = append(f.values, found[1])
		}
	}
	if rest := placeholder.ReplaceAllString(text, ""); strings.Contains(rest, "{{") ||
		strings.Contains(rest, "}}") {
		return fmt.Errorf("%q has braces that are no placeholder", text)
	}
	return nil
}

// compare reports an id or placeholder of another language that the fallback does not have.
func (l *layer) compare(other *layer, lang string) error {
	for _, m := range other.messages {
		want, ok := l.forms[m.ID]
		if !ok {
			return fmt.Errorf("texts %s: %s is not in %s", lang, m.ID, Fallback)
		}
		if got := other.forms[m.ID].values; !slices.Equal(got, want.values) {
			return fmt.Errorf("texts %s: %s has the placeholders %v, in %s it has %v", lang, m.ID, got,
				Fallback, want.values)
		}
	}
	return nil
}
