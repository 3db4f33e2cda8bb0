package locale

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// discordLocales are the languages that a Discord client can have (developers/reference#locales).
var discordLocales = []string{
	"bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu",
	"id", "it", "ja", "ko", "lt", "nl",
	"no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
}

// DiscordLocales lists the locales of Discord's that a language is for.
func (c *Catalog) DiscordLocales(lang string) []string {
	return slices.DeleteFunc(slices.Clone(discordLocales),
		func(l string) bool { return c.Known(l, "") != lang })
}

// Languages lists the languages of the embedded texts, the fallback first.
func Languages() []string {
	list, err := languagesOf(files)
	if err != nil {
		panic(err) // the tests load the same files
	}
	return list
}

// languagesOf lists the languages that have a folder, the fallback first. A folder is named like a
// locale of Discord's, or like the part of it before the hyphen.
func languagesOf(files fs.FS) ([]string, error) {
	folders, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, fmt.Errorf("list the languages: %w", err)
	}
	list := []string{Fallback}
	for _, f := range folders {
		lang := f.Name()
		if !f.IsDir() || lang == Fallback {
			continue
		}
		if !slices.ContainsFunc(discordLocales, func(l string) bool {
			return l == lang || strings.HasPrefix(l, lang+"-")
		}) {
			return nil, fmt.Errorf("the folder %s is named like no language of Discord's", lang)
		}
		list = append(list, lang)
	}
	return list, nil
}

// pluralForms lists the plural forms that a language has for whole numbers (CLDR), and "other".
func pluralForms(lang string) []string {
	tag := language.MustParse(lang)
	var list []string
	for name, form := range map[string]plural.Form{
		"zero": plural.Zero, "one": plural.One, "two": plural.Two,
		"few": plural.Few, "many": plural.Many, "other": plural.Other,
	} {
		used := form == plural.Other
		for n := 0; n < 200 && !used; n++ {
			used = plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0) == form
		}
		if used {
			list = append(list, name)
		}
	}
	return list
}

func readLayer(files fs.FS, lang string) (*layer, error) {
	names, err := fs.Glob(files, lang+"/*.toml")
	if err != nil {
		return nil, fmt.Errorf("list the texts of %s: %w", lang, err)
	}
	forms, plurals := map[string]forms{}, pluralForms(lang)
	var all []*i18n.Message
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read the texts %s: %w", name, err)
		}
		messages, err := i18n.ParseMessageBytes(content, toml.Unmarshal)
		if err != nil {
			return nil, fmt.Errorf("parse the texts %s: %w", name, err)
		}
		for _, m := range messages {
			if _, twice := forms[m.ID]; twice {
				return nil, fmt.Errorf("texts %s: %s is written twice", name, m.ID)
			}
			if forms[m.ID], err = formsOf(plurals, m); err != nil {
				return nil, fmt.Errorf("texts %s: %s: %w", name, m.ID, err)
			}
		}
		all = append(all, messages...)
	}
	return newLayer(lang, forms, all)
}
