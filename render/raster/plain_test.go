package raster

import (
	"testing"

	"konduktor/render/rendertest"
)

func TestAnyNameCanBeWritten(t *testing.T) {
	for name, want := range map[string]string{
		"Ala":                 "Ala",
		"Zażółć gęślą jaźń":   "Zażółć gęślą jaźń",
		"Ελληνικά":            "Ελληνικά",
		"Кириллица":           "Кириллица",
		"𝕱𝖗𝖆𝖓𝖟":               "Franz",
		"ｆｕｌｌ　ｗｉｄｔｈ":          "full width",
		"🚂 Anna 🚂":            "Anna",
		"山田太郎":                "Shan Tian Tai Lang",
		"ひろし":                 "hiroshi",
		"김민수":                 "gimminsu",
		"محمد":                "mHmd",
		"עברית":               "bryt",
		"e\u0301\u0301\u0301": "é",
		"\u202eevil":          "evil",
		"a\n b":               "a b",
		"👑👑👑":                 "",
		"":                    "",
	} {
		if got := Plain(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestEveryRuneOfAWrittenNameHasAGlyph(t *testing.T) {
	for _, name := range rendertest.HostileNames() {
		got := Plain(name)
		for _, r := range got {
			if !hasGlyph(r) {
				t.Errorf("%q: got %q, where %q has no glyph", name, got, r)
			}
		}
		if again := Plain(got); again != got {
			t.Errorf("%q: got %q, and of that %q", name, got, again)
		}
		if n := len([]rune(got)); n > 20*mostPlain {
			t.Errorf("%q: got %d characters", name, n)
		}
	}
}
