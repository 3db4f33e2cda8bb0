package speech

import (
	"strings"
	"testing"
)

func TestAnExplanationKeepsTheTypedTextWithoutInvisibleSigns(t *testing.T) {
	for typed, want := range map[string]string{
		"":                                "?",
		"57":                              "?57",
		"\u202eBos\u200bton \x00\x1b[31m": "?Boston [31m",
		strings.Repeat("中", 100):          "?" + strings.Repeat("中", 98) + "…",
	} {
		g := Suggest(typed)
		g.Explain("It is not your turn.")
		if c := g.Choices(); len(c) != 1 || c[0].Value != want {
			t.Errorf("%q: got %q, want the value %q", typed, c, want)
		}
	}
}

func TestExplainingSuggestionHasNoRawMarkup(t *testing.T) {
	g := Suggest("x")
	g.Explain("<@100> plays **your** seat in <#901> until <t:1795785327:R>, <@&7>: `/game return`")
	if got, want := g.Choices()[0].Name,
		"… plays your seat in … until …, …: /game return"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
