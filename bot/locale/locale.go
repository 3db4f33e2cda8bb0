// Package locale holds every text that people read, as TOML files by area, a folder for each
// language. A text's id is the path of its keys: "panel.draw-here". A text that a language lacks is
// said in English.
package locale

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed */*.toml
var files embed.FS

// Fallback is the language for readers whose own has no texts, and for each text that a language
// lacks.
const Fallback = "en"

// Catalog holds the texts of all languages. It is never changed, and safe for concurrent use.
type Catalog struct {
	languages []string // the fallback first
	own       map[string]*layer
	words     map[string]*vocabulary      // what commands are called, by language
	mixed     map[[2]string]func() *Texts // by the language of the texts and that of the commands
	signs     Signs                       // beside the words of texts; nil: none
	plain     *Catalog                    // the same without signs; nil: this has none
}

// Signs finds the emoji that stands for a thing of a title, its name and its ID; "": there is none.
type Signs func(title, thing string) (name, id string)

// Texts says texts in one language. It is safe for concurrent use.
type Texts struct {
	catalog *Catalog
	lang    string
	client  string   // the language in which commands are named
	layers  []*layer // the first that has a text says it
}

// layer is a set of texts in one language.
type layer struct {
	localizer *i18n.Localizer
	forms     map[string]forms // by id
	messages  []*i18n.Message
}

// Load returns the texts of the embedded files, which it reads once: that takes longer than many a
// command. It fails if a plural form is missing, or if a language has a text or placeholder that
// English does not have. A language may lack texts.
var Load = sync.OnceValues(func() (*Catalog, error) { return Read(files) })

// Files are the embedded files: a folder for each language.
func Files() fs.FS { return files }

// Read is Load for other files.
func Read(files fs.FS) (*Catalog, error) {
	c := &Catalog{
		own: map[string]*layer{}, words: map[string]*vocabulary{},
		mixed: map[[2]string]func() *Texts{},
	}
	var err error
	if c.languages, err = languagesOf(files); err != nil {
		return nil, err
	}
	for _, lang := range c.languages {
		if c.own[lang], err = readLayer(files, lang); err != nil {
			return nil, err
		}
		if err := c.own[Fallback].compare(c.own[lang], lang); err != nil {
			return nil, err
		}
		c.words[lang] = vocabularyOf(c.own[lang], c.own[Fallback])
	}
	for _, lang := range c.languages {
		for _, client := range c.languages {
			c.mixed[[2]string{lang, client}] = sync.OnceValue(func() *Texts { return c.mix(lang, client) })
		}
	}
	return c, nil
}

// WithSigns returns the same texts with signs beside their words.
func (c *Catalog) WithSigns(find Signs) *Catalog {
	with := *c
	with.signs, with.plain, with.mixed = find, c.WithoutSigns(), map[[2]string]func() *Texts{}
	for key, mixed := range c.mixed {
		with.mixed[key] = sync.OnceValue(func() *Texts {
			t := *mixed()
			t.catalog = &with
			return &t
		})
	}
	return &with
}

// WithoutSigns returns the same texts without signs.
func (c *Catalog) WithoutSigns() *Catalog { return cmp.Or(c.plain, c) }

// mix puts together the texts of a language, and below them those of the fallback, naming commands
// in the language of a client.
func (c *Catalog) mix(lang, client string) *Texts {
	t := &Texts{catalog: c, lang: lang, client: client}
	for _, of := range slices.Compact([]string{lang, Fallback}) {
		if of != lang && len(c.own[lang].forms) == len(c.own[Fallback].forms) {
			break // the language is complete
		}
		if of != client {
			t.layers = append(t.layers, c.own[of].renamed(of, c.words[of], c.words[client]))
		}
		t.layers = append(t.layers, c.own[of])
	}
	return t
}

// Languages lists the languages, the fallback first.
func (c *Catalog) Languages() []string { return slices.Clone(c.languages) }

// Texts returns the texts for a Discord locale such as "pl" or "en-GB"; English if there are none.
func (c *Catalog) Texts(locale string) *Texts { return c.For(locale, locale) }

// For returns the texts of a language for a reader whose Discord client has a locale. Commands in
// the texts are named as that client shows them.
func (c *Catalog) For(locale, client string) *Texts {
	return c.mixed[[2]string{c.Known(locale, Fallback), c.Known(client, Fallback)}]()
}

// Known returns the language of the texts for a Discord locale, or otherwise if it has none.
func (c *Catalog) Known(locale, otherwise string) string {
	if slices.Contains(c.languages, locale) {
		return locale
	}
	if lang, _, _ := strings.Cut(locale, "-"); slices.Contains(c.languages, lang) {
		return lang
	}
	return otherwise
}

// Name returns a language's own name: "Polski".
func (c *Catalog) Name(lang string) string {
	if t, ok := c.own[lang]; ok && t.has("language.name") {
		return t.say("language.name", nil)
	}
	return lang
}

// Coverage returns how many texts of a language are written, and how many there are in all.
func (c *Catalog) Coverage(lang string) (written, all int) {
	return len(c.own[lang].forms), len(c.own[Fallback].forms)
}

// Catalog returns the texts of all languages.
func (t *Texts) Catalog() *Catalog { return t.catalog }

// Sign finds the emoji that stands for a thing of a title, as Signs does.
func (t *Texts) Sign(title, thing string) (name, id string) {
	if t.catalog.signs == nil {
		return "", ""
	}
	return t.catalog.signs(title, thing)
}

// WithoutSigns returns the same texts without signs.
func (t *Texts) WithoutSigns() *Texts {
	plain := *t
	plain.catalog = t.catalog.WithoutSigns()
	return &plain
}

// Lang returns the language: "en", "pl".
func (t *Texts) Lang() string { return t.lang }

// Has reports whether there is a text of the id, in this language or the fallback.
func (t *Texts) Has(id string) bool { return t.layer(id) != nil }

// Translated reports whether the language itself has a text of the id.
func (t *Texts) Translated(id string) bool { return t.catalog.own[t.lang].has(id) }

// IDs lists the ids of all texts, in alphabetical order.
func (t *Texts) IDs() []string {
	var ids []string
	for id := range t.catalog.own[Fallback].forms {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// layer returns the layer that says a text, nil if none has it.
func (t *Texts) layer(id string) *layer {
	for _, l := range t.layers {
		if l.has(id) {
			return l
		}
	}
	return nil
}

// Say returns the text of a message id; args are key/value pairs. An int under "Count" chooses the
// plural form. Values are inserted as they are and never parsed. An unknown id is returned as the
// text, for tests to find.
func (t *Texts) Say(id string, args ...any) string {
	l := t.layer(id)
	if l == nil {
		return id
	}
	return l.say(id, args)
}

func (l *layer) has(id string) bool { _, ok := l.forms[id]; return ok }

func (l *layer) say(id string, args []any) string {
	form := l.forms[id]
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
	for key, value := range values {
		if n, ok := value.(int); ok && n < 0 {
			values[key] = "−" + strconv.Itoa(-n) // the sign that other texts and pictures have
		}
	}
	text, err := l.localizer.Localize(config)
	if err != nil {
		return id
	}
	return text
}

func newLayer(lang string, forms map[string]forms, messages []*i18n.Message) (*layer, error) {
	tag := language.MustParse(lang)
	bundle := i18n.NewBundle(tag)
	if err := bundle.AddMessages(tag, messages...); err != nil {
		return nil, fmt.Errorf("add the texts of %s: %w", lang, err)
	}
	return &layer{localizer: i18n.NewLocalizer(bundle, lang), forms: forms, messages: messages}, nil
}
