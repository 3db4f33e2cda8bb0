package rendertest

import (
	"strings"
	"unicode"

	"konduktor/engine/railmap"
)

// Misnamed returns the first line of a text that has another name of a city than the board's, other than in brackets behind
// that; "" if there is none.
func Misnamed(m *railmap.Map, text string) string {
	for line := range strings.Lines(text) {
		for i := range m.Cities {
			c := &m.Cities[i]
			for _, name := range c.Names {
				name, _, _ = strings.Cut(name, " (")
				rest := strings.ReplaceAll(line, c.Name+" ("+name+")", "")
				if !strings.Contains(c.Name, name) && hasWord(rest, name) {
					return line
				}
			}
		}
	}
	return ""
}

func hasWord(text, word string) bool {
	for {
		i := strings.Index(text, word)
		if i < 0 {
			return false
		}
		text = text[i+len(word):]
		if next := []rune(text + " ")[0]; !unicode.IsLetter(next) {
			return true
		}
	}
}
