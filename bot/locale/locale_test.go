package locale

import (
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unicode/utf16"
)

func loaded(t *testing.T) *Catalog {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// catalogOf loads texts given by language.
func catalogOf(en, pl string) (*Catalog, error) {
	return Read(fstest.MapFS{"en/a.toml": {Data: []byte(en)}, "pl/a.toml": {Data: []byte(pl)}})
}

// withLanguage is English, Polish and a few texts of another language, whatever languages are
// embedded.
func withLanguage(t *testing.T, lang, texts string) fstest.MapFS {
	t.Helper()
	all := fstest.MapFS{lang + "/some.toml": {Data: []byte(texts)}}
	for _, lang := range []string{"en", "pl"} {
		names, err := files.ReadDir(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			content, err := files.ReadFile(lang + "/" + n.Name())
			if err != nil {
				t.Fatal(err)
			}
			all[lang+"/"+n.Name()] = &fstest.MapFile{Data: content}
		}
	}
	return all
}

// formOf describes the text of an id.
func formOf(t *Texts, id string) forms { return t.layer(id).forms[id] }

func TestEnglishAndPolishAreComplete(t *testing.T) {
	c := loaded(t)
	for _, lang := range []string{"en", "pl"} {
		for _, id := range c.Texts(Fallback).IDs() {
			if !c.Texts(lang).Translated(id) {
				t.Errorf("texts %s: %s is missing", lang, id)
			}
		}
	}
}

func TestLoadRefusesTextsThatDoNotMatch(t *testing.T) {
	cases := []struct{ name, en, pl, want string }{
		{
			"one is missing in English", "[a]\nx = 'X'", "[a]\nx = 'X'\ny = 'Y'",
			"texts pl: a.y is not in en",
		},
		{
			"placeholders differ", "[a]\nx = 'X {{.Name}}'", "[a]\nx = 'X {{.Game}}'",
			"has the placeholders [Game], in en it has [Name]",
		},
		{
			"a Polish plural form is missing", "[a]\nx = { one = '{{.Count}} a', other = '{{.Count}} b' }",
			"[a]\nx = { one = '{{.Count}} a', few = '{{.Count}} c', other = '{{.Count}} b' }",
			`plural form "many"`,
		},
		{
			"an English form too many",
			"[a]\nx = { one = '{{.Count}} a', few = '{{.Count}} c', other = '{{.Count}} b' }", "",
			`plural form "few"`,
		},
		{
			"plural forms without a count", "[a]\nx = { one = 'a', other = 'b' }", "",
			"it has plural forms but no {{.Count}}",
		},
		{
			"a template that does more", "[a]\nx = '{{if .Name}}a{{end}}'", "",
			"braces that are no placeholder",
		},
		{"a text without words", "[a]\nx = ''", "", `plural form "other"`},
		{"no TOML", "[a", "", "parse the texts en/a.toml"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := catalogOf(c.en, c.pl)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestCountsChooseThePolishForm(t *testing.T) {
	pl := loaded(t).Texts("pl")
	for n, want := range map[int]string{
		0: "0 punktów", 1: "1 punkt", 2: "2 punkty", 4: "4 punkty", 5: "5 punktów", 12: "12 punktów",
		22: "22 punkty",
		-1: "−1 punkt", -3: "−3 punkty",
	} {
		if got := pl.Say("claim.points", "Count", n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

func TestValuesAreNeverReadAsTexts(t *testing.T) {
	const hostile = "{{.Seat}} {{template \"x\"}} <b> &amp; %s\n"
	got := loaded(t).Texts("en").Say("refusal.not-your-turn", "Seat", hostile)
	if want := "Not yet: it is " + hostile + "'s turn."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDiscordLocalesMapToLanguages(t *testing.T) {
	c, err := Read(withLanguage(t, "sv", ""))
	if err != nil {
		t.Fatal(err)
	}
	for locale, want := range map[string]string{
		"pl": "pl", "pl-PL": "pl", "en-GB": "en", "en-US": "en", "sv-SE": "sv", "de": "en", "": "en",
		"../pl": "en", "PL": "en",
	} {
		if got := c.Texts(locale).Lang(); got != want {
			t.Errorf("%q: got %q, want %q", locale, got, want)
		}
	}
}

func TestUnknownTextShowsItsID(t *testing.T) {
	if got := loaded(t).Texts("en").Say("no.such.text", "Count", 1); got != "no.such.text" {
		t.Errorf("got %q", got)
	}
}

func TestEveryTextCanBeSaid(t *testing.T) {
	for _, lang := range Languages() {
		texts := loaded(t).Texts(lang)
		for _, id := range texts.IDs() {
			args := []any{"Count", 3}
			for _, value := range formOf(texts, id).values {
				if value != "Count" {
					args = append(args, value, "VALUE")
				}
			}
			got := texts.Say(id, args...)
			if got == id || strings.Contains(got, "<no value>") || strings.Contains(got, "{{") ||
				strings.TrimSpace(got) == "" {
				t.Errorf("%s: %s is said as %q", lang, id, got)
			}
		}
	}
}

func BenchmarkSay(b *testing.B) {
	c, err := Load()
	if err != nil {
		b.Fatal(err)
	}
	texts := c.Texts("pl")
	for b.Loop() {
		texts.Say("narrate.claim", "Who", "Ala", "Route", "12b", "Cards", "3 red", "Count", 4)
	}
}

func TestTextsCanBeSaidConcurrently(t *testing.T) {
	texts := loaded(t).Texts("pl")
	var speakers sync.WaitGroup
	for range 8 {
		speakers.Go(func() {
			for n := range 50 {
				if got := texts.Say("claim.points", "Count", n); !strings.Contains(got, "punkt") {
					t.Errorf("got %q", got)
				}
			}
		})
	}
	speakers.Wait()
}

// A screen reader says an emoji before everything else, and a phone's notification may show nothing
// more.
func TestNoMessageBeginsWithAnEmoji(t *testing.T) {
	for _, lang := range Languages() {
		texts := loaded(t).Texts(lang)
		for _, id := range texts.IDs() {
			if strings.HasPrefix(id, "mark.") || strings.HasSuffix(id, "-sign") { // within a line
				continue
			}
			for _, n := range []int{1, 2, 5} {
				args := []any{"Count", n}
				for _, value := range formOf(texts, id).values {
					if value != "Count" {
						args = append(args, value, "x")
					}
				}
				if said := texts.Say(id, args...); isEmoji([]rune(said)[0]) {
					t.Errorf("%s: %s begins with an emoji: %q", lang, id, said)
				}
			}
		}
	}
}

// isEmoji reports whether a character is an emoji; the star of menus and the triangles of buttons
// are letters like any other.
func isEmoji(r rune) bool {
	switch {
	case r == '★':
		return false
	case r >= 0x1F000, r >= 0x23E9 && r <= 0x23F3, r >= 0x2600 && r <= 0x27BF:
		return true
	}
	return false
}

// Discord takes 2,000 characters; a longer page would be refused, and nobody would get any help.
func TestPagesFitIntoAMessage(t *testing.T) {
	c := loaded(t)
	for _, lang := range c.Languages() {
		texts := c.Texts(lang)
		for _, id := range texts.IDs() {
			area, _, _ := strings.Cut(id, ".")
			if area != "rules" && !strings.HasSuffix(id, ".page") && id != "privacy.terms" {
				continue
			}
			if n := len(utf16.Encode([]rune(texts.Say(id)))); n > 2000 {
				t.Errorf("%s: %s has %d characters", lang, id, n)
			}
		}
	}
}
