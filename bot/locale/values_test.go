package locale

import (
	"regexp"
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
	for _, said := range []string{"Napisz ją jak `8:00` albo `off`.", "Wybierz brisk, daily lub none."} {
		if !englishValues.MatchString(said) {
			t.Errorf("no English value is found in %q", said)
		}
	}
}
