package commands

import (
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/render/caption"
)

// wordOff is the ID of the word for "none" that people type; its value is "off".
const wordOff = "choices.off"

// Understand returns an interaction in which the words typed for an option are the values that they
// mean in any language: "spokojne" is relaxed, "brak" is off. The one given stays as it is: it may
// be read by another delivery of the same.
func Understand(catalog *locale.Catalog, ix *discord.Interaction) *discord.Interaction {
	understood := ix
	for _, spec := range specs[strings.Join(ix.Command, " ")].options {
		words := map[string]string{} // IDs of texts, by value
		for _, value := range spec.choices {
			words[value] = spec.choiceID + value
		}
		if spec.off {
			words["off"] = wordOff
		}
		for i, o := range ix.Options {
			if o.Name != spec.name || slices.Contains(spec.choices, o.Value) {
				continue
			}
			if value := valueOf(catalog, words, o.Value); value != o.Value {
				if understood == ix {
					mine := *ix
					mine.Options = slices.Clone(ix.Options)
					understood = &mine
				}
				understood.Options[i].Value = value
			}
		}
	}
	return understood
}

// valueOf returns the value whose word in one of the languages was typed, otherwise what was typed.
func valueOf(catalog *locale.Catalog, words map[string]string, typed string) string {
	for value, id := range words {
		for _, lang := range catalog.Languages() {
			if caption.Fold(typed) == caption.Fold(word(catalog.Texts(lang).Say(id))) {
				return value
			}
		}
	}
	return typed
}

// word is the part of a choice's text that names it: "relaxed" of "relaxed – 10 days to begin
// with".
func word(text string) string {
	for _, end := range []string{" –", ":", " ("} {
		text, _, _ = strings.Cut(text, end)
	}
	return text
}
