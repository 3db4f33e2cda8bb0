package locale

import (
	"regexp"
	"strings"
	"testing"
)

// englishValues are values of options, which texts in other languages name in their own words.
var englishValues = regexp.MustCompile(
	"(?i)(^|[^\\pL`/-])`?(brisk|daily|relaxed|none|off|usual|soon|" +
		"joined|invited|not-here|anywhere|message|last)`?($|[^\\pL-])")

func TestNoPolishTextNamesAnEnglishValue(t *testing.T) {
	texts := loaded(t).Texts("pl")
	for _, id := range texts.IDs() {
		form := formOf(texts, id)
		if found := englishValues.FindString(form.sample(texts, id)); found != "" {
			t.Errorf("%s says %q: %s", id, found, form.sample(texts, id))
		}
	}
	for _, said := range []string{
		"Napisz ją jak `8:00` albo `off`.", "Wybierz brisk, daily lub none.",
	} {
		if !englishValues.MatchString(said) {
			t.Errorf("no English value is found in %q", said)
		}
	}
}

// These are answers, in the reader's language. The button stands at the table, in the table's.
func TestAnswersNameTheCommandInsteadOfAButtonElsewhere(t *testing.T) {
	for _, lang := range []string{"en", "pl"} {
		texts := loaded(t).Texts(lang)
		for _, id := range []string{
			"tenure.house-plays-for-you", "tenure.plays-for-you", "clock.rests-for-you", "problem.undo-away",
		} {
			said := formOf(texts, id).sample(texts, id)
			if strings.Contains(said, texts.Say("clock.return")) || !strings.Contains(said, "`/") {
				t.Errorf("%s, %s: %q", lang, id, said)
			}
		}
	}
}

// quoted are texts that name a button, by the button's text.
var quoted = map[string][]string{
	"clock.return":    {"clock.remind-3", "clock.waits-for-you", "clock.you-absent"},
	"lobby.join":      {"lobby.how", "lobby.entry-closed", "help.part-0"},
	"lobby.start":     {"lobby.how", "help.part-0"},
	"table.open-hand": {"table.private", "table.closed", "help.part-0"},
	"tenure.here":     {"tenure.ousting", "tenure.ousting-enough", "tenure.you-missed"},
	"undo.button":     {"refusal.already-chosen", "keep.until-all", "keep.until-moved"},
}

func TestTextsQuoteButtonsByTheirWords(t *testing.T) {
	for _, lang := range Languages() {
		texts := loaded(t).Texts(lang)
		for button, ids := range quoted {
			for _, id := range ids {
				said := formOf(texts, id).sample(texts, id)
				if want := "**" + texts.Say(button) + "**"; !strings.Contains(said, want) {
					t.Errorf("%s, %s: %q does not name the button %s", lang, id, said, want)
				}
			}
		}
	}
}

func TestPercentSignsFollowTheirNumber(t *testing.T) {
	for _, lang := range Languages() {
		texts := loaded(t).Texts(lang)
		for _, id := range texts.IDs() {
			if said := formOf(texts, id).sample(texts, id); strings.Contains(said, " %") ||
				strings.Contains(said, "\u00a0%") {
				t.Errorf("%s, %s: %q", lang, id, said)
			}
		}
	}
}

// unsaid are words that a channel, or the world, does not deserve.
var unsaid = regexp.MustCompile(`(?i)channel (reads|hears)|hears of the deal|kanał czyta|` +
	`dowiaduje się o rozdaniu|people everywhere|na świecie|pochodzi twoje pytanie`)

func TestChannelsNeitherReadNorHear(t *testing.T) {
	for _, lang := range Languages() {
		texts := loaded(t).Texts(lang)
		for _, id := range texts.IDs() {
			if said := formOf(texts, id).sample(texts, id); unsaid.MatchString(said) {
				t.Errorf("%s, %s: %q", lang, id, said)
			}
		}
	}
}
