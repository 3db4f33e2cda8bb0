// Package locale holds every text that people read, in English and Polish, as TOML files by area. A text's id is the
// path of its keys: "panel.draw-here".
package locale

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/language"
)

//go:embed */*.toml
var files embed.FS

// Fallback is the language of readers whose own language has no texts.
const Fallback = "en"

// languages lists the languages of the texts, with the plural forms of each (CLDR).
var languages = map[string][]string{
	"en": {"one", "other"},
	"pl": {"one", "few", "many", "other"},
}

// Languages lists the languages, the fallback first.
func Languages() []string {
	others := slices.Sorted(maps.Keys(languages))
	others = slices.DeleteFunc(others, func(lang string) bool { return lang == Fallback })
	return append([]string{Fallback}, others...)
}

// Catalog holds the texts of all languages. It is never changed, and safe for concurrent use.
type Catalog struct {
	byLang map[string]*Texts
}

// Texts holds the texts of one language. It is safe for concurrent use.
type Texts struct {
	lang      string
	localizer *i18n.Localizer
	forms     map[string]forms // by id
}

// Load reads the embedded files. It fails if a language lacks a text or a plural form, or if placeholders differ.
func Load() (*Catalog, error) { return load(files) }

func load(files fs.FS) (*Catalog, error) {
	bundle := i18n.NewBundle(language.MustParse(Fallback))
	c := &Catalog{byLang: map[string]*Texts{}}
	for _, lang := range Languages() {
		t := &Texts{lang: lang, forms: map[string]forms{}}
		if err := t.read(files, bundle); err != nil {
			return nil, err
		}
		c.byLang[lang] = t
	}
	for _, lang := range Languages() {
		if err := c.byLang[Fallback].compare(c.byLang[lang]); err != nil {
			return nil, err
		}
		c.byLang[lang].localizer = i18n.NewLocalizer(bundle, lang)
	}
	return c, nil
}

// read adds the texts of all files of the language.
func (t *Texts) read(files fs.FS, bundle *i18n.Bundle) error {
	names, err := fs.Glob(files, t.lang+"/*.toml")
	if err != nil {
		return fmt.Errorf("list the texts of %s: %w", t.lang, err)
	}
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return fmt.Errorf("read the texts %s: %w", name, err)
		}
		messages, err := i18n.ParseMessageBytes(content, toml.Unmarshal)
		if err != nil {
			return fmt.Errorf("parse the texts %s: %w", name, err)
		}
		for _, m := range messages {
			if _, twice := t.forms[m.ID]; twice {
				return fmt.Errorf("texts %s: %s is written twice", name, m.ID)
			}
			if t.forms[m.ID], err = formsOf(t.lang, m); err != nil {
				return fmt.Errorf("texts %s: %s: %w", name, m.ID, err)
			}
		}
		if err := bundle.AddMessages(language.MustParse(t.lang), messages...); err != nil {
			return fmt.Errorf("add the texts %s: %w", name, err)
		}
	}
	return nil
}

// Texts returns the texts for a Discord locale such as "pl" or "en-GB"; English if there are none.
func (c *Catalog) Texts(locale string) *Texts {
	lang, _, _ := strings.Cut(locale, "-")
	if t, ok := c.byLang[lang]; ok {
		return t
	}
	return c.byLang[Fallback]
}

// Lang returns the language: "en", "pl".
func (t *Texts) Lang() string { return t.lang }

// Has reports whether there is a text of the id.
func (t *Texts) Has(id string) bool { _, ok := t.forms[id]; return ok }

// IDs lists the ids of all texts, in alphabetical order.
func (t *Texts) IDs() []string {
	ids := make([]string, 0, len(t.forms))
	for id := range t.forms {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Say returns the text of a message id; args are key/value pairs. An int under "Count" chooses the plural form. Values
// are put in as they are, they are never read as a text of ours. An unknown id is returned itself, for tests to find.
func (t *Texts) Say(id string, args ...any) string {
	form, ok := t.forms[id]
	if !ok {
		return id
	}
	if form.plain { // most texts: spared the template
		return form.text
	}
	values := make(map[string]any, len(args)/2)
	for i := 0; i+1 < len(args); i += 2 {
		if key, ok := args[i].(string); ok {
			values[key] = args[i+1]
		}
	}
	config := &i18n.LocalizeConfig{MessageID: id, TemplateData: values}
	if form.plural {
		config.PluralCount = values["Count"]
	}
	text, err := t.localizer.Localize(config)
	if err != nil {
		return id
	}
	return text
}
