package caption

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainLetters replaces letters that Unicode does not decompose into a letter and a mark.
var plainLetters = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "ı", "i")

// Fold returns a text in lower case without diacritics, with everything but letters and digits as single spaces: people
// type "lodz" for "Łódź".
func Fold(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(plainLetters.Replace(b.String())), " ")
}

// shortens reports whether one folded name is the other with letters left out, as "St. Louis" is of "Saint Louis": whoever
// knows the one can read the other.
func shortens(a, b string) bool {
	a, b = strings.ReplaceAll(a, " ", ""), strings.ReplaceAll(b, " ", "")
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, r := range b {
		if rest, ok := strings.CutPrefix(a, string(r)); ok {
			a = rest
		}
	}
	return a == ""
}
