package speech

import (
	"strings"
	"unicode"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/render"
	"golang.org/x/text/unicode/norm"
)

// maxTyped bounds how much of what was typed is looked at: Discord lets people send thousands of characters. Names of ours
// are far shorter.
const maxTyped = 500

// plainLetters are those that do not come apart into a letter and a mark.
var plainLetters = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "ı", "i")

// fold writes a text in small letters without marks, and all that is neither letter nor digit as single spaces: people
// type "lodz" for "Łódź".
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

// Same reports whether what was typed is the text but for marks, signs and capitals. Nothing is the same as no text.
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
func (s *Speaker) code(r engine.RouteID) string { return fold(render.Code(s.board, r)) }
