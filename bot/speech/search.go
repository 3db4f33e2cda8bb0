package speech

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"konduktor/engine"
	"konduktor/render/caption"
)

// maxTyped bounds how many bytes of typed text are read: Discord lets people send thousands of characters, and all names are
// far shorter.
const maxTyped = 500

// plainLetters replaces letters that Unicode does not decompose into a letter and a mark.
var plainLetters = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "ı", "i")

// fold returns a text in lower case without diacritics, with everything but letters and digits as single spaces: people type
// "lodz" for "Łódź".
func fold(text string) string {
	var b strings.Builder
	text = text[:min(len(text), maxTyped)]
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

// Same reports whether two texts are equal after folding: diacritics, punctuation and case do not count. An empty text
// equals nothing.
func Same(typed, text string) bool { return fold(typed) != "" && fold(typed) == fold(text) }

// matches reports whether each word typed begins a word of the text, in any order.
func matches(typed, text string) bool {
	text = " " + fold(text)
	for word := range strings.FieldsSeq(fold(typed)) {
		if !strings.Contains(text, " "+word) {
			return false
		}
	}
	return true
}

// code returns a route's code as fold writes it.
func (s *Speaker) code(r engine.RouteID) string { return fold(caption.Code(s.board, r)) }
