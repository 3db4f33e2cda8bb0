package caption

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainLetters replaces letters that Unicode does not decompose.
var plainLetters = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "ı", "i")

// Fold lowers a text's case, drops diacritics, and makes everything but letters and digits single
// spaces: people type "lodz" for "Łódź".
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

// shortens reports whether one folded name is the other with letters left out, like "St. Louis" and
// "Saint Louis". Readers of one understand the other.
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
