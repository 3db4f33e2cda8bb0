package speech

import (
	"strings"

	"konduktor/engine"
	"konduktor/render/caption"
)

// maxTyped bounds how many bytes of typed text are read: Discord lets people send thousands of characters, and all names are
// far shorter.
const maxTyped = 500

// fold returns what was typed as caption.Fold does.
func fold(text string) string { return caption.Fold(text[:min(len(text), maxTyped)]) }

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
